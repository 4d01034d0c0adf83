/** The report is drawn by the server; it follows the table only to say that the match has gone on. */

import { start } from "./page.js";

let version = null;

start(({ version: told, entry }) => {
  if (version !== null && told !== version && entry) location.reload();
  version = told;
});
