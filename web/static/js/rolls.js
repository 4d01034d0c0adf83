/** The rolls of the match that have a picture, folded until somebody wants to see one. */

import { Newest } from "./api.js";
import { at, h, refill } from "./element.js";
import { entryItem } from "./history.js";

const history = new Newest();

/** Draws the list while it is open; `show(entry)` opens one. */
export async function drawRolls(teams, show) {
  if (!at("rolls").open) return;
  const told = await history.get("/api/history");
  if (!told) return;
  const entries = told.filter((entry) => entry.picture).reverse();
  refill(at("rolls-list"), [entries, teams], () => entries.map((entry) => entryItem(entry, teams, null, show)));
  at("rolls-none").hidden = entries.length > 0;
}
