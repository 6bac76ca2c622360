// @ts-check
// The shoe of casino: cards, burn card, cut card.

import { cardName, isRed, withSymbol } from "./cards.js";
import { byId, html } from "./elements.js";

/** @typedef {import("./protocol.js").Casino} Casino */

/** The cards in a full shoe. */
const CARDS = 416;

export class CasinoShoe {
  #bar = byId("shoe-bar");
  #text = byId("shoe-text");

  /** @param {Casino} casino */
  show({ shoe, release }) {
    /** @type {HTMLElement} */ (this.#bar.firstElementChild).style.width = `${(100 * shoe.before_cut / CARDS).toFixed(2)}%`;
    this.#bar.setAttribute("aria-label", `${shoe.before_cut} cards before the cut card`);
    this.#text.textContent = shoeText(shoe, release);
    byId("shoe-cards").textContent = String(shoe.cards);
    byId("shoe-before-cut").textContent = String(shoe.before_cut);
    byId("shoe-hands").textContent = String(shoe.hands);
    byId("burn-card").replaceChildren(...burnCard(shoe.burn_card, shoe.burned));
  }
}

/**
 * @param {Casino["shoe"]} shoe
 * @param {Casino["release"]} release
 */
function shoeText({ burn_card, cut_card_out, last_hand }, release) {
  if (release === "wait") return "A new shoe is being written.";
  if (!burn_card) return "A new shoe: its first card is turned up, and as many cards as it counts are burned.";
  if (last_hand) return "The cut card is out: this is the last hand of the shoe.";
  if (cut_card_out) return "The cut card is out: one more hand follows this one.";
  return "When the cut card comes out, one more hand follows.";
}

/**
 * @param {string | null} card
 * @param {number} burned
 */
function burnCard(card, burned) {
  if (!card) return ["–"];
  const symbol = html("span", { class: isRed(card) ? "burn-red" : "", role: "img", "aria-label": cardName(card) }, withSymbol(card));
  return [symbol, ` +${burned}`];
}
