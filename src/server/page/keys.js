// @ts-check
// The four push keys: held by mouse, finger, keyboard or dealer, and down for as long as somebody holds them.

import { byId, html, svg } from "./elements.js";

const KEYS = [
  { number: 3, does: "new hand", shortcut: "R" },
  { number: 2, does: "", shortcut: "" },
  { number: 1, does: "", shortcut: "" },
  { number: 0, does: "deal", shortcut: "Space" },
];

/** How long a key is down for who clicks without holding, as a screen reader does, in milliseconds. */
const CLICK = 80;

export class Keys {
  /** KEY0 first: who holds it. @type {Set<string>[]} */
  #holders = KEYS.map(() => new Set());
  /** KEY0 first. @type {HTMLButtonElement[]} */
  #buttons = [];
  /** KEY0 first: what the machine says. @type {boolean[]} */
  #down = KEYS.map(() => false);
  #send;

  /** @param {(key: number, pressed: boolean) => void} send called when a key goes down or up */
  constructor(send) {
    this.#send = send;
    for (const { number, does, shortcut } of KEYS) {
      const button = drawKey(number, does, shortcut);
      this.#buttons[number] = button;
      this.#listenToPointers(button, number);
      byId("keys").append(button);
    }
    this.#listenToKeyboard();
    addEventListener("blur", () => this.releaseAll());
    addEventListener("visibilitychange", () => document.hidden && this.releaseAll());
  }

  /**
   * Somebody puts a finger on a key.
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
   * And takes it off.
   * @param {number} key
   * @param {string} holder
   */
  release(key, holder) {
    const holders = this.#holders[key];
    if (!holders.delete(holder)) return;
    if (holders.size === 0) this.#send(key, false);
    this.#draw(key);
  }

  /** Nobody holds any key any more. */
  releaseAll() {
    this.#holders.forEach((holders, key) => {
      for (const holder of [...holders]) this.release(key, holder);
    });
  }

  /**
   * Shows which keys are down on the machine.
   * @param {boolean[]} down KEY0 first
   */
  show(down) {
    this.#down = down;
    this.#buttons.forEach((_, key) => this.#draw(key));
  }

  /** @param {number} key */
  #draw(key) {
    const down = this.#down[key] || this.#holders[key].size > 0;
    this.#buttons[key].setAttribute("aria-pressed", String(down));
  }

  /**
   * @param {HTMLButtonElement} button
   * @param {number} key
   */
  #listenToPointers(button, key) {
    button.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      // Captured, so that the release is heard wherever it happens.
      button.setPointerCapture(event.pointerId);
      this.press(key, `pointer ${event.pointerId}`);
    });
    for (const end of /** @type {const} */ (["pointerup", "pointercancel", "lostpointercapture"])) {
      button.addEventListener(end, (event) => this.release(key, `pointer ${event.pointerId}`));
    }
    // The focus stays where it was, and a long press opens no menu.
    button.addEventListener("mousedown", (event) => event.preventDefault());
    button.addEventListener("contextmenu", (event) => event.preventDefault());
    button.addEventListener("click", (event) => {
      if (event.detail !== 0) return;
      this.press(key, "click");
      setTimeout(() => this.release(key, "click"), CLICK);
    });
  }

  #listenToKeyboard() {
    addEventListener("keydown", (event) => {
      const key = this.#keyFor(event);
      if (key === null) return;
      // Neither scrolls the page nor clicks the focused key.
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
   * The key on the board that a key on the keyboard means, if any.
   *
   * Space belongs to a focused control first, as everywhere on the web; a focused key of the board takes Enter, too.
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
 * @param {string} does
 * @param {string} shortcut
 */
function drawKey(number, does, shortcut) {
  const label = `KEY${number}, ${does === "" ? "not connected" : does}`;
  const attributes = { type: "button", class: "key", "data-key": `KEY${number}`, "aria-label": label, "aria-pressed": "false" };
  const button = html("button", attributes,
    svg("svg", { viewBox: "0 0 60 60", "aria-hidden": "true", focusable: "false" },
      svg("path", { class: "key-pins", d: "M4 16h8M4 44h8M48 16h8M48 44h8" }),
      svg("rect", { class: "key-frame", x: 9, y: 6, width: 42, height: 48, rx: 3 }),
      ...[[14, 11], [46, 11], [14, 49], [46, 49]].map(([cx, cy]) => svg("circle", { class: "key-rivet", cx, cy, r: 2.2 })),
      svg("circle", { class: "key-well", cx: 30, cy: 30, r: 15 }),
      svg("circle", { class: "key-cap", cx: 30, cy: 30, r: 13 })),
    html("span", { class: "silk" }, html("b", {}, `KEY${number}`)),
    html("span", { class: "key-does" }, does === "" ? "no effect" : does));
  if (shortcut !== "") {
    button.setAttribute("aria-keyshortcuts", shortcut);
    button.append(html("kbd", {}, shortcut));
  }
  return button;
}
