/** The score on its flaps, and when it is: shared by scoreboard and overlays. */

import { at, fill, h } from "./element.js";
import { said } from "./words.js";

/** Draws the score into #score, anew only when it changed; `counted` is what the game counts. */
export function drawScore({ score_text, teams, score }, counted) {
  const place = at("score");
  if (place.dataset.text === score_text) return;
  place.dataset.text = score_text;
  const [, goals, more] = /^(\S+)\s*(.*)$/.exec(score_text);
  place.setAttribute("aria-label", `${said(counted)}: ${teams.A.name} ${score[0]}, ${teams.B.name} ${score[1]} ${more}`);
  place.classList.toggle("wide", goals.length > 4);
  fill(place, h("span", { class: "figures" }, flaps(goals)), more ? h("span", { class: "more" }, more) : null);
}

function flaps(goals) {
  const parts = goals.split(":");
  if (parts.length !== 2) return [h("span", { class: "goals" }, goals)];
  return [h("span", { class: "goals A" }, parts[0]), h("span", { class: "colon" }, ":"), h("span", { class: "goals B" }, parts[1])];
}

/** The period as people write it: a minute gets its stroke. */
export function periodText(name) {
  return /^\d+$/.test(name) && Number(name) >= 15 ? `${name}’` : name;
}

/** The side whose score has grown between two scores; null for neither. */
export function whoScored(before, after) {
  if (!before || !after) return null;
  if (after[0] > before[0]) return "A";
  return after[1] > before[1] ? "B" : null;
}
