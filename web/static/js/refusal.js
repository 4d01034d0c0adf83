/** What the table refused, in the language of the page where it is told in one. */

import { said, word } from "./words.js";

export function refusalText(error) {
  if (error instanceof TypeError) return word("no_line");  // what fetch throws
  if (error.status === 403) return word("seat_gone");
  if (error.error === "stale_version") return word("stale");
  if (error.mistakes) return error.mistakes.map((mistake) => said(mistake.text)).join(" ");
  return error.text ? said(error.text) : error.message;
}
