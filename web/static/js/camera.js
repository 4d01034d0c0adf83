/** The camera's set-up: live picture, outlines, verdict, tray region, colours. */

import { get, post } from "./api.js";
import { openDialog } from "./dialog.js";
import { faceName } from "./dice.js";
import { at, fill, h, refill, s } from "./element.js";
import { every, LivePicture } from "./live.js";
import { start } from "./page.js";
import { tone } from "./paint.js";
import { RegionEditor } from "./region.js";
import { lang, said, word, wordOr } from "./words.js";

const PICTURE_MS = 250;
const LOOK_MS = 500;
const LABEL_PX = 17;
const NARROW_PX = 600;
let seen = null;

const editor = new RegionEditor(at("stage"), drawOverlay);
start(() => {});
at("draw").addEventListener("click", () => { editor.start(startCorners()); drawKeys(); });
at("cancel").addEventListener("click", stopDrawing);
at("keep").addEventListener("click", () => send("region", { corners: editor.corners }, "camera_kept").then((ok) => ok && stopDrawing()));
at("whole").addEventListener("click", () => send("region", { corners: null }, "camera_kept"));
for (const id of ["stands", "remember"]) at(id).addEventListener("click", () => send("remember", {}, "camera_remembered"));
at("forget-tray").addEventListener("click", () => send("tray", {}, "camera_tray_forgotten"));
at("forget-colours").addEventListener("click", () => send("forget", {}, "camera_colours_forgotten"));
new ResizeObserver(() => seen && drawOverlay()).observe(at("stage"));
const picture = new LivePicture(at("live"), at("stage"));
every(PICTURE_MS, () => picture.show());
every(LOOK_MS, async () => draw(await get("/api/camera")));

async function send(what, body, done) {
  try {
    draw(await post(`/api/camera/${what}`, body));
    at("refused").textContent = "";
    at("done").textContent = word(done);
    return true;
  } catch (error) {
    at("refused").textContent = error instanceof TypeError ? word("no_line") : error.message;
    at("done").textContent = "";
    return false;
  }
}

function draw(told) {
  seen = told;
  const live = told.state === "live";
  at("live").hidden = !live;
  at("no-live").hidden = live;
  at("no-live").textContent = said(told.text);
  at("fake").hidden = !told.simulated;
  at("damage").hidden = !told.damage;
  at("damage").textContent = told.damage ? word("camera_damage", { why: told.damage }) : "";
  drawMoved(told.moved);
  drawVerdict(told);
  drawDice(told);
  drawColours(told.colours);
  at("view").textContent = word(`camera_view_${told.view}`);
  at("figures").textContent = told.size ? word("camera_figures", { w: told.size[0], h: told.size[1], fps: number(told.fps) }) : "";
  drawKeys();
  drawOverlay();
}

function drawMoved(moved) {
  at("moved").hidden = !moved;
  const text = moved ? word(moved.px ? "camera_moved_by" : "camera_moved", { px: moved.px, degrees: number(Math.abs(moved.degrees)) }) : "";
  if (at("moved-text").textContent !== text) at("moved-text").textContent = text;
}

/** The live region changes only with the verdict and its causes: numbers that waver stay silent. */
function drawVerdict({ verdict, state, text }) {
  const causes = (verdict?.reasons ?? []).filter((reason) => reason.level !== "hint").map((reason) => word(`cause_${reason.cause}`));
  const level = state === "live" ? verdict?.level : "not_usable";
  at("verdict").className = `verdict ${level ?? ""}`;
  refill(at("verdict"), [level, causes, said(text)], () => (level
    ? [h("b", {}, word(`level_${level}`)), h("span", {}, state === "live" ? causes.join(" · ") : said(text))] : [word("camera_looking")]));
  refill(at("reasons"), verdict?.reasons ?? [], () => verdict.reasons.map((reason) =>
    h("li", { class: reason.level }, h("p", {}, said(reason.text)), h("p", {}, said(reason.remedy)))));
}

