// @ts-check
// What the browser keeps: the machine of this tab (for the session), name and bankroll (for good).

/** @typedef {import("./messages.js").Saved} Saved */
/** @typedef {import("./messages.js").Table} Table */

const TOKEN = "baccarat.token";
const PURSE = "baccarat.purse";

/** How long a tab may take to go that is being loaded again, in milliseconds. */
const HANDOVER = 500;

/** @returns {string | null} */
export function token() {
  return read(() => sessionStorage.getItem(TOKEN));
}

/** @param {string} value */
export function keepToken(value) {
  if (value === token()) return;
  read(() => sessionStorage.setItem(TOKEN, value));
  void hold(value);
}

/**
 * Forgets the token if another tab plays with it: a tab that is duplicated begins with a copy of what the first one keeps.
 * To be called once, before the token is used.
 */
export async function settleToken() {
  const copied = token();
  if (copied === null) return;
  try {
    await hold(copied, AbortSignal.timeout(HANDOVER));
  } catch {
    read(() => sessionStorage.removeItem(TOKEN));
  }
}

/**
 * Holds a token for as long as this tab lives. Resolves when it is held; browsers hold nothing for pages from another
 * computer, which then go without.
 * @param {string} value
 * @param {AbortSignal} [signal]
 * @returns {Promise<void>}
 */
function hold(value, signal) {
  if (!navigator.locks) return Promise.resolve();
  return new Promise((held, failed) => {
    const forGood = () => {
      held();
      return new Promise(() => {});
    };
    navigator.locks.request(`${TOKEN} ${value}`, { signal }, forGood).catch(failed);
  });
}

/** @returns {Saved | null} */
export function purse() {
  const text = read(() => localStorage.getItem(PURSE));
  if (!text) return null;
  try {
    const { name, bankroll } = JSON.parse(text);
    return typeof name === "string" && Number.isSafeInteger(bankroll) && bankroll >= 0 ? { name, bankroll } : null;
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
