// @ts-check
// The number of cycles since power-up. The server sends it only when something changes: in between, it grows with the rate of the clock.

import { setText } from "./elements.js";

/** @typedef {import("./protocol.js").BoardState} BoardState */

/** How often the number of cycles is counted up, in milliseconds. */
const INTERVAL = 250;

export class CycleCounter {
  /** The last board, and when it was received. @type {{ board: BoardState, received: number } | undefined} */
  #last;
  #element;
  #describe;

  /**
   * @param {HTMLElement} element
   * @param {(cycles: string, board: BoardState) => string} describe returns the text of the element
   */
  constructor(element, describe) {
    this.#element = element;
    this.#describe = describe;
    let isVisible = false;
    new IntersectionObserver((entries) => isVisible = entries.at(-1)?.isIntersecting ?? false).observe(element);
    setInterval(() => isVisible && this.#update(), INTERVAL);
  }

  /** @param {BoardState} board */
  show(board) {
    this.#last = { board, received: performance.now() };
    this.#update();
  }

  /** Stops counting: the connection is lost. */
  stop() {
    this.#last = undefined;
    this.#element.textContent = "Not connected";
  }

  #update() {
    if (!this.#last) return;
    const { board, received } = this.#last;
    const growth = board.paused ? 0 : (board.rate ?? 0) * (performance.now() - received) / 1000;
    const cycles = board.cycle + Math.floor(growth);
    setText(this.#element, this.#describe(`${cycles.toLocaleString("en")} ${cycles === 1 ? "cycle" : "cycles"}`, board));
  }
}
