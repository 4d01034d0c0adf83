/** The keyboard: a letter for each button of the referee, digits for options and faces, Enter for what is ready. */

/** `keys` gives a letter its act, its button, or where its button is found. The first card that is open on the page
 *  gets digits and Enter. */
export function listen(keys) {
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    if (document.querySelector("dialog[open]") || event.target.closest("input, textarea, select")) return;
    const act = keys[event.key] ? acting(keys[event.key]) : onCard(event);
    if (!act) return;
    event.preventDefault();
    act();
  });
}

function acting(key) {
  if (typeof key === "function") return key;
  const button = typeof key === "string" ? document.querySelector(key) : key;
  return button && !button.disabled && !button.hidden ? () => button.click() : null;
}

function onCard(event) {
  const open = ".prompt .prompt-body:not([hidden])";
  if (/^\d$/.test(event.key)) return acting(`${open} [data-digit="${event.key}"]`);
  const onButton = event.target.closest("button, a, summary, [role=button]");
  return event.key === "Enter" && !onButton ? acting(`${open} .take:not(:disabled)`) : null;
}
