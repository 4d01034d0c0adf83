/** The tray region: drawn by dragging over the picture, or corner by corner with the arrow keys. */

import { at, fill, h } from "./element.js";
import { word } from "./words.js";

const STEP = 0.01;
const FINE = 0.002;
const DRAWN = 0.05; // a drag shorter than this is a slip
const KEYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const bounded = (v) => Math.min(1, Math.max(0, v));

/** Edits the corners (fractions of the picture) over `stage`; `show(corners)` draws them at every change. */
export class RegionEditor {
  constructor(stage, show) {
    this.stage = stage;
    this.show = show;
    this.corners = null;
    stage.addEventListener("pointerdown", (event) => this.down(event));
    stage.addEventListener("pointermove", (event) => this.move(event));
    for (const end of ["pointerup", "pointercancel"]) stage.addEventListener(end, () => { this.dragged = null; });
  }

  get editing() {
    return this.corners !== null;
  }

  start(corners) {
    this.corners = corners.map(([x, y]) => [x, y]);
    this.stage.classList.add("editing");
    at("handles").hidden = false;
    fill(at("handles"), this.corners.map((_, i) => this.handle(i)));
    this.draw();
    at("handles").firstElementChild.focus({ preventScroll: true });
  }

  end() {
    this.corners = this.dragged = null;
    this.stage.classList.remove("editing");
    at("handles").hidden = true;
    fill(at("handles"));
  }

  handle(i) {
    const handle = h("button", { type: "button", class: "handle", "data-corner": i });
    handle.addEventListener("keydown", (event) => this.key(event, i));
    return handle;
  }

  down(event) {
    if (!this.editing || event.button !== 0) return;
    event.preventDefault();
    const handle = event.target.closest(".handle");
    handle?.focus({ preventScroll: true });
    this.stage.setPointerCapture(event.pointerId);
    this.dragged = handle ? { corner: Number(handle.dataset.corner) } : { from: this.place(event) };
  }

  move(event) {
    if (!this.dragged) return;
    const [x, y] = this.place(event);
    if (this.dragged.from) this.rectangle(this.dragged.from, [x, y]);
    else this.put(this.dragged.corner, [x, y]);
    this.draw();
  }

  rectangle([x0, y0], [x1, y1]) {
    if (Math.abs(x1 - x0) < DRAWN || Math.abs(y1 - y0) < DRAWN) return;
    const [left, right] = [Math.min(x0, x1), Math.max(x0, x1)];
    const [top, bottom] = [Math.min(y0, y1), Math.max(y0, y1)];
    this.corners = [[left, top], [right, top], [right, bottom], [left, bottom]];
    if (at("handles").children.length !== 4) fill(at("handles"), this.corners.map((_, i) => this.handle(i)));
  }

  /** Moves a corner, unless the outline would cross itself or get a dent. */
  put(i, corner) {
    const moved = this.corners.with(i, corner);
    if (isConvex(moved)) this.corners = moved;
  }

  key(event, i) {
    const way = KEYS[event.key];
    if (!way) return;
    event.preventDefault();
    const step = event.shiftKey ? FINE : STEP;
    this.put(i, this.corners[i].map((v, axis) => bounded(v + way[axis] * step)));
    this.draw();
    at("corner-told").textContent = this.name(i);
  }

  place(event) {
    const box = this.stage.getBoundingClientRect();
    return [bounded((event.clientX - box.left) / box.width), bounded((event.clientY - box.top) / box.height)];
  }

  draw() {
    [...at("handles").children].forEach((handle, i) => {
      const [x, y] = this.corners[i];
      handle.style.setProperty("--x", x);
      handle.style.setProperty("--y", y);
      handle.setAttribute("aria-label", this.name(i));
    });
    this.show(this.corners);
  }

  name(i) {
    const [x, y] = this.corners[i].map((v) => Math.round(v * 100));
    return word("camera_corner", { n: i + 1, x, y });
  }
}

function isConvex(corners) {
  const count = corners.length;
  const turns = corners.map(([ax, ay], i) => {
    const [bx, by] = corners[(i + 1) % count];
    const [cx, cy] = corners[(i + 2) % count];
    return Math.sign((bx - ax) * (cy - by) - (by - ay) * (cx - bx));
  });
  return turns.every((turn) => turn !== 0 && turn === turns[0]);
}
