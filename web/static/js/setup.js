/** Sets a match up: game, teams, rules, start. The form is the game's own. */

import { get, post } from "./api.js";
import { ask } from "./dialog.js";
import { at, fill, h } from "./element.js";
import { drawForm } from "./form.js";
import { goTo, listMistakes, showMistakes } from "./mistakes.js";
import { start } from "./page.js";
import { said, word } from "./words.js";

const CALM_MS = 250;
const games = JSON.parse(at("games").textContent);
const usual = JSON.parse(at("usual").textContent);
const asked = new URLSearchParams(location.search);
let game = games.some((one) => one.name === asked.get("game")) ? asked.get("game") : usual.game;
let given = game === usual.game ? structuredClone(usual.options) : {};
let box = asked.get("box") ?? (game === usual.game ? usual.box : "");
let running = false;
let waiting = 0;
let looks = 0; // only the newest answer counts
let redraw = false;
let form = null;

start(({ board }, fresh) => {
  running = Boolean(board.scoreboard) && !board.over && board.undo !== null;
  at("running").hidden = !running;
  if (fresh && redraw) look(true);
});
at("set-up").addEventListener("submit", (event) => { event.preventDefault(); begin(); });
drawGames();
await look(true);

function drawGames() {
  fill(at("the-games"), games.map((one) => h("label", { class: "radio big" },
    h("input", { type: "radio", name: "game", value: one.name, checked: one.name === game, onchange: () => choose(one.name) }),
    h("span", {}, said(one.title)))));
}

function choose(name) {
  game = name;
  given = {};
  box = "";
  reach(false);
  look(true);
}

/** Asks what may be chosen; draws it anew where the choice has changed the form. */
async function look(anew) {
  const choice = new URLSearchParams({ game, box, given: JSON.stringify(given) });
  const mine = ++looks;
  redraw ||= anew;
  try {
    const told = await get(`/api/setup?${choice}`);
    if (mine !== looks) return;
    form = told.form;
    if (redraw) draw(told);
    redraw = false;
    reach(true);
    judge(told.mistakes);
  } catch (error) {
    if (mine === looks) judge(error.mistakes ?? [], error instanceof TypeError ? word("no_line") : error.message);
  }
}

function draw(told) {
  const open = document.activeElement?.closest("[data-path]")?.dataset.path;
  const chosen = document.activeElement?.value;
  const drawn = { changed, sparse: true, roomy: true };
  fill(at("how"), drawForm(form.game, given, drawn), form.boxed ? cards(told.boxes) : null);
  fill(at("who"), drawForm(form.teams, given, drawn));
  fill(at("rules"), drawForm(form.rules, given, drawn));
  at("rules-step").hidden = !form.rules.length;
  at("teams-step").hidden = !form.teams.length;
  number();
  if (open) refocus(open, chosen);
}

/** The form of the game before takes nothing more. */
function reach(within) {
  for (const part of ["how", "who", "rules"]) at(part).inert = !within;
  if (!within) at("go").disabled = true;
}

function number() {
  [...document.querySelectorAll(".step:not([hidden]) > h2 .number")].forEach((mark, i) => { mark.textContent = i + 1; });
}

/** A form that is drawn anew keeps the finger where it was. */
function refocus(path, value) {
  const fields = [...document.querySelectorAll(`[data-path="${CSS.escape(path)}"] :is(input, select)`)];
  (fields.find((field) => field.value === value) ?? fields[0])?.focus();
}

function changed(part) {
  clearTimeout(waiting);
  waiting = setTimeout(() => look(part.decides), part.decides ? 0 : CALM_MS);
}

function cards(boxes) {
  const select = h("select", { id: "box", onchange: () => { box = select.value; look(true); } },
    boxes.map((one) => h("option", { value: one.sample ? "" : one.name, selected: one.name === box || (one.sample && !box) },
      one.sample ? word("boxes_sample_of", { name: one.name.split(".")[0] }) : one.mistakes ? `${one.name} · ${word("boxes_mistakes", { n: one.mistakes })}` : one.name)));
  const sample = boxes.some((one) => one.sample && !box);
  return h("div", { class: "field pick", "data-path": "box" }, h("label", {}, h("span", { class: "label" }, word("setup_cards")), select),
    h("p", { class: "small" }, sample ? word("setup_sample") : "", " ", h("a", { href: "/boxes" }, word("setup_boxes"))),
    h("ul", { class: "wrongs", id: "wrong-box" }));
}

function judge(mistakes, otherwise = "") {
  const rest = showMistakes(at("set-up"), mistakes);
  at("refused").textContent = mistakes.length ? "" : otherwise;
  listMistakes(at("mistakes"), rest, (mistake) => goTo(at("set-up"), mistake));
  at("go").disabled = Boolean(mistakes.length || otherwise);
}

async function begin() {
  if (running && !(await ask(word("setup_leave_title"), word("setup_leave"), word("setup_go"), true))) return;
  try {
    const played = form?.boxed ? box : "";
    await post("/api/begin", { game, options: given, box: played });
    location.assign("/console");
  } catch (error) {
    judge(error.mistakes ?? [], error instanceof TypeError ? word("no_line") : error.message);
  }
}
