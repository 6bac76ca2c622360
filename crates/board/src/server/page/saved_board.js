// @ts-check
// The board of an exported page in the storage of the browser (IndexedDB): the memory of its simulator.

import { openDatabase, settled } from "./database.js";
import { LOCK_TIMEOUT, lock } from "./lock.js";

/**
 * @typedef {object} State
 * @property {Uint8Array} memory
 * @property {(Uint8Array | null)[]} modules what was compiled, in order; null is the place of one that was released
 * @property {number} time of the simulator, in milliseconds
 */

/**
 * What is stored beside the parts of the memory and the modules.
 * @typedef {{ version: string, length: number, time: number }} Description
 */

const STORE = "memory";
const DESCRIPTION = "description";
const MODULES = "modules";

/** The memory is stored in parts of so many bytes. Those that do not change are not stored again. */
const PART = 65536;

export class SavedBoard {
  #database;
  #version;
  /** What is stored. */
  #memory = new Uint32Array(0);
  /** The modules that are stored. Null: none are, not even that there are none. @type {(Uint8Array | null)[] | null} */
  #modules = null;

  /**
   * @param {IDBDatabase} database
   * @param {string} version
   */
  constructor(database, version) {
    this.#database = database;
    this.#version = version;
  }

  /**
   * Opens the storage of a page. Returns null if another tab uses it, or if the browser has none for this page.
   * @param {string} name
   * @param {string} version of the simulator and its design
   */
  static async open(name, version) {
    try {
      // Over plain HTTP, browsers do not tell tabs apart.
      if (!navigator.locks) return null;
      await lock(name, { signal: AbortSignal.timeout(LOCK_TIMEOUT) });
      return new SavedBoard(await openDatabase(name, STORE), version);
    } catch {
      return null;
    }
  }

  /**
   * Returns the board that was saved by the same version.
   * @returns {Promise<State | undefined>}
   */
  async read() {
    try {
      const store = this.#database.transaction(STORE).objectStore(STORE);
      /** @type {Description | undefined} */
      const description = await settled(store.get(DESCRIPTION));
      if (description?.version !== this.#version) return undefined;
      const parts = await settled(store.getAll(IDBKeyRange.bound(0, Infinity)));
      const modules = await settled(store.get(MODULES));
      const memory = new Uint8Array(description.length);
      if (parts.length < memory.length / PART) return undefined;
      parts.slice(0, memory.length / PART).forEach((part, index) => memory.set(part, index * PART));
      return { memory, modules, time: description.time };
    } catch {
      return undefined;
    }
  }

  /**
   * Saves a board: all of it, or, if the browser has no room, nothing.
   * @param {State} state
   */
  write(state) {
    try {
      this.#write(state);
    } catch (error) {
      console.warn(error);
    }
  }

  /** @param {State} state */
  #write({ memory, modules, time }) {
    const words = new Uint32Array(memory.buffer);
    const store = this.#database.transaction(STORE, "readwrite").objectStore(STORE);
    for (let part = 0; part < memory.length / PART; part += 1) {
      const [begin, end] = [part * PART / 4, (part + 1) * PART / 4];
      if (!this.#isStored(words, begin, end)) store.put(memory.slice(part * PART, (part + 1) * PART), part);
    }
    if (!this.#areStored(modules)) store.put(modules, MODULES);
    const storedModules = modules.slice();
    /** @type {Description} */
    const description = { version: this.#version, length: memory.length, time };
    store.put(description, DESCRIPTION);
    const stored = words.slice();
    store.transaction.oncomplete = () => {
      this.#memory = stored;
      this.#modules = storedModules;
    };
  }

  /** Removes the board from the storage. */
  async remove() {
    try {
      await settled(this.#database.transaction(STORE, "readwrite").objectStore(STORE).clear());
    } catch (error) {
      console.warn(error);
    }
  }

  /** @param {(Uint8Array | null)[]} modules */
  #areStored(modules) {
    const stored = this.#modules;
    return stored !== null && modules.length === stored.length && modules.every((module, index) => module === stored[index]);
  }

  /**
   * @param {Uint32Array} words
   * @param {number} begin
   * @param {number} end
   */
  #isStored(words, begin, end) {
    if (end > this.#memory.length) return false;
    for (let word = begin; word < end; word += 1) {
      if (words[word] !== this.#memory[word]) return false;
    }
    return true;
  }
}
