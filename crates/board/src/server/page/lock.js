// @ts-check
// Locks between the tabs of a page.

/** How long a tab that is being reloaded may take to release its lock, in milliseconds. */
export const LOCK_TIMEOUT = 500;

/**
 * Takes a lock until this tab is closed, or this worker ends. Resolves when the lock is held, or at once where browsers offer no
 * locks: on insecure origins, such as another computer's address.
 * @param {string} name
 * @param {LockOptions} [options]
 * @returns {Promise<void>}
 */
export function lock(name, options = {}) {
  if (!navigator.locks) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const holdForever = (/** @type {Lock | null} */ held) => {
      if (!held) throw new DOMException("another tab has the lock", "AbortError");
      resolve();
      return new Promise(() => {});
    };
    navigator.locks.request(name, options, holdForever).catch(reject);
  });
}
