// @ts-check
// Deals cards that the player has written.

import { byId, onClick } from "./elements.js";

/** @typedef {import("./autoplay.js").Autoplay} Autoplay */
/** @typedef {import("./hint.js").Hint} Hint */

export class ChosenCards {
  #cards = /** @type {HTMLInputElement} */ (byId("chosen-cards"));

  /**
   * @param {Autoplay} autoplay
   * @param {Hint} hint
   * @param {(card: string) => void} deal called with each card when it is due
   */
  constructor(autoplay, hint, deal) {
    const dealAll = () => {
      const cards = this.#cards.value.split(/[\s,]+/).filter((card) => card !== "");
      if (cards.length > 0) void autoplay.dealChosen(cards, deal);
      else hint.show("Write the cards first, in the order in which they are dealt, like 9 K 4.");
    };
    onClick(byId("deal-chosen"), dealAll);
    this.#cards.addEventListener("keydown", (event) => event.key === "Enter" && dealAll());
  }
}
