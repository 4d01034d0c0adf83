/** The referee's last call, big; a goal is celebrated for a while. */

import { get } from "./api.js";
import { at, fill, h } from "./element.js";
import { said } from "./words.js";

const CELEBRATION_MS = 5000;
let calm = null;

/** Shows these calls, the scorer's own loudest; `changed()` hears whenever that needs other room. */
export function showCall(calls, scorer, changed) {
  const loudest = (scorer && calls.find((c) => c.side === scorer)) || calls.at(-1);
  if (!loudest) return;
  const others = calls.filter((c) => c !== loudest).map((c) => said(c.text));
  const line = at("call");
  line.className = loudest.side ? `call ${loudest.side}` : "call";
  void line.offsetWidth;  // starts the animation anew
  line.classList.add("new");
  const [, shout, rest] = /^([^!]{1,14}!)\s+(.+)$/.exec(said(loudest.text)) ?? [null, said(loudest.text), ""];
  fill(line, h("span", { class: "loud" }, shout), rest ? h("span", { class: "rest" }, rest) : null,
    others.length ? h("span", { class: "also" }, others.join(" ")) : null);
  if (scorer) celebrate(scorer, changed);
  changed();
}

/** The calls of the last entry that had any, for a page that has just come. */
export async function lastCalls(version) {
  const history = await get(`/api/history?since=${Math.max(0, version - 30)}`);
  return history.filter((entry) => entry.calls.length).at(-1)?.calls ?? [];
}

function celebrate(side, changed) {
  document.body.dataset.goal = side;
  clearTimeout(calm);
  calm = setTimeout(() => {
    delete document.body.dataset.goal;
    changed();
  }, CELEBRATION_MS);
}
