/** Makes elements. */

const SVG = "http://www.w3.org/2000/svg";

/** h("button", {class: "big", onclick: act, "aria-label": "Undo"}, "words", child, null) */
export function h(tag, attributes = {}, ...children) {
  return dress(document.createElement(tag), attributes, children);
}

/** The same for SVG. */
export function s(tag, attributes = {}, ...children) {
  return dress(document.createElementNS(SVG, tag), attributes, children);
}

/** Puts these children, and nothing else, into an element. */
export function fill(element, ...children) {
  element.replaceChildren(...children.flat(3).filter((child) => child !== null && child !== undefined));
  return element;
}

const drawnFrom = new WeakMap();

/** Fills an element anew only when its data changed: what is the same keeps its focus, its motion and its silence. */
export function refill(element, data, make) {
  const spelled = JSON.stringify(data);
  if (drawnFrom.get(element) === spelled) return;
  drawnFrom.set(element, spelled);
  fill(element, make());
}

/** The element of this id. */
export function at(id) {
  return document.getElementById(id);
}

function dress(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name.startsWith("--")) element.style.setProperty(name, value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, value);
  }
  return fill(element, ...children);
}
