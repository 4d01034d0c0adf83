/** Asks for the PIN of the table. */

import { openDialog } from "./dialog.js";
import { h } from "./element.js";
import { word } from "./words.js";

let asking = null;

/** Asks until `unlock(pin)` says 204 (0: no line); several writes that wait share one dialog. Throws when the person turns away. */
export function askPin(unlock) {
  asking ??= dialog(unlock).finally(() => { asking = null; });
  return asking;
}

function dialog(unlock) {
  return new Promise((done, turnedAway) => {
    const field = h("input", { id: "pin-field", type: "password", inputmode: "numeric", autocomplete: "off",
      required: true });
    const wrong = h("p", { class: "refused", role: "alert" });
    const form = h("form", { class: "pin" }, h("p", {}, word("pin_why")),
      h("label", { for: "pin-field" }, word("pin")), field, wrong,
      h("button", { class: "take" }, word("pin_take")));
    const opened = openDialog(word("pin_title"), form, () => turnedAway(new Error(word("pin_missing"))));
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      const status = await unlock(field.value);
      if (status === 204) {
        done();
        opened.close();
      } else {
        wrong.textContent = word(status === 429 ? "pin_wait" : status ? "pin_wrong" : "no_line");
        field.select();
      }
    });
    field.focus();
  });
}