function drawDice({ dice, reading, resting }) {
  at("reading").textContent = resting ? said(reading?.text) : word("camera_moving");
  const shown = dice.map((die) => [die.value, die.colour, die.kind, Math.round(die.confidence * 100), resting]);
  refill(at("dice"), shown, () => dice.map((die, i) => h("li", {},
    h("button", { type: "button", class: sureness(die), onclick: () => teach(seen.dice[i] ?? die) },
      h("b", {}, faceName(die.value)), h("span", {}, `${kindName(die.kind)}, ${colourName(die.colour)}`,
        h("br"), h("span", { class: "small" }, word("camera_sure", { n: Math.round(die.confidence * 100) })))))));
}

function drawColours(colours) {
  refill(at("colours"), colours, () => colours.map(({ name, rgb }) =>
    h("li", {}, h("span", { class: "dab", "--dab": `rgb(${rgb.at(-1).join(" ")})` }), colourName(name))));
  at("forget-colours").hidden = colours.length === 0;
}

function drawKeys() {
  at("drawing").hidden = !editor.editing;
  at("looking-keys").hidden = editor.editing;
  at("whole").hidden = !seen || seen.whole;
}

/** Outlines in the pixels of the camera, so that they are crisp at any size; labels as large as the page's text. */
function drawOverlay() {
  if (!seen?.size) {
    fill(at("overlay"));
    return;
  }
  const [w, height] = seen.size;
  const unit = w / Math.max(1, at("stage").clientWidth);
  const corners = editor.corners ?? (seen.whole ? null : seen.region);
  const points = (list) => list.map(([x, y]) => `${x * w},${y * height}`).join(" ");
  at("overlay").setAttribute("viewBox", `0 0 ${w} ${height}`);
  const tray = corners ? [
    s("path", { class: "outside", d: `M0 0H${w}V${height}H0ZM${points(corners).replaceAll(" ", "L")}Z` }),
    s("polygon", { class: "tray", points: points(corners) })] : [];
  const dice = seen.resting ? seen.dice.map((die, i) => s("g",
    { class: `seen-die ${sureness(die)}`, onclick: () => teach(seen.dice[i] ?? die) },
    s("polygon", { class: "halo", points: points(die.polygon) }),
    s("polygon", { class: "outline", points: points(die.polygon) }), label(die, w, height, unit))) : [];
  fill(at("overlay"), tray, dice);
}

/** Over the die, or under it at the upper rim. A narrow picture has room for the value alone; the list tells the rest. */
function label(die, w, height, unit) {
  const top = Math.min(...die.polygon.map(([, y]) => y)) * height - 0.4 * LABEL_PX * unit;
  const bottom = Math.max(...die.polygon.map(([, y]) => y)) * height + 1.1 * LABEL_PX * unit;
  const sure = w / unit < NARROW_PX ? "" : ` · ${Math.round(die.confidence * 100)} %`;
  return s("text", { x: die.center[0] * w, y: top > LABEL_PX * unit ? top : bottom, "text-anchor": "middle",
    "font-size": LABEL_PX * unit }, `${faceName(die.value)}${sure}`);
}

/** Names the colour of a die. */
function teach(die) {
  if (editor.editing) return;
  const take = (colour) => async () => { if (await send("teach", { at: die.center, colour }, "camera_taught")) dialog.close(); };
  const swatches = h("div", { class: "swatches" }, seen.teachable.map((name) =>
    h("button", { type: "button", class: "choice", "data-colour": name, onclick: take(name) },
      h("span", { class: "dab", "--dab": tone(name) }), colourName(name))));
  const dialog = openDialog(word("camera_teach", { value: faceName(die.value) }), swatches);
}

/** The region as it is, or a frame a little within the picture to begin with. */
function startCorners() {
  return seen && !seen.whole ? seen.region : [[0.1, 0.1], [0.9, 0.1], [0.9, 0.9], [0.1, 0.9]];
}

function stopDrawing() {
  editor.end();
  drawKeys();
  drawOverlay();
  at("draw").focus();
}

function sureness(die) {
  return die.confidence >= 0.9 ? "sure" : die.confidence >= 0.75 ? "fair" : "doubtful";
}

function colourName(name) {
  return name ? wordOr(`colour_${name}`, name) : word("camera_no_colour");
}

function kindName(kind) {
  return wordOr(`kind_${kind}`, kind.replaceAll("_", " "));
}

function number(value) {
  return value.toLocaleString(lang);
}
