// @ts-check
// Boxes with many buttons as one tab stop (roving tabindex).

/**
 * Makes the buttons of a box one tab stop: the arrow keys move between them. When the box gets other buttons, it is the first.
 * @param {HTMLElement} box
 */
export function makeOneTabStop(box) {
  const buttons = () => [...box.querySelectorAll("button")];
  const select = (/** @type {unknown} */ stop) => buttons().forEach((button) => button.tabIndex = button === stop ? 0 : -1);
  const selectFirst = () => select(buttons()[0]);
  selectFirst();
  new MutationObserver(selectFirst).observe(box, { childList: true });
  box.addEventListener("focusin", ({ target }) => select(target));
  box.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
    const from = buttons().findIndex((button) => button === document.activeElement);
    const next = step === undefined || from < 0 ? undefined : buttons()[from + step];
    if (!next) return;
    event.preventDefault();
    next.focus();
  });
}
