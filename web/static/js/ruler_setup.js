/** The ruler's set-up: the lens by shots of the printed board, the pitch by its markers or by hand, and how good it is. */

import { get, post } from "./api.js";
import { at, h, refill, s } from "./element.js";
import { every, LivePicture } from "./live.js";
import { start } from "./page.js";
import { drawPitch } from "./pieces.js";
import { RegionEditor } from "./region.js";
import { put } from "./ruler_told.js";
import { lang, said, word } from "./words.js";

const PICTURE_MS = 250;
const LOOK_MS = 700;
const LEAST_MAP_PX = 11;
const MAP_SHARE = 0.013; // of the picture's width
const VERDICTS = { good: "good", usable: "usable", poor: "not_usable" };
const START = [[0.1, 0.1], [0.9, 0.1], [0.9, 0.9], [0.1, 0.9]];
let seen = null;
let lens = null;
let cells = [];

const editor = new RegionEditor(at("stage"), overlay);
start(() => {});
at("shoot").addEventListener("click", () => send("/api/lens/take", {}, "ruler_shot"));
at("learn").addEventListener("click", () => send("/api/lens/learn", {}, "ruler_learnt"));
at("draw").addEventListener("click", () => { editor.start(seen?.outline ?? START); keys(); });
at("cancel").addEventListener("click", stop);
at("keep").addEventListener("click", () => send("/api/ruler/drag", { corners: editor.corners }, "ruler_dragged").then((ok) => ok && stop()));
at("by-markers").addEventListener("click", () => send("/api/ruler/drag", { corners: null }, "ruler_dragged"));
at("accept").addEventListener("click", () => send("/api/ruler/accept", {}, "ruler_accepted"));
at("map").addEventListener("change", () => overlay());
new ResizeObserver(() => overlay()).observe(at("stage"));
const picture = new LivePicture(at("live"), at("stage"), "/api/ruler/picture");
every(PICTURE_MS, () => picture.show());
every(LOOK_MS, async () => {
  [seen, lens, cells] = await Promise.all(["/api/ruler", "/api/lens", "/api/ruler/good_to"].map(get));
  draw();
});

async function send(path, body, done) {
  try {
    const told = await post(path, body);
    if (path.startsWith("/api/lens")) lens = told;
    else seen = told;
    at("refused").textContent = "";
    at("done").textContent = word(done);
    draw();
    return true;
  } catch (error) {
    at("refused").textContent = error instanceof TypeError ? word("no_line") : said(error.text) || error.message;
    at("done").textContent = "";
    return false;
  }
}

function draw() {
  if (!seen || !lens) return;
  const live = seen.state === "live";
  at("live").hidden = !live;
  at("no-live").hidden = live;
  put(at("no-live"), live ? "" : said(seen.text));
  at("fake").hidden = !seen.simulated;
  drawLens();
  drawPlace(live);
  keys();
  overlay();
}

function drawLens() {
  const { lens: known, board, shots, hints } = lens;
  at("lens").className = `verdict ${known ? VERDICTS[known.verdict] : "not_usable"}`;
  put(at("lens"), known ? word(`ruler_lens_${known.verdict}`, { px: number(known.error_px, 2), n: known.shots }) : word("ruler_lens_none"));
  put(at("board"), word("ruler_board", { w: board.squares[0], h: board.squares[1], mm: number(board.square_mm, 1) }));
  refill(at("hints"), hints, () => hints.map((hint) => h("li", { class: "usable" }, said(hint.text))));
  refill(at("shots"), shots, () => shots.map((shot, i) => h("li", {},
    s("svg", { class: "shot", viewBox: "0 0 40 30", "aria-hidden": "true" },
      s("polygon", { points: shot.outline.map(([x, y]) => `${x * 40},${y * 30}`).join(" ") })),
    h("span", { class: "small" }, word("ruler_corners", { n: shot.corners }), shot.hints.map((hint) => ` · ${said(hint.text)}`)),
    h("button", { type: "button", class: "close", "aria-label": word("ruler_drop", { n: i + 1 }),
      onclick: () => send("/api/lens/drop", { number: shot.number }, "ruler_dropped") }, "×"))));
  at("learn").disabled = !lens.enough;
}

function drawPlace(live) {
  const why = live ? said(seen.reason) : "";
  at("markers").className = `verdict ${why ? "not_usable" : seen.hidden.length ? "usable" : "good"}`;
  const hidden = seen.hidden.length ? word("ruler_hidden", { which: seen.hidden.join(", ") }) : word("ruler_all_markers");
  put(at("markers"), why || (seen.outline ? word("ruler_by_hand_pitch") : hidden));
  at("by-markers").hidden = !seen.outline;
  const worst = Math.max(...cells.map((cell) => cell.inches));
  const best = Math.min(...cells.map((cell) => cell.inches));
  put(at("good"), cells.length ? word("ruler_good_to", { best: number(best, 2), worst: number(worst, 2) }) : word("ruler_good_unknown"));
}

function keys() {
  at("drawing").hidden = !editor.editing;
}

/** The pitch, and over it how good the ruler is where: the larger the ±, the warmer the cell. */
function overlay() {
  if (!seen) return;
  const shown = at("map").checked && !editor.editing ? cells : [];
  drawPitch(at("overlay"), { ...seen, pieces: shown.length || editor.editing ? [] : seen.pieces, answer: null }, at("stage").clientWidth, {
    more: (w, height, unit) => [shown.map((cell) => mapCell(cell, w, height, unit)), outline(w, height)] });
}

function mapCell({ cell, inches }, w, height, unit) {
  const points = cell.map(([x, y]) => [x * w, y * height]);
  const [x, y] = [0, 1].map((axis) => points.reduce((sum, point) => sum + point[axis], 0) / points.length);
  const size = Math.max(LEAST_MAP_PX * unit, MAP_SHARE * w);
  return s("g", { class: "cell", "--warm": Math.min(1, inches / 0.1) }, s("polygon", { points: points.map((p) => p.join(",")).join(" ") }),
    s("text", { x, y: y + 0.35 * size, "text-anchor": "middle", "font-size": size }, number(inches, 2)));
}

function outline(w, height) {
  const corners = editor.corners ?? seen.outline;
  return corners ? s("polygon", { class: "tray", points: corners.map(([x, y]) => `${x * w},${y * height}`).join(" ") }) : null;
}

function stop() {
  editor.end();
  keys();
  overlay();
  at("draw").focus();
}

function number(value, places) {
  return value.toLocaleString(lang, { maximumFractionDigits: places });
}
