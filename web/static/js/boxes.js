/** The box files of the table: a list, and one that is edited. */

import { get, post } from "./api.js";
import { BoxEditor } from "./box.js";
import { ask, askWords } from "./dialog.js";
import { at, fill, h } from "./element.js";
import { start } from "./page.js";
import { refusalText } from "./refusal.js";
import { said, word } from "./words.js";

const games = Object.fromEntries(JSON.parse(at("games").textContent).map((game) => [game.name, said(game.title)]));
const editor = new BoxEditor(at("editor"), list, tell);

start(() => {});
addEventListener("hashchange", show);
at("upload").addEventListener("change", upload);
await list();
await show();

async function list() {
  const boxes = await get("/api/boxes").catch(failed);
  if (!boxes) return;
  fill(at("boxes"), boxes.map(card));
  const with_cards = [...new Set(boxes.map((box) => box.game).filter(Boolean))];
  fill(at("new"), with_cards.map((game) => h("button", { type: "button", class: "plain", onclick: () => begin(game) },
    word("boxes_new", { game: games[game] ?? game }))));
}

function card(box) {
  const level = box.mistakes ? "not_usable" : box.sample || box.notes.length ? "usable" : "good";
  const state = box.mistakes ? word("boxes_mistakes", { n: box.mistakes }) : box.sample ? word("boxes_invented")
    : box.notes.length ? said(box.notes[0].text) : word("boxes_good");
  return h("li", {}, h("a", { class: `box-card ${level}`, href: `#${encodeURIComponent(box.name)}` },
    h("b", {}, box.sample ? word("boxes_sample_of", { name: box.name.split(".")[0] }) : box.name),
    h("span", {}, games[box.game] ?? word("boxes_no_game")), h("span", { class: "small" }, state)));
}

/** Shows the box that the address names. What belongs to another one is out of reach until its answer is here. */
async function show() {
  const name = wanted(), place = at("editor");
  mark();
  if (name && name !== editor.name) {
    if (editor.dirty && !(await ask(word("boxes_leave_title"), word("boxes_leave"), word("boxes_leave_yes"), true))) {
      location.hash = encodeURIComponent(editor.name);
      return;
    }
    place.inert = true;
    const box = await get(`/api/boxes/${encodeURIComponent(name)}`).catch(failed);
    if (name !== wanted()) return; // another one was asked for meanwhile
    if (box) editor.open(box);
  }
  place.inert = false;
  place.hidden = !name || name !== editor.name;
}

function wanted() {
  return decodeURIComponent(location.hash.slice(1));
}

function mark() {
  for (const way of document.querySelectorAll(".box-card")) {
    if (way.hash === location.hash) way.setAttribute("aria-current", "true");
    else way.removeAttribute("aria-current");
  }
}

/** A box file to fill in, under a name of its own. */
function begin(game) {
  const title = word("boxes_new", { game: games[game] ?? game });
  askWords({ title, label: word("boxes_name"), yes: word("boxes_make") }, async (name) => {
    const { text } = await post("/api/box", { new: game });
    await kept(await post("/api/boxes/keep", { name, was: "", text }));
  });
}

/** Takes in a file; one with mistakes is opened as text, to be mended and saved. */
async function upload() {
  const [file] = at("upload").files;
  if (!file) return;
  const name = file.name.replace(/\.ya?ml$/i, ""), text = await file.text();
  at("upload").value = "";
  try {
    await kept(await post("/api/boxes/keep", { name, was: "", text }));
  } catch (error) {
    at("editor").hidden = false;
    editor.open({ name, game: null, sample: false, text, content: null, form: [], mistakes: error.mistakes ?? [], notes: [], was: "" });
    tell(error.mistakes ? "" : refusalText(error));
  }
}

async function kept(box) {
  editor.open(box);
  await list();
  location.hash = encodeURIComponent(box.name);
}

function failed(error) {
  tell(refusalText(error));
}

function tell(words) {
  at("refused").textContent = words;
}
