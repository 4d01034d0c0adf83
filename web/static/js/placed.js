/** The input of a choice about players whose places a ruler knows: a tap on a player takes his option, or where he has
 * several shows only those; all options stay buttons too. */

import { h, s } from "./element.js";
import { shirt } from "./paint.js";
import { drawPitch, middle } from "./pitch.js";

const BASE = 3.4;

/** The drawn pitch above `input`, the usual input of the same choice, whose buttons and boxes carry `data-option`. */
export function placedInput(prompt, input, take) {
  const marks = prompt.pieces.map((piece) => markOf(prompt, piece));
  const spots = marks.filter(({ options }) => options.length);
  const pick = (spot) => spot.options.length === 1 ? tapOne(prompt, input, spot.options[0].id, take) : showOnly(spots, spot, input);
  const drawing = drawPitch(prompt.pitch, marks.map(({ mark }) => mark));
  drawing.addEventListener("click", (event) => pick(nearest(spots, event)));
  for (const spot of spots) spot.mark.addEventListener("keydown", (event) => {
    if (![" ", "Enter"].includes(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    pick(spot);
  });
  return h("div", { class: "pitch-input placed" }, drawing, input);
}

function tapOne(prompt, input, id, take) {
  if (prompt.least === 1 && prompt.most === 1) take(id);
  else input.querySelector(`[data-option="${CSS.escape(id)}"]`).click();
}

/** The options of one player; a second tap on him shows all again. */
function showOnly(spots, spot, input) {
  const on = spot.mark.getAttribute("aria-pressed") !== "true";
  for (const { mark } of spots) mark.setAttribute("aria-pressed", String(on && mark === spot.mark));
  const own = spot.options.map((option) => option.id);
  for (const button of input.querySelectorAll("[data-option]")) {
    (button.closest(".tick") ?? button).hidden = on && !own.includes(button.dataset.option);
  }
}

/** A base in its team's colour with the beginning of the player's name; who is no option is there to be seen. */
function markOf({ pitch, options }, { id, name, colour, place }) {
  const own = options.filter((option) => option.piece === id);
  const [x, y] = middle(pitch, place);
  const short = name.split(" ").at(-1).slice(0, 2);
  const can = own.length ? { role: "button", tabindex: 0, "aria-label": name, "aria-pressed": "false" } : { "aria-hidden": "true" };
  const mark = s("g", { class: `spot piece${own.length ? "" : " still"}`, "data-piece": id, ...shirt({ colour }), ...can },
    s("circle", { class: "field-mark", cx: x, cy: y, r: BASE }), s("text", { x, y: y + 1.1 }, short));
  return { mark, options: own };
}

/** A thumb is wider than a base: what lies nearest to it is meant. */
function nearest(spots, { clientX, clientY }) {
  const away = ({ mark }) => {
    const box = mark.getBoundingClientRect();
    return Math.hypot(box.x + box.width / 2 - clientX, box.y + box.height / 2 - clientY);
  };
  return spots.reduce((a, b) => (away(a) <= away(b) ? a : b));
}
