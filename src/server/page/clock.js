// @ts-check
// The buttons that pause the simulated clock, run one of its cycles, and, on pages that have it, press and release KEY0 once.

import { byId, onClick, setEnabled } from "./elements.js";

/** @typedef {import("./protocol.js").Request} Request */

export class ClockButtons {
  #pause = byId("clock-pause");
  #cycle = byId("clock-cycle");
  #paused = false;

  /** @param {(message: Request) => void} send */
  constructor(send) {
    onClick(this.#pause, () => send({ type: this.#paused ? "resume" : "pause" }));
    onClick(this.#cycle, () => send({ type: "cycle" }));
    const press = document.getElementById("clock-press");
    if (press) onClick(press, () => send({ type: "press" }));
  }

  /** @param {{ paused: boolean }} board */
  show({ paused }) {
    this.#paused = paused;
    this.#pause.textContent = paused ? "Resume" : "Pause";
    setEnabled(this.#cycle, paused);
    document.body.classList.toggle("is-paused", paused);
  }
}
