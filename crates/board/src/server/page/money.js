// @ts-check
// Adds and formats sums of money.

/** @typedef {import("./protocol.js").Stakes} Stakes */
/** @typedef {import("./protocol.js").Table} Table */

/**
 * Formats cents like `1,234.50`.
 * @param {number} cents
 */
export function money(cents) {
  const whole = Math.floor(Math.abs(cents) / 100);
  const fraction = String(Math.abs(cents) % 100).padStart(2, "0");
  return `${cents < 0 ? "−" : ""}${whole.toLocaleString("en")}.${fraction}`;
}

/**
 * Formats the value of a chip, without `.00`.
 * @param {number} cents
 */
export function chipMoney(cents) {
  return money(cents).replace(/\.00$/, "");
}

/**
 * Returns the sum of all stakes.
 * @param {Stakes} stakes
 */
export function total({ player, banker, tie }) {
  return player + banker + tie;
}

/**
 * Returns the stakes that are lost if the hand in play does not end.
 * @param {Table} table
 */
export function atStake({ phase, bets }) {
  return phase === "dealing" ? total(bets) : 0;
}
