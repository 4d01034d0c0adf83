/** The scoreboard: what everybody in the room sees, built from the game's view out of shared pieces. */

import { lastCalls, showCall } from "./call.js";
import { at, h, refill } from "./element.js";
import { fitStage } from "./fit.js";
import { start } from "./page.js";
import { watchedPitch } from "./pitch.js";
import { rolled } from "./rolled.js";
import { roster } from "./roster.js";
import { drawScore, periodText, whoScored } from "./score.js";
import { SIDES, dressSide, sideMark } from "./side.js";
import { offerSound, sound } from "./sound.js";
import { track } from "./tracks.js";
import { wakeUp } from "./wake.js";
import { said, word } from "./words.js";

let shown = null;
let called = false; // since the page came

start(draw);
wakeUp();
offerSound();

function draw(update, fresh) {
  const { board, entry, calls, version } = update;
  const scoreboard = board.scoreboard;
  document.body.classList.toggle("idle", scoreboard === null);
  document.body.classList.toggle("over", board.over);
  document.body.classList.toggle("paused", board.paused);
  if (scoreboard) drawMatch(board, scoreboard);
  const scorer = fresh || entry?.kind !== "answered" ? null : whoScored(shown?.score, scoreboard?.score);
  called = !fresh && (called || calls.length > 0);
  if (fresh) lastCalls(version).then((last) => called || showCall(last, null, fitStage)).catch(() => {});
  else if (calls.length) showCall(calls, scorer, fitStage);
  if (!fresh) sound(update, scorer);
  shown = scoreboard;
  fitStage();
}

function drawMatch(board, scoreboard) {
  at("title").textContent = said(scoreboard.title);
  at("period").textContent = periodText(scoreboard.period);
  at("phase").textContent = said(scoreboard.phase_text);
  drawScore(scoreboard, board.score_name);
  SIDES.forEach((side, i) => drawSide(side, board, scoreboard, scoreboard.lamps[i]));
  refill(at("tracks"), scoreboard.tracks, () => scoreboard.tracks.map(track));
  refill(at("neutral-dice"), scoreboard.dice, () => rolled(scoreboard, null));
  const over = board.prompts.filter((prompt) => prompt.pitch && !prompt.pieces).slice(0, 1);
  refill(at("pitch"), over, () => over.map(watchedPitch));
  refill(at("counters"), scoreboard.counters, () => scoreboard.counters.map(counter));
  at("counters").hidden = scoreboard.counters.length === 0;
  refill(at("asked"), [board.over, board.paused, board.prompts, board.dispute, scoreboard.result_text], () => {
    if (board.dispute) return [h("li", { class: "result" }, word("review"))];
    if (board.over) return [result(scoreboard)];
    return board.paused ? [h("li", { class: "result" }, word("paused"))] : asked(board, scoreboard);
  });
}

function drawSide(side, board, scoreboard, lamp) {
  const team = scoreboard.teams[side];
  dressSide(side, team, at(`side-${side}`), at(`team-${side}`), at(`roster-${side}`));
  drawTeam(side, team, scoreboard, !board.over && mustAct(board, side, lamp), lamp === "b");
  const players = scoreboard.rosters?.[side];
  refill(at(`side-${side}`), [scoreboard.dice, scoreboard.sums], () => rolled(scoreboard, side));
  refill(at(`roster-${side}`), [players, team], () => [roster(players, team.name)]);
}

/** Whom something is asked of must act; the lamp says it only where no side is named. */
function mustAct({ prompts }, side, lamp) {
  const sides = prompts.filter((prompt) => !prompt.offer && prompt.side).map((prompt) => prompt.side);
  return sides.length ? sides.includes(side) : lamp === "O";
}

function drawTeam(side, team, scoreboard, acts, blinks) {
  const name = at(`team-${side}`);
  name.classList.toggle("acts", acts);
  name.classList.toggle("blinks", blinks);
  name.classList.toggle("winner", scoreboard.result === side);
  name.classList.toggle("long", team.name.length > 14);
  const possession = scoreboard.possession === side;
  refill(name, [team, acts || blinks, possession], () => [
    h("span", { class: "team-name" }, team.name),
    h("span", { class: "turn" }, acts || blinks ? h("span", {}, word("to_act")) : null,
      possession ? h("span", { class: "ball", role: "img", "aria-label": word("possession") }) : null)]);
}

function counter({ text, a, b }) {
  return h("li", {}, h("b", { class: "A" }, String(a)), h("span", {}, said(text)), h("b", { class: "B" }, String(b)));
}

/** What is asked, once where both sides are asked the same. */
function asked(board, { teams }) {
  const both = new Map();
  for (const prompt of board.prompts.filter((p) => !p.offer)) {
    const key = said(prompt.text) + said(prompt.hint);
    both.set(key, { prompt, sides: [...(both.get(key)?.sides ?? []), prompt.side] });
  }
  return [...both.values()].map(({ prompt, sides }) => h("li", { class: "asks" },
    h("span", { class: "who" }, sides.filter(Boolean).map((side) => sideMark(side, teams[side]))),
    h("span", { class: "what" }, said(prompt.text)), prompt.hint ? h("span", { class: "hint" }, said(prompt.hint)) : null));
}

function result({ result_text, result: winner, teams }) {
  const won = teams[winner] ? word("wins", { team: teams[winner].name }) : word(winner === "draw" ? "draw" : "over");
  return h("li", { class: "result" }, said(result_text) || won);
}
