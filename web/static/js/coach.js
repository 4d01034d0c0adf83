/** A coach's phone: one question of his side at a time, and what the others are waited for. */

import { get, send } from "./api.js";
import { askCoaches, disputed } from "./dispute.js";
import { at, h, refill } from "./element.js";
import { recall, remember } from "./last.js";
import { start } from "./page.js";
import { again, inputFor } from "./prompts.js";
import { drawRolls } from "./rolls.js";
import { refusalText } from "./refusal.js";
import { periodText } from "./score.js";
import { showRoll } from "./shown.js";
import { dressSide } from "./side.js";
import { said, word } from "./words.js";

let side;  // undefined until the table has told, null for who has no seat
let board = null;
let heard = false;
let skipped = 0;
const rereads = JSON.parse(at("rereads").textContent);

const kept = recall();
if (kept) {
  side = kept.side;
  document.body.classList.add("lost");
  draw(kept.board, []);
}
start(({ board: told, calls, entry }, fresh) => {
  heard = true;
  draw(told, calls);
  if (entry || fresh) listRolls();
  remember({ side, board });
  if (fresh) get("/api/me").then(sitDown).catch(() => {});  // the next fresh line asks again
}, age);
at("rolls").addEventListener("toggle", listRolls);
keep().catch(() => {});  // no secure line, no worker: the page works without

/** The service worker keeps the page; of a first visit it saw nothing, and is told what the page was made of. */
async function keep() {
  const worker = navigator.serviceWorker;
  const seen = Boolean(worker.controller);
  await worker.register("/sw.js");
  if (seen) return;
  const { active } = await worker.ready;
  new PerformanceObserver((list) => active.postMessage(list.getEntries().map(({ name }) => name).filter((name) => name.includes("/static/"))))
    .observe({ type: "resource", buffered: true });
}

function sitDown(me) {
  side = me.side;
  remember({ side, board });
  draw(board, []);
}

function draw(told, calls) {
  board = told;
  const scoreboard = board.scoreboard;
  if (side && scoreboard) drawMine(scoreboard);
  drawQuestion();
  drawRest(scoreboard, calls);
}

function listRolls() {
  drawRolls(board?.scoreboard?.teams, show).catch(() => {});  // the next update asks again
}

/** A roll's picture and last seconds; a coach may ask for another value of it. */
function show(entry) {
  const write = (path, body) => send(path, { ...body, version: board.version });
  const ask = (proposed) => askCoaches(entry, { ask: send, write }, proposed);
  showRoll(entry, rereads, { take: ask, taken: (what) => word("ask_for", { what }), ask: () => ask() });
}

function drawMine({ teams, score_text, period }) {
  dressSide(side, teams[side], at("mine"));
  at("mine").className = `mine ${side}`;
  at("team").textContent = teams[side].name;
  at("standing").textContent = `${score_text} · ${periodText(period)}`;
}

function drawQuestion() {
  const mine = board.prompts.filter((prompt) => prompt.side === side && !prompt.offer);
  const prompt = mine[skipped % Math.max(1, mine.length)];
  refill(at("question"), [side, side === null, prompt, mine.length, board.dispute], () => {
    if (side === null) return [noSeat()];
    if (side && board.dispute) return disputed(board.dispute, board.scoreboard.teams, wordOn(board.dispute));
    return prompt ? asked(prompt, mine.length) : [];
  });
}

function asked(prompt, many) {
  const take = (value) => answer(prompt, value);
  return [
    prompt.secret === "open" ? null : h("p", { class: "only-you" }, word("only_you")),
    h("h2", {}, said(prompt.text)), prompt.hint ? h("p", { class: "hint" }, said(prompt.hint)) : null,
    again(prompt, take), h("div", { "data-key": prompt.key }, inputFor(prompt, take)),
    many > 1 ? h("button", { type: "button", class: "plain more-asked", onclick: () => { skipped += 1; drawQuestion(); } },
      word("next_question", { n: many - 1 })) : null,
  ];
}

/** The buttons of a coach under a disputed roll: his word, or that he has given it. */
function wordOn({ number, agreed, new: value }) {
  const give = (agrees) => () => giveWord({ number, agrees });
  const no = (name) => h("button", { type: "button", class: "plain", onclick: give(false) }, word(name));
  if (agreed.includes(side)) return [h("p", { role: "status" }, word("dispute_yours")), no("dispute_back")];
  return [h("button", { type: "button", class: "take", onclick: give(true) }, word("dispute_confirm", { what: said(value) })),
    no("dispute_decline")];
}

/** Sends a word on a roll; where the table has moved on and still asks the very same, once more. */
async function giveWord(given) {
  const give = ({ version }) => send("/api/dispute/word", { ...given, version });
  at("refused").textContent = "";
  try {
    await give(board).catch(async (error) => {
      const now = error.error === "stale_version" ? await get("/api/board") : null;
      if (now?.dispute?.number !== given.number) throw error;
      return give(now);
    });
  } catch (error) {
    at("refused").textContent = refusalText(error);
  }
}

function noSeat() {
  return h("div", { class: "no-seat" }, h("p", {}, word("join_how")));
}

function drawRest(scoreboard, calls) {
  if (calls.length) at("rest").dataset.call = said(calls.at(-1).text);
  const others = board.prompts.filter((prompt) => prompt.side !== side && !prompt.offer);
  const offers = board.prompts.filter((prompt) => prompt.side === side && prompt.offer);
  refill(at("rest"), [side, at("rest").dataset.call, others, offers, board.over, board.paused, board.dispute], () => [
    h("p", { class: "last", role: "status" }, lastWord(scoreboard)),
    ...offers.map((prompt) => h("details", { class: "offers", "data-key": prompt.key, open: prompt.judge ? "" : null }, h("summary", {}, said(prompt.text)),
      inputFor(prompt, (value) => answer(prompt, value)))),
    side ? others.map((prompt) => h("p", { class: "waits" }, waitsFor(scoreboard, prompt))) : null,
  ]);
}

/** Who is asked what; a question that names him already says it alone. */
function waitsFor({ teams }, prompt) {
  const who = teams[prompt.side]?.name ?? word("referee"), what = said(prompt.text);
  return what.startsWith(who) ? what : word("waits_for", { who, what });
}

function lastWord(scoreboard) {
  if (board.dispute && side) return "";  // the question above says it
  if (board.over) return said(scoreboard.result_text) || word("over");
  return board.paused ? word("paused") : at("rest").dataset.call ?? "";
}

/** Sends an answer; where the table has moved on and still asks the very same, once more. */
async function answer(prompt, value) {
  at("refused").textContent = "";
  const body = { key: prompt.key, value, version: board.version, source: "phone" };
  try {
    await send("/api/answer", body).catch((error) => onceMore(error, prompt, body));
  } catch (error) {
    at("refused").textContent = refusalText(error);
  }
}

async function onceMore(error, prompt, body) {
  const now = error.error === "stale_version" ? await get("/api/board") : null;
  const same = now?.prompts.find((p) => p.key === prompt.key);
  if (!same || same.awaited !== prompt.awaited || said(same.text) !== said(prompt.text)) throw error;
  return send("/api/answer", { ...body, version: now.version });
}

/** How old what is shown is: counted while the line is lost, from the last sign of the table. */
function age({ live, age_s }) {
  const n = heard || !kept ? age_s : Math.max(0, Math.round((Date.now() - kept.at) / 1000));
  at("age").textContent = live ? word("live") : heard || kept ? word("age", { n }) : word("age_none");
}
