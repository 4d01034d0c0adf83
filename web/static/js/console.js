/** The referee's console: every open question, what happened, and the way back. */

import { amend } from "./amend.js";
import { Newest, Refusal, get, post } from "./api.js";
import { ask } from "./dialog.js";
import { askCoaches, disputed } from "./dispute.js";
import { showDoubt } from "./doubt.js";
import { at, fill, h, refill } from "./element.js";
import { entryItem } from "./history.js";
import { start } from "./page.js";
import { shirt } from "./paint.js";
import { card } from "./prompts.js";
import { correct, end, note } from "./referee.js";
import { listen } from "./shortcuts.js";
import { showRoll } from "./shown.js";
import { track } from "./tracks.js";
import { said, word, wordOr } from "./words.js";

let board = null;
let entries = [];
const history = new Newest();
const cards = new Map();
const rereads = JSON.parse(at("rereads").textContent);
const source = matchMedia("(pointer: coarse) and (max-width: 40rem)").matches ? "phone" : "console";

start(draw);
listen({ u: undo, c: at("correct"), n: at("note"), p: at("pause"), e: at("end"), w: ".whistle", a: "#history .change" });
at("undo").addEventListener("click", undo);
at("correct").addEventListener("click", () => correct(board, writeNow));
at("note").addEventListener("click", () => note(writeNow));
at("pause").addEventListener("click", () => writeNow("/api/pause", { on: !board.paused }));
at("end").addEventListener("click", () => end(writeNow));

function draw({ board: told, entry }) {
  board = told;
  drawStrip();
  drawTasks();
  drawPrompts();
  drawDispute();
  drawDevices();
  at("undo").disabled = !board.undo;
  at("undo-what").textContent = board.undo ? said(board.undo.text) : word("nothing_to_undo");
  at("correct").hidden = at("note").hidden = !board.scoreboard;
  at("pause").hidden = at("end").hidden = !board.scoreboard || board.over;
  at("pause").setAttribute("aria-pressed", String(board.paused));
  at("pause").textContent = word(board.paused ? "go_on" : "pause");
  for (const key of document.querySelectorAll(".keys [data-for]")) key.hidden = at(key.dataset.for).hidden;
  if (at("begin")) at("begin").hidden = Boolean(board.scoreboard && !board.over);
  drawHistory(entry).catch((error) => tell(error.message));
}

function drawStrip() {
  const shown = board.scoreboard;
  refill(at("strip"), shown, () => {
    if (!shown) return [h("p", {}, word("no_match"))];
    const team = (side) => h("span", { class: `side ${side}`, ...shirt(shown.teams[side]) }, shown.teams[side].name);
    return [h("h1", {}, said(shown.title)),
      h("p", { class: "strip-score" }, team("A"), h("b", {}, shown.score_text), team("B")),
      h("p", { class: "strip-phase" }, `${shown.period} · ${said(shown.phase_text)}`), shown.tracks.map(track)];
  });
}

/** What the table has to place or remove, to tick off; the ticks are this page's own. */
function drawTasks() {
  const tasks = board.scoreboard?.tasks ?? [];
  refill(at("tasks"), tasks, () => tasks.map((task, i) =>
    h("li", {}, h("label", { for: `task-${i}` }, h("input", { type: "checkbox", id: `task-${i}` }), said(task)))));
  at("tasks").hidden = tasks.length === 0;
}

function drawPrompts() {
  const open = new Map(board.prompts.map((prompt) => [prompt.key, prompt]));
  for (const [key, shown] of cards) {
    if (JSON.stringify(open.get(key)) !== shown.spelled) {
      shown.element.remove();
      cards.delete(key);
    }
  }
  for (const [key, prompt] of open) {
    const take = (value) => answer(key, value);
    if (!cards.has(key)) {
      cards.set(key, { element: card(prompt, board.scoreboard.teams, take), spelled: JSON.stringify(prompt) });
    }
    const { element } = cards.get(key);
    showDoubt(element.querySelector(".doubt"), prompt, board.devices.eye, take);
  }
  const order = [...open.keys()].map((key) => cards.get(key).element);
  order.forEach((element, i) => { if (at("prompts").children[i] !== element) at("prompts").insertBefore(element, at("prompts").children[i] ?? null); });
  refill(at("over"), [board.over, board.paused, board.scoreboard?.result_text], () => {
    const told = board.over ? said(board.scoreboard.result_text) || word("over") : board.paused ? word("paused") : null;
    return told ? [h("p", { class: "result" }, told)] : [];
  });
}

