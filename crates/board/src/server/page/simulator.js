// @ts-check
// The simulator of an exported page, a WebAssembly module: src/site/browser.rs has its functions.

import { FunctionTable } from "./function_table.js";
import { systemInterface, withStubs } from "./system_interface.js";

/** @typedef {import("./protocol.js").Reply} Reply */
/** @typedef {import("./saved_board.js").State} State */

/**
 * @typedef {object} Functions
 * @property {WebAssembly.Memory} memory
 * @property {WebAssembly.Table} __indirect_function_table
 * @property {() => void} __wasm_call_ctors
 * @property {(length: number) => number} buffer
 * @property {(message: number) => number} start
 * @property {() => number} resume
 * @property {() => number} handle
 * @property {() => number} advance
 * @property {() => number} interval
 */

const PAGE = 65536;

export class Simulator {
  /** @type {Functions} */
  #functions = /** @type {any} */ (null);
  /** The functions that the simulator has made of the design. @type {FunctionTable} */
  #table = /** @type {any} */ (null);
  /** What the time of the simulator is ahead of that of the page, in milliseconds. */
  #ahead = 0;
  /** What the simulator has printed, such as why it has failed. */
  #printed = "";

  /**
   * Starts the code, or continues with a state that was saved.
   * @param {WebAssembly.Module} code
   * @param {State} [state]
   */
  static async start(code, state) {
    const simulator = new Simulator();
    await simulator.#start(code, state);
    return simulator;
  }

  /**
   * @param {WebAssembly.Module} code
   * @param {State} [state]
   */
  async #start(code, state) {
    const memory = () => this.#functions.memory.buffer;
    const system = systemInterface(memory, () => performance.now() + this.#ahead, (text) => this.#printed += text);
    const host = {
      compile: (/** @type {number} */ address, /** @type {number} */ length) => this.#table.compile(address, length),
      release: (/** @type {number} */ index) => this.#table.release(index),
    };
    const instance = await WebAssembly.instantiate(code, withStubs(code, { wasi_snapshot_preview1: system, host }));
    this.#functions = /** @type {any} */ (instance.exports);
    this.#table = new FunctionTable(this.#functions);
    this.#functions.__wasm_call_ctors();
    if (!state) return;
    this.#functions.memory.grow(state.memory.length / PAGE - memory().byteLength / PAGE);
    new Uint8Array(memory()).set(state.memory);
    this.#ahead = state.time - performance.now();
    state.modules.forEach((module, place) => this.#table.set(place, module));
  }

  /**
   * Starts a design at power-up.
   * @param {Uint8Array} design
   * @param {unknown} hello the first message of the page
   */
  load(design, hello) {
    const message = new TextEncoder().encode(JSON.stringify(hello));
    const address = this.#functions.buffer(design.length + message.length);
    const memory = new Uint8Array(this.#functions.memory.buffer);
    memory.set(design, address);
    memory.set(message, address + design.length);
    return this.#replies(() => this.#functions.start(message.length));
  }

  resume() {
    return this.#replies(() => this.#functions.resume());
  }

  /** @param {unknown} message of the page */
  handle(message) {
    const bytes = new TextEncoder().encode(JSON.stringify(message));
    const address = this.#functions.buffer(bytes.length);
    new Uint8Array(this.#functions.memory.buffer).set(bytes, address);
    return this.#replies(() => this.#functions.handle());
  }

  advance() {
    return this.#replies(() => this.#functions.advance());
  }

  /** Returns how often to advance, in milliseconds. */
  interval() {
    return this.#functions.interval();
  }

  /** @returns {State} whose memory is that of the simulator, not a copy */
  state() {
    return {
      memory: new Uint8Array(this.#functions.memory.buffer),
      modules: this.#table.modules,
      time: performance.now() + this.#ahead,
    };
  }

  /**
   * @param {() => number} call
   * @returns {Reply[]}
   */
  #replies(call) {
    try {
      const length = call();
      const bytes = new Uint8Array(this.#functions.memory.buffer, this.#functions.buffer(length), length);
      return JSON.parse(new TextDecoder().decode(bytes));
    } catch (error) {
      throw this.#printed ? new Error(this.#printed.trim(), { cause: error }) : error;
    }
  }
}
