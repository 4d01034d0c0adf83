/** A roll as the camera saw it: its picture and last seconds, a fresh reading, and the way to another value. */

import { get, post, send } from "./api.js";
import { openDialog } from "./dialog.js";
import { fill, h } from "./element.js";
import { changeable, pictureOf, sentence } from "./history.js";
import { refusalText } from "./refusal.js";
import { Stage } from "./stage.js";
import { said, word } from "./words.js";

/** Opens the picture of `entry`. `rereads` says whether it can be read again here; `take(value)` takes a fresh reading,
 *  on a button that `taken(what)` names; `ask()` asks the coaches for another value. */
export function showRoll(entry, rereads, { take, taken, ask }) {
  const stage = new Stage(pictureOf(entry));
  const told = h("div", { class: "fresh", role: "status" });
  const reads = rereads && !entry.secret;
  const accept = (fresh) => (!changeable(entry) || fresh.verdict !== "differs" ? null
    : h("button", { type: "button", class: "take", onclick: () => leave(() => take(fresh.now)) }, taken(said(fresh.now_text))));
  const again = h("button", { type: "button", class: "plain again-button",
    onclick: () => reread(entry, stage, told, again, accept) }, word("read_again"));
  const asks = h("button", { type: "button", class: "plain", onclick: () => leave(ask) }, word("ask_coaches"));
  const dialog = openDialog(word("roll_picture", { seq: entry.seq }),
    h("div", { class: "stack" }, h("p", {}, sentence(entry)), stage.element, told,
      h("div", { class: "row" }, reads ? again : null, changeable(entry) && entry.prompt.kind === "roll" ? asks : null)));
  const leave = (go) => { dialog.close(); go(); };
  dialog.classList.add("wide");
  dialog.addEventListener("keydown", (event) => { if (!event.defaultPrevented) stage.steps.press(event); });
  stage.load(get).catch((error) => fill(told, refusal(error)));
  if (reads) compare(entry, told, accept);
  return dialog;
}

/** Tells at once where today's reader reads otherwise; who may not ask it is told nothing. */
async function compare(entry, told, accept) {
  const fresh = await send("/api/reread", { seq: entry.seq }).catch(() => null);
  if (fresh?.verdict === "differs" && !told.hasChildNodes()) fill(told, verdict(fresh), accept(fresh));
}

async function reread(entry, stage, told, button, accept) {
  button.disabled = true;
  try {
    const fresh = await post("/api/reread", { seq: entry.seq });
    if (fresh.dice.length) stage.outline(fresh.dice);
    fill(told, verdict(fresh), accept(fresh));
  } catch (error) {
    fill(told, refusal(error));
  } finally {
    button.disabled = false;
    (told.querySelector("button") ?? button).focus();
  }
}

function verdict(fresh) {
  const what = { now: said(fresh.now_text), entered: said(fresh.value_text), why: said(fresh.reason) };
  return h("p", { class: `verdict ${fresh.verdict}` }, word(`fresh_${fresh.verdict}`, what));
}

function refusal(error) {
  return h("p", { class: "refused", role: "alert" }, refusalText(error));
}
