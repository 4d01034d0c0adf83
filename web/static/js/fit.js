/** Fits the stage of the scoreboard into what is left of the wall: long words make it smaller, never cut. */

import { at } from "./element.js";

const LARGEST = 1.3, SMALLEST = 0.5, STEP = 0.05;
const wall = matchMedia("(min-width: 46.01rem)");

/** Finds the largest `--fit` with which nothing overflows; a phone scrolls instead. */
export function fitStage() {
  const stage = at("stage");
  let fit = wall.matches ? LARGEST : 1;
  stage.style.setProperty("--fit", fit);
  while (wall.matches && fit > SMALLEST && overflows(stage)) {
    fit -= STEP;
    stage.style.setProperty("--fit", fit.toFixed(2));
  }
}

function overflows(stage) {
  return [...stage.children].some((part) => part.offsetHeight > stage.clientHeight || part.scrollWidth > part.clientWidth);
}

new ResizeObserver(fitStage).observe(at("stage")); // a lost line or a warning above it takes of its height
document.fonts.addEventListener("loadingdone", fitStage);
