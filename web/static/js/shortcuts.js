/** The keyboard: u undo, w whistle, digits for options and faces, Enter for what is ready to be taken. */

/** `undo()` is called for u. The first card that is open on the page gets digits and Enter. */
export function listen(undo) {
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    if (document.querySelector("dialog[open]") || event.target.closest("input, textarea, select")) return;
    const act = find(event, undo);
    if (!act) return;
    event.preventDefault();
    act();
  });
}

function find(event, undo) {
  const click = (selector) => {
    const button = document.querySelector(selector);
    return button && !button.disabled ? () => button.click() : null;
  };
  if (event.key === "u") return undo;
  if (event.key === "w") return click(".whistle");
  if (/^\d$/.test(event.key)) return click(`.prompt .prompt-body:not([hidden]) [data-digit="${event.key}"]`);
  const onButton = event.target.closest("button, a, summary");
  return event.key === "Enter" && !onButton ? click(".prompt .prompt-body:not([hidden]) .take:not(:disabled)") : null;
}
