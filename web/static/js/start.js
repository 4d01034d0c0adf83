/** The way in: what is ready at this table and what is not. */

import { get } from "./api.js";
import { at, h, refill } from "./element.js";
import { every } from "./live.js";
import { start } from "./page.js";
import { said, word } from "./words.js";

const LOOK_MS = 4000;

start(() => {});
every(LOOK_MS, look);

async function look() {
  const parts = await get("/api/start");
  refill(at("parts"), parts, () => parts.map(part));
  const open = parts.filter((one) => ["usable", "not_usable"].includes(one.level)).length;
  at("verdict").className = `verdict ${parts.some((one) => one.level === "not_usable") ? "not_usable" : open ? "usable" : "good"}`;
  at("verdict").textContent = open ? word("start_open", { n: open }) : word("start_ready");
}

function part(one) {
  return h("li", { class: `ready ${one.level}`, "data-ready": one.part },
    h("h3", {}, h("span", { class: "mark", "aria-hidden": "true" }, { good: "✓", usable: "!", not_usable: "✕", hint: "·" }[one.level]),
      said(one.title), h("span", { class: "unseen" }, ` ${word(`level_${one.level}`)}`)),
    one.lines.map((line) => h("p", {}, said(line))),
    one.page ? h("a", { class: "plain", href: one.page }, word("start_way"), h("span", { class: "unseen" }, ` ${said(one.title)}`)) : null);
}
