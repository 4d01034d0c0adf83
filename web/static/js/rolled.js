/** What a side rolled: its dice as they lie on the table, and the sum worked out. */

import { die } from "./dice.js";
import { h } from "./element.js";
import { said } from "./words.js";

/** The dice of `side` (null: of nobody) and its sums; an empty list where there are none. */
export function rolled({ dice, sums }, side) {
  const own = dice.filter((d) => d.side === side);
  const shown = own.length ? [h("div", { class: "dice" }, own.map((d) => die(d.value, { colour: d.colour, kind: d.kind_of_die, side })))] : [];
  return [...shown, ...sums.filter((sum) => side !== null && sum.side === side).map(worked)];
}

function worked({ terms, total, verdict }) {
  const outcome = verdict ? h("small", { class: "verdict" }, said(verdict)) : null;
  if (terms.length === 1) return h("p", { class: "sum" }, h("span", { class: "term" }, h("strong", { class: "total" }, String(total)), h("small", {}, said(terms[0][0]))), outcome);
  return h("p", { class: "sum" }, terms.flatMap(([text, value], i) => [
    i === 0 ? null : h("span", { class: "operator" }, value < 0 ? "−" : "+"),
    h("span", { class: "term" }, h("b", {}, String(i === 0 ? value : Math.abs(value))), h("small", {}, said(text))),
  ]), h("span", { class: "operator" }, "="), h("strong", { class: "total" }, String(total)), outcome);
}
