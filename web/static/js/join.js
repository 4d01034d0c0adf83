/** Takes the seat whose code stands behind the `#`, and goes to its page. */

import { Refusal, send } from "./api.js";
import { at } from "./element.js";
import { start } from "./page.js";
import { word } from "./words.js";

const token = location.hash.slice(1);
history.replaceState(null, "", "/join");  // the code stays in no address bar and no picture of it
start(() => {});
if (token) take();
else at("told").textContent = word("join_how");

async function take() {
  try {
    const { side } = await send("/api/join", { token });
    location.replace(side ? "/coach" : "/console");
  } catch (error) {
    at("told").textContent = "";
    at("refused").textContent = error instanceof Refusal ? word(error.status === 429 ? "pin_wait" : "join_wrong") : word("no_line");
  }
}
