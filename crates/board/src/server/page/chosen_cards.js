// @ts-check
// Deals cards that the player has written.

import { byId, onClick } from "./elements.js";
import { CLOCK_IS_PAUSED } from "./hint.js";

/** @typedef {import("./autoplay.js").Autoplay} Autoplay */
/** @typedef {import("./hint.js").Hint} Hint */

export class ChosenCards {
  #autoplay;
  #send;
  #cards = /** @type {HTMLInputElement} */ (byId("chosen-cards"));

  /**
   * @param {Autoplay} autoplay
   * @param {Hint} hint
   * @param {(message: { type: "choose", cards: string[] } | { type: "deal", card: string }) => void} send
   */
  constructor(autoplay, hint, send) {
    this.#autoplay = autoplay;
    this.#send = send;
    const choose = () => {
      const cards = this.#cards.value.split(/[\s,]+/).filter((card) => card !== "");
      if (autoplay.isPaused) hint.show(CLOCK_IS_PAUSED);
      else if (cards.length > 0) send({ type: "choose", cards });
      else hint.show("Write the cards first, in the order in which they are dealt, like 9 K 4.");
    };
    onClick(byId("deal-chosen"), choose);
    this.#cards.addEventListener("keydown", (event) => event.key === "Enter" && choose());
  }

  /**
   * Deals cards that the server has checked: before that, no key moves.
   * @param {string[]} cards
   */
  deal(cards) {
    void this.#autoplay.dealChosen(cards, (card) => this.#send({ type: "deal", card }));
  }
}
