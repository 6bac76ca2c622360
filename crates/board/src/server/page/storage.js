// @ts-check
// What the browser stores: the token of this tab's machine and how its signals are shown (sessionStorage), name and bankroll
// (localStorage).

import { atStake, total } from "./money.js";

import { machineName } from "./elements.js";
import { LOCK_TIMEOUT, lock } from "./lock.js";

/** @typedef {import("./protocol.js").Saved} Saved */
/** @typedef {import("./protocol.js").Table} Table */

/** Each machine has a token of its own. */
const TOKEN_KEY = `baccarat.token.${machineName()}`;
const RADIX_KEY = `baccarat.radixes.${machineName()}`;
const PLAYER_KEY = "baccarat.purse";
/** Marks a tab whose name and bankroll are not saved, since another tab has saved its own. */
const UNSAVED_KEY = "baccarat.purse.unsaved";

/** How long a tab that was closed just before may take to release the lock of name and bankroll, in milliseconds. */
const PLAYER_LOCK_TIMEOUT = 2000;

/** @returns {string | null} */
export function token() {
  return access(() => sessionStorage.getItem(TOKEN_KEY));
}

/** @param {string} value */
export function saveToken(value) {
  if (value === token()) return;
  access(() => sessionStorage.setItem(TOKEN_KEY, value));
  void lock(`${TOKEN_KEY} ${value}`);
}

/**
 * Removes the token if another tab uses it: a duplicated tab starts with a copy of the sessionStorage. To be called once,
 * before the token is used.
 */
export async function dropDuplicateToken() {
  const copied = token();
  if (copied === null) return;
  try {
    await lock(`${TOKEN_KEY} ${copied}`, { signal: AbortSignal.timeout(LOCK_TIMEOUT) });
  } catch {
    access(() => sessionStorage.removeItem(TOKEN_KEY));
  }
}

/**
 * Returns whether this tab reads and saves name and bankroll: of the tabs that are open, only the first one does. To be called
 * once, before they are read.
 */
export async function claimPlayer() {
  try {
    if (!isSaved()) return false;
    await lock(PLAYER_KEY, { signal: AbortSignal.timeout(PLAYER_LOCK_TIMEOUT) });
  } catch {
    access(() => sessionStorage.setItem(UNSAVED_KEY, ""));
  }
  return isSaved();
}

function isSaved() {
  return access(() => sessionStorage.getItem(UNSAVED_KEY)) === null;
}

/** @returns {Saved | null} */
export function savedPlayer() {
  const text = isSaved() ? access(() => localStorage.getItem(PLAYER_KEY)) : null;
  if (!text) return null;
  try {
    const { name, bankroll } = JSON.parse(text);
    return typeof name === "string" && Number.isSafeInteger(bankroll) && bankroll >= 0 ? { name, bankroll } : null;
  } catch {
    return null;
  }
}

/**
 * Saves name and bankroll, with the bets for the next hand. Those on a hand in play are lost unless it ends.
 * @param {Table} table
 */
export function savePlayer(table) {
  if (!isSaved()) return;
  const saved = { name: table.name, bankroll: table.bankroll + total(table.bets) - atStake(table) };
  access(() => localStorage.setItem(PLAYER_KEY, JSON.stringify(saved)));
}

/**
 * Returns the radixes of signals, by their names.
 * @returns {Record<string, unknown>}
 */
export function savedRadixes() {
  try {
    return Object(JSON.parse(access(() => sessionStorage.getItem(RADIX_KEY)) ?? "{}"));
  } catch {
    return {};
  }
}

/** @param {Record<string, string>} radixes */
export function saveRadixes(radixes) {
  access(() => sessionStorage.setItem(RADIX_KEY, JSON.stringify(radixes)));
}

/**
 * Returns null if the browser's settings forbid access to the storage.
 * @template T
 * @param {() => T} operation
 * @returns {T | null}
 */
function access(operation) {
  try {
    return operation();
  } catch {
    return null;
  }
}
