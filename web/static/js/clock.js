/** The table's clock as this screen knows it: screens tell the same age in the same second, however late they heard. */

const REMEMBERED = 20; // signs, about a minute: two quartzes drift apart, and an old offset would not follow

/** Every sign of the table says when it was sent, by the table's clock. By how much this screen's own clock is ahead
 *  shows the sign that came fastest: the others were held up on their way. */
export class TableClock {
  constructor(now_ms) {
    this.offsets = [0];
    this.sent_ms = now_ms;
  }

  /** A table that was away may have a new clock. */
  forget() {
    this.offsets = [];
  }

  hear(sent_ms, now_ms) {
    this.offsets = [...this.offsets, now_ms - sent_ms].slice(-REMEMBERED);
    this.sent_ms = sent_ms;
  }

  /** How long ago the last sign was sent, by this screen's clock. */
  age(now_ms) {
    return now_ms - Math.min(...this.offsets) - this.sent_ms;
  }

  /** The second that is drawn, and how long it stays: both of one reading of the clock, or a second is left out. */
  second(now_ms) {
    const age_ms = Math.max(0, this.age(now_ms));
    return { age_s: Math.floor(age_ms / 1000), left_ms: 1000 - (age_ms % 1000) };
  }
}
