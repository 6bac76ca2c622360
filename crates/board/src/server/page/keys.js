// @ts-check
// The four push buttons. Mouse, touch, keyboard and autoplay can hold a key; it is pressed while at least one of them does.

import { byId, html, setAttribute, svg } from "./elements.js";

/**
 * A key of the board.
 * @typedef {object} Key
 * @property {number} number
 * @property {string} action what it does; empty if it is not used
 * @property {string} shortcut the key of the keyboard, as on its cap; empty if there is none
 * @property {boolean} [latches] whether it can be held until the next click, for two keys at a time with one mouse
 */

const KEYS = 4;

/** How long a click without a pointer, such as from a screen reader, presses a key, in milliseconds. */
const CLICK_TIME = 80;

/** Two clicks within this time, in milliseconds, are a double click. */
const DOUBLE_CLICK_TIME = 400;

/** How long KEY1 to KEY3 stay pressed when a finger leaves them before KEY0: two fingers never leave at once. */
const LIFT_TIME = 100;

/** The holder of a key that stays pressed until the next click. */
const LATCH = "latch";

export class Keys {
  /** What holds each key, KEY0 first. @type {Set<string>[]} */
  #holders = Array.from({ length: KEYS }, () => new Set());
  /** KEY0 first. @type {HTMLButtonElement[]} */
  #buttons = [];
  /** Whether each key is pressed on the machine, KEY0 first. @type {boolean[]} */
  #pressed = Array.from({ length: KEYS }, () => false);
  #keys;
  #send;

  /**
   * @param {Key[]} keys from left to right, as on the board
   * @param {(key: number, pressed: boolean) => void} send called when a key is pressed or released
   */
  constructor(keys, send) {
    this.#keys = keys;
    this.#send = send;
    for (const key of keys) {
      const { number } = key;
      const button = drawKey(key);
      this.#buttons[number] = button;
      if (key.latches) this.#addLatch(button, number);
      this.#addPointerListeners(button, number);
      byId("keys").append(button);
    }
    this.#addKeyboardListeners();
    addEventListener("blur", () => this.releaseAll());
    addEventListener("click", dropFocus);
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

  /**
   * Releases a key that a pointer has left.
   * @param {number} key
   * @param {PointerEvent} event
   */
  #lift(key, { pointerType, pointerId }) {
    const isFirst = key !== 0 && pointerType === "touch" && this.#holders[0].size > 0;
    const release = () => this.release(key, `pointer ${pointerId}`);
    if (isFirst) setTimeout(release, LIFT_TIME);
    else release();
  }

  /** Removes all holders of all keys. */
  releaseAll() {
    this.#holders.forEach((holders, key) => {
      for (const holder of [...holders]) this.release(key, holder);
    });
  }

  /** Releases all keys, and shows them released although the machine cannot confirm it. */
  disconnect() {
    this.releaseAll();
    this.show([false, false, false, false]);
  }

  /**
   * Shows what a key does.
   * @param {number} key
   * @param {string} action empty if it is not used
   */
  setAction(key, action) {
    showAction(this.#buttons[key], key, action);
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
    setAttribute(this.#buttons[key], "aria-pressed", String(pressed));
  }

  /**
   * Makes Shift and a click, a double click, and Shift and Enter hold the key. The next click, or Enter, ends it. Added before
   * the other listeners, which do not see these clicks.
   * @param {HTMLButtonElement} button
   * @param {number} key
   */
  #addLatch(button, key) {
    let clicked = -Infinity;
    const onPress = (/** @type {MouseEvent | KeyboardEvent} */ event, /** @type {boolean} */ holds) => {
      const isHeld = this.#holders[key].has(LATCH);
      if (!isHeld && !holds) return;
      event.stopImmediatePropagation();
      event.preventDefault();
      if (isHeld) this.release(key, LATCH);
      else this.press(key, LATCH);
    };
    button.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      const isDouble = event.timeStamp - clicked < DOUBLE_CLICK_TIME;
      clicked = isDouble ? -Infinity : event.timeStamp;
      onPress(event, event.shiftKey || isDouble);
    });
    button.addEventListener("keydown", (event) => {
      if ((event.key === "Enter" || event.key === " ") && !event.repeat) onPress(event, event.shiftKey);
    });
    button.addEventListener("click", (event) => {
      // A click without a pointer, such as from a screen reader.
      if (event.detail === 0) onPress(event, event.shiftKey);
    });
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
      button.addEventListener(end, (event) => this.#lift(key, event));
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
    // What is typed there is a text.
    if (target.closest("textarea, select, input:not([type=checkbox], [type=radio], [type=range], [type=file])")) return null;
    const shortcut = this.#keys.find((key) => key.shortcut === event.key.toUpperCase());
    if (shortcut) return shortcut.number;
    if (/^[0-3]$/.test(event.key)) return Number(event.key);
    const focused = this.#buttons.findIndex((button) => button === target);
    if (event.key === "Enter") return focused < 0 ? null : focused;
    if (event.key !== " ") return null;
    if (focused >= 0) return focused;
    return target.closest("button, a, input, select, summary") ? null : 0;
  }
}

/**
 * Takes the focus from what a pointer has clicked, so that Space presses KEY0 again.
 * @param {MouseEvent} event
 */
function dropFocus({ target, detail }) {
  const clicked = target instanceof Element && target.closest("button, a, summary, input[type=radio]");
  if (detail > 0 && clicked instanceof HTMLElement) clicked.blur();
}

/** @param {Key} key */
function drawKey({ number, action, shortcut }) {
  const button = html("button", { type: "button", class: "key", "data-key": `KEY${number}`, "aria-pressed": "false" },
    svg("svg", { viewBox: "0 0 60 60", "aria-hidden": "true", focusable: "false" },
      svg("path", { class: "key-pins", d: "M4 16h8M4 44h8M48 16h8M48 44h8" }),
      svg("rect", { class: "key-frame", x: 9, y: 6, width: 42, height: 48, rx: 3 }),
      ...[[14, 11], [46, 11], [14, 49], [46, 49]].map(([cx, cy]) => svg("circle", { class: "key-rivet", cx, cy, r: 2.2 })),
      svg("circle", { class: "key-well", cx: 30, cy: 30, r: 15 }),
      svg("circle", { class: "key-cap", cx: 30, cy: 30, r: 13 })),
    html("span", { class: "silk" }, html("b", {}, `KEY${number}`)), " ",
    html("span", { class: "key-action" }));
  showAction(button, number, action);
  if (shortcut !== "") {
    button.setAttribute("aria-keyshortcuts", shortcut);
    // Shown by the style sheet: text in the button would have to be part of its label.
    button.dataset.shortcut = shortcut;
  }
  return button;
}

/**
 * @param {HTMLButtonElement} button
 * @param {number} number
 * @param {string} action
 */
function showAction(button, number, action) {
  const text = action || "not used";
  button.classList.toggle("key-unused", action === "");
  button.setAttribute("aria-label", `KEY${number}, ${text}`);
  /** @type {Element} */ (button.querySelector(".key-action")).textContent = text;
}
