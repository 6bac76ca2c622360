// @ts-check
// The table: cards, scores, whose turn it is and why.

import { outcomeText, payoutsText } from "./announcer.js";
import { CARDS_PER_HAND, buildHands, drawRank, showHand } from "./cards.js";
import { DealButton } from "./deal_button.js";
import { byId, onClick, setEnabled } from "./elements.js";
import { HAND_IS_OVER } from "./hint.js";
import { atStake, money } from "./money.js";
import { sentence } from "./sentence.js";

/** @typedef {import("./autoplay.js").Autoplay} Autoplay */
/** @typedef {import("./hint.js").Hint} Hint */
/** @typedef {import("./protocol.js").Table} TableMessage */

/** Every round starts with these cards. A further card is drawn for a reason. */
const INITIAL_CARDS = 4;
const SIDES = /** @type {const} */ (["player", "banker"]);

export class Table {
  #status = byId("status");
  #reason = byId("reason");
  #section = byId("table");
  #dealCard = byId("deal-card");
  #newHand = byId("new-hand");
  /** What a new hand loses, in cents. */
  #atStake = 0;
  /** Whether the next click on the button starts a new hand although stakes are lost. */
  #isConfirming = false;
  /** The number of cards before, and the reason given for the next one. */
  #previous = { cards: 0, reason: "" };
  /** Why the last card was drawn, if it is a third card. */
  #drawReason = "";

  /**
   * @param {Autoplay} autoplay
   * @param {Hint} hint
   */
  constructor(autoplay, hint) {
    buildHands();
    onClick(this.#dealCard, () => void autoplay.dealCard(), () => hint.show(HAND_IS_OVER));
    onClick(this.#newHand, () => {
      if (this.#atStake > 0 && !this.#isConfirming) {
        this.#setConfirming(true);
        hint.show(`The hand is not over: a new one loses its stakes of ${money(this.#atStake)}. Press the button again to abandon it.`);
      } else {
        this.#setConfirming(false);
        void autoplay.newHand();
      }
    });
    new DealButton(autoplay);
  }

  /** @param {TableMessage} table */
  show(table) {
    SIDES.forEach((side, hand) =>
      showHand(side, table[side], (rank, index) => drawRank(rank, hand * CARDS_PER_HAND + index)));
    this.#section.dataset.outcome = table.outcome ?? "";
    this.#section.dataset.next = table.next ?? "";
    this.#status.textContent = statusText(table);
    this.#keepDrawReason(table);
    const payouts = table.phase === "over" ? payoutsText(table.payouts) : "";
    this.#reason.textContent = [this.#drawReason, table.reason, payouts].map(sentence).join(" ").trim() || "\u00a0";
    setEnabled(this.#dealCard, table.phase !== "over");
    this.#atStake = atStake(table);
    this.#setConfirming(false);
  }

  /** @param {boolean} confirming */
  #setConfirming(confirming) {
    this.#isConfirming = confirming;
    this.#newHand.textContent = confirming ? `Lose ${money(this.#atStake)}?` : "New hand";
  }

  /**
   * Keeps the reason for a third card: the message that adds the card has the reason for the next one.
   * @param {TableMessage} table
   */
  #keepDrawReason({ player, banker, reason }) {
    const cards = player.cards.length + banker.cards.length;
    if (cards > this.#previous.cards && this.#previous.cards >= INITIAL_CARDS) this.#drawReason = this.#previous.reason;
    if (cards < INITIAL_CARDS) this.#drawReason = "";
    this.#previous = { cards, reason };
  }
}

/** @param {TableMessage} table */
function statusText(table) {
  if (table.outcome) return outcomeText(table);
  if (table.phase === "betting") return "Place your bets";
  return table.next === "banker" ? "Next card: banker" : "Next card: player";
}
