// @ts-check
// The hand as cards on felt: scores, whose turn it is, and why.

import { sentence, settlement, verdict } from "./announcer.js";
import { drawCard, emptyPlace } from "./cards.js";
import { byId, html, onClick, setEnabled } from "./elements.js";

/** @typedef {import("./auto-dealer.js").AutoDealer} AutoDealer */
/** @typedef {import("./messages.js").Hand} Hand */
/** @typedef {import("./messages.js").Side} Side */
/** @typedef {import("./messages.js").Table} TableMessage */

const PLACES = 3;

/** So many cards are dealt to every hand; more are drawn for a reason. */
const OPENING = 4;
const SIDES = /** @type {const} */ (["player", "banker"]);

export class Table {
  #turn = byId("turn");
  #reason = byId("reason");
  #felt = byId("table");
  #dealCard = byId("deal-card");
  #dealHand = byId("deal-hand");
  #dealing = false;
  /** How many cards there were, and what was said of the next. */
  #before = { cards: 0, reason: "" };
  /** Why the last card was drawn, if it was a third one. */
  #drawn = "";

  /** @param {AutoDealer} dealer */
  constructor(dealer) {
    for (const side of SIDES) {
      const places = Array.from({ length: PLACES }, () => html("li", {}, emptyPlace()));
      byId(`cards-${side}`).append(...places);
    }
    onClick(this.#dealCard, () => void dealer.dealCard());
    onClick(byId("new-hand"), () => void dealer.newHand());
    onClick(this.#dealHand, async () => {
      if (this.#dealing) {
        dealer.stop();
        return;
      }
      this.#setDealing(true);
      await dealer.dealHand();
      this.#setDealing(false);
    });
  }

  /** @param {TableMessage} table */
  show(table) {
    SIDES.forEach((side, index) => showHand(side, table[side], index * PLACES));
    this.#felt.dataset.outcome = table.outcome ?? "";
    this.#felt.dataset.next = table.next ?? "";
    this.#turn.textContent = turn(table);
    this.#remember(table);
    const paid = table.phase === "over" ? settlement(table.payouts) : "";
    this.#reason.textContent = [this.#drawn, table.reason, paid].map(sentence).join(" ").trim() || "\u00a0";
    setEnabled(this.#dealCard, table.phase !== "over");
  }

  /**
   * The reason that comes with a card is that of the next one; with the last card it has to be remembered.
   * @param {TableMessage} table
   */
  #remember({ player, banker, reason }) {
    const cards = player.cards.length + banker.cards.length;
    if (cards > this.#before.cards && this.#before.cards >= OPENING) this.#drawn = this.#before.reason;
    if (cards < OPENING) this.#drawn = "";
    this.#before = { cards, reason };
  }

  /** @param {boolean} dealing */
  #setDealing(dealing) {
    this.#dealing = dealing;
    this.#dealHand.textContent = dealing ? "Stop dealing" : "Deal the hand";
  }
}

/** @param {TableMessage} table */
function turn(table) {
  if (table.outcome) return verdict(table);
  if (table.phase === "betting") return "Place your bets";
  return table.next === "banker" ? "Banker is due a card" : "Player is due a card";
}

/**
 * Puts down the cards that are new and takes away those that have gone; the others stay, so that only new ones move.
 * @param {Side} side
 * @param {Hand} hand
 * @param {number} firstSeat
 */
function showHand(side, hand, firstSeat) {
  byId(`score-${side}`).textContent = hand.cards.length > 0 ? String(hand.score) : "";
  [...byId(`cards-${side}`).children].forEach((place, index) => {
    const rank = hand.cards[index];
    const shown = place.querySelector(".card")?.getAttribute("data-rank") ?? undefined;
    if (rank === shown) return;
    place.replaceChildren(rank === undefined ? emptyPlace() : drawCard(rank, firstSeat + index));
  });
}
