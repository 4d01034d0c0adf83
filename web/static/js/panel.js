/** The simulated table: presses its buttons, throws its dice, shows its lights and its tray. */

import { get, post } from "./api.js";
import { at, h, refill } from "./element.js";
import { start } from "./page.js";
import { said, word } from "./words.js";

const FRAME_MS = 200;
const LONG_MS = 700;
const STATES = { ".": "off", d: "dim", O: "on", b: "blink" };
let fields = [];
let teams = null;

start(({ board }) => {
  fields = board.tracks[0]?.fields ?? [];
  teams = board.scoreboard?.teams ?? null;
  at("now").textContent = board.prompts.map((prompt) => said(prompt.text)).join(" · ") || (board.over ? word("over") : "");
});
document.querySelectorAll(".key").forEach(press);
at("throw").addEventListener("click", () => send("throw", {}));
at("pick-up").addEventListener("click", () => send("pick_up", {}));
at("fault").addEventListener("change", () => send("misbehave", { fault: at("fault").value || null }));
look();

/** A button: released before LONG_MS it was short, else long. Keyboard and mouse alike. */
function press(button) {
  let since = null;
  const down = (event) => {
    if (event.repeat || (event.type === "keydown" && !["Enter", " "].includes(event.key))) return;
    event.preventDefault();
    button.focus();
    since ??= performance.now();
    button.classList.add("down");
  };
  const up = (event) => {
    if (since === null || (event.type === "keyup" && !["Enter", " "].includes(event.key))) return;
    const long = performance.now() - since >= LONG_MS;
    since = null;
    button.classList.remove("down");
    send("press", { button: button.dataset.button, long });
  };
  const cancel = () => { since = null; button.classList.remove("down"); };
  for (const name of ["pointerdown", "keydown"]) button.addEventListener(name, down);
  for (const name of ["pointerup", "keyup"]) button.addEventListener(name, up);
  for (const name of ["pointercancel", "pointerleave", "blur"]) button.addEventListener(name, cancel);
  button.addEventListener("contextmenu", (event) => event.preventDefault());
}

async function send(what, body) {
  try {
    await post(`/api/simulation/${what}`, body);
    at("refused").textContent = "";
  } catch (error) {
    at("refused").textContent = error instanceof TypeError ? word("no_line") : error.message;
  }
}

/** Looks at lights and tray while the page is visible, one look after the other. */
async function look() {
  if (!document.hidden) await Promise.all([lights(), tray()]).catch(() => {});
  setTimeout(look, FRAME_MS);
}

async function lights() {
  const pins = await get("/api/simulation/lights");
  refill(at("lights"), [pins, fields], () => Array.from({ length: 9 }, (_, i) => light(pins[i], fields[i] ?? String(i + 1))));
  refill(at("lamps"), [pins, teams], () => ["possession_a", "possession_b", "buzzer"].map((name) => lamp(name, pins[name])));
}

function light(letter, name) {
  const state = STATES[letter] ?? "off";
  return h("li", { class: `light ${state}`, "aria-label": `${name}: ${word(`light_${state}`)}` },
    h("span", { class: "bulb" }), h("span", { class: "field", "aria-hidden": "true" }, name));
}

function lamp(name, letter) {
  const state = STATES[letter] ?? "off";
  const owner = { possession_a: teams?.A.name, possession_b: teams?.B.name }[name];
  return h("span", { class: `lamp light ${state} ${name}` }, h("span", { class: "bulb" }), owner ?? word(name),
    h("span", { class: "unseen" }, ` ${word(`light_${state}`)}`));
}

async function tray() {
  const answer = await fetch("/api/simulation/picture", { cache: "no-store" });
  const there = answer.status === 200;
  at("tray").hidden = !there;
  at("no-tray").hidden = there;
  if (!there) return;
  const old = at("tray").src;
  at("tray").src = URL.createObjectURL(await answer.blob());
  if (old.startsWith("blob:")) URL.revokeObjectURL(old);
}
