/** What happened, as plain sentences, newest first. */

import { h } from "./element.js";
import { shirt } from "./paint.js";
import { said, word, wordOr } from "./words.js";

/** One entry; `change(entry)` (null: not from here) is called to correct it, `show(entry)` to see its picture. */
export function entryItem(entry, teams, change, show) {
  const team = teams?.[entry.side];
  const gone = entry.counts === false;
  const kinds = ["entry", entry.kind, gone ? "gone" : "", entry.amended ? "amended" : ""].filter(Boolean).join(" ");
  return h("li", { class: kinds, "data-seq": entry.seq, ...(team ? shirt(team) : {}) },
    entry.picture ? thumbnail(entry, show) : null,
    h("div", { class: "told" },
      h("p", { class: "sentence" }, h(gone ? "s" : "span", {}, sentence(entry)),
        gone ? h("span", { class: "tag" }, word("undone")) : null,
        entry.amended ? h("span", { class: "tag" }, word("amended")) : null),
      calls(entry),
      h("p", { class: "small" }, [`${entry.seq}`, clock(entry.wall_s), source(entry), entry.rule].filter(Boolean).join(" · "))),
    change && changeable(entry) ? h("button", { type: "button", class: "plain change", onclick: () => change(entry),
      "aria-label": word("change_what", { what: sentence(entry) }) }, word("change")) : null);
}

/** An entry as a sentence. */
export function sentence(entry) {
  const value = entry.prompt?.kind === "confirm" ? "✓" : said(entry.value_text);
  return [said(entry.text), value].filter(Boolean).join(" ");
}

/** Whether a person may correct an entry. */
export function changeable(entry) {
  return entry.kind === "answered" && entry.counts && !entry.secret && entry.prompt.kind !== "confirm";
}

/** Entries whose sentence is their first call. */
const TOLD_BY_CALL = ["undone", "amended", "disputed", "judged"];

function calls(entry) {
  const told = TOLD_BY_CALL.includes(entry.kind) ? 1 : 0;
  return entry.calls.slice(told).filter((c) => said(c.text) !== sentence(entry)).map((c) => h("p", { class: `called ${c.name}` }, said(c.text)));
}

/** The address of an entry's picture. */
export function pictureOf(entry) {
  return `/api/picture/${encodeURIComponent(entry.picture)}`;
}

function thumbnail(entry, show) {
  return h("button", { type: "button", class: "thumb", onclick: () => show(entry), "aria-haspopup": "dialog",
    "aria-label": word("show_roll_what", { what: sentence(entry) }) },
  h("img", { src: pictureOf(entry), alt: "", loading: "lazy" }), h("span", { class: "small" }, word("show_roll")));
}

function source(entry) {
  if (!entry.source) return "";
  const name = wordOr(`source_${entry.source}`, entry.source);
  return entry.confidence === null || entry.confidence === undefined ? name : `${name} ${Math.round(entry.confidence * 100)} %`;
}

function clock(wall_s) {
  return new Date(wall_s * 1000).toLocaleTimeString(document.documentElement.lang, { timeStyle: "short", hourCycle: "h23" });
}
