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
  return s("svg", { class: kind === "d12" ? "die d12" : "die", viewBox: "0 0 100 106", role: "img", "aria-label": faceName(face),
    "data-face": face, "data-side": side, "--die": tone(colour ?? "white"), "--pip": ink(colour ?? "white") },
  kind === "d12" ? [dodecahedron(), numeral(face, 64)] : [cube(), drawn(face)]);
}

function cube() {
  return [s("rect", { class: "die-edge", x: 4, y: 10, width: 92, height: 92, rx: 20 }),
    s("rect", { class: "die-body", x: 4, y: 4, width: 92, height: 92, rx: 20 }),
    s("rect", { class: "die-top", x: 10, y: 8, width: 80, height: 82, rx: 24 })];
}

/** Twelve sides seen from above one of them: its pentagon, and the five facets around it. */
function dodecahedron() {
  const corner = (radius, tenth) => [50 + radius * Math.sin(tenth * Math.PI / 5), 52 - radius * Math.cos(tenth * Math.PI / 5)];
  const shape = (n, points) => s("polygon", { class: `facet-${n}`, points: points.map((p) => p.map((v) => v.toFixed(1)).join()).join(" ") });
  const facets = [0, 1, 2, 3, 4].map((i) => shape(i + 1,
    [corner(30, 2 * i), corner(49, 2 * i), corner(49, 2 * i + 1), corner(49, 2 * i + 2), corner(30, 2 * i + 2)]));
  return [...facets, shape(0, [0, 2, 4, 6, 8].map((tenth) => corner(30, tenth)))];
}

function drawn(face) {
  if (PIPS[face]) return PIPS[face].map(([cx, cy]) => [s("circle", { class: "pip", cx, cy, r: 9.5 }), s("circle", { class: "pip-rim", cx, cy, r: 9.5 })]);
  return SYMBOLS[face]?.() ?? numeral(face, 70);
}

function numeral(face, y) {
  return s("text", { class: "numeral", x: 50, y, "text-anchor": "middle" }, String(face));
}

const SYMBOLS = {
  red_card: () => [card("red")],
  yellow_card: () => [card("yellow")],
  injured: () => [
    s("rect", { class: "plaster", x: 22, y: 22, width: 56, height: 56, rx: 12 }),
    s("path", { class: "cross", d: "M43 31H57V43H69V57H57V69H43V57H31V43H43Z" }),
  ],
  star: () => [star(50, 50, 1.7)],
  two_stars: () => [star(33, 35, 1.15), star(67, 65, 1.15)],
  red_x: () => [s("path", { class: "red-x", d: "M28 28 72 72M72 28 28 72" })],
};

function card(name) {
  return s("rect", { class: `card ${name}`, x: 33, y: 23, width: 34, height: 54, rx: 4,
    transform: "rotate(9 50 50)" });
}

function star(x, y, size) {
  return s("path", { class: "star", d: STAR, transform: `translate(${x} ${y}) scale(${size})` });
}
