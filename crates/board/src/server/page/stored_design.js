// @ts-check
// The design of the workbench in the storage of the browser (IndexedDB).

import { lock, openDatabase, settled } from "./database.js";
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
  #name = `baccarat sources ${pagePath()}`;
  /** @type {Promise<IDBDatabase> | undefined} */
  #database;
  /** Whether no other tab stores its design. Browsers that cannot tell share the storage. */
  #isOwn = "locks" in navigator ? lock(this.#name).then(() => true, () => false) : Promise.resolve(true);

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
    if (!await this.#isOwn) return "Another tab of this page keeps its design, so this one is lost when you leave the page: download it.";
    try {
      await settled((await this.#open()).transaction(STORE, "readwrite").objectStore(STORE).put(stored, KEY));
      return "";
    } catch (error) {
      console.warn(error);
      return "This browser does not keep the design when you leave the page: download it.";
    }
  }

  #open() {
    return this.#database ??= openDatabase(this.#name, STORE);
  }
}
