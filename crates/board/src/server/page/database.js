// @ts-check
// Databases of the browser (IndexedDB) with one store, each for one tab.

/** How long a tab that is being reloaded may take to release its lock, in milliseconds. */
const LOCK_TIMEOUT = 500;

/**
 * Opens a database, which is created if there is none.
 * @param {string} name
 * @param {string} store
 */
export function openDatabase(name, store) {
  const request = indexedDB.open(name, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(store);
  return settled(request);
}

/**
 * Returns the result of a request.
 * @template T
 * @param {IDBRequest<T>} request
 * @returns {Promise<T>}
 */
export function settled(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/**
 * Takes a lock until this page or worker ends.
 * @param {string} name
 * @returns {Promise<void>}
 */
export function lock(name) {
  return new Promise((resolve, reject) => {
    const holdForever = () => {
      resolve();
      return new Promise(() => {});
    };
    navigator.locks.request(name, { signal: AbortSignal.timeout(LOCK_TIMEOUT) }, holdForever).catch(reject);
  });
}
