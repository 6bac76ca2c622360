// @ts-check
// The buttons that pause the simulated clock, run one of its cycles, and, on the pages of our machines, press and release KEY0
// once.

import { byId, onClick, setEnabled, setText } from "./elements.js";

/** @typedef {{ type: "pause" } | { type: "resume" } | { type: "cycle" }} ClockRequest what every page can ask */

export class ClockButtons {
  #pause = byId("clock-pause");
  #cycle = byId("clock-cycle");
  #paused = false;

  /**
   * @param {(message: ClockRequest) => void} send
   * @param {() => void} [press]
   */
  constructor(send, press) {
    onClick(this.#pause, () => send({ type: this.#paused ? "resume" : "pause" }));
    onClick(this.#cycle, () => send({ type: "cycle" }));
    if (press) onClick(byId("clock-press"), press);
  }

  /** @param {{ paused: boolean }} board */
  show({ paused }) {
    this.#paused = paused;
    setText(this.#pause, paused ? "Resume" : "Pause");
    setEnabled(this.#cycle, paused);
    document.body.classList.toggle("is-paused", paused);
  }
}
