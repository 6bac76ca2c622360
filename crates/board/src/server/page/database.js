// @ts-check
// Databases of the browser (IndexedDB) with one store.

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
