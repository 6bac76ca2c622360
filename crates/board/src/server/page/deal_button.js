// @ts-check
// The button that deals a hand to its end, and stops dealing.

import { byId, onClick, setEnabled } from "./elements.js";

/** @typedef {import("./autoplay.js").Autoplay} Autoplay */

export class DealButton {
  #button = byId("deal-hand");
  #isDealing = false;

  /**
   * @param {Autoplay} autoplay
   * @param {() => void} [refuse] is called for a click while the button is disabled
   */
  constructor(autoplay, refuse) {
    onClick(this.#button, async () => {
      if (this.#isDealing) {
        autoplay.stop();
        return;
      }
      this.#setDealing(true);
      await autoplay.dealHand();
      this.#setDealing(false);
    }, refuse);
  }

  /**
   * Dealing can always be stopped.
   * @param {boolean} canDeal
   */
  show(canDeal) {
    setEnabled(this.#button, canDeal || this.#isDealing);
  }

  /** @param {boolean} dealing */
  #setDealing(dealing) {
    this.#isDealing = dealing;
    this.#button.textContent = dealing ? "Stop dealing" : "Deal the hand";
  }
}
