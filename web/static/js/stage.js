/** The picture of a roll with an outline on each die, and the moments before rest to step through. */

import { faceName } from "./dice.js";
import { fill, h, s } from "./element.js";
import { Steps } from "./steps.js";
import { word } from "./words.js";

const READABLE_PX = 17; // of the screen, however small the picture is shown

/** The picture at `address`, and the outlines over it in the picture's own pixels. */
export class Stage {
  constructor(address) {
    this.address = address;
    this.dice = [];
    this.image = h("img", { src: address, alt: word("eye_picture"), onload: () => this.draw(),
      onerror: () => fill(this.seen, word("picture_gone")) });
    this.marks = s("svg", { class: "outlines", "aria-hidden": "true" });
    this.seen = h("figcaption", { class: "small" });
    this.steps = new Steps((number) => this.show(number));
    this.element = h("figure", { class: "shown-roll", onkeydown: (event) => this.steps.press(event) },
      h("div", { class: "framed" }, this.image, this.marks), this.steps.element, this.seen);
  }

  /** Shows what was kept beside the picture: the dice as they were read then, and its moments. */
  async load(get) {
    const [dice, moments] = await Promise.all([get(`${this.address}/dice`), get(`${this.address}/clip`)]);
    this.outline(dice ?? []);
    this.steps.offer(moments);
    moments.forEach((_, number) => { new Image().src = this.moment(number); });
  }

  /** Outlines these dice. */
  outline(dice) {
    this.dice = dice;
    this.draw();
  }

  /** Shows a moment, null for the dice at rest. */
  show(number) {
    const rest = number === null;
    this.marks.classList.toggle("away", !rest);
    this.image.src = rest ? this.address : this.moment(number);
    this.image.alt = rest ? word("eye_picture") : this.steps.told;
  }

  moment(number) {
    return `${this.address}/clip/${number}`;
  }

  draw() {
    const { naturalWidth: width, naturalHeight: height } = this.image;
    if (!width || this.steps.number !== null) return;
    this.marks.setAttribute("viewBox", `0 0 ${width} ${height}`);
    const size = Math.max(width / 40, READABLE_PX * width / this.image.clientWidth);
    fill(this.marks, this.dice.map((die) => mark(die, width, height, size)));
    fill(this.seen, this.dice.length ? word("seen_dice", { what: this.dice.map(spoken).join(", ") }) : word("seen_none"));
  }
}

function mark({ outline, value, confidence }, width, height, size) {
  const corners = outline.map(([x, y]) => [x * width, y * height]);
  const right = Math.max(...corners.map(([x]) => x)), top = Math.min(...corners.map(([, y]) => y));
  return s("g", {},
    s("polygon", { points: corners.map((corner) => corner.join(",")).join(" ") }),
    s("text", { x: Math.min(right + size / 4, width - size * 3.2), y: Math.max(top, size), "font-size": size },
      `${faceName(value)}${confidence < 0.9 ? "?" : ""}`,
      s("tspan", { class: "sure", dx: size / 5, "font-size": size * 0.65 }, percent(confidence))));
}

function spoken({ value, confidence }) {
  return `${faceName(value)} (${percent(confidence)})`;
}

function percent(share) {
  return `${Math.round(share * 100)} %`;
}
