// @ts-check
// The design of the workbench in the storage of the browser (IndexedDB).

import { openDatabase, settled } from "./database.js";
import { pagePath } from "./elements.js";

/** @typedef {import("./workbench.js").Design} Design */
/** @typedef {import("./reader.js").Read} Read */

/**
 * A design, what the page with this address has read of it if it was not changed since, and the design before it.
 * @typedef {{ design: Design, read: Read | undefined, version: string, before: Design | undefined }} Stored
 */

const STORE = "design";
const KEY = "last";

export class StoredDesign {
  /** @type {Promise<IDBDatabase> | undefined} */
  #database;

  /**
   * Returns what was stored last; undefined if the browser stores nothing for this page.
   * @returns {Promise<Stored | undefined>}
   */
  async read() {
    try {
      return await settled((await this.#open()).transaction(STORE).objectStore(STORE).get(KEY));
    } catch {
      return undefined;
    }
  }

  /**
   * Returns whether it is stored.
   * @param {Stored} stored
   */
  async write(stored) {
    try {
      await settled((await this.#open()).transaction(STORE, "readwrite").objectStore(STORE).put(stored, KEY));
      return true;
    } catch (error) {
      console.warn(error);
      return false;
    }
  }

  #open() {
    return this.#database ??= openDatabase(`baccarat sources ${pagePath()}`, STORE);
  }
}
