// @ts-check
// Takes the place of connection.js on an exported page: the board is simulated by a worker of this browser, not by a server.

import { pagePath } from "./elements.js";

/** @typedef {import("./protocol.js").Reply} Reply */
/** @typedef {import("./connection.js").Listener} Listener */

/**
 * What the worker sends.
 * @typedef {{ replies?: Reply[], isSaved?: boolean, failure?: string }} FromWorker
 */

export const WORDS = {
  connecting: "Loading",
  connected: "Running",
  replaced: "This browser has not kept your board, or the page has been updated since. This is a new board.",
};

/** Why the browser does not keep the board. */
const UNSAVED = isSecureContext
  ? "another tab has the board that is kept, or the browser stores nothing for this page"
  : "the page was opened over HTTP, not HTTPS";

/** A module with an instruction of SIMD, which the simulator needs. */
const SIMD = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11,
]);

export class Connection {
  /** @type {Worker | null} */
  #worker = null;
  #listener;
  /** Whether the browser keeps the board when the page is left. */
  keepsMachine = false;

  /** @param {Listener} listener */
  constructor(listener) {
    this.#listener = listener;
    const save = () => this.#worker?.postMessage("save");
    addEventListener("pagehide", save);
    addEventListener("visibilitychange", () => document.hidden && save());
  }

  /** Starts the simulation. */
  open() {
    this.#worker?.terminate();
    if (typeof WebAssembly === "undefined" || typeof Worker === "undefined") {
      this.#listener.refused("this browser cannot run WebAssembly, as which the board is simulated");
      return;
    }
    if (!WebAssembly.validate(SIMD)) {
      this.#listener.refused("this browser runs WebAssembly without SIMD, which simulating the board needs: use a newer browser");
      return;
    }
    const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
    this.#worker = worker;
    worker.onmessage = ({ data }) => this.#receive(data);
    worker.onerror = ({ message }) => this.#fail(message ?? "its script cannot be loaded");
    worker.postMessage({ hello: this.#listener.hello(), page: pagePath(), design: this.design() });
  }

  /** The design as data, if it is not a file of the page. @returns {Uint8Array | undefined} */
  design() {
    return undefined;
  }

  /**
   * Sends a message, unless the simulation has failed.
   * @param {unknown} message
   */
  send(message) {
    this.#worker?.postMessage(message);
  }

  /** @param {FromWorker} message */
  #receive({ replies = [], isSaved, failure }) {
    if (isSaved !== undefined) this.keepsMachine = isSaved;
    for (const reply of replies) {
      if (reply.type === "welcome") this.#listener.opened();
      if (reply.type === "refused") this.#listener.refused(reply.message);
      this.#listener.receive(reply);
      if (reply.type === "welcome" && !this.keepsMachine) this.#listener.warned(`This is a new board, and it is lost when you leave the page: ${UNSAVED}`);
    }
    if (failure !== undefined) this.#fail(failure);
  }

  /** @param {string} failure */
  #fail(failure) {
    this.#worker?.terminate();
    this.#worker = null;
    this.#listener.refused(`the simulation has failed: ${failure}`);
  }
}
