/** Steps through the moments before rest: two buttons, a slider, the arrow keys. */

import { h } from "./element.js";
import { lang, word } from "./words.js";

/** `show(number)` hears which moment is wanted, null for the dice at rest. */
export class Steps {
  constructor(show) {
    this.show = show;
    this.moments = [];
    this.slider = h("input", { type: "range", min: 0, step: 1, "aria-label": word("review_moments"),
      oninput: () => this.tell() });
    this.earlier = button("earlier", "◀", () => this.by(-1));
    this.later = button("later", "▶", () => this.by(1));
    this.when = h("output", { class: "when" });
    this.element = h("div", { class: "steps", role: "group", "aria-label": word("review_moments"), hidden: true },
      this.earlier, this.slider, this.later, this.when);
  }

  /** Offers moments, of each the seconds before rest; none leave nothing to step through. */
  offer(moments) {
    this.moments = moments;
    this.element.hidden = moments.length === 0;
    this.slider.max = this.slider.value = moments.length;
    if (moments.length) this.tell();
  }

  /** The moment that is shown, null for the dice at rest. */
  get number() {
    const value = Number(this.slider.value);
    return value < this.moments.length ? value : null;
  }

  /** What is shown, in words. */
  get told() {
    if (this.number === null) return word("review_rest");
    const s = this.moments[this.number].toLocaleString(lang, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
    return word("review_before", { s });
  }

  /** Steps with an arrow key; the slider's own it leaves to the slider. */
  press(event) {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!by || !this.moments.length || /^(input|textarea|select)$/i.test(event.target.tagName)) return;
    event.preventDefault();
    this.by(by);
  }

  by(steps) {
    this.slider.value = Number(this.slider.value) + steps;
    this.tell();
  }

  tell() {
    this.when.textContent = this.told;
    this.slider.setAttribute("aria-valuetext", this.told);
    this.earlier.disabled = this.slider.value === "0";
    this.later.disabled = this.number === null;
    this.show(this.number);
  }
}

function button(name, sign, onclick) {
  return h("button", { type: "button", class: "plain step", "aria-label": word(`review_${name}`), onclick }, sign);
}
