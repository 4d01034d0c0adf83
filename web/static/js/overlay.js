/** The overlay of a stream: the same pieces as the scoreboard, as much later as the stream's picture comes. */

import { showCall } from "./call.js";
import { at, h, refill } from "./element.js";
import { start } from "./page.js";
import { rolled } from "./rolled.js";
import { drawScore, periodText, whoScored } from "./score.js";
import { SIDES, dressSide } from "./side.js";
import { track } from "./tracks.js";

const delay_ms = Number(at("overlay").dataset.delay) * 1000;
let shown = null;

start((update, fresh) => {
  if (delay_ms) setTimeout(() => draw(update, fresh), delay_ms);
  else draw(update, fresh);
});

function draw({ board, entry, calls }, fresh) {
  const { scoreboard } = board;
  document.body.classList.toggle("idle", scoreboard === null);
  if (scoreboard) drawMatch(board, scoreboard);
  const scorer = fresh || entry?.kind !== "answered" ? null : whoScored(shown?.score, scoreboard?.score);
  if (!fresh && calls.length) showCall(calls, scorer, () => {});
  shown = scoreboard;
}

function drawMatch(board, scoreboard) {
  at("period").textContent = periodText(scoreboard.period);
  drawScore(scoreboard, board.score_name);
  for (const side of SIDES) drawSide(side, scoreboard);
  if (at("tracks")) refill(at("tracks"), scoreboard.tracks, () => scoreboard.tracks.map(track));
}

function drawSide(side, scoreboard) {
  const team = scoreboard.teams[side], rolls = at(`side-${side}`);
  dressSide(side, team, at(`team-${side}`));
  refill(at(`team-${side}`), team.name, () => [h("span", { class: "team-name" }, team.name)]);
  if (rolls) refill(rolls, [scoreboard.dice, scoreboard.sums], () => rolled(scoreboard, side));
}
