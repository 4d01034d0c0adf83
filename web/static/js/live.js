/** The camera's live picture, polled one JPEG after the other. */

import { at } from "./element.js";

const SILENT_PICTURES = 12; // so many times nothing new: the table may have begun to count anew

/** Does it again and again, one after the other, while somebody looks. A lost line is told by the page's own. */
export async function every(pause_ms, act) {
  if (!document.hidden) {
    await act().catch((error) => { if (!(error instanceof TypeError)) at("refused").textContent = error.message; });
  }
  setTimeout(() => every(pause_ms, act), pause_ms);
}

/** Shows the newest picture of a camera (at `path`) in the img `live`, and gives its `stage` the picture's shape. */
export class LivePicture {
  constructor(live, stage, path = "/api/camera/picture") {
    Object.assign(this, { live, stage, path, frame: 0, silent: 0 });
  }

  async show() {
    const width = Math.round(this.stage.clientWidth * Math.min(2, devicePixelRatio));
    const answer = await fetch(`${this.path}?after=${this.frame}&width=${width}`, { cache: "no-store" });
    this.silent = answer.status === 200 ? 0 : this.silent + 1;
    if (this.silent >= SILENT_PICTURES) this.frame = this.silent = 0;
    if (answer.status !== 200) return;
    this.frame = Number(answer.headers.get("X-Frame"));
    const old = this.live.src;
    this.live.src = URL.createObjectURL(await answer.blob());
    await this.live.decode();
    if (old.startsWith("blob:")) URL.revokeObjectURL(old);
    this.stage.style.setProperty("--ratio", this.live.naturalWidth / this.live.naturalHeight);
  }
}
