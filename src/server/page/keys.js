// @ts-check
// The four push buttons. Mouse, touch, keyboard and autoplay can hold a key; it is pressed while at least one of them does.

import { byId, html, svg } from "./elements.js";

/** From left to right, as on the board. */
const KEYS = [
  { number: 3, action: "new hand", shortcut: "R" },
  { number: 2, action: "", shortcut: "" },
  { number: 1, action: "", shortcut: "" },
  { number: 0, action: "deal", shortcut: "Space" },
];

/** How long a click without a pointer, such as from a screen reader, presses a key, in milliseconds. */
const CLICK_TIME = 80;

export class Keys {
  /** What holds each key, KEY0 first. @type {Set<string>[]} */
  #holders = KEYS.map(() => new Set());
  /** KEY0 first. @type {HTMLButtonElement[]} */
  #buttons = [];
  /** Whether each key is pressed on the machine, KEY0 first. @type {boolean[]} */
  #pressed = KEYS.map(() => false);
  #send;

  /** @param {(key: number, pressed: boolean) => void} send called when a key is pressed or released */
  constructor(send) {
    this.#send = send;
    for (const { number, action, shortcut } of KEYS) {
      const button = drawKey(number, action, shortcut);
      this.#buttons[number] = button;
      this.#addPointerListeners(button, number);
      byId("keys").append(button);
    }
    this.#addKeyboardListeners();
    addEventListener("blur", () => this.releaseAll());
    addEventListener("visibilitychange", () => document.hidden && this.releaseAll());
  }

  /**
   * Adds a holder. The first one presses the key.
   * @param {number} key
   * @param {string} holder
   */
  press(key, holder) {
    const holders = this.#holders[key];
    if (holders.size === 0) this.#send(key, true);
    holders.add(holder);
    this.#draw(key);
  }

  /**
   * Removes a holder. The last one releases the key.
   * @param {number} key
   * @param {string} holder
   */
  release(key, holder) {
    const holders = this.#holders[key];
    if (!holders.delete(holder)) return;
    if (holders.size === 0) this.#send(key, false);
    this.#draw(key);
  }

  /** Removes all holders of all keys. */
  releaseAll() {
    this.#holders.forEach((holders, key) => {
      for (const holder of [...holders]) this.release(key, holder);
    });
  }

  /**
   * Shows which keys are pressed on the machine.
   * @param {boolean[]} pressed KEY0 first
   */
  show(pressed) {
    this.#pressed = pressed;
    this.#buttons.forEach((_, key) => this.#draw(key));
  }

  /** @param {number} key */
  #draw(key) {
    const pressed = this.#pressed[key] || this.#holders[key].size > 0;
    this.#buttons[key].setAttribute("aria-pressed", String(pressed));
  }

  /**
   * @param {HTMLButtonElement} button
   * @param {number} key
   */
  #addPointerListeners(button, key) {
    button.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      // With pointer capture, a release outside the button is received as well.
      button.setPointerCapture(event.pointerId);
      this.press(key, `pointer ${event.pointerId}`);
    });
    for (const end of /** @type {const} */ (["pointerup", "pointercancel", "lostpointercapture"])) {
      button.addEventListener(end, (event) => this.release(key, `pointer ${event.pointerId}`));
    }
    // Keeps the focus where it is, and the context menu closed on a long press.
    button.addEventListener("mousedown", (event) => event.preventDefault());
    button.addEventListener("contextmenu", (event) => event.preventDefault());
    button.addEventListener("click", (event) => {
      if (event.detail !== 0) return;
      this.press(key, "click");
      setTimeout(() => this.release(key, "click"), CLICK_TIME);
    });
  }

  #addKeyboardListeners() {
    addEventListener("keydown", (event) => {
      const key = this.#keyFor(event);
      if (key === null) return;
      // Do not scroll the page or click the focused key.
      event.preventDefault();
      if (!event.repeat) this.press(key, `keyboard ${event.code}`);
    });
    addEventListener("keyup", (event) => {
      const holder = `keyboard ${event.code}`;
      const key = this.#holders.findIndex((holders) => holders.has(holder));
      if (key < 0) return;
      event.preventDefault();
      this.release(key, holder);
    });
  }

  /**
   * Returns the key of the board for a key of the keyboard, if any.
   *
   * A focused control handles Space itself. A focused key of the board is pressed by Space and Enter.
   * @param {KeyboardEvent} event
   * @returns {number | null}
   */
  #keyFor(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return null;
    const target = /** @type {Element} */ (event.target);
    if (target.closest("input[type=text]")) return null;
    if (event.key.toLowerCase() === "r") return 3;
    const focused = this.#buttons.findIndex((button) => button === target);
    if (event.key === "Enter") return focused < 0 ? null : focused;
    if (event.key !== " ") return null;
    if (focused >= 0) return focused;
    return target.closest("button, a, input, select, summary") ? null : 0;
  }
}

/**
 * @param {number} number
 * @param {string} action
 * @param {string} shortcut
 */
function drawKey(number, action, shortcut) {
  const label = `KEY${number}, ${action || "not used"}`;
  const attributes = { type: "button", class: "key", "data-key": `KEY${number}`, "aria-label": label, "aria-pressed": "false" };
  const button = html("button", attributes,
    svg("svg", { viewBox: "0 0 60 60", "aria-hidden": "true", focusable: "false" },
      svg("path", { class: "key-pins", d: "M4 16h8M4 44h8M48 16h8M48 44h8" }),
      svg("rect", { class: "key-frame", x: 9, y: 6, width: 42, height: 48, rx: 3 }),
      ...[[14, 11], [46, 11], [14, 49], [46, 49]].map(([cx, cy]) => svg("circle", { class: "key-rivet", cx, cy, r: 2.2 })),
      svg("circle", { class: "key-well", cx: 30, cy: 30, r: 15 }),
      svg("circle", { class: "key-cap", cx: 30, cy: 30, r: 13 })),
    html("span", { class: "silk" }, html("b", {}, `KEY${number}`)),
    html("span", { class: "key-action" }, action || "not used"));
  if (shortcut !== "") {
    button.setAttribute("aria-keyshortcuts", shortcut);
    button.append(html("kbd", {}, shortcut));
  }
  return button;
}
