/** Whistle, goal, a fault and the spoken call. On where the screen is a wall, off on a phone, then as somebody chose.
 *  What is heard stands on the screen as well. */

import { at } from "./element.js";
import { lang, said, word } from "./words.js";

const CHOICE = "touchline.sound";
const TONES = {  // [Hz, from s, for s, wave]
  whistle: [[2050, 0, 0.16, "square"], [2180, 0.16, 0.34, "square"]],
  goal: [[523, 0, 0.14, "triangle"], [659, 0.14, 0.14, "triangle"], [784, 0.28, 0.5, "triangle"]],
  fault: [[180, 0, 0.4, "sawtooth"]],
};
let context = null;
let warned = 0;

/** Makes the button of the page switch the sound, and the key `s`. */
export function offerSound() {
  show();
  at("sound").addEventListener("click", toggle);
  addEventListener("keydown", ({ key, ctrlKey, metaKey }) => key === "s" && !ctrlKey && !metaKey && toggle());
}

/** What one update sounds like; `scorer` is the side that scored. */
export function sound({ entry, calls, board }, scorer) {
  const fault = board.warnings.length > warned;
  warned = board.warnings.length;
  if (!wanted()) return;
  const name = fault ? "fault" : scorer ? "goal" : entry?.prompt?.button === "whistle" ? "whistle" : null;
  if (name) play(TONES[name]);
  if (calls.length) speak(calls.map((call) => said(call.text)).join(" "));
}

function wanted() {
  return (localStorage.getItem(CHOICE) ?? (matchMedia("(min-width: 46.01rem)").matches ? "on" : "off")) === "on";
}

function toggle() {
  localStorage.setItem(CHOICE, wanted() ? "off" : "on");
  if (!wanted()) speechSynthesis.cancel();
  show();
}

function show() {
  at("sound").textContent = word(wanted() ? "sound_on" : "sound_off");
  at("sound").setAttribute("aria-pressed", String(wanted()));
}

function play(tones) {
  context ??= new AudioContext();
  for (const [hz, from_s, for_s, wave] of tones) {
    const tone = new OscillatorNode(context, { type: wave, frequency: hz });
    const loud = new GainNode(context, { gain: 0.08 });
    tone.connect(loud).connect(context.destination);
    tone.start(context.currentTime + from_s);
    tone.stop(context.currentTime + from_s + for_s);
  }
}

function speak(words) {
  const spoken = new SpeechSynthesisUtterance(words);
  spoken.lang = lang;
  speechSynthesis.cancel();  // the newest call is the one that counts
  speechSynthesis.speak(spoken);
}
