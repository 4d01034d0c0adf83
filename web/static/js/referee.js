/** The referee's own words: corrections of the game, notes, the end. */

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
