/** The mark of a side: its colour, and for eyes that tell no colours apart its shape, round for A and square for B. */

import { h } from "./element.js";
import { shirt } from "./paint.js";

export const SIDES = ["A", "B"];

/** The mark of `side` in the colour of its team, named for a screen reader. */
export function sideMark(side, team) {
  return h("span", { class: `dot ${side}`, role: "img", "aria-label": team.name, ...shirt(team) });
}

/** Gives elements the colours of a team as custom properties; body gets those of both sides, by name. */
export function dressSide(side, team, ...elements) {
  for (const [name, value] of Object.entries(shirt(team))) {
    for (const element of elements) element.style.setProperty(name, value);
    document.body.style.setProperty(`${name}-${side}`, value);
  }
}
