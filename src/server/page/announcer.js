// @ts-check
// Says aloud, to a screen reader, what others see happen on the table.

import { byId } from "./elements.js";
import { money } from "./money.js";

/** @typedef {import("./messages.js").Table} Table */

const ORDINALS = ["first", "second", "third"];
const RANK_NAMES = /** @type {Record<string, string>} */ ({ A: "ace", J: "jack", Q: "queen", K: "king" });

/**
 * A rank in words.
 * @param {string} rank
 */
export function rankName(rank) {
  return RANK_NAMES[rank] ?? rank;
}

/**
 * The result in words, with the score of the winner first.
 * @param {Table} table
 */
export function verdict({ outcome, player, banker }) {
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
 * What became of the bets, in words.
 * @param {Table["payouts"]} payouts
 */
export function settlement(payouts) {
  return payouts
    .map(({ on, stake, result, returned }) => {
      if (result === "win") return `${on} wins ${money(returned - stake)}`;
      if (result === "push") return `${on} pushes, ${money(stake)} back`;
      return `${on} loses ${money(stake)}`;
    })
    .join("; ");
}

export class Announcer {
  #region = byId("announcer");
  /** @type {Table | null} */
  #before = null;

  /** @param {Table} table */
  table(table) {
    const said = this.#before ? news(this.#before, table) : [];
    this.#before = table;
    if (said.length > 0) this.say(said.join(" "));
  }

  /** @param {string} text */
  say(text) {
    this.#region.textContent = text;
  }
}

/**
 * What is new since the last look, as sentences.
 * @param {Table} before
 * @param {Table} now
 */
function news(before, now) {
  const said = [];
  for (const [side, name] of /** @type {const} */ ([["player", "Player"], ["banker", "Banker"]])) {
    for (let place = before[side].cards.length; place < now[side].cards.length; place++) {
      const card = rankName(now[side].cards[place]);
      said.push(`${name}'s ${ORDINALS[place]} card: ${card}. ${name} has ${now[side].score}.`);
    }
  }
  if (now.player.cards.length < before.player.cards.length) said.push("New hand.");
  if (now.outcome && !before.outcome) {
    said.push(`${sentence(now.reason)} ${verdict(now)}.`);
    if (now.payouts.length > 0) said.push(`${sentence(settlement(now.payouts))} Bankroll ${money(now.bankroll)}.`);
  }
  return said;
}

/** @param {string} text */
export function sentence(text) {
  return text === "" ? "" : `${text[0].toUpperCase()}${text.slice(1)}.`;
}
