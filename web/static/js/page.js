/** What all pages share: the line to the table, warnings, the band of a simulated table. */

import { at, fill, h } from "./element.js";
import { follow } from "./stream.js";
import { said, word } from "./words.js";

/** Follows the table and draws the frame; `draw(update, fresh)` draws the page, `online({live, age_s})` hears of the line. */
export function start(draw, online = () => {}) {
  return follow((update, fresh) => {
    band(update.board);
    warnings(update.board.warnings);
    document.body.dataset.version = update.version;
    draw(update, fresh);
  }, (state) => {
    line(state);
    online(state);
  });
}

function line({ live, age_s }) {
  document.body.classList.toggle("lost", !live);
  const note = at("line");
  note.hidden = live;
  note.textContent = live ? "" : word("line_lost", { n: age_s });
}

function warnings(texts) {
  const list = at("warnings");
  const told = texts.map(said);
  if (list.dataset.told === JSON.stringify(told)) return;
  list.dataset.told = JSON.stringify(told);
  list.hidden = told.length === 0;
  fill(list, told.map((text) => h("li", {}, text)));
}

function band(board) {
  const simulated = Object.values(board.devices).some((device) => device.detail?.simulated);
  if (simulated) at("band").hidden = false;
}
