/** On a wall nothing but the match is seen; a moved hand brings the ways to other pages, `f` fills the screen. */

const AWAKE_MS = 4000;
let asleep = null;

/** Begins to watch the pointer and the keyboard. */
export function wakeUp() {
  for (const sign of ["pointermove", "pointerdown", "keydown"]) addEventListener(sign, stir, { passive: true });
  addEventListener("keydown", ({ key, ctrlKey, metaKey }) => key === "f" && !ctrlKey && !metaKey && fill());
}

function stir() {
  document.body.classList.add("awake");
  clearTimeout(asleep);
  asleep = setTimeout(() => document.body.classList.remove("awake"), AWAKE_MS);
}

function fill() {
  if (document.fullscreenElement) document.exitFullscreen();
  else document.documentElement.requestFullscreen().catch(() => {});
}
