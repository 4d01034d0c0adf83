/** Tries buttons and lights out: press one and see what it is, light one and see where it shines. */

import { get, post } from "./api.js";
import { at, fill, h, refill } from "./element.js";
import { every } from "./live.js";
import { start } from "./page.js";
import { said, word, wordOr } from "./words.js";

const LOOK_MS = 400;
const RENEW_MS = 8000;
const STEP_MS = 700;
const NOTHING = { method: "POST", headers: { "Content-Type": "application/json" }, body: "{}" };
let board = null;
let told = null;
let paused = false; // the match, by this page
let walk = 0;

start((update) => { board = update.board; draw(); });
at("begin").addEventListener("click", () => send("begin"));
at("pause").addEventListener("click", pauseAndBegin);
at("end").addEventListener("click", () => { halt(); send("end"); });
at("go-on").addEventListener("click", () => pause(false));
addEventListener("pagehide", () => { if (told?.on) fetch("/api/trial/end", { ...NOTHING, keepalive: true }); });
setInterval(() => { if (told?.on && !document.hidden) send("begin"); }, RENEW_MS);
every(LOOK_MS, async () => { told = await get("/api/trial"); draw(); });

async function send(what, body = {}) {
  try {
    told = await post(`/api/trial/${what}`, body);
    at("refused").textContent = "";
  } catch (error) {
    at("refused").textContent = error instanceof TypeError ? word("no_line") : error.text ? said(error.text) : error.message;
  }
  draw();
}

async function pauseAndBegin() {
  if (await pause(true)) await send("begin");
}

async function pause(on) {
  try {
    await post("/api/pause", { on, version: board.version });
    paused = on;
    return true;
  } catch (error) {
    at("refused").textContent = error.message;
    return false;
  }
}

function draw() {
  if (!told || !board) return;
  at("why").textContent = told.why ? said(told.why) : "";
  at("why").hidden = !told.why;
  at("begin").hidden = told.on || Boolean(told.why);
  at("pause").hidden = !told.why;
  at("end").hidden = !told.on;
  at("go-on").hidden = told.on || !paused || !board.paused;
  at("state").textContent = word(told.on ? "trial_on" : "trial_off");
  document.body.classList.toggle("trying", told.on);
  refill(at("devices"), [told.devices, told.on, told.lit, board.tracks[0]?.fields], () => told.devices.map(device));
  refill(at("pressed"), [told.pressed, told.on], () => told.pressed.toReversed().map(pressed));
  at("none-pressed").hidden = told.pressed.length > 0;
}

function device(one) {
  return h("section", { class: "device", "aria-label": word(`device_${one.device}`) },
    h("h2", {}, word(`device_${one.device}`)),
    h("p", { class: `verdict ${one.ok ? "good" : "usable"}` }, said(one.text)),
    facts(one),
    h("h3", {}, word("buttons")), buttons(one),
    h("h3", {}, word("lights")), lights(one));
}

/** What the hardware says of itself. */
function facts(one) {
  const known = ["board", "firmware", "port"].filter((name) => one.detail[name]);
  const told = known.map((name) => [word(`fact_${name}`), one.detail[name]]);
  if (one.detail.simulated) told.push([word("fact_kind"), word("fact_simulated")]);
  return told.length ? h("dl", { class: "facts" }, told.map(([name, value]) => [h("dt", {}, name), h("dd", {}, value)])) : null;
}

function buttons(one) {
  if (!one.buttons.length) return h("p", { class: "small" }, word("trial_no_buttons"));
  return h("ul", { class: "pads" }, one.buttons.map((button) => h("li", { "data-button": button.name },
    h("b", {}, wordOr(`button_${button.role}`, button.role || word("trial_no_role"))), h("span", { class: "small" }, said(button.place)),
    one.detail.simulated ? h("button", { type: "button", class: "plain", disabled: !told.on,
      onclick: () => press(button) }, word("trial_press"), h("span", { class: "unseen" }, ` ${wordOr(`button_${button.role}`, button.role)}`)) : null)));
}

function press(button) {
  post("/api/simulation/press", { button: button.name, long: false }).catch((error) => { at("refused").textContent = error.message; });
}

function lights(one) {
  if (!one.lights.length) return h("p", { class: "small" }, word("trial_no_lights"));
  const group = (name) => one.lights.filter((light) => light.group === name);
  const shown = (list, style) => list.length ? h("div", { class: style }, list.map((light) => bulb(one, light))) : null;
  return h("div", { class: "stack" }, shown(group("row"), "bulbs"), shown([...group("lamp"), ...group("buzzer")], "bulbs lamps"),
    h("div", { class: "row" },
      h("button", { type: "button", class: "plain", disabled: !told.on, onclick: () => walkThrough(one) }, word("trial_walk")),
      h("button", { type: "button", class: "plain", disabled: !told.on, onclick: () => light(one, "all") }, word("trial_all")),
      h("button", { type: "button", class: "plain", disabled: !told.on, onclick: () => light(one, "") }, word("trial_none"))));
}

function bulb(one, part) {
  const on = told.lit?.device === one.device && [part.name, "all"].includes(told.lit.light) && part.group !== "buzzer";
  return h("button", { type: "button", class: `bulb-key ${part.group}`, "data-light": part.name, "aria-pressed": part.group === "buzzer" ? null : String(on),
    disabled: !told.on, onclick: () => light(one, on ? "" : part.name) },
    h("span", { class: `bulb ${on ? "on" : ""}`, "aria-hidden": "true" }), h("span", {}, lightName(part)), h("span", { class: "small" }, said(part.place)));
}

function lightName(part) {
  if (part.group === "buzzer") return word("buzzer");
  const team = { possession_a: board.scoreboard?.teams.A.name ?? "A", possession_b: board.scoreboard?.teams.B.name ?? "B" }[part.name];
  return team ? word("trial_lamp", { team }) : board.tracks[0]?.fields[Number(part.name)] ?? String(Number(part.name) + 1);
}

function light(one, name) {
  halt();
  return send("light", { device: one.device, light: name });
}

/** One light after the other, as they are wired. */
function walkThrough(one) {
  halt();
  const names = [...one.lights.map((part) => part.name), ""];
  const step = async () => {
    await send("light", { device: one.device, light: names.shift() });
    if (names.length && told.on) walk = setTimeout(step, STEP_MS);
  };
  step();
}

function halt() {
  clearTimeout(walk);
}

function pressed(one) {
  const what = wordOr(`button_${one.role}`, one.role || word("trial_no_role"));
  return h("li", { "data-number": one.number }, h("b", {}, what), ` · ${one.name} · ${wordOr(`stroke_${one.stroke}`, one.stroke)}`,
    h("span", { class: "small" }, ` ${word(`device_${one.device}`)}`));
}
