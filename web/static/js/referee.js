/** The referee's own words: corrections of the game, notes, a new match. */

import { post } from "./api.js";
import { openDialog } from "./dialog.js";
import { fill, h } from "./element.js";
import { inputFor } from "./prompts.js";
import { said, word } from "./words.js";

/** Corrects score, minute, possession: what the game allows now, always with a reason. */
export function correct(board, write) {
  const reason = h("input", { id: "reason", required: true, maxlength: 300, autocomplete: "off" });
  const refused = h("p", { class: "refused", role: "alert" });
  const place = h("div", { class: "stack" });
  const send = async (prompt, value) => {
    refused.textContent = reason.value.trim() ? "" : word("reason_missing");
    if (!reason.value.trim()) return reason.focus();
    if (await write("/api/correct", { what: prompt.key, value, reason: reason.value })) dialog.close();
  };
  const tabs = board.corrections.map((prompt) =>
    h("button", { type: "button", class: "choice", "data-what": prompt.key, onclick: (event) => {
      tabs.forEach((tab) => tab.setAttribute("aria-pressed", String(tab === event.currentTarget)));
      fill(place, inputFor(prompt, (value) => send(prompt, value)));
    } }, name(prompt, board)));
  const dialog = openDialog(word("correct_title"), h("div", { class: "stack" },
    h("label", { for: "reason" }, word("reason")), reason, h("div", { class: "choices", role: "group" }, tabs), place, refused));
  reason.focus();
}

function name(prompt, board) {
  const text = said(prompt.text);
  const team = board.scoreboard.teams[prompt.side]?.name;
  return team && !text.includes(team) ? `${text} · ${team}` : text;
}

/** Keeps a note. */
export function note(write) {
  sentence("note", (text) => write("/api/note", { text }));
}

/** Ends the match before its rules do, with a reason. */
export function end(write) {
  sentence("end", (reason) => write("/api/end", { reason }));
}

/** Asks for a sentence and sends it; `name` is whose words the dialog has. */
function sentence(name, send) {
  const field = h("input", { id: "sentence", required: true, maxlength: 300, autocomplete: "off" });
  const form = h("form", { class: "stack", onsubmit: async (event) => {
    event.preventDefault();
    if (await send(field.value)) dialog.close();
  } }, h("label", { for: "sentence" }, word(`${name}_label`)), field, h("button", { class: "take" }, word(`${name}_keep`)));
  const dialog = openDialog(word(`${name}_title`), form);
  field.focus();
}

/** Begins a match of one of `games`. */
export function begin(games, write) {
  const game = h("select", { id: "game" }, games.map((g) => h("option", { value: g.name }, said(g.title))));
  const options = h("textarea", { id: "options", rows: 4, spellcheck: "false" }, "{}");
  const refused = h("p", { class: "refused", role: "alert" });
  const box = boxField(game, options, refused);
  const form = h("form", { class: "stack", onsubmit: async (event) => {
    event.preventDefault();
    const given = read(options.value);
    refused.textContent = given ? "" : word("options_wrong");
    if (given && await write("/api/begin", { game: game.value, options: given })) dialog.close();
  } }, h("label", { for: "game" }, word("game")), game,
  box, h("details", {}, h("summary", {}, word("options")), h("label", { for: "options" }, word("options_label")), options),
  refused, h("button", { class: "take" }, word("begin")));
  const dialog = openDialog(word("begin_title"), form);
}

/** The numbers of one's own cards: written or picked, checked by the table, and put into the options. */
function boxField(game, options, refused) {
  const text = h("textarea", { id: "box", rows: 12, spellcheck: "false", "aria-label": word("box_label") });
  const told = h("ul", { class: "small", role: "status" });
  const ask = async (body, then) => {
    refused.textContent = "";
    try {
      then(await post("/api/box", body));
    } catch (error) {
      refused.textContent = error.message;
    }
  };
  const file = h("input", { type: "file", accept: ".yaml,.yml", "aria-label": word("box_pick"), onchange: async () => {
    if (file.files[0]) text.value = await file.files[0].text();
  } });
  const made = h("button", { type: "button", class: "plain", onclick: () =>
    ask({ new: game.value }, (box) => { text.value = box.text; }) }, word("box_new"));
  const check = h("button", { type: "button", class: "choice", onclick: () =>
    ask({ text: text.value }, (box) => {
      game.value = box.game;
      const given = { ...(read(options.value) ?? {}), box: box.content };
      options.value = JSON.stringify(box.game === "tooor" ? { ...given, mode: "box" } : given);
      fill(told, h("li", {}, word("box_good")), box.warnings.map((warning) => h("li", {}, warning)));
    }) }, word("box_check"));
  return h("details", {}, h("summary", {}, word("box")), h("div", { class: "stack" }, made, file, text, check, told));
}

function read(text) {
  try {
    const options = JSON.parse(text);
    return options && typeof options === "object" && !Array.isArray(options) ? options : null;
  } catch {
    return null;
  }
}
