// @ts-check
// The PS/2 mouse: the pointer above its panel, or keys while it has the focus.

import { byId } from "./elements.js";

/** @typedef {import("./protocol.js").MouseState} MouseState */
/** @typedef {import("./protocol.js").DesignRequest} DesignRequest */
/** @typedef {import("./protocol.js").MouseButtons} Buttons */

/** The bits of `PointerEvent.buttons`. @type {[keyof Buttons, number][]} */
const BUTTONS = [["left", 1], ["right", 2], ["middle", 4]];

/** @type {Record<string, keyof Buttons>} */
const BUTTON_KEYS = { Space: "left", Enter: "right", KeyM: "middle" };

/** How far an arrow key moves it to the right and down. @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-8, 0], ArrowRight: [8, 0], ArrowUp: [0, -8], ArrowDown: [0, 8] };

/** @type {Buttons} */
const RELEASED = { left: false, right: false, middle: false };

export class Ps2Mouse {
  #mouse = byId("ps2-mouse");
  #send;
  /** Where the pointer was last above the panel. @type {[number, number] | null} */
  #place = null;
  /** The movement that was not sent yet. @type {[number, number]} */
  #moved = [0, 0];
  /** @type {Buttons} */
  #buttons = RELEASED;
  #isScheduled = false;

  /** @param {(request: DesignRequest) => void} send */
  constructor(send) {
    this.#send = send;
    const mouse = this.#mouse;
    mouse.addEventListener("pointerenter", (event) => { this.#place = [event.clientX, event.clientY]; });
    mouse.addEventListener("pointerleave", () => { this.#place = null; });
    mouse.addEventListener("pointermove", (event) => this.#move(event));
    for (const type of /** @type {const} */ (["pointerdown", "pointerup", "pointercancel"])) {
      mouse.addEventListener(type, (event) => this.#press(event));
    }
    mouse.addEventListener("contextmenu", (event) => event.preventDefault());
    mouse.addEventListener("keydown", (event) => this.#key(event, true));
    mouse.addEventListener("keyup", (event) => this.#key(event, false));
    mouse.addEventListener("blur", () => this.#setButtons(RELEASED));
  }

  /** Forgets what is held: the server releases all buttons when the page connects again. */
  disconnect() {
    this.#buttons = RELEASED;
    this.#moved = [0, 0];
  }

  /**
   * Shows the buttons, and whether the design wants to know of the mouse.
   * @param {MouseState | null} state null without a mouse
   */
  show(state) {
    if (state === null) return;
    byId("mouse-reporting").textContent = state.reporting ? "Enabled by the design." : "Not enabled by the design.";
    for (const [button] of BUTTONS) {
      byId(`mouse-${button}`).classList.toggle("lit", state.buttons[button]);
      byId(`mouse-${button}`).lastElementChild?.replaceChildren(state.buttons[button] ? "down" : "up");
    }
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const [x, y] = this.#place ?? [event.clientX, event.clientY];
    this.#place = [event.clientX, event.clientY];
    this.#shift(event.clientX - x, event.clientY - y);
    // Of several buttons, only the first press and the last release are events of their own.
    this.#setButtons(pressed(event));
  }

  /** @param {PointerEvent} event */
  #press(event) {
    if (event.type === "pointerdown") {
      // The middle button would scroll the page.
      event.preventDefault();
      this.#mouse.focus({ preventScroll: true });
      this.#mouse.setPointerCapture(event.pointerId);
      this.#place = [event.clientX, event.clientY];
    }
    this.#setButtons(event.type === "pointercancel" ? RELEASED : pressed(event));
  }

  /**
   * @param {KeyboardEvent} event
   * @param {boolean} isDown
   */
  #key(event, isDown) {
    const [button, arrow] = [BUTTON_KEYS[event.code], ARROWS[event.code]];
    if (button === undefined && arrow === undefined) return;
    // No keys of the board, and no scrolling.
    event.stopPropagation();
    event.preventDefault();
    if (button !== undefined && !event.repeat) this.#setButtons({ ...this.#buttons, [button]: isDown });
    if (arrow !== undefined && isDown) this.#shift(...arrow);
  }

  /**
   * Sends a movement with the next frame of the browser.
   * @param {number} right
   * @param {number} down
   */
  #shift(right, down) {
    if (right === 0 && down === 0) return;
    this.#moved = [this.#moved[0] + right, this.#moved[1] + down];
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    requestAnimationFrame(() => {
      this.#isScheduled = false;
      this.#flush();
    });
  }

  /** @param {Buttons} buttons */
  #setButtons(buttons) {
    if (BUTTONS.every(([button]) => buttons[button] === this.#buttons[button])) return;
    this.#buttons = buttons;
    this.#flush();
  }

  /** Sends the whole pixels of the movement, and the buttons. */
  #flush() {
    const [right, down] = this.#moved.map(Math.trunc);
    this.#moved = [this.#moved[0] - right, this.#moved[1] - down];
    this.#send({ type: "mouse", right, down, buttons: this.#buttons });
  }
}

/**
 * @param {PointerEvent} event
 * @returns {Buttons}
 */
function pressed(event) {
  const [left, right, middle] = BUTTONS.map(([, bit]) => (event.buttons & bit) !== 0);
  return { left, right, middle };
}
