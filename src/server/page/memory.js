// @ts-check
// What the browser keeps: the machine of this tab (for the session), name and bankroll (for good).

/** @typedef {import("./messages.js").Saved} Saved */
/** @typedef {import("./messages.js").Table} Table */

const TOKEN = "baccarat.token";
const PURSE = "baccarat.purse";

/** @returns {string | null} */
export function token() {
  return read(() => sessionStorage.getItem(TOKEN));
}

/** @param {string} value */
export function keepToken(value) {
  read(() => sessionStorage.setItem(TOKEN, value));
}

/** @returns {Saved | null} */
export function purse() {
  const text = read(() => localStorage.getItem(PURSE));
  if (!text) return null;
  try {
    const { name, bankroll } = JSON.parse(text);
    return typeof name === "string" && Number.isSafeInteger(bankroll) ? { name, bankroll } : null;
  } catch {
    return null;
  }
}

/**
 * Stakes of a hand that never ends come back, so they are kept with the rest.
 * @param {Table} table
 */
export function keepPurse({ name, bankroll, bets }) {
  const saved = { name, bankroll: bankroll + bets.player + bets.banker + bets.tie };
  read(() => localStorage.setItem(PURSE, JSON.stringify(saved)));
}

/**
 * Storage can be forbidden by the browser's settings; then nothing is kept, and play goes on.
 * @template T
 * @param {() => T} access
 * @returns {T | null}
 */
function read(access) {
  try {
    return access();
  } catch {
    return null;
  }
}
