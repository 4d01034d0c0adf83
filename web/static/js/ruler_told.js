/** What the ruler's pages have in common: whether a measure may be shown, its answer in words, and no old picture. */

import { at } from "./element.js";
import { said, word } from "./words.js";

/** Says what may be measured, and the answer to what is asked. */
export function tell(told) {
  const live = told.state === "live";
  at("live").hidden = !live;
  at("no-live").hidden = live;
  put(at("no-live"), live ? "" : said(told.text));
  at("fake").hidden = !told.simulated;
  at("window").className = `verdict ${told.free ? "hint" : told.window.open ? "good" : "not_usable"}`;
  put(at("window"), said(told.window.text));
  put(at("answer"), told.answer ? said(told.answer.text) : told.question ? word("ruler_unseen") : "");
  at("roll").hidden = !told.answer?.roll;
  put(at("roll"), told.answer?.roll ? said(told.answer.roll) : "");
}

/** Changes a text only where it differs: what stays the same is not read out again. */
export function put(element, text) {
  if (element.textContent !== text) element.textContent = text;
}
