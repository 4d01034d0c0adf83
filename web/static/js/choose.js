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

/** A list to tick: what is suggested is one tap, and so is "this one, and done" beside each row. */
class Ticks {
  constructor(prompt, take, preset) {
    this.prompt = prompt;
    this.take = take;
    const corrects = preset !== prompt.suggestion && preset !== prompt.before;
    const suggested = !corrects && prompt.suggestion?.length ? prompt.suggestion : null;
    this.chosen = corrects && Array.isArray(preset) ? [...preset] : [];
    this.count = h("p", { class: "count", "aria-live": "polite" });
    this.done = h("button", { type: "button", class: "take", onclick: () => take(this.chosen) });
    const groups = [...new Set(prompt.options.map((option) => option.group))];
    this.element = h("div", { class: "stack" }, suggested && this.whole(suggested), groups.map((group) => this.group(group)), this.count, this.done);
    this.refresh();
  }

  whole(ids) {
    const names = ids.map((id) => said(this.prompt.options.find((option) => option.id === id).text)).join(", ");
    return h("button", { type: "button", class: "choice whole", "aria-pressed": "true", onclick: () => this.take(ids) },
      h("span", {}, names), h("small", { class: "suggested" }, word("suggested")));
  }

  group(name) {
    const options = this.prompt.options.filter((option) => option.group === name);
    const wanted = this.prompt.groups[name];
    const title = [wordOr(`group_${name}`, name.replaceAll("_", " ")), wanted === undefined ? "" : word("of_group", { n: wanted })].filter(Boolean).join(" · ");
    return h("fieldset", { class: "group" }, title ? h("legend", {}, title) : null, options.map((option) => this.row(option)));
  }

  row(option) {
    const box = h("input", { type: "checkbox", "data-option": option.id, onchange: () => this.toggle(option.id) });
    const last = h("button", { type: "button", class: "plain last", "data-last": option.id, "aria-label": word("last_one", { what: said(option.text) }),
      onclick: () => this.take([...this.chosen, option.id]) }, `✓ ${word("and_done")}`);
    return h("div", { class: "tick" }, h("label", {}, box, h("span", {}, said(option.text)),
      option.detail ? h("small", {}, said(option.detail)) : null, h("b", { class: "place" })), last);
  }

  toggle(id) {
    this.chosen = this.chosen.includes(id) ? this.chosen.filter((other) => other !== id) : [...this.chosen, id];
    this.refresh();
  }

  refresh() {
    for (const box of this.element.querySelectorAll("input")) {
      const id = box.dataset.option, place = this.chosen.indexOf(id);
      box.checked = place >= 0;
      box.parentElement.querySelector(".place").textContent = this.prompt.ordered && place >= 0 ? `${place + 1}.` : "";
      box.closest(".tick").querySelector(".last").hidden = place >= 0 || !this.enough([...this.chosen, id]);
    }
    this.count.textContent = word("ticked", { n: this.chosen.length, wanted: this.wanted() });
    this.done.disabled = !this.enough(this.chosen);
    this.done.textContent = word(this.chosen.length || this.done.disabled ? "take" : "none_of_them");
  }

  wanted() {
    const { least, most, groups } = this.prompt;
    const sum = Object.values(groups).reduce((a, b) => a + b, 0);
    if (sum) return String(sum);
    return least === most ? String(least) : `${least}–${most}`;
  }

  enough(chosen) {
    const { least, most, groups, options } = this.prompt;
    if (!Object.keys(groups).length) return chosen.length >= least && chosen.length <= most;
    const count = (group) => options.filter((o) => o.group === group && chosen.includes(o.id)).length;
    return [...new Set(options.map((o) => o.group))].every((group) => count(group) === (groups[group] ?? 0));
  }
}
