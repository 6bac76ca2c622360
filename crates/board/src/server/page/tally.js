// @ts-check
// How many rounds of the score card each side has won, and its streak.

import { byId } from "./elements.js";

/** @typedef {import("./protocol.js").Roads} Roads */

/** @param {Roads} roads */
export function showTally({ bead_plate: rounds, big_road: wins }) {
  byId("tally-rounds").textContent = String(rounds.length);
  for (const outcome of /** @type {const} */ (["player", "banker", "tie"])) {
    const count = rounds.filter(({ mark }) => mark.outcome === outcome).length;
    byId(`tally-${outcome}`).textContent = String(count);
    byId(`share-${outcome}`).textContent = rounds.length > 0 ? `${(100 * count / rounds.length).toFixed(0)} %` : "\u00a0";
  }
  const side = wins.at(-1)?.mark.side;
  const before = wins.findLastIndex(({ mark }) => mark.side !== side);
  byId("tally-streak").textContent = side ? `${side} ${wins.length - 1 - before} in a row` : "no streak";
}
