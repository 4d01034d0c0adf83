/** A disputed roll: asking the coaches for another value, and the question as they and the referee see it. */

import { get } from "./api.js";
import { changes, openCorrection } from "./correction.js";
import { h } from "./element.js";
import { pictureOf } from "./history.js";
import { refusalText } from "./refusal.js";
import { SIDES, sideMark } from "./side.js";
import { Stage } from "./stage.js";
import { said, word } from "./words.js";

/** Opens the question about `entry`; `write(path, body)` sends it with the newest version, `ask(path, body)` asks for the
 *  preview; `proposed` is a value that is put in already. */
export function askCoaches(entry, { ask, write }, proposed) {
  return openCorrection(entry, word("ask_title", { seq: entry.seq }), {
    preview: (value) => ask("/api/dispute", { seq: entry.seq, value, preview: true }),
    send: (value) => write("/api/dispute", { seq: entry.seq, value }).then(() => true),
    agree: (n) => (n ? word("ask_and_drop", { n }) : word("ask_send")),
    tell: refusalText,
  }, proposed);
}

/** The open question: picture, changes, who has confirmed; `buttons` act on it. */
export function disputed(dispute, teams, buttons) {
  const who = teams[dispute.by]?.name ?? word("referee");
  return [
    h("h2", {}, word("dispute_title", { seq: dispute.seq })),
    h("p", {}, word("dispute_asks", { who, asked: said(dispute.text), new: said(dispute.new), old: said(dispute.old) })),
    h("ul", { class: "words" }, SIDES.map((side) => h("li", { class: dispute.agreed.includes(side) ? "yes" : "open" },
      sideMark(side, teams[side]), " ",
      word(dispute.agreed.includes(side) ? "dispute_agreed" : "dispute_waits", { who: teams[side].name })))),
    dispute.picture ? pictured(dispute) : null,
    changes(dispute),
    h("div", { class: "row" }, buttons),
  ];
}

function pictured(dispute) {
  const stage = new Stage(pictureOf(dispute));
  stage.load(get).catch(() => {});  // the picture says itself when it is gone
  return stage.element;
}
