/** What the camera says about a roll: its picture, its reason, and one tap that takes what it thinks it saw. */

import { faceName } from "./dice.js";
import { h, refill } from "./element.js";
import { said, word } from "./words.js";

/** Shows the doubt in the card of an open roll; empties it when there is none. */
export function showDoubt(element, prompt, eye, take) {
  const reading = eye?.detail?.readings?.find((r) => r.key === prompt.key);
  const meant = !eye?.detail?.asked || eye.detail.asked.includes(prompt.key);
  const shown = prompt.kind === "roll" && eye && meant && (!eye.ok || reading) ? [eye, reading ?? null] : null;
  refill(element, shown, () => (shown ? content(prompt, eye, reading, take) : []));
}

function content(prompt, eye, reading, take) {
  const values = reading ? [reading.value].flat() : [];
  return [
    eye.has_picture
      ? h("img", { src: `/api/device/eye/picture?at=${Math.round(performance.now())}`, alt: word("eye_picture") }) : null,
    h("div", {}, h("p", { class: "reason" }, `${word("eye")}: ${said(eye.text)}`),
      reading ? h("button", { type: "button", class: "take", onclick: () => take(reading.value) },
        word("take_these", { what: values.map(faceName).join(", ") })) : null),
  ];
}
