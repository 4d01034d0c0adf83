/** The scoreboard: what everybody in the room sees. */

import { get } from "./api.js";
import { die } from "./dice.js";
import { at, fill, h, refill } from "./element.js";
import { start } from "./page.js";
import { shirt } from "./paint.js";
import { roster } from "./roster.js";
import { track } from "./tracks.js";
import { said, word } from "./words.js";

const CELEBRATION_MS = 5000;
let shown = null;
let calm = null;

start(draw);

function draw(update, fresh) {
  const { board, entry } = update;
  const scoreboard = board.scoreboard;
  document.body.classList.toggle("idle", scoreboard === null);
  document.body.classList.toggle("over", board.over);
  if (scoreboard) drawMatch(board, scoreboard);
  const scorer = fresh || entry?.kind !== "answered" ? null : whoScored(shown?.score, scoreboard?.score);
  if (fresh) lastCalls().then((calls) => call(calls, null)).catch(() => {});
  else if (update.calls.length) call(update.calls, scorer);
  shown = scoreboard;
}

function drawMatch(board, scoreboard) {
  at("title").textContent = said(scoreboard.title);
  at("period").textContent = period(scoreboard.period);
  at("phase").textContent = said(scoreboard.phase_text);
  drawScore(scoreboard);
  ["A", "B"].forEach((side, i) => drawSide(side, i, board, scoreboard));
  refill(at("tracks"), scoreboard.tracks, () => scoreboard.tracks.map(track));
  refill(at("neutral-dice"), scoreboard.dice, () => [dice(scoreboard, null)]);
  refill(at("counters"), scoreboard.counters, () => scoreboard.counters.map(counter));
  at("counters").hidden = scoreboard.counters.length === 0;
  const waiting = board.over ? [result(scoreboard)] : asked(board, scoreboard);
  refill(at("asked"), [board.over, board.prompts, scoreboard.result_text], () => waiting);
}

function period(name) {
  return /^\d+$/.test(name) && Number(name) >= 15 ? `${name}’` : name;
}

function drawScore({ score_text, teams, score }) {
  const [, goals, more] = /^(\S+)\s*(.*)$/.exec(score_text);
  const key = JSON.stringify(score_text);
  if (at("score").dataset.text === key) return;
  at("score").dataset.text = key;
  const parts = goals.split(":");
  const big = parts.length === 2
    ? [h("span", { class: "goals A" }, parts[0]), h("span", { class: "colon" }, ":"), h("span", { class: "goals B" }, parts[1])]
    : [goals];
  at("score").setAttribute("aria-label", `${teams.A.name} ${score[0]}, ${teams.B.name} ${score[1]} ${more}`);
  at("score").classList.toggle("wide", goals.length > 4);
  fill(at("score"), h("span", { class: "figures" }, big), more ? h("span", { class: "more" }, more) : null);
}

function drawSide(side, i, board, scoreboard) {
  const team = scoreboard.teams[side];
  for (const [name, value] of Object.entries(shirt(team))) {
    for (const element of [at(`side-${side}`), at(`team-${side}`)]) element.style.setProperty(name, value);
    document.body.style.setProperty(`${name}-${side}`, value);
  }
  drawTeam(side, team, scoreboard, board.prompts.some((prompt) => prompt.side === side && !prompt.offer), scoreboard.lamps[i]);
  const players = scoreboard.rosters?.[side];
  refill(at(`dice-${side}`), scoreboard.dice, () => [dice(scoreboard, side)]);
  refill(at(`sums-${side}`), scoreboard.sums, () => sums(scoreboard, side));
  refill(at(`roster-${side}`), [players, team], () => [roster(players, team.name)]);
}

