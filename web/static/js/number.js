/** The input for a number or a distance: less, the number, more; and quick buttons where there are few. */

import { h } from "./element.js";
import { word } from "./words.js";

const MOST_QUICK = 21;

/** The input for a whole number. */
export function numberInput(prompt, take, preset) {
  const few = prompt.most - prompt.least < MOST_QUICK;
  const quick = few ? h("div", { class: "quick", role: "group", "aria-label": word("quick") }, range(prompt).map((n) =>
    h("button", { type: "button", class: "choice", "data-digit": n >= 1 && n <= 9 ? n : null, "data-number": n,
      "aria-pressed": String(n === preset), onclick: () => take(n) }, String(n)))) : null;
  return h("div", { class: "stack" }, quick, pad(prompt, take, preset, { step: 1, unit: "", label: word("number") }));
}

/** The input for a distance: where only the row of a table matters, one tap says up to where it reaches, or that it lies
 * beyond the last. */
export function measureInput(prompt, take, preset) {
  const inches = prompt.unit === "in", spelled = (n) => inches ? `${n}″` : `${n} ${prompt.unit}`;
  const row = (n, said) => h("button", { type: "button", class: "choice", "data-number": n, onclick: () => take(n) }, said);
  const rows = prompt.limits.length ? h("div", { class: "quick limits", role: "group", "aria-label": word("quick") },
    prompt.limits.map((n) => row(n, word("up_to", { n: spelled(n) }))),
    row(prompt.most, word("over_row", { n: spelled(prompt.limits.at(-1)) }))) : null;
  return h("div", { class: "stack" }, rows, pad(prompt, take, preset, { step: 0.5, unit: inches ? "″" : prompt.unit,
    label: word("distance_in", { unit: inches ? word("inches") : prompt.unit }) }));
}

function range({ least, most }) {
  return Array.from({ length: most - least + 1 }, (_, i) => least + i);
}

function pad(prompt, take, preset, { step, unit, label }) {
  const { least, most } = prompt;
  const field = h("input", { type: "number", min: least, max: most, step: step === 1 ? 1 : "any", value: preset ?? "",
    inputmode: step === 1 ? "numeric" : "decimal", "aria-label": label,
    placeholder: `${least}–${most}` });
  const done = h("button", { class: "take" }, word("take"));
  const refresh = () => { done.disabled = field.value === "" || !field.checkValidity(); };
  const add = (change) => {
    const value = field.value === "" ? least - Math.min(change, 0) : Number(field.value) + change;
    field.value = Math.min(most, Math.max(least, value));
    refresh();
  };
  field.addEventListener("input", refresh);
  refresh();
  return h("form", { class: "pad", onsubmit: (event) => {
    event.preventDefault();
    if (!done.disabled) take(Number(field.value));
  } },
  h("button", { type: "button", class: "plain step", "aria-label": word("less"), onclick: () => add(-step) }, "−"),
  field, unit ? h("span", { class: "unit" }, unit) : null,
  h("button", { type: "button", class: "plain step", "aria-label": word("more"), onclick: () => add(step) }, "+"), done);
}