/** What the coaches are asked about a roll; the referee may decide it. */
function drawDispute() {
  const { dispute, scoreboard } = board;
  const stand = () => writeNow("/api/dispute/stand", { number: dispute.number });
  const decide = () => change(entries.find((e) => e.seq === dispute.seq), dispute.value);
  refill(at("dispute"), dispute, () => (dispute ? disputed(dispute, scoreboard.teams, [
    h("button", { type: "button", class: "take", onclick: stand }, word("dispute_stand")),
    h("button", { type: "button", class: "plain", onclick: decide }, word("dispute_decide"))]) : []));
  at("dispute").hidden = !dispute;
}

function drawDevices() {
  refill(at("devices"), board.devices, () => Object.entries(board.devices).map(([name, device]) =>
    h("li", { class: device.ok ? "ok" : "look" }, h("b", {}, wordOr(name, name)), ` ${said(device.text)}`)));
  at("devices").hidden = Object.keys(board.devices).length === 0;
}

async function drawHistory(entry) {
  const next = entry && entry.kind === "answered" && entry.seq === (entries.at(-1)?.seq ?? 0) + 1;
  if (next && !entries.some((e) => e.secret && e.counts)) entries = [...entries, entry];
  else if (!entry && entries.at(-1)?.seq === board.version) return;
  else {
    const told = await history.get("/api/history");
    if (!told) return;
    entries = told;
  }
  refill(at("history"), entries, () => entries.toReversed().map((e) => entryItem(e, board.scoreboard?.teams, change, show)));
}

function change(entry, proposed) {
  amend(entry, () => board.version, write, proposed);
}

function show(entry) {
  const newest = () => entries.find((e) => e.seq === entry.seq) ?? entry;
  showRoll(entry, rereads, {
    take: (proposed) => change(newest(), proposed),
    taken: (what) => word("change_to", { what }),
    ask: () => askCoaches(newest(), { ask: post, write: (path, body) => post(path, { ...body, version: board.version }) }),
  });
}

function answer(key, value) {
  return writeNow("/api/answer", { key, value, source });
}

async function undo() {
  if (!board?.undo) return;
  const { held, text } = board.undo;
  if (held && !(await ask(word("undo_held_title"), word("undo_held", { what: said(text) }), word("undo"), true))) return;
  await writeNow("/api/undo", { beyond: held });
}

function writeNow(path, body) {
  return write(path, { ...body, version: board.version });
}

/** Sends a write; true if the table took it. What it refuses is said on the page. */
async function write(path, body) {
  document.body.classList.add("busy");
  try {
    await post(path, body);
    tell("");
    return true;
  } catch (error) {
    if (error.status === 507 && (await offerMemory(error))) return write(path, body);
    await refused(error);
    return false;
  } finally {
    document.body.classList.remove("busy");
  }
}

async function refused(error) {
  if (error instanceof TypeError) return tell(word("no_line"));
  if (error instanceof Refusal && error.error === "stale_version") {
    entries = [];
    const before = board, now = await get("/api/board");
    if (board === before) draw({ board: now, entry: null });  // else the stream has told a newer one
    return tell(word("stale"));
  }
  return tell(error.text ? said(error.text) : error.message);
}

/** True if the match now goes on without the disk. */
async function offerMemory({ message }) {
  return (await ask(word("memory_title"), word("memory_why", { why: message }), word("memory"))) && write("/api/memory", {});
}

function tell(words) {
  const line = at("refused");
  line.hidden = !words;
  fill(line, words ? [h("span", {}, words), h("button", { type: "button", class: "close", "aria-label": word("close"),
    onclick: () => tell("") }, "×")] : []);
}
