/** The single fields of a form, one for each kind of part. */

import { h } from "./element.js";
import { tone } from "./paint.js";
import { said, word, wordOr } from "./words.js";

let count = 0;

/** Marks an element as the field at this path, with room for what is wrong there. */
export function fieldOf(part, path, element) {
  element.dataset.path = path;
  element.append(h("ul", { class: "wrongs", id: `wrong-${++count}` }));
  return element;
}

/** A field without parts of its own, over its place. */
export function leaf(part, place, ctx) {
  const given = () => place.get() ?? part.usual;
  const take = (value) => {
    const left = (value === null && part.optional) || (ctx.sparse && !part.decides && value === part.usual);
    place.put(left ? undefined : value);
    ctx.changed(part);
  };
  const make = part.kind === "pick" && !(ctx.roomy && part.options.length <= 4) ? select : MAKERS[part.kind];
  return fieldOf(part, place.path, make(part, given, take, place.path));
}

const MAKERS = { switch: switched, whole, words, pick: radios, colour, several };

function switched(part, given, take) {
  const box = h("input", { type: "checkbox", checked: given() === true, onchange: () => take(box.checked) });
  return h("div", { class: "field switched" }, h("label", { class: "toggle" }, box, h("span", {}, said(part.text))), hint(part));
}

function whole(part, given, take, path) {
  const value = given();
  const field = h("input", { type: "number", inputmode: "numeric", step: 1, min: part.least, max: part.most, value: value ?? "",
    required: !part.optional, "data-column": column(path), oninput: () => take(number(field)) });
  return labelled(part, field, "whole", word("form_from_to", { least: part.least, most: part.most }));
}

/** What stands there: a number, nothing (null), or what is none, for the table to refuse by name. */
function number(field) {
  if (field.validity.badInput) return "?";
  return field.value === "" ? null : Number(field.value);
}

function words(part, given, take, path) {
  const field = h("input", { value: given() ?? "", maxlength: 300, autocomplete: "off", required: !part.optional,
    "data-column": column(path), oninput: () => take(field.value || null) });
  return labelled(part, field, "words");
}

function select(part, given, take, path) {
  const now = given() ?? null;
  const known = part.options.some((option) => option.id === now) || (now === null && part.optional);
  const field = h("select", { "data-column": column(path), onchange: () => take(field.value || null) },
    part.optional ? h("option", { value: "" }, "–") : null,
    known ? null : h("option", { value: now ?? "", selected: true }, now === null ? word("form_choose") : String(now)),
    part.options.map((option) => h("option", { value: option.id, selected: option.id === now }, said(option.text))));
  return labelled(part, field, "pick");
}

function radios(part, given, take) {
  const name = `choice-${++count}`;
  const open = part.optional ? [{ id: "", text: null }] : [];
  const all = [...open, ...part.options];
  return h("fieldset", { class: "field radios" }, h("legend", {}, said(part.text)),
    h("div", { class: "choices" }, all.map((option) => h("label", { class: "radio" },
      h("input", { type: "radio", name, value: option.id, checked: (given() ?? "") === option.id, onchange: () => take(option.id || null) }),
      h("span", {}, option.text ? said(option.text) : word("form_open"))))), hint(part));
}

function colour(part, given, take) {
  const name = `choice-${++count}`;
  return h("fieldset", { class: "field colours" }, h("legend", {}, said(part.text)),
    h("div", { class: "palette" }, part.colours.map((shade) => h("label", { class: "shade", title: shadeName(shade) },
      h("input", { type: "radio", name, value: shade, checked: given() === shade, "aria-label": shadeName(shade), onchange: () => take(shade) }),
      h("span", { class: "dab", "--dab": tone(shade) })))), hint(part));
}

function shadeName(shade) {
  return wordOr(`colour_${shade}`, shade);
}

function several(part, given, take) {
  const chosen = () => (Array.isArray(given()) ? given() : []);
  const toggle = (id, on) => {
    const now = part.options.map((option) => option.id).filter((one) => (one === id ? on : chosen().includes(one)));
    take(now.length || !part.optional ? now : null);
  };
  return h("fieldset", { class: "field several" }, h("legend", {}, said(part.text)),
    h("div", { class: "choices" }, part.options.map((option) => h("label", { class: "radio" },
      h("input", { type: "checkbox", checked: chosen().includes(option.id), onchange: (event) => toggle(option.id, event.target.checked) }),
      h("span", {}, said(option.text))))), hint(part));
}

function labelled(part, field, kind, range = "") {
  return h("div", { class: `field ${kind}` }, h("label", {}, h("span", { class: "label" }, said(part.text),
    range ? h("small", {}, ` ${range}`) : null), field), hint(part));
}

/** What helps to fill a part in, where its game says so. */
export function hint(part) {
  return part.hint ? h("p", { class: "small" }, said(part.hint)) : null;
}

/** The fields that stand below one another: the same path, whichever the last row is. */
function column(path) {
  const at = path.lastIndexOf("].");
  return at < 0 ? null : `${path.slice(0, path.lastIndexOf("[", at))}[*${path.slice(at)}`;
}

/** In a table Enter goes to the same field of the next row, with Shift of the one before. */
export function enterGoesDown(form) {
  form.addEventListener("keydown", (event) => {
    const field = event.target;
    if (event.key !== "Enter" || field.tagName !== "INPUT" || !field.dataset.column) return;
    event.preventDefault();
    const fields = [...form.querySelectorAll("[data-column]")].filter((one) => one.dataset.column === field.dataset.column);
    const next = fields[fields.indexOf(field) + (event.shiftKey ? -1 : 1)];
    next?.focus();
    if (next?.select) next.select();
  });
}
