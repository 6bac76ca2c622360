// @ts-check
// Announces to screen readers what happens on the table of casino.

import { outcomeText } from "./announcer.js";
import { burnedInWords, cardName } from "./cards.js";
import { credits } from "./casino_table.js";
import { byId } from "./elements.js";
import { sentence } from "./sentence.js";

/** @typedef {import("./protocol.js").Casino} Casino */

const ORDINALS = ["first", "second", "third"];

export class CasinoAnnouncer {
  #region = byId("announcer");
  /** @type {Casino | null} */
  #previous = null;

  /** @param {Casino} casino */
  update(casino) {
    const sentences = this.#previous ? changes(this.#previous, casino) : [];
    this.#previous = casino;
    if (sentences.length > 0) this.#region.textContent = sentences.join(" ");
  }
}

/**
 * Describes the changes from one state of the game to the next, in sentences.
 * @param {Casino} before
 * @param {Casino} now
 */
function changes(before, now) {
  const sentences = [];
  if (now.shoe.burn_card && !before.shoe.burn_card) {
    sentences.push(`Burn card: ${cardName(now.shoe.burn_card)}. ${burnedInWords(now.shoe.burned)}.`);
  }
  for (const [side, name] of /** @type {const} */ ([["player", "Player"], ["banker", "Banker"]])) {
    for (let index = before[side].cards.length; index < now[side].cards.length; index++) {
      sentences.push(`${name}'s ${ORDINALS[index]} card: ${cardName(now[side].cards[index])}. ${name} has ${now[side].score}.`);
    }
  }
  if (now.player.cards.length < before.player.cards.length) sentences.push("New hand.");
  if (now.release === "refused" && before.release !== "refused") sentences.push("Stakes refused: more than the bankroll.");
  if (now.outcome && !before.outcome) {
    const paid = now.stakes.total > 0 ? ` Paid back ${credits(now.paid ?? 0)} of ${credits(now.stakes.total)}.` : "";
    sentences.push(`${sentence(now.reason)} ${outcomeText(now)}.${paid} Bankroll ${credits(now.bankroll)}.`);
  } else if (now.player.cards.length === 0 && now.stakes.total !== before.stakes.total) {
    sentences.push(`Stakes ${credits(now.stakes.total)}.`);
  }
  return sentences;
}
