// @ts-check
// The display with 16 × 16 LEDs, each red and green; both together are yellow. Row 0 is on top, and
// column 0 on the right, as the bits of a number are written.

import { byId, html } from "./elements.js";

/** @typedef {import("./protocol.js").Leds} Leds */

const SIDE = 16;

export class LedMatrix {
  #matrix = byId("led-matrix");
  #leds = Array.from({ length: SIDE * SIDE }, () => html("span", { class: "led" }));

  constructor() {
    this.#matrix.replaceChildren(...this.#leds);
  }

  /** @param {Leds | null} state null without a matrix */
  show(state) {
    if (state === null) return;
    const count = { red: 0, green: 0, yellow: 0 };
    this.#leds.forEach((led, index) => {
      const [row, bit] = [Math.floor(index / SIDE), SIDE - 1 - (index % SIDE)];
      const isLit = (/** @type {number[]} */ rows) => (rows[row] >> bit & 1) === 1;
      const [red, green] = [isLit(state.red), isLit(state.green)];
      led.classList.toggle("red", red);
      led.classList.toggle("green", green);
      if (red || green) count[red && green ? "yellow" : red ? "red" : "green"] += 1;
    });
    const lit = Object.entries(count).filter(([, number]) => number > 0);
    const text = lit.map(([colour, number]) => `${number} ${colour}`).join(", ") || "all off";
    const label = `LED matrix: ${text}`;
    if (this.#matrix.ariaLabel !== label) this.#matrix.ariaLabel = label;
  }
}
