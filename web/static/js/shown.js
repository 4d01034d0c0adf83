/** A roll as the camera saw it: its picture with an outline on each die, and a fresh reading on request. */

import { Refusal, get, post } from "./api.js";
import { openDialog } from "./dialog.js";
import { faceName } from "./dice.js";
import { fill, h, s } from "./element.js";
import { changeable, pictureOf, sentence } from "./history.js";
import { said, word } from "./words.js";

/** Opens the picture of `entry`; `change(value)` opens its correction with that value put in. */
export function showRoll(entry, rereads, change) {
  const stage = new Stage(entry);
  const told = h("div", { class: "fresh", role: "status" });
  const again = h("button", { type: "button", class: "plain again-button" }, word("read_again"));
  const dialog = openDialog(word("roll_picture", { seq: entry.seq }),
    h("div", { class: "stack" }, h("p", {}, sentence(entry)), stage.element, told,
      rereads && !entry.secret ? h("div", { class: "row" }, again) : null));
  dialog.classList.add("wide");
  const accept = (value) => { dialog.close(); change(value); };
  again.addEventListener("click", () => reread(entry, stage, told, again, accept));
  get(`${pictureOf(entry)}/dice`).then((dice) => stage.outline(dice ?? []), (error) => fill(told, refusal(error)));
  return dialog;
}

async function reread(entry, stage, told, button, accept) {
  button.disabled = true;
  try {
    const fresh = await post("/api/reread", { seq: entry.seq });
    if (fresh.dice.length) stage.outline(fresh.dice);
    fill(told, verdict(fresh), offer(entry, fresh, accept));
  } catch (error) {
    fill(told, refusal(error));
  } finally {
    button.disabled = false;
    (told.querySelector("button") ?? button).focus();
  }
}

function verdict(fresh) {
  const what = { now: said(fresh.now_text), entered: said(fresh.value_text), why: said(fresh.reason) };
  return h("p", { class: `verdict ${fresh.verdict}` }, word(`fresh_${fresh.verdict}`, what));
}

function offer(entry, fresh, accept) {
  if (fresh.verdict !== "differs" || !changeable(entry)) return null;
  return h("button", { type: "button", class: "take", onclick: () => accept(fresh.now) },
    word("change_to", { what: said(fresh.now_text) }));
}

function refusal(error) {
  const words = error instanceof Refusal ? error.message : word("no_line");
  return h("p", { class: "refused", role: "alert" }, words);
}

/** The picture, and the outlines over it in the picture's own pixels. */
class Stage {
  constructor(entry) {
    this.dice = [];
    this.image = h("img", { src: pictureOf(entry), alt: word("eye_picture"), onload: () => this.draw(),
      onerror: () => fill(this.seen, word("picture_gone")) });
    this.marks = s("svg", { class: "outlines", "aria-hidden": "true" });
    this.seen = h("figcaption", { class: "small" });
    this.element = h("figure", { class: "shown-roll" }, h("div", { class: "framed" }, this.image, this.marks), this.seen);
  }

  outline(dice) {
    this.dice = dice;
    this.draw();
  }

  draw() {
    const { naturalWidth: width, naturalHeight: height } = this.image;
    if (!width) return;
    this.marks.setAttribute("viewBox", `0 0 ${width} ${height}`);
    fill(this.marks, this.dice.map((die) => mark(die, width, height)));
    fill(this.seen, this.dice.length ? word("seen_dice", { what: this.dice.map(spoken).join(", ") }) : word("seen_none"));
  }
}

function mark({ outline, value, confidence }, width, height) {
  const corners = outline.map(([x, y]) => [x * width, y * height]);
  const size = Math.max(14, width / 40);
  const right = Math.max(...corners.map(([x]) => x)), top = Math.min(...corners.map(([, y]) => y));
  return s("g", {},
    s("polygon", { points: corners.map((corner) => corner.join(",")).join(" ") }),
    s("text", { x: Math.min(right + size / 4, width - size * 1.5), y: Math.max(top, size), "font-size": size },
      `${faceName(value)}${confidence < 0.9 ? "?" : ""}`));
}

function spoken({ value, confidence }) {
  return `${faceName(value)} (${Math.round(confidence * 100)} %)`;
}
