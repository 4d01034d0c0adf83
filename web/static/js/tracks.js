/** Draws a track as its lights on the table are: off, dim, on, blinking. */

import { h } from "./element.js";
import { said, word } from "./words.js";

const STATES = { ".": "off", d: "dim", O: "on", b: "blink" };

/** One row of lights with the names of the fields under them. */
export function track({ text, fields, lights }) {
  const items = fields.map((name, i) => {
    const state = STATES[lights[i]] ?? "off";
    return h("li", { class: `light ${state}`, "aria-label": `${name}: ${word(`light_${state}`)}` },
      h("span", { class: "bulb" }), h("span", { class: "field", "aria-hidden": "true" }, name));
  });
  return h("section", { class: "track", "aria-label": said(text) }, h("ol", { "--fields": fields.length }, items));
}
