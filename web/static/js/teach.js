/** Teaching dice: name a die, show each of its faces a few times, done. */

import { get, post } from "./api.js";
import { ask } from "./dialog.js";
import { faceName } from "./dice.js";
import { at, fill, h, refill, s } from "./element.js";
import { every, LivePicture } from "./live.js";
import { start } from "./page.js";
import { said, word } from "./words.js";

const PICTURE_MS = 250;
const LOOK_MS = 500;
const MOST_BYTES = 2 * 1024 * 1024;
let seen = null; // what the camera sees
let told = { dice: [], damaged: [] };
let chosen = null; // the name of the die that is taught
let meant = null; // the place of the die that was tapped, where several lie there

start(() => {});
const picture = new LivePicture(at("live"), at("stage"));
every(PICTURE_MS, () => picture.show());
every(LOOK_MS, async () => look(await get("/api/camera")));
get("/api/teach").then(draw, refuse);
at("begin").addEventListener("submit", (event) => submit(event, "title", async (title) => {
  const begun = await send("begin", { title });
  if (begun) choose(begun.name);
  return begun;
}));
at("add").addEventListener("submit", (event) => submit(event, "face", (face) => send("face", { die: chosen, face })));
at("upload").addEventListener("change", upload);
at("delete").addEventListener("click", remove);

/** Sends what a form holds; its field is empty for the next one when that is done. */
async function submit(event, id, act) {
  event.preventDefault();
  if (await act(at(id).value.trim())) at(id).value = "";
  at(id).focus();
}

async function send(what, body) {
  try {
    const answer = await post(`/api/teach/${what}`, body);
    at("refused").textContent = "";
    draw(answer);
    return answer;
  } catch (error) {
    refuse(error);
    return null;
  }
}

function refuse(error) {
  at("refused").textContent = error instanceof TypeError ? word("no_line") : said(error.text) || error.message;
}

async function upload({ target }) {
  const [file] = target.files;
  target.value = "";
  if (!file) return;
  try {
    if (file.size > MOST_BYTES) throw new SyntaxError();
    const kept = await send("upload", { file: JSON.parse(await file.text()) });
    if (kept) choose(kept.name);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    at("refused").textContent = word("teach_no_file", { name: file.name });
  }
}

async function remove() {
  const die = current();
  const sure = await ask(word("teach_delete"), word("teach_delete_ask", { title: die.title }), word("teach_delete"), true);
  if (sure) await send("delete", { die: die.name });
}

async function take(face) {
  const place = meant ?? (seen?.dice.length === 1 ? seen.dice[0].center : null);
  if (await send("take", { die: chosen, face, at: place })) at("seen").textContent = word("teach_taken", { face });
}

async function dropFace({ value, samples }) {
  const sure = samples.length === 0
    || await ask(word("teach_drop", { face: value }), word("teach_drop_ask", { face: value, n: samples.length }), word("teach_drop_yes"), true);
  if (sure) await send("forget", { die: chosen, face: value, sample: null });
}

function choose(name) {
  chosen = name;
  draw(told);
}

function current() {
  return told.dice.find((die) => die.name === chosen);
}

function draw(now) {
  told = now;
  if (!current()) chosen = told.dice[0]?.name ?? null;
  refill(at("damaged"), told.damaged, () => told.damaged.map(({ file, why }) => h("li", {}, word("teach_damaged", { file, why }))));
  refill(at("dice"), [told.dice.map((die) => [die.name, die.title, die.ready, count(die)]), chosen], () => told.dice.map((die) => h("li", {},
    h("button", { type: "button", class: die.ready ? "good" : "usable", "aria-pressed": String(die.name === chosen), onclick: () => choose(die.name) },
      h("b", {}, die.title), h("span", { class: "small" }, word(die.ready ? "teach_ready" : "teach_not_ready", { faces: die.faces.length, n: count(die) }))))));
  const die = current();
  at("die").hidden = !die;
  if (die) drawDie(die);
}

function drawDie(die) {
  at("die-title").textContent = die.title;
  at("download").href = `/api/teach/${die.name}.die.json`;
  refill(at("advice"), die.advice, () => die.advice.map(({ code, text }) => h("li", { class: code === "good" ? "good" : "usable" }, said(text))));
  refill(at("faces"), [die.name, die.faces], () => die.faces.map((face) => h("li", {},
    h("div", { class: "face-head" },
      h("h3", {}, face.value),
      h("button", { type: "button", class: "take", "data-face": face.value, onclick: () => take(face.value).then(() => refocus(face.value)) }, word("teach_take"), h("span", { class: "unseen" }, ` ${face.value}`)),
      h("button", { type: "button", class: "plain drop", "aria-label": word("teach_drop", { face: face.value }), onclick: () => dropFace(face) }, "×"),
      h("p", { class: "small" }, judged(face))),
    h("div", { class: "samples" }, face.samples.map((id, k) => sample(die, face, id, word("teach_drop_picture", { n: k + 1, face: face.value })))))));
}

/** A picture of a face; pressed, it goes. */
function sample(die, face, id, name) {
  return h("button", { type: "button", "aria-label": name, onclick: () => send("forget", { die: die.name, face: face.value, sample: id }) },
    h("img", { src: `/api/teach/${die.name}/${id}`, alt: name }));
}

/** The list was drawn anew: who works with keys goes on where they were. */
function refocus(face) {
  [...document.querySelectorAll(".face-head .take")].find((button) => button.dataset.face === face)?.focus();
}

function judged({ samples, right, lacks }) {
  if (lacks > 0) return word("teach_lacks", { n: samples.length, more: lacks });
  return word("teach_reads", { right, n: samples.length });
}

function count(die) {
  return die.faces.reduce((sum, face) => sum + face.samples.length, 0);
}

function look(now) {
  seen = now;
  const live = now.state === "live";
  at("live").hidden = !live;
  at("no-live").hidden = live;
  at("no-live").textContent = said(now.text);
  at("fake").hidden = !now.simulated;
  meant = meant && now.dice.find((die) => near(die.center, meant))?.center;
  drawOverlay();
}

function near([x, y], [a, b]) {
  return Math.hypot(x - a, y - b) < 0.03;
}

function drawOverlay() {
  if (!seen?.size || !seen.resting) {
    fill(at("overlay"));
    return;
  }
  const [w, height] = seen.size;
  const unit = w / Math.max(1, at("stage").clientWidth);
  const points = (list) => list.map(([x, y]) => `${x * w},${y * height}`).join(" ");
  at("overlay").setAttribute("viewBox", `0 0 ${w} ${height}`);
  fill(at("overlay"), seen.dice.map((die) => s("g",
    { class: `seen-die ${die.confidence >= 0.9 ? "sure" : "fair"}${meant && near(die.center, meant) ? " meant" : ""}`, onclick: () => { meant = die.center; drawOverlay(); } },
    s("polygon", { class: "halo", points: points(die.polygon) }),
    s("polygon", { class: "outline", points: points(die.polygon) }),
    s("text", { x: die.center[0] * w, y: Math.max(20 * unit, Math.min(...die.polygon.map(([, y]) => y)) * height - 7 * unit), "text-anchor": "middle", "font-size": 17 * unit },
      die.value === "?" ? "" : faceName(die.value)))));
}
