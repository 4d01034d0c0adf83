/** Draws dice as they lie on the table. */

import { s } from "./element.js";
import { ink, tone } from "./paint.js";
import { wordOr } from "./words.js";

const L = 27, M = 50, R = 73;
const PIPS = {
  0: [], blank: [],
  1: [[M, M]],
  2: [[L, L], [R, R]],
  3: [[L, L], [M, M], [R, R]],
  4: [[L, L], [R, L], [L, R], [R, R]],
  5: [[L, L], [R, L], [M, M], [L, R], [R, R]],
  6: [[L, L], [R, L], [L, M], [R, M], [L, R], [R, R]],
};
const STAR = "M0-17 5-6 17-5 8 4 10 16 0 10-10 16-8 4-17-5-5-6Z";

/** A face in words. */
export function faceName(face) {
  return wordOr(`face_${face}`, String(face));
}

/** One die that shows `face`; `colour` is a CSS colour name. */
export function die(face, { colour = "white", kind = "", side = null } = {}) {
  return s(
    "svg",
    { class: "die", viewBox: "0 0 100 106", role: "img", "aria-label": faceName(face), "data-face": face,
      "data-side": side, "--die": tone(colour ?? "white"), "--pip": ink(colour ?? "white") },
    s("rect", { class: "die-edge", x: 4, y: 10, width: 92, height: 92, rx: 20 }),
    s("rect", { class: "die-body", x: 4, y: 4, width: 92, height: 92, rx: 20 }),
    s("path", { class: "die-shine", d: "M24 9H76Q91 9 91 24 91 14 76 13H24Q9 14 9 24 9 9 24 9Z" }),
    ...drawn(face, kind),
  );
}

function drawn(face, kind) {
  if (kind !== "d12" && PIPS[face]) return PIPS[face].map(([cx, cy]) => s("circle", { class: "pip", cx, cy, r: 9.5 }));
  return SYMBOLS[face]?.() ?? [s("text", { class: "numeral", x: 50, y: 69, "text-anchor": "middle" }, String(face))];
}

const SYMBOLS = {
  red_card: () => [card("#d8262c")],
  yellow_card: () => [card("#f4c21a")],
  injured: () => [
    s("rect", { class: "plaster", x: 22, y: 22, width: 56, height: 56, rx: 12 }),
    s("path", { class: "cross", d: "M43 31H57V43H69V57H57V69H43V57H31V43H43Z" }),
  ],
  star: () => [star(50, 50, 1.7)],
  two_stars: () => [star(33, 35, 1.15), star(67, 65, 1.15)],
  red_x: () => [s("path", { class: "red-x", d: "M28 28 72 72M72 28 28 72" })],
};

function card(colour) {
  return s("rect", { class: "card", x: 33, y: 23, width: 34, height: 54, rx: 4, fill: colour,
    transform: "rotate(9 50 50)" });
}

function star(x, y, size) {
  return s("path", { class: "star", d: STAR, transform: `translate(${x} ${y}) scale(${size})` });
}
