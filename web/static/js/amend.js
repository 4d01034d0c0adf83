/** The referee corrects an earlier answer. */

import { post } from "./api.js";
import { openCorrection } from "./correction.js";
import { refusalText } from "./refusal.js";
import { word } from "./words.js";

/** Opens the correction of `entry`; `write` sends it (and shows what the table refuses), `version()` is the newest;
 *  `proposed` is a value that is put in already, and whose changes are shown at once. */
export function amend(entry, version, write, proposed) {
  return openCorrection(entry, word("amend_title", { seq: entry.seq }), {
    preview: (value) => post("/api/amend", { seq: entry.seq, value, preview: true }),
    send: (value, { dropped }) => write("/api/amend", { seq: entry.seq, value, version: version(), drop: dropped.length }),
    agree: (n) => (n ? word("amend_and_drop", { n }) : word("amend_agree")),
    tell: refusalText,
  }, proposed);
}
