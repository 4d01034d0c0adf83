/** The input for a choice: big buttons for one option, a list to tick for several. */

import { h } from "./element.js";
import { pitchInput } from "./pitch.js";
import { placedInput } from "./placed.js";
import { said, word, wordOr } from "./words.js";

/** The input; `preset` is an id or a list of ids. */
export function chooseInput(prompt, take, preset) {
  if (prompt.pitch && !prompt.pieces) return pitchInput(prompt, take, preset);
  const grouped = Object.keys(prompt.groups).length > 0;
  const usual = prompt.least === 1 && prompt.most === 1 && !grouped ? one(prompt, take, preset) : new Ticks(prompt, take, preset).element;
  return prompt.pieces ? placedInput(prompt, usual, take) : usual;
}

function one({ options }, take, preset) {
  return h("div", { class: "choices", role: "group" }, options.map((option, i) =>
    h("button", { type: "button", class: "choice", "data-digit": i < 9 ? i + 1 : null, "data-option": option.id,
      "aria-pressed": String(option.id === preset), onclick: () => take(option.id) },
    h("span", {}, said(option.text)), option.detail ? h("small", {}, said(option.detail)) : null,
    option.id === preset ? h("small", { class: "suggested" }, word("suggested")) : null)));
}

class Ticks {
  constructor(prompt, take, preset) {
    this.prompt = prompt;
    this.chosen = Array.isArray(preset) ? [...preset] : [];
    this.count = h("p", { class: "count", "aria-live": "polite" });
    this.done = h("button", { type: "button", class: "take", onclick: () => take(this.chosen) });
    const groups = [...new Set(prompt.options.map((option) => option.group))];
    this.element = h("div", { class: "stack" }, groups.map((group) => this.group(group)), this.count, this.done);
    this.refresh();
  }

  group(name) {
    const options = this.prompt.options.filter((option) => option.group === name);
    const wanted = this.prompt.groups[name];
    const title = [wordOr(`group_${name}`, name.replaceAll("_", " ")), wanted === undefined ? "" : word("of_group", { n: wanted })].filter(Boolean).join(" · ");
    return h("fieldset", { class: "group" }, title ? h("legend", {}, title) : null, options.map((option) => this.row(option)));
  }

  row(option) {
    const box = h("input", { type: "checkbox", "data-option": option.id, onchange: () => this.toggle(option.id) });
    return h("label", { class: "tick" }, box, h("span", {}, said(option.text)),
      option.detail ? h("small", {}, said(option.detail)) : null, h("b", { class: "place" }));
  }

  toggle(id) {
    this.chosen = this.chosen.includes(id) ? this.chosen.filter((other) => other !== id) : [...this.chosen, id];
    this.refresh();
  }

  refresh() {
    for (const box of this.element.querySelectorAll("input")) {
      const place = this.chosen.indexOf(box.dataset.option);
      box.checked = place >= 0;
      box.parentElement.querySelector(".place").textContent = this.prompt.ordered && place >= 0 ? `${place + 1}.` : "";
    }
    this.count.textContent = word("ticked", { n: this.chosen.length, wanted: this.wanted() });
    this.done.disabled = !this.enough();
    this.done.textContent = word("take");
  }

  wanted() {
    const { least, most, groups } = this.prompt;
    const sum = Object.values(groups).reduce((a, b) => a + b, 0);
    if (sum) return String(sum);
    return least === most ? String(least) : `${least}–${most}`;
  }

  enough() {
    const { least, most, groups, options } = this.prompt;
    if (!Object.keys(groups).length) return this.chosen.length >= least && this.chosen.length <= most;
    const count = (group) => options.filter((o) => o.group === group && this.chosen.includes(o.id)).length;
    return [...new Set(options.map((o) => o.group))].every((group) => count(group) === (groups[group] ?? 0));
  }
}
