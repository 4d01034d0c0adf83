/** The input that puts each item into one slot: a line-up. */

import { h } from "./element.js";
import { said, word } from "./words.js";

/** The input; `preset` maps item to slot. */
export function arrangeInput(prompt, take, preset) {
  const slots = prompt.slots.map((slot) => slot.id);
  const placed = Object.fromEntries(prompt.items.map((item) =>
    [item.id, preset?.[item.id] ?? (slots.includes(item.group) ? item.group : null)]));
  const counts = h("p", { class: "count", "aria-live": "polite" });
  const done = h("button", { type: "button", class: "take", onclick: () => take(placed) }, word("take"));
  const refresh = () => {
    const many = (slot) => Object.values(placed).filter((at) => at === slot).length;
    counts.textContent = prompt.slots.map((slot) => `${said(slot.text)} ${many(slot.id)}`).join(" · ")
      + (prompt.least ? ` · ${word("at_least", { n: prompt.least })}` : "");
    done.disabled = Object.values(placed).includes(null) || slots.some((slot) => many(slot) < prompt.least);
  };
  const rows = prompt.items.map((item) => row(item, prompt.slots, placed, refresh));
  refresh();
  return h("div", { class: "stack" }, rows, counts, done);
}

function row(item, slots, placed, refresh) {
  const buttons = slots.map((slot) =>
    h("button", { type: "button", class: "slot", "data-slot": slot.id, onclick: () => {
      placed[item.id] = slot.id;
      show();
      refresh();
    } }, said(slot.text)));
  const show = () => buttons.forEach((button) =>
    button.setAttribute("aria-pressed", String(button.dataset.slot === placed[item.id])));
  show();
  return h("div", { class: "arrange", role: "group", "aria-label": said(item.text) },
    h("span", { class: "item" }, said(item.text), item.detail ? h("small", {}, said(item.detail)) : null),
    h("span", { class: "slots" }, buttons));
}
