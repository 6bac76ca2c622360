// @ts-check
// The PS/2 keyboard: while it has the focus, it gets all keys but Tab.

import { byId } from "./elements.js";
import { touchKeys } from "./touch_keyboard.js";

/** @typedef {import("./protocol.js").KeyboardState} KeyboardState */
/** @typedef {import("./protocol.js").DesignRequest} DesignRequest */

const LEDS = ["num-lock", "caps-lock", "scroll-lock"];

export class Ps2Keyboard {
  #keyboard = byId("ps2-keyboard");
  /** Gets the keys while it fills the full screen: nothing else can have the focus then. */
  #screen = byId("screen");
  /** The codes of the keys that were pressed here. @type {Set<string>} */
  #held = new Set();
  #send;

  /** @param {(request: DesignRequest) => void} send */
  constructor(send) {
    this.#send = send;
    for (const element of [this.#keyboard, this.#screen]) {
      element.addEventListener("keydown", (event) => this.#press(event));
      element.addEventListener("keyup", (event) => this.#release(event));
      element.addEventListener("blur", () => this.#releaseAll());
    }
    byId("touch-keys").replaceChildren(...touchKeys((code, pressed) => send({ type: "keyboard_key", code, pressed })));
    // Before the browser takes the focus away, as a press of a button does.
    this.#screen.addEventListener("mousedown", (event) => this.#focus(event));
  }

  /** Forgets what is held: the server releases all keys when the page connects again. */
  disconnect() {
    this.#held.clear();
  }

  /**
   * Shows the keys that are held, and the lights.
   * @param {KeyboardState | null} state null without a keyboard
   */
  show(state) {
    if (state === null) return;
    byId("ps2-held").textContent = state.held.join(", ") || "none";
    LEDS.forEach((id, led) => {
      byId(id).classList.toggle("lit", state.leds[led]);
      byId(id).lastElementChild?.replaceChildren(state.leds[led] ? "on" : "off");
    });
  }

  /**
   * Gets the keys while the monitor stays in sight.
   * @param {Event} event
   */
  #focus(event) {
    if (byId("keyboard").hidden) return;
    event.preventDefault();
    (document.fullscreenElement === this.#screen ? this.#screen : this.#keyboard).focus({ preventScroll: true });
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    if (event.key === "Tab" || byId("keyboard").hidden) return;
    // Neither the keys of the board nor the browser get it.
    event.stopPropagation();
    event.preventDefault();
    // A PS/2 keyboard repeats keys itself.
    if (event.repeat || event.code === "") return;
    this.#held.add(event.code);
    this.#send({ type: "keyboard_key", code: event.code, pressed: true });
  }

  /** @param {KeyboardEvent} event */
  #release(event) {
    if (!this.#held.delete(event.code)) return;
    event.preventDefault();
    this.#send({ type: "keyboard_key", code: event.code, pressed: false });
    // While Meta is held, macOS reports no releases of other keys.
    if (event.key === "Meta") this.#releaseAll();
  }

  #releaseAll() {
    if (this.#held.size === 0) return;
    this.#held.clear();
    this.#send({ type: "release_keyboard" });
  }
}
