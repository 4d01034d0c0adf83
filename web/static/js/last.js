/** The last board that this phone saw, kept for when it wakes without a line. Nothing in it is secret. */

const NAME = "touchline.last";

/** Keeps {side, board}. */
export function remember(seen) {
  try {
    localStorage.setItem(NAME, JSON.stringify({ ...seen, at: Date.now() }));
  } catch {
    // a browser that keeps nothing shows nothing until the line is there
  }
}

/** {side, board, at (ms, wall time)}, or null. */
export function recall() {
  try {
    return JSON.parse(localStorage.getItem(NAME));
  } catch {
    return null;
  }
}
