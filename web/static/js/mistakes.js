/** What is wrong, said beside the field that it is about. */

import { fill, h } from "./element.js";
import { said } from "./words.js";

/** Puts every mistake ({where, text}) beside its field within `form`; those that have none there are returned. */
export function showMistakes(form, mistakes) {
  for (const list of form.querySelectorAll(".wrongs")) list.replaceChildren();
  for (const field of form.querySelectorAll("[aria-invalid]")) {
    field.removeAttribute("aria-invalid");
    field.removeAttribute("aria-describedby");
  }
  return mistakes.filter((mistake) => !place(form, mistake));
}

/** Goes to the field that a mistake is about; false where there is none. */
export function goTo(form, mistake) {
  const field = fieldAt(form, mistake.where);
  if (!field) return false;
  for (let around = field.closest("details"); around; around = around.parentElement.closest("details")) around.open = true;
  (field.querySelector("input, select, textarea") ?? field).focus();
  field.scrollIntoView({ block: "center" });
  return true;
}

/** A list of mistakes; `go(mistake)` is done when one is tapped. */
export function listMistakes(list, mistakes, go) {
  list.hidden = !mistakes.length;
  fill(list, mistakes.map((mistake) => h("li", {}, h("button", { type: "button", class: "mistake", onclick: () => go(mistake) },
    h("b", {}, [mistake.line ? `${mistake.line}` : "", mistake.where].filter(Boolean).join(" · ")), " ", said(mistake.text)))));
}

function place(form, mistake) {
  const field = fieldAt(form, mistake.where);
  if (!field) return false;
  const list = field.querySelector(":scope > .wrongs");
  list.append(h("li", {}, said(mistake.text)));
  for (const input of field.querySelectorAll(":scope > label input, :scope > label select")) {
    input.setAttribute("aria-invalid", "true");
    input.setAttribute("aria-describedby", list.id);
  }
  return true;
}

/** The field at this path, or the nearest that holds it. */
function fieldAt(form, where) {
  for (let path = where; path; path = path.replace(/[.[][^.[]*$/, "")) {
    const field = form.querySelector(`[data-path="${CSS.escape(path)}"]`);
    if (field) return field;
    if (!/[.[]/.test(path)) return null;
  }
  return null;
}
