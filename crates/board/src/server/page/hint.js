// @ts-check
// The line below the deal buttons: what is at stake, or why the last action had no effect, which screen readers announce.

import { byId } from "./elements.js";

/** Why KEY0 has no effect after a hand. */
export const HAND_IS_OVER = "The hand is over. For a new hand, hold KEY3 and release KEY0, or press “New hand”.";

/** Why no cards are dealt one after the other. */
export const CLOCK_IS_PAUSED = "The clock is paused. “Resume” lets it run, “One press” deals one card.";

export class Hint {
  #element = byId("hint");
  #lasting = "";

  /**
   * Shows a text until `clear`.
   * @param {string} text
   */
  show(text) {
    this.#set(text, "polite");
  }

  /** Shows the lasting text again. */
  clear() {
    if (this.#element.textContent !== this.#lasting) this.#set(this.#lasting, "off");
  }

  /**
   * Sets the text that is shown when there is no other.
   * @param {string} text
   * @param {"polite" | "off"} [live] whether it is announced
   */
  setLasting(text, live = "off") {
    if (text === this.#lasting) return;
    this.#lasting = text;
    this.#set(text, live);
  }

  /**
   * @param {string} text
   * @param {"polite" | "off"} live whether it is announced
   */
  #set(text, live) {
    if (text === "" && this.#element.textContent === "") return;
    this.#element.setAttribute("aria-live", live);
    this.#element.replaceChildren(text);
  }
}
