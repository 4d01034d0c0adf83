/** Draws what a game declares to be filled in (`companion/vocabulary/form.py`) over plain data, and changes that data. */

import { h } from "./element.js";
import { fieldOf, hint, leaf } from "./field.js";
import { said, word } from "./words.js";

/** Draws `parts` over the object `content`; `changed(part)` hears of every change. A `sparse` form keeps only what
 * differs from the usual, a `roomy` one shows options side by side. */
export function drawForm(parts, content, { changed, sparse = false, roomy = false }) {
  const root = { get: () => content, put: () => {}, path: "" };
  return drawParts(parts, root, { changed, sparse, roomy });
}

function drawParts(parts, place, ctx) {
  return parts.map((part) => draw(part, below(place, part.name, () => ({})), ctx));
}

const MANY = 2;  // more rows than this are folded away until somebody wants them

const KINDS = { group, each, rows, named };

function draw(part, place, ctx) {
  return (KINDS[part.kind] ?? leaf)(part, place, ctx);
}

/** A place within another: `get` reads it, `put` writes it (undefined: nothing is given), `path` names it. */
function below(parent, key, blank) {
  const path = typeof key === "number" ? `${parent.path}[${key}]` : parent.path ? `${parent.path}.${key}` : key;
  return {
    path,
    get: () => parent.get()?.[key],
    put: (value) => {
      const there = parent.get();
      const held = there && typeof there === "object" ? there : blank(); // a broken file may hold anything
      if (value !== undefined) held[key] = value;
      else if (Array.isArray(held)) held[key] = null;
      else delete held[key];
      parent.put(held);
    },
  };
}

function group(part, place, ctx) {
  const kept = part.optional || ctx.sparse
    ? { ...place, put: (held) => place.put(Object.keys(held).length ? held : undefined) } : place;
  const inner = h("div", { class: "fields" }, drawParts(part.parts, kept, ctx));
  return fieldOf(part, place.path, h("fieldset", { class: `part group ${part.name}` }, legend(part), hint(part), inner));
}

function each(part, place, ctx) {
  const usual = part.usual ?? part.parts.map(() => null);
  const kept = { ...place, put: (held) => place.put(ctx.sparse && same(held, part.usual) ? undefined : held) };
  const places = part.parts.map((one, i) =>
    draw({ ...one, usual: usual[i] }, below(kept, i, () => structuredClone(usual)), { ...ctx, sparse: false, roomy: false }));
  const columns = part.parts.length, few = part.parts.some((one) => one.kind === "pick") ? Math.ceil(columns / 2) : columns;
  const wide = ctx.sparse ? columns : few;
  return fieldOf(part, place.path, h("fieldset", { class: "part each" }, legend(part), hint(part),
    h("div", { class: "places", "--columns": wide, "--few": few }, places)));
}

function rows(part, place, ctx) {
  const list = h("div", { class: "rows" });
  const add = h("button", { type: "button", class: "plain add", onclick: () => change([...items(), {}]) }, word("form_add", { what: said(part.row) }));
  const items = () => (Array.isArray(place.get()) ? place.get() : []);
  const change = (held) => {
    place.put(held.length || !part.optional ? held : undefined);
    ctx.changed(part);
    show();
  };
  const count = h("span", { class: "small" });
  const show = () => {
    count.textContent = items().length;
    list.replaceChildren(...items().map((item, i) => row(part, item, below(place, i, () => []), ctx, i,
      items().length > part.least ? () => change(items().filter((_, n) => n !== i)) : null)));
    add.hidden = items().length >= part.most;
  };
  show();
  return fieldOf(part, place.path, h("details", { class: "part table", open: items().length <= MANY },
    h("summary", {}, heading(part), count), hint(part), list, add));
}

function row(part, item, place, ctx, i, drop) {
  const name = h("span", {}, titled(part, item, i));
  const told = { ...ctx, changed: (changed) => { name.textContent = titled(part, place.get(), i); ctx.changed(changed); } };
  const away = drop && h("button", { type: "button", class: "close", "aria-label": word("form_drop", { what: titled(part, item, i) }), onclick: drop }, "×");
  return fieldOf({}, place.path, h("fieldset", { class: "row-of-form" }, h("legend", {}, name), away,
    h("div", { class: "fields" }, drawParts(part.parts, place, told))));
}

function named(part, place, ctx) {
  const box = h("section", { class: "part table" }, heading(part), hint(part));
  const names = () => (place.get() && typeof place.get() === "object" ? place.get() : {});
  const show = () => {
    for (const old of box.querySelectorAll(":scope > .named")) old.remove();
    box.append(...Object.keys(names()).map(one));
  };
  const one = (name) => {
    const field = h("input", { value: name, required: true, maxlength: 60, onchange: () => { rename(name, field.value.trim()); } });
    return h("details", { class: "named", open: true }, h("summary", {}, `${said(part.row)}: ${name}`),
      h("label", { class: "field words" }, h("span", { class: "label" }, said(part.row)), field),
      drawParts(part.parts, below(place, name, () => ({})), ctx));
  };
  const rename = (from, to) => {
    const held = names();
    if (!to || to in held) return show();
    place.put(Object.fromEntries(Object.entries(held).map(([key, value]) => [key === from ? to : key, value])));
    ctx.changed(part);
    show();
  };
  show();
  return fieldOf(part, place.path, box);
}

function titled(part, item, i) {
  const what = [item?.id, item?.name].filter((one) => typeof one === "string" && one);
  return [`${said(part.row)} ${i + 1}`, ...what].join(" · ");
}

function legend(part) {
  return h("legend", {}, said(part.text));
}

function heading(part) {
  return h("h3", {}, said(part.text));
}

/** Whether two plain values are spelled alike. */
export function same(a, b) {
  return JSON.stringify(a) === JSON.stringify(b);
}