function drawTeam(side, team, scoreboard, acts, lamp) {
  const name = at(`team-${side}`);
  name.classList.toggle("acts", acts || lamp === "O");
  name.classList.toggle("blinks", lamp === "b");
  name.classList.toggle("winner", scoreboard.result === side);
  const possession = scoreboard.possession === side;
  refill(name, [team, acts, possession], () => [
    h("span", { class: "shirt", "aria-hidden": "true" }), h("span", { class: "team-name" }, team.name),
    h("span", { class: "turn" }, acts ? h("span", {}, word("to_act")) : null,
      possession ? h("span", { class: "ball", role: "img", "aria-label": word("possession") }) : null)]);
}

function dice(scoreboard, side) {
  const rolled = scoreboard.dice.filter((d) => d.side === side);
  if (!rolled.length) return null;
  return h("div", { class: "dice" },
    rolled.map((d) => die(d.value, { colour: d.colour, kind: d.kind_of_die, side: d.side })));
}

function sums(scoreboard, side) {
  return scoreboard.sums.filter((sum) => sum.side === side).map((sum) => {
    const terms = sum.terms.map(([text, value], i) => [
      i === 0 ? "" : h("span", { class: "operator" }, value < 0 ? "−" : "+"),
      h("span", { class: "term" }, h("b", {}, String(i === 0 ? value : Math.abs(value))), h("small", {}, said(text))),
    ]);
    return h("p", { class: "sum" }, terms.flat(), h("span", { class: "operator" }, "="),
      h("strong", { class: "total" }, String(sum.total)),
      sum.verdict ? h("small", { class: "verdict" }, said(sum.verdict)) : null);
  });
}

function counter({ text, a, b }) {
  return h("li", {}, h("b", { class: "A" }, String(a)), h("span", {}, said(text)), h("b", { class: "B" }, String(b)));
}

function asked(board, scoreboard) {
  const both = new Map();
  for (const prompt of board.prompts.filter((p) => !p.offer)) {
    const key = said(prompt.text) + said(prompt.hint);
    both.set(key, { prompt, sides: [...(both.get(key)?.sides ?? []), prompt.side] });
  }
  return [...both.values()].map(({ prompt, sides }) =>
    h("li", { class: "asks" },
      h("span", { class: "who" }, sides.filter(Boolean).map((side) =>
        h("span", { class: "dot", role: "img", "aria-label": scoreboard.teams[side].name, ...shirt(scoreboard.teams[side]) }))),
      h("span", { class: "what" }, said(prompt.text)),
      prompt.hint ? h("span", { class: "hint" }, said(prompt.hint)) : null));
}

function result({ result_text, result: winner, teams }) {
  const words = said(result_text) || (winner === "draw" ? word("draw") : word("wins", { team: teams[winner]?.name }));
  return h("li", { class: "result" }, words);
}

function whoScored(before, after) {
  if (!before || !after) return null;
  if (after[0] > before[0]) return "A";
  return after[1] > before[1] ? "B" : null;
}

async function lastCalls() {
  const version = Number(document.body.dataset.version);
  const history = await get(`/api/history?since=${Math.max(0, version - 30)}`);
  return history.filter((entry) => entry.calls.length).at(-1)?.calls ?? [];
}

function call(calls, scorer) {
  const loudest = (scorer && calls.find((c) => c.side === scorer)) || calls.at(-1);
  if (!loudest) return;
  const others = calls.filter((c) => c !== loudest).map((c) => said(c.text));
  const line = at("call");
  line.className = loudest.side ? `call ${loudest.side}` : "call";
  void line.offsetWidth;  // starts the animation anew
  line.classList.add("new");
  const [, shout, rest] = /^([^!]{1,14}!)\s+(.+)$/.exec(said(loudest.text)) ?? [null, said(loudest.text), ""];
  fill(line, h("span", { class: "loud" }, shout), rest ? h("span", { class: "rest" }, rest) : null, others.length ? h("span", { class: "also" }, others.join(" ")) : null);
  if (scorer) celebrate(scorer);
}

function celebrate(side) {
  document.body.dataset.goal = side;
  clearTimeout(calm);
  calm = setTimeout(() => delete document.body.dataset.goal, CELEBRATION_MS);
}
