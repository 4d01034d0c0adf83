/** A dialog in the middle of the page. */

import { h } from "./element.js";
import { refusalText } from "./refusal.js";
import { word } from "./words.js";

/** Opens a dialog and returns it; it leaves the page when it closes. `onclose` hears of that. */
export function openDialog(title, content, onclose = () => {}) {
  const close = h("button", { type: "button", class: "close", "aria-label": word("close") }, "×");
  const dialog = h("dialog", { "aria-label": title, class: "dialog" },
    h("header", {}, h("h2", {}, title), close), content);
  close.addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => { dialog.remove(); onclose(); });
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/** Asks a question; true for yes. */
export function ask(title, words, yes, danger = false) {
  return new Promise((answered) => {
    let agreed = false;
    const agree = h("button", { type: "button", class: danger ? "danger" : "take" }, yes);
    const back = h("button", { type: "button", class: "plain" }, word("back"));
    const content = h("div", {}, h("p", {}, words), h("div", { class: "row" }, agree, back));
    const dialog = openDialog(title, content, () => answered(agreed));
    agree.addEventListener("click", () => { agreed = true; dialog.close(); });
    back.addEventListener("click", () => dialog.close());
    agree.focus();
  });
}

/** Asks for a few words and sends them; what is thrown then is said in the dialog, which stays open. */
export function askWords({ title, label, yes, value = "" }, send) {
  const field = h("input", { id: "asked-words", required: true, maxlength: 60, autocomplete: "off", value });
  const wrong = h("p", { class: "refused", role: "alert" });
  const form = h("form", { class: "stack", onsubmit: async (event) => {
    event.preventDefault();
    try {
      await send(field.value);
      dialog.close();
    } catch (error) {
      wrong.textContent = refusalText(error);
    }
  } }, h("label", { for: "asked-words" }, label), field, wrong, h("button", { class: "take" }, yes));
  const dialog = openDialog(title, form);
  field.select();
}
