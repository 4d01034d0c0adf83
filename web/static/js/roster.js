/** Draws the players of one side, row by row. */

import { h } from "./element.js";
import { said, word } from "./words.js";

/** The roster of a side; empty where the game knows no players. */
export function roster(players, name) {
  if (!players?.length) return null;
  const rows = [...new Set(players.map((player) => player.row))];
  return h("section", { class: "roster", "aria-label": word("roster_of", { team: name }) },
    rows.map((row) => h("ul", { class: "roster-row" }, players.filter((p) => p.row === row).map(chip))));
}

function chip(player) {
  const marks = [
    ...Array.from({ length: player.yellow }, () => mark("yellow", word("yellow"))),
    ...Array.from({ length: player.injured }, () => mark("hurt", word("hurt"))),
  ];
  return h("li", { class: player.deployed ? "player deployed" : "player" },
    h("span", { class: "strength" }, player.strength === null ? "" : String(player.strength)),
    h("span", { class: "player-name" }, player.name), h("span", { class: "marks" }, marks,
      player.marks.map(([text, n]) => h("small", { class: "token" }, n > 1 ? `${said(text)} ×${n}` : said(text)))));
}

function mark(kind, name) {
  return h("span", { class: `mark ${kind}`, role: "img", "aria-label": name });
}
