/** What the table refused, in the language of the page where it is told in one. */

import { Refusal } from "./api.js";
import { said, word } from "./words.js";

export function refusalText(error) {
  if (!(error instanceof Refusal)) return word("no_line");
  if (error.status === 403) return word("seat_gone");
  if (error.error === "stale_version") return word("stale");
  return error.text ? said(error.text) : error.message;
}
