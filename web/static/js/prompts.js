/** The card of one open prompt: what is asked, of whom, and the input that answers it. */

import { arrangeInput } from "./arrange.js";
import { chooseInput } from "./choose.js";
import { h, s } from "./element.js";
import { measureInput, numberInput } from "./number.js";
import { shirt } from "./paint.js";
import { rollInput } from "./roll.js";
import { said, word } from "./words.js";

const INPUTS = { roll: rollInput, choose: chooseInput, arrange: arrangeInput, number: numberInput,
  measure: measureInput, confirm: confirmInput };

const WHISTLE = "M11 3H33V10H20.4A9.5 9.5 0 1 1 11 3ZM11 9a3.6 3.6 0 1 0 .01 0Z";

/** The input for any prompt; `take(value)` hears the value that the person means. */
export function inputFor(prompt, take, preset = prompt.before ?? prompt.suggestion) {
  return INPUTS[prompt.kind](prompt, take, preset);
}

/** The card; `teams` as in the scoreboard. */
export function card(prompt, teams, take) {
  const team = teams[prompt.side];
  const name = team?.name ?? word("referee");
  const heading = h("header", {}, h("span", { class: "whose" }, name), h("h3", {}, said(prompt.text)));
  const body = h("div", { class: "prompt-body" }, again(prompt, take), inputFor(prompt, take));
  const secret = prompt.secret !== "open";
  if (prompt.offer) return offered(prompt, team, name, heading, secret ? cover(name, body) : body);
  return h("article", { class: `prompt kind-${prompt.kind}`, "data-key": prompt.key, "aria-label": `${name}: ${said(prompt.text)}`,
    ...(team ? shirt(team) : {}) },
  heading, prompt.hint ? h("p", { class: "hint" }, said(prompt.hint)) : null,
  h("div", { class: "doubt" }), secret ? cover(name, body) : body,
  h("footer", { class: "rule" }, prompt.rule));
}

/** What may be taken up and need not: folded until somebody wants it, unless it is about players on the pitch. */
function offered(prompt, team, name, heading, body) {
  return h("article", { class: `prompt offer kind-${prompt.kind}`, "data-key": prompt.key, "aria-label": `${name}: ${said(prompt.text)}`,
    ...(team ? shirt(team) : {}) },
  h("details", { open: prompt.options?.some((option) => option.piece) ? "" : null }, h("summary", {}, heading), prompt.hint ? h("p", { class: "hint" }, said(prompt.hint)) : null, body),
  h("div", { class: "doubt" }), h("footer", { class: "rule" }, prompt.rule));
}

function confirmInput(prompt, take) {
  const whistle = prompt.button === "whistle";
  return h("button", { type: "button", class: whistle ? "nod whistle" : "nod take", onclick: () => take(true) },
    whistle ? s("svg", { class: "whistle-sign", viewBox: "0 0 34 22", "aria-hidden": "true" }, s("path", { d: WHISTLE })) : "✓ ", word(whistle ? "whistle" : "done"));
}

/** Offers what was answered before an undo; null where nothing was. */
export function again({ before, before_text, final, kind }, take) {
  if (before === null || before === undefined) return null;
  const told = Array.isArray(before) && before.length > 4 ? null : said(before_text);
  return h("div", { class: "again" },
    final ? h("p", { class: "small" }, word("final")) : null,
    kind === "confirm" || told === null ? null
      : h("button", { type: "button", class: "take", onclick: () => take(before) }, word("as_before", { what: told })));
}

function cover(name, body) {
  body.hidden = true;
  const open = h("button", { type: "button", class: "plain cover", "aria-expanded": "false", onclick: () => {
    body.hidden = !body.hidden;
    open.setAttribute("aria-expanded", String(!body.hidden));
    open.textContent = label();
  } });
  const label = () => word(body.hidden ? "only_looks" : "cover_again", { who: name });
  open.textContent = label();
  return h("div", { class: "secret" }, open, body);
}
