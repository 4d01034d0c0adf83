/** Shows the seats of the table with their QR codes, and takes them back. */

import { getGuarded, post } from "./api.js";
import { ask } from "./dialog.js";
import { at } from "./element.js";
import { start } from "./page.js";
import { shirt } from "./paint.js";
import { word } from "./words.js";

const places = [...document.querySelectorAll(".seat")];
const SIDE = { coach_a: "A", coach_b: "B" };

start(({ board }) => places.forEach((place) => dress(place, board.scoreboard?.teams[SIDE[place.dataset.seat]])));
for (const place of places) place.querySelector("button").addEventListener("click", () => revoke(place));
show();

function dress(place, team) {
  place.querySelector(".seat-team").textContent = team?.name ?? "";
  for (const [name, value] of Object.entries(team ? shirt(team) : {})) place.style.setProperty(name, value);
}

async function show() {
  try {
    const links = await getGuarded("/api/seats");
    for (const place of places) draw(place, links[place.dataset.seat]);
    at("alone").hidden = !/^(localhost|127\.|\[::1\])/.test(new URL(links.referee).hostname);
  } catch (error) {
    at("refused").textContent = error.message;
  }
}

function draw(place, link) {
  const code = place.querySelector("img"), way = place.querySelector("a");
  code.src = `/api/seats/${place.dataset.seat}.svg?${link.slice(-6)}`;  // a new code is another picture
  code.hidden = false;
  way.href = link;
  way.textContent = link.split("#")[0];
}

async function revoke(place) {
  const who = place.querySelector("h2").textContent;
  if (!(await ask(word("revoke"), word("revoke_ask", { who }), word("revoke"), true))) return;
  await post("/api/seats/revoke", { seat: place.dataset.seat }).catch((error) => { at("refused").textContent = error.message; });
  await show();
}
