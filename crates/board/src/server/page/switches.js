// @ts-check
// The ten slide switches.

import { byId, html, setAttribute, setLabel } from "./elements.js";
import { makeOneTabStop } from "./one_tab_stop.js";

export const SWITCHES = 10;

export class Switches {
  /** SW0 first. @type {HTMLButtonElement[]} */
  #switches = [];
  /** The positions that the machine has not confirmed yet, by number. @type {Map<number, boolean>} */
  #moved = new Map();
  #name;
  #move;

  /**
   * @param {(number: number) => string} name returns what a switch is called by screen readers
   * @param {(number: number, on: boolean) => void} move called when a switch is moved
   */
  constructor(name, move) {
    this.#name = name;
    this.#move = move;
    for (let number = SWITCHES - 1; number >= 0; number--) {
      const slider = html("button", {
        type: "button", class: "switch", role: "switch", "aria-checked": "false", "aria-label": name(number),
        "data-switch": `SW${number}`,
      }, html("span", { class: "switch-body" }, html("span", { class: "switch-lever" })),
        html("span", { class: "silk", "aria-hidden": "true" }, String(number)));
      slider.addEventListener("click", () => this.toggle(number));
      this.#switches[number] = slider;
      byId("switches").append(slider);
    }
    makeOneTabStop(byId("switches"));
  }

  /**
   * Moves a switch to its other position.
   * @param {number} number
   */
  toggle(number) {
    const slider = this.#switches[number];
    const on = slider.getAttribute("aria-checked") !== "true";
    slider.setAttribute("aria-checked", String(on));
    this.#moved.set(number, on);
    this.#move(number, on);
  }

  /**
   * Shows the positions on the machine. A switch that was just moved keeps its position until the machine has it.
   * @param {number} positions 10 bits
   */
  show(positions) {
    this.#switches.forEach((slider, number) => {
      const on = Boolean(positions >> number & 1);
      if (this.#moved.get(number) === on) this.#moved.delete(number);
      setAttribute(slider, "aria-checked", String(this.#moved.get(number) ?? on));
    });
  }

  /**
   * Shows which switches are connected. The others can be moved as well.
   * @param {number} connected 10 bits
   */
  showConnected(connected) {
    this.#switches.forEach((slider, number) => {
      const isUnused = !(connected >> number & 1);
      slider.classList.toggle("switch-unused", isUnused);
      setLabel(slider, isUnused ? `${this.#name(number)}, not connected` : this.#name(number));
    });
  }

  /** Forgets moves that the machine has not confirmed: the connection was lost, or it has rejected one. */
  forgetMoves() {
    this.#moved.clear();
  }
}
