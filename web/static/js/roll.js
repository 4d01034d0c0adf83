/** The input for dice: one row of faces for each die that is asked for. */

import { die, faceName } from "./dice.js";
import { h } from "./element.js";
import { word } from "./words.js";

/** One die: a tap on its face is the answer. Several: a face each, then take. */
export function rollInput(prompt, take, preset) {
  const asked = prompt.dice.flatMap((d) => Array.from({ length: d.count }, () => d));
  if (asked.length === 1) return faces(asked[0], (face) => take(face), preset);
  const chosen = Array.isArray(preset) ? [...preset] : asked.map(() => null);
  const done = h("button", { type: "button", class: "take", onclick: () => take(chosen) });
  const refresh = () => {
    done.disabled = chosen.includes(null);
    done.textContent = word("take_these", { what: chosen.map((face) => (face === null ? "–" : faceName(face))).join(", ") });
  };
  const rows = asked.map((d, i) => {
    const row = faces(d, (face) => {
      chosen[i] = face;
      mark(row, face);
      refresh();
    }, chosen[i]);
    return row;
  });
  refresh();
  return h("div", { class: "stack" }, rows, done);
}

/** The faces that a die may show, each once. */
export function legalFaces({ kind_of_die: kind, faces: own }) {
  return [...new Set(own.length ? own : FACES[kind])];
}

const FACES = {
  d6: [1, 2, 3, 4, 5, 6],
  number_die: [0, 1, 2, 3],
  event_die: ["red_card", "yellow_card", "injured", "blank"],
  star_green: [1, 2, 3],
  star_white: ["blank", "star", "two_stars", "red_x"],
  d12: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
};

function faces(dice, choose, preset) {
  const buttons = legalFaces(dice).map((face, i) =>
    h("button", { type: "button", class: "face", "data-face": face, "aria-label": faceName(face),
      "data-digit": typeof face === "number" ? face : i + 1, onclick: () => choose(face) },
    die(face, { colour: dice.colour, kind: dice.kind_of_die }), dice.kind_of_die === "d12" ? null
      : h("span", { class: "face-name" }, faceName(face))));
  const row = h("div", { class: "faces", role: "group", "aria-label": word("die_shows") }, buttons);
  mark(row, preset);
  return row;
}

function mark(row, face) {
  for (const button of row.children) {
    button.setAttribute("aria-pressed", String(button.dataset.face === String(face)));
  }
}
