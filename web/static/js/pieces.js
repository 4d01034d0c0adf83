/** What the ruler shows over the picture of the pitch: pieces, what is asked, its answer. In the pixels of the camera, so
 *  that it is crisp at any size; labels as large as the page's text. */

import { fill, s } from "./element.js";
import { said, word } from "./words.js";

const LEAST_LABEL_PX = 16;
const LABEL_SHARE = 0.016; // of the picture's width: a wall is read from afar
const FINGER_PX = 20;
const SIGNS = { in: "✓", out: "", close: "?" };

/** Draws what `told` says (see `web.ruler.Ruler.look`) into `svg`, which is `width` pixels wide on the screen. `tap` hears
 *  the number of a piece, `marked` are those that are chosen; `more(w, h, unit)` makes shapes that lie under all. */
export function drawPitch(svg, told, width, { tap = null, marked = [], more = () => [] } = {}) {
  if (!told?.size) {
    fill(svg);
    return;
  }
  const [w, h] = told.size;
  const unit = w / Math.max(1, width);
  const letter = unit * Math.max(LEAST_LABEL_PX, LABEL_SHARE * width);
  svg.setAttribute("viewBox", `0 0 ${w} ${h}`);
  const at = (points) => points.map(([x, y]) => `${x * w},${y * h}`).join(" ");
  fill(svg, more(w, h, unit), told.answer ? asked(told.answer, at) : [],
    told.loose.map(({ kind, label, ring }) => [s("polygon", { class: `loose ${kind}`, points: at(ring) }),
      label ? s("text", { x: middle(ring, 0) * w, y: Math.min(...ring.map(([, y]) => y)) * h - 0.3 * letter,
        "text-anchor": "middle", "font-size": 0.8 * letter }, said(label)) : null]),
    told.template ? scattered(told.template, { w, h, letter, at }) : [],
    tap ? told.pieces.map((piece) => touched(piece, w, h, unit, tap)) : [],
    told.pieces.map((piece) => drawn(piece, told.answer, { w, h, letter, at, tap, marked })),
    told.answer?.label ? measured(told.answer, w, h, letter) : []);
}

/** How a piece stands to what is asked: in, out, close or nothing. */
export function verdictOf(piece, answer) {
  return answer?.judged.find((one) => one.number === piece.number) ?? null;
}

/** A piece's name, with the sign of its verdict. */
export function nameOf(piece, answer) {
  const sign = SIGNS[verdictOf(piece, answer)?.verdict] ?? "";
  return `${said(piece.label)}${piece.sure ? "" : ` (${word("ruler_unsure")})`}${sign ? ` ${sign}` : ""}`;
}

function asked(answer, at) {
  return [answer.lane.length ? s("polygon", { class: "lane", points: at(answer.lane) }) : null,
    answer.ring.length ? s("polygon", { class: "reach", points: at(answer.ring) }) : null,
    answer.line.length ? [s("polyline", { class: "halo", points: at(answer.line) }),
      s("polyline", { class: "measured", points: at(answer.line) })] : null];
}

/** The scatter template: at the tip of each arrow its number, where the ball would lie, as large as there is room. */
function scattered({ ring, arrows }, { w, h, letter, at }) {
  const apart = Math.min(...arrows.map(([x, y], i) => Math.hypot((x - arrows.at(i - 1)[0]) * w, (y - arrows.at(i - 1)[1]) * h)));
  const size = Math.min(letter, 0.85 * apart);
  return [s("polygon", { class: "template", points: at(ring) }),
    arrows.map(([x, y], i) => s("text", { class: `arrow${i ? "" : " first"}`, x: x * w, y: y * h + 0.35 * size,
      "text-anchor": "middle", "font-size": size }, String(i + 1)))];
}

function middle(ring, axis) {
  return ring.reduce((sum, point) => sum + point[axis], 0) / ring.length;
}

/** As large as a finger. */
function touched(piece, w, h, unit, tap) {
  return s("circle", { class: "touch", cx: middle(piece.ring, 0) * w, cy: middle(piece.ring, 1) * h, r: FINGER_PX * unit, onclick: () => tap(piece.number) });
}

function drawn(piece, answer, { w, h, letter, at, tap, marked }) {
  const verdict = verdictOf(piece, answer)?.verdict ?? "";
  const top = Math.min(...piece.ring.map(([, y]) => y)) * h;
  const x = (Math.min(...piece.ring.map(([v]) => v)) + Math.max(...piece.ring.map(([v]) => v))) / 2 * w;
  const y = top - 0.35 * letter;
  const chosen = marked.includes(piece.number) ? "chosen" : "";
  return s("g", { class: `piece ${verdict ? `is-${verdict}` : ""} ${chosen} ${piece.sure ? "" : "unsure"}`, "data-number": piece.number,
    "--base": `rgb(${piece.rgb.join(" ")})`, ...(tap ? { onclick: () => tap(piece.number) } : {}) },
  s("polygon", { class: "halo", points: at(piece.ring) }), s("polygon", { class: "rim", points: at(piece.ring) }),
  s("text", { x, y: y > letter ? y : top + 3 * letter, "text-anchor": "middle",
    "font-size": letter }, nameOf(piece, answer)));
}

function measured(answer, w, h, letter) {
  const [[x0, y0], [x1, y1]] = answer.line;
  return s("text", { class: "inches", x: (x0 + x1) / 2 * w, y: (y0 + y1) / 2 * h - 0.4 * letter,
    "text-anchor": "middle", "font-size": 1.25 * letter }, said(answer.label));
}
