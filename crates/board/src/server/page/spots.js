// @ts-check
// The spots for the bets on the table.

import { byId, html, setLabel } from "./elements.js";

/** @typedef {import("./protocol.js").Bet} Bet */

/**
 * A settled stake, in the money of the machine.
 * @typedef {object} Payout
 * @property {number} stake
 * @property {"win" | "push" | "lose"} result
 * @property {number} returned
 */

/** From left to right. */
const SPOTS = /** @type {const} */ ([
  { on: "player", name: "Player", odds: "pays 1:1" },
  { on: "tie", name: "Tie", odds: "pays 8:1" },
  { on: "banker", name: "Banker", odds: "pays 19:20" },
]);

/**
 * Puts the spots on the table.
 * @param {(amount: number) => string} money writes an amount
 */
export function buildSpots(money) {
  const spots = SPOTS.map(({ on, name, odds }) => new Spot(on, [name, odds], money));
  byId("spots").append(...spots.map(({ button }) => button));
  return spots;
}

class Spot {
  on;
  button;
  /** Name and odds. */
  #texts;
  #stake = html("span", { class: "spot-stake" });
  #result = html("span", { class: "spot-result" });
  #money;

  /**
   * @param {Bet} on
   * @param {[string, string]} texts
   * @param {(amount: number) => string} money
   */
  constructor(on, texts, money) {
    this.on = on;
    this.#texts = texts;
    this.#money = money;
    const [name, odds] = texts;
    this.button = html("button", { type: "button", class: `spot spot-${on}`, "data-bet": on },
      html("span", { class: "spot-name" }, name), " ", html("span", { class: "spot-odds" }, odds), " ", this.#stake, " ", this.#result);
  }

  /**
   * @param {number} stake
   * @param {Payout | undefined} payout of the hand that is over
   */
  show(stake, payout) {
    this.#stake.textContent = stake > 0 ? this.#money(stake) : "";
    this.#result.textContent = payout ? this.#resultText(payout) : "";
    this.button.dataset.result = payout?.result ?? "";
    // Begins with the text on the button, so that it can be called by what is seen.
    const seen = [...this.#texts, this.#stake.textContent, this.#result.textContent].filter(Boolean).join(" ");
    setLabel(this.button, `${seen}: bet, staked ${this.#money(stake)}` + (payout ? `, last hand ${this.#resultText(payout)}` : ""));
  }

  /** @param {Payout} payout */
  #resultText({ stake, result, returned }) {
    if (result === "win") return `+${this.#money(returned - stake)}`;
    return result === "push" ? "push" : `−${this.#money(stake)}`;
  }
}
