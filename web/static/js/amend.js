/** Corrects an earlier answer: the same input again, then what it would change, then the person's word. */

import { post } from "./api.js";
import { openDialog } from "./dialog.js";
import { fill, h } from "./element.js";
import { sentence } from "./history.js";
import { inputFor } from "./prompts.js";
import { said, word } from "./words.js";

/** Opens the correction of `entry`; `write` sends it (and shows what the table refuses), `version()` is the newest;
 *  `proposed` is a value that is put in already, and whose changes are shown at once. */
export function amend(entry, version, write, proposed) {
  const refused = h("p", { class: "refused", role: "alert" });
  const next = h("div", { class: "preview" });
  const propose = async (value) => {
    refused.textContent = "";
    try {
      const preview = await post("/api/amend", { seq: entry.seq, value, preview: true });
      fill(next, changes(preview), same(preview) ? null : agreement(preview, () => send(value, preview)));
      next.querySelector(".agree")?.focus();
    } catch (error) {
      refused.textContent = error.message;
    }
  };
  const send = async (value, preview) => {
    const body = { seq: entry.seq, value, version: version(), drop: preview.dropped.length };
    if (await write("/api/amend", body)) dialog.close();
  };
  const input = inputFor({ ...entry.prompt, before: null }, propose, proposed ?? entry.value);
  const dialog = openDialog(word("amend_title", { seq: entry.seq }),
    h("div", { class: "stack" }, h("p", {}, sentence(entry)), input, refused, next));
  if (proposed !== undefined) propose(proposed);
  return dialog;
}

function changes(preview) {
  const { score, phase, calls, dropped } = preview;
  return h("dl", { class: "changes" },
    pair(word("value"), change(said(preview.old), said(preview.new))),
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

function agreement({ dropped }, agree) {
  const n = dropped.length;
  return h("button", { type: "button", class: `agree ${n ? "danger" : "take"}`, onclick: agree },
    n ? word("amend_and_drop", { n }) : word("amend_agree"));
}
