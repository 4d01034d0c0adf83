/** The ruler: tap bases on the live picture, or choose them from the list, and read the distance. */

import { get, post } from "./api.js";
import { openDialog } from "./dialog.js";
import { at, h, refill } from "./element.js";
import { every, LivePicture } from "./live.js";
import { start } from "./page.js";
import { drawPitch, nameOf, verdictOf } from "./pieces.js";
import { put, tell } from "./ruler_told.js";
import { lang, said, word } from "./words.js";

const PICTURE_MS = 250;
const LOOK_MS = 500;
const PRESSURE_IN = 2;
let seen = null;
let first = null; // the piece that a distance or a pass begins at

start(() => {});
at("tools").addEventListener("change", () => { first = null; draw(seen); });
at("accept").addEventListener("click", () => send("accept", {}));
at("clear").addEventListener("click", () => { first = null; send("clear", {}); });
new ResizeObserver(() => overlay()).observe(at("stage"));
const picture = new LivePicture(at("live"), at("stage"), "/api/ruler/picture");
every(PICTURE_MS, () => picture.show());
every(LOOK_MS, async () => draw(await get("/api/ruler")));

async function send(what, body) {
  try {
    const told = await post(`/api/ruler/${what}`, body);
    at("refused").textContent = "";
    draw(what === "take" ? await get("/api/ruler") : told);
  } catch (error) {
    at("refused").textContent = error instanceof TypeError ? word("no_line") : said(error.text) || error.message;
  }
}

function tool() {
  return at("tools").querySelector(":checked").value;
}

function draw(told) {
  if (!told) return;
  seen = told;
  if (!told.pieces.some((piece) => piece.number === first)) first = null;
  tell(told);
  const why = told.state === "live" ? said(told.reason) : "";
  at("unready").hidden = !why || told.code === "looking";
  put(at("unready-text"), why);
  at("accept").hidden = !["moved", "marker_moved"].includes(told.code);
  at("to-setup").hidden = told.code !== "no_lens";
  at("reach-row").hidden = tool() !== "reach";
  put(at("help"), word(first ? "ruler_help_second" : `ruler_help_${tool()}`));
  list(told);
  offers(told);
  overlay();
}

function list({ pieces, answer }) {
  refill(at("pieces"), [pieces.map((piece) => [piece.number, piece.label, piece.rgb, piece.sure]), answer?.judged, first],
    () => pieces.map((piece) => h("li", {}, h("button", { type: "button", class: `choice ${shade(piece, answer)}`,
      "data-number": piece.number, "aria-pressed": String(piece.number === first), onclick: () => tap(piece.number) },
    h("span", { class: "dab", "--dab": `rgb(${piece.rgb.join(" ")})` }), h("span", {}, nameOf(piece, answer),
      verdictOf(piece, answer) ? h("span", { class: "small" }, ` ${verdict(piece, answer)}`) : null)))));
  const focused = at("pieces").querySelector('[aria-pressed="true"]');
  if (focused && document.activeElement === document.body) focused.focus({ preventScroll: true });
}

function shade(piece, answer) {
  const found = verdictOf(piece, answer);
  return found ? `is-${found.verdict}` : "";
}

function verdict(piece, answer) {
  const { verdict: code, text } = verdictOf(piece, answer);
  return [word(`ruler_${code}`), said(text)].filter(Boolean).join(", ");
}

/** What the match asks of the ruler: one tap takes what is measured; where there is a doubt, why. */
function offers({ offers: offered }) {
  refill(at("offers"), offered, () => offered.map((offer) => h("li", { class: "offer", "data-key": offer.key },
    h("p", {}, word("ruler_asked")), h("p", { class: "inches" }, said(offer.text)),
    offer.value === null ? h("p", { class: "small" }, word("ruler_by_hand")) : h("button", { type: "button", class: "take",
      onclick: () => send("take", { key: offer.key, version: offer.version, shown: offer.value }) },
    Array.isArray(offer.value) ? word("ruler_take_those")
      : word("ruler_take", { n: offer.value.toLocaleString(lang, { maximumFractionDigits: 2 }) })))));
}

function overlay() {
  drawPitch(at("overlay"), seen, at("stage").clientWidth, { tap, marked: first ? [first] : [] });
}

function tap(number) {
  const how = tool();
  if (how === "who") {
    who(number);
  } else if (how === "pressure" || how === "reach") {
    const inches = how === "pressure" ? PRESSURE_IN : Math.round(Number(at("inches").value));
    send("ask", { tool: "ring", a: number, inches });
  } else if (first === null || first === number) {
    first = first === number ? null : number;
    draw(seen);
  } else {
    const a = first;
    first = null;
    send("ask", { tool: how, a, b: number });
  }
}

/** Names a piece: one tap on the picture, one on the player. */
function who(number) {
  const piece = seen.pieces.find((one) => one.number === number);
  const take = (player) => () => { dialog.close(); send("call", { number, player }); };
  const players = seen.players.map((player) => h("button", { type: "button", class: "choice", "data-player": player.id,
    onclick: take(player.id) }, h("b", {}, player.name), h("br"), h("span", { class: "small" }, player.team)));
  const none = h("button", { type: "button", class: "plain", onclick: take("") }, word("ruler_nobody"));
  const content = players.length ? h("div", { class: "swatches" }, players, none) : h("p", {}, word("ruler_no_players"));
  const dialog = openDialog(word("ruler_who", { what: said(piece.label) }), content);
}
