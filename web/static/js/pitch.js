/** The input over a drawn pitch: a tap marks the option that lies nearest, another button takes it. */

import { fill, h, s } from "./element.js";
import { said, word } from "./words.js";

const ROW = Math.sqrt(3) / 2;  // how far rows of hexes with a width of 1 lie apart
const HEX = [0, 1, 2, 3, 4, 5].map((n) => [Math.sin(n * Math.PI / 3) / Math.sqrt(3), -Math.cos(n * Math.PI / 3) / Math.sqrt(3)]);

/** The middle of a place in the drawing, whose unit is a field (a hundredth of the width where there are none). */
export function middle({ fields, width }, [x, y]) {
  if (fields === "hex") return [x + 0.5 + (y % 2 ? 0.5 : 0), (y + 0.5) * ROW + 0.08];
  if (fields === "square") return [x + 0.5, y + 0.5];
  return [x * 100 / width, y * 100 / width];
}

/** The pitch as a drawing; `marks` are drawn upon it. */
export function drawPitch(pitch, ...marks) {
  const [w, hgt] = extent(pitch);
  return s("svg", { class: "pitch-drawn", viewBox: `0 0 ${w} ${hgt}` }, ground(pitch, w, hgt), marks);
}

function extent({ fields, width, height }) {
  if (fields === "hex") return [width + (height > 1 ? 0.5 : 0), height * ROW + 0.16];
  return fields === "square" ? [width, height] : [100, height * 100 / width];
}

function ground(pitch, w, hgt) {
  if (pitch.fields === "free") return s("rect", { class: "ground", width: w, height: hgt });
  const places = Array.from({ length: pitch.width * pitch.height }, (_, n) => [n % pitch.width, Math.floor(n / pitch.width)]);
  return places.map((place) => field(pitch, place, "ground"));
}

function field(pitch, place, name) {
  const [x, y] = middle(pitch, place);
  if (pitch.fields === "hex") return s("polygon", { class: name, points: HEX.map(([dx, dy]) => `${x + dx},${y + dy}`).join(" ") });
  if (pitch.fields === "square") return s("rect", { class: name, x: x - 0.5, y: y - 0.5, width: 1, height: 1 });
  return s("circle", { class: name, cx: x, cy: y, r: 3.2 });
}

/** The input of a choice whose options have places; options without one stay buttons beside it. */
export function pitchInput(prompt, take, preset) {
  return new Tapped(prompt, take, preset).element;
}

class Tapped {
  constructor(prompt, take, preset) {
    this.prompt = prompt;
    this.chosen = [preset ?? []].flat();
    this.single = prompt.least === 1 && prompt.most === 1;
    this.spots = prompt.options.filter((option) => option.place).map((option) => ({ option, mark: this.spot(option) }));
    this.drawing = drawPitch(prompt.pitch, this.spots.map(({ mark }) => mark));
    this.drawing.addEventListener("click", (event) => this.tap(event));
    this.told = h("p", { class: "count", "aria-live": "polite" });
    this.done = h("button", { type: "button", class: "take", onclick: () => take(this.single ? this.chosen[0] : this.chosen) }, word("take"));
    this.element = h("div", { class: "pitch-input" }, this.drawing, h("div", { class: "choices" }, this.besides()), this.told, this.done);
    this.refresh();
  }

  spot(option) {
    return s("g", { class: "spot", role: "button", tabindex: 0, "aria-label": said(option.text), "data-option": option.id,
      onkeydown: (event) => [" ", "Enter"].includes(event.key) && (event.preventDefault(), event.stopPropagation(), this.choose(option.id)) },
    field(this.prompt.pitch, option.place, "field-mark"));
  }

  besides() {
    return this.prompt.options.filter((option) => !option.place).map((option) => h("button", { type: "button", class: "choice",
      "data-option": option.id, onclick: () => this.choose(option.id) }, said(option.text)));
  }

  /** A thumb is wider than a field: what lies nearest to it is meant. */
  tap({ clientX, clientY }) {
    const away = ({ mark }) => {
      const box = mark.getBoundingClientRect();
      return Math.hypot(box.x + box.width / 2 - clientX, box.y + box.height / 2 - clientY);
    };
    const nearest = this.spots.reduce((a, b) => (a && away(a) <= away(b) ? a : b), null);
    if (nearest) this.choose(nearest.option.id);
  }

  choose(id) {
    if (this.single) this.chosen = [id];
    else this.chosen = this.chosen.includes(id) ? this.chosen.filter((other) => other !== id) : [...this.chosen, id];
    this.refresh();
  }

  refresh() {
    for (const place of this.element.querySelectorAll("[data-option]")) {
      place.setAttribute("aria-pressed", String(this.chosen.includes(place.dataset.option)));
    }
    const names = this.prompt.options.filter((option) => this.chosen.includes(option.id)).map((option) => said(option.text));
    fill(this.told, names.join(", ") || word("tap_pitch"));
    this.done.disabled = this.chosen.length < this.prompt.least || this.chosen.length > this.prompt.most;
  }
}

/** The pitch of an open question for those who only watch: where something may happen, and nothing to tap. */
export function watchedPitch({ pitch, options }) {
  return drawPitch(pitch, options.filter(({ place }) => place).map(({ place }) => s("g", { class: "spot" }, field(pitch, place, "field-mark"))));
}
