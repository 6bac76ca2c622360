// @ts-check
// Keys of the PS/2 keyboard to touch, for devices without one.

import { html } from "./elements.js";

/** The text of each key; the `KeyboardEvent.code` and the name, too, if the text does not tell them. @type {(string | [string, string, string])[][]} */
const ROWS = [
  [..."1234567890"],
  [..."QWERTYUIOP"],
  [..."ASDFGHJKL"],
  [..."ZXCVBNM", ["⌫", "Backspace", "Backspace"]],
  [["Esc", "Escape", "Esc"], ["Space", "Space", "Space"], ["Enter", "Enter", "Enter"]],
  [["←", "ArrowLeft", "Left"], ["↑", "ArrowUp", "Up"], ["↓", "ArrowDown", "Down"], ["→", "ArrowRight", "Right"]],
];

/** How long a key is down that is activated without a pointer, as by a screen reader, in milliseconds. */
const TAP = 100;

/**
 * Returns the rows of keys.
 * @param {(code: string, pressed: boolean) => void} send
 */
export function touchKeys(send) {
  return ROWS.map((row) => html("div", {}, ...row.map((key) => {
    const [text, code, label] = typeof key === "string" ? [key, `${/\d/.test(key) ? "Digit" : "Key"}${key}`, key] : key;
    return touchKey(text, label, (pressed) => send(code, pressed));
  })));
}

/**
 * @param {string} text
 * @param {string} label
 * @param {(pressed: boolean) => void} send
 */
function touchKey(text, label, send) {
  const button = html("button", { type: "button", "aria-label": label }, text);
  let isDown = false;
  const set = (/** @type {boolean} */ pressed) => {
    if (isDown === pressed) return;
    isDown = pressed;
    button.classList.toggle("down", pressed);
    send(pressed);
  };
  button.addEventListener("pointerdown", (event) => {
    // The keyboard keeps the focus, if it has it.
    event.preventDefault();
    button.setPointerCapture(event.pointerId);
    set(true);
  });
  for (const type of ["pointerup", "pointercancel", "lostpointercapture"]) button.addEventListener(type, () => set(false));
  button.addEventListener("contextmenu", (event) => event.preventDefault());
  button.addEventListener("click", ({ detail }) => {
    if (detail > 0) return;
    set(true);
    setTimeout(() => set(false), TAP);
  });
  return button;
}
