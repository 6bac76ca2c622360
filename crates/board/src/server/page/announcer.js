// @ts-check
// Announces to screen readers what happens on the table.

import { byId } from "./elements.js";
import { money } from "./money.js";
import { sentence } from "./sentence.js";

/** @typedef {import("./protocol.js").Table} Table */

const ORDINALS = ["first", "second", "third"];
const RANK_NAMES = /** @type {Record<string, string>} */ ({ A: "ace", J: "jack", Q: "queen", K: "king" });

/**
 * Returns the name of a rank.
 * @param {string} rank
 */
export function rankName(rank) {
  return RANK_NAMES[rank] ?? rank;
}

/**
 * Returns the result in words, with the winner's score first.
 * @param {{ outcome: Table["outcome"], player: { score: number }, banker: { score: number } }} table
 */
export function outcomeText({ outcome, player, banker }) {
  switch (outcome) {
    case "player":
      return `Player wins, ${player.score} to ${banker.score}`;
    case "banker":
      return `Banker wins, ${banker.score} to ${player.score}`;
    case "tie":
      return `Tie, ${player.score} all`;
    default:
      return "";
  }
}

/**
 * Returns the results of the bets in words.
 * @param {Table["payouts"]} payouts
 */
export function payoutsText(payouts) {
  return payouts
    .map(({ on, stake, result, returned }) => {
      if (result === "win") return `${on} wins ${money(returned - stake)}`;
      if (result === "push") return `${on} pushes, ${money(stake)} returned`;
      return `${on} loses ${money(stake)}`;
    })
    .join("; ");
}

export class Announcer {
  #region = byId("announcer");
  /** @type {Table | null} */
  #previous = null;

  /** @param {Table} table */
  update(table) {
    const sentences = this.#previous ? changes(this.#previous, table) : [];
    this.#previous = table;
    if (sentences.length > 0) this.#region.textContent = sentences.join(" ");
  }
}

/**
 * Describes the changes from one state of the table to the next, in sentences.
 * @param {Table} before
 * @param {Table} now
 */
function changes(before, now) {
  const sentences = [];
  for (const [side, name] of /** @type {const} */ ([["player", "Player"], ["banker", "Banker"]])) {
    for (let index = before[side].cards.length; index < now[side].cards.length; index++) {
      const card = rankName(now[side].cards[index]);
      sentences.push(`${name}'s ${ORDINALS[index]} card: ${card}. ${name} has ${now[side].score}.`);
    }
  }
  if (now.player.cards.length < before.player.cards.length) sentences.push("New hand.");
  if (now.outcome && !before.outcome) {
    sentences.push(`${sentence(now.reason)} ${outcomeText(now)}.`);
    if (now.payouts.length > 0) sentences.push(`${sentence(payoutsText(now.payouts))} Bankroll ${money(now.bankroll)}.`);
  }
  return sentences;
}
