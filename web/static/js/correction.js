/** Another value for an earlier answer: the same input again, then what it would change, then the person's word. */

import { openDialog } from "./dialog.js";
import { fill, h } from "./element.js";
import { sentence } from "./history.js";
import { inputFor } from "./prompts.js";
import { said, word } from "./words.js";

/** Opens a dialog. `preview(value)` tells what would change, `send(value, preview)` does it and says whether it was
 *  taken, `agree(n)` names the button when n later answers go, `tell(error)` words what either of them throws; `proposed`
 *  is put in already. */
export function openCorrection(entry, title, { preview, send, agree, tell }, proposed) {
  const refused = h("p", { class: "refused", role: "alert" });
  const next = h("div", { class: "preview" });
  const attempt = async (act) => {
    refused.textContent = "";
    await act().catch((error) => { refused.textContent = tell(error); });
  };
  const propose = (value) => attempt(async () => {
    const told = await preview(value);
    const act = () => attempt(async () => { if (await send(value, told)) dialog.close(); });
    fill(next, changes(told), same(told) ? null : agreement(told.dropped.length, agree, act));
    next.querySelector(".agree")?.focus();
  });
  const input = inputFor({ ...entry.prompt, before: null }, propose, proposed ?? entry.value);
  const dialog = openDialog(title, h("div", { class: "stack" }, h("p", {}, sentence(entry)), input, refused, next));
  if (proposed !== undefined) propose(proposed);
  return dialog;
}

/** What a correction changes, by its preview. */
export function changes({ old, new: value, score, phase, calls, dropped }) {
  return h("dl", { class: "changes" },
    pair(word("value"), change(said(old), said(value))),
    pair(word("score"), change(score.before, score.after)),
    said(phase.before) === said(phase.after) ? null : pair(word("phase"), change(said(phase.before), said(phase.after))),
    calls.gone.length ? pair(word("calls_gone"), list(calls.gone, "s")) : null,
    calls.new.length ? pair(word("calls_new"), list(calls.new, "b")) : null,
    dropped.length ? pair(word("drops", { n: dropped.length }), list(dropped.map((move) => move.text), "s")) : null);
}

function same({ old, new: value, dropped }) {
  return said(old) === said(value) && dropped.length === 0;
}

function pair(term, description) {
  return [h("dt", {}, term), h("dd", {}, description)];
}

function change(before, after) {
  return before === after ? [h("span", {}, before), ` ${word("stays")}`] : [h("s", {}, before), " → ", h("b", {}, after)];
}

function list(texts, tag) {
  return h("ul", {}, texts.map((text) => h("li", {}, h(tag, {}, said(text)))));
}

function agreement(n, agree, act) {
  return h("button", { type: "button", class: `agree ${n ? "danger" : "take"}`, onclick: act }, agree(n));
}
