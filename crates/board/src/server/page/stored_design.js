// @ts-check
// The design of the workbench in the storage of the browser (IndexedDB).

import { openDatabase, settled } from "./database.js";
import { pagePath } from "./elements.js";
import { LOCK_TIMEOUT, lock } from "./lock.js";

/** @typedef {import("./workbench.js").Design} Design */
/** @typedef {import("./reader.js").Read} Read */

/**
 * A design, what the page with this address has read of it if it was not changed since, and the design before it.
 * @typedef {{ design: Design, read: Read | undefined, version: string, before: Design | undefined }} Stored
 */

const STORE = "design";
const KEY = "last";

export class StoredDesign {
  #name = `baccarat sources ${pagePath()}`;
  /** @type {Promise<IDBDatabase> | undefined} */
  #database;
  /** Resolves if no other tab stores its design. Browsers that cannot tell share the storage. */
  #owned = lock(this.#name, { signal: AbortSignal.timeout(LOCK_TIMEOUT) });

  constructor() {
    this.#owned.catch(() => {});
  }

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
   * Returns why it is not stored; an empty text if it is.
   * @param {Stored} stored
   */
  async write(stored) {
    try {
      // The other tab may be closed since.
      this.#owned = this.#owned.catch(() => lock(this.#name, { ifAvailable: true }));
      await this.#owned;
      await settled((await this.#open()).transaction(STORE, "readwrite").objectStore(STORE).put(stored, KEY));
      return "";
    } catch (error) {
      if (error instanceof DOMException && ["AbortError", "TimeoutError"].includes(error.name)) {
        return "Another tab of this page keeps its design, so this one is lost when you leave the page: download it.";
      }
      console.warn(error);
      return "This browser does not keep the design when you leave the page: download it.";
    }
  }

  #open() {
    return this.#database ??= openDatabase(this.#name, STORE);
  }
}
