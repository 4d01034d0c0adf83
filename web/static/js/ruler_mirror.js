/** The ruler for a projector or a TV: the whole screen, no controls. What is asked on any page is seen here. */

import { get } from "./api.js";
import { at } from "./element.js";
import { every, LivePicture } from "./live.js";
import { start } from "./page.js";
import { drawPitch } from "./pieces.js";
import { put, tell } from "./ruler_told.js";
import { said } from "./words.js";

const PICTURE_MS = 200;
const LOOK_MS = 400;
let seen = null;

start(() => {});
new ResizeObserver(() => drawPitch(at("overlay"), seen, at("stage").clientWidth)).observe(at("stage"));
const picture = new LivePicture(at("live"), at("stage"), "/api/ruler/picture");
every(PICTURE_MS, () => picture.show());
every(LOOK_MS, async () => {
  seen = await get("/api/ruler");
  tell(seen);
  if (seen.reason && seen.state === "live") put(at("answer"), said(seen.reason));
  drawPitch(at("overlay"), seen, at("stage").clientWidth);
});
