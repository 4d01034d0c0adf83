/** Follows the table: the full board on connect, then every update. Heals itself; says how old the board is. */

import { TableClock } from "./clock.js";

const SILENCE_MS = 8000;
const FIRST_WAIT_MS = 400;
const LONGEST_WAIT_MS = 6000;

/** `onUpdate` gets each update, `onLine` {live, age_s} at each change and every second while the line is lost.
 *  Time is performance.now(), which no clock jump moves. */
export function follow(onUpdate, onLine) {
  const line = new Line(onUpdate, onLine);
  line.run();
  return line;
}

class Line {
  constructor(onUpdate, onLine) {
    this.onUpdate = onUpdate;
    this.onLine = onLine;
    this.live = false;
    this.clock = new TableClock(performance.now());
    this.wait = FIRST_WAIT_MS;
    this.tick();
    addEventListener("online", () => this.hurry());
    document.addEventListener("visibilitychange", () => document.hidden || this.hurry());
  }

  async run() {
    for (;;) {
      await this.once().catch(() => {});
      this.tell(false);
      await new Promise((wake) => { this.wake = wake; setTimeout(wake, this.wait * (0.8 + 0.4 * Math.random())); });
      this.wait = Math.min(this.wait * 1.7, LONGEST_WAIT_MS);
    }
  }

  async once() {
    const aborter = this.aborter = new AbortController();
    const silence = setTimeout(() => aborter.abort(), SILENCE_MS);
    const answer = await fetch("/stream", { signal: aborter.signal, cache: "no-store" }).finally(() => clearTimeout(silence));
    this.first = true;
    this.listens_ms = performance.now();
    if (!answer.ok) throw new Error(`stream: ${answer.status}`);
    await this.read(answer.body.getReader());
  }

  async read(reader) {
    const decoder = new TextDecoder();
    let text = "";
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      text += decoder.decode(value, { stream: true });
      const events = text.split("\n\n");
      text = events.pop();
      events.forEach((event) => this.take(event));
      this.listens_ms = performance.now(); // a slow screen drew for so long: the next sign may lie there already
    }
  }

  take(event) {
    this.hear(Number(/^: at (\d+)$/m.exec(event)[1]));
    const data = event.split("\n").filter((row) => row.startsWith("data: ")).map((row) => row.slice(6)).join("\n");
    if (!data) return;
    this.wait = FIRST_WAIT_MS;
    const fresh = !this.live;
    this.tell(true);
    this.onUpdate(JSON.parse(data), fresh);
  }

  hear(sent_ms) {
    if (this.first) this.clock.forget();
    this.first = false;
    this.clock.hear(sent_ms, performance.now());
  }

  /** Looks whenever the age becomes a second more, so that all screens count together. */
  tick() {
    const now_ms = performance.now();
    this.look(now_ms);
    setTimeout(() => this.tick(), this.clock.second(now_ms).left_ms);
  }

  look(now_ms) {
    if (this.live && Math.min(this.clock.age(now_ms), now_ms - this.listens_ms) > SILENCE_MS) this.aborter.abort();
    if (!this.live) this.tell(false, now_ms);
  }

  /** A screen that was asleep draws at once, and tries again. */
  hurry() {
    this.look(performance.now());
    if (!this.live) this.wake?.();
  }

  tell(live, now_ms = performance.now()) {
    if (live && this.live) return;
    this.live = live;
    this.onLine({ live, age_s: this.clock.second(now_ms).age_s });
  }
}
