// @ts-check
// The simulator of an exported page, a WebAssembly module: src/site/browser.rs has its functions.

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
  /**
   * The modules that the simulator has made of the design, in the order of their functions at the end of the table. Null is the
   * place of one that was released.
   * @type {(Uint8Array | null)[]}
   */
  #modules = [];
  /** The index of the first of these functions. */
  #first = 0;
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
      compile: (/** @type {number} */ address, /** @type {number} */ length) => this.#compile(address, length),
      release: (/** @type {number} */ index) => this.#release(index),
    };
    const instance = await WebAssembly.instantiate(code, withStubs(code, { wasi_snapshot_preview1: system, host }));
    this.#functions = /** @type {any} */ (instance.exports);
    this.#first = this.#functions.__indirect_function_table.length;
    this.#functions.__wasm_call_ctors();
    if (!state) return;
    this.#functions.memory.grow(state.memory.length / PAGE - memory().byteLength / PAGE);
    new Uint8Array(memory()).set(state.memory);
    this.#ahead = state.time - performance.now();
    state.modules.forEach((module, place) => this.#set(place, module));
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
      modules: this.#modules,
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

  /**
   * Compiles a module in the memory. Returns the index of its function.
   * @param {number} address
   * @param {number} length
   */
  #compile(address, length) {
    const module = new Uint8Array(this.#functions.memory.buffer, address, length).slice();
    const free = this.#modules.indexOf(null);
    try {
      return this.#set(free < 0 ? this.#modules.length : free, module);
    } catch (error) {
      // A browser may have a limit for a function. Without it, the simulator interprets.
      console.warn(error);
      return -1;
    }
  }

  /** @param {number} index */
  #release(index) {
    this.#set(index - this.#first, null);
  }

  /**
   * Sets the function of a module, or none, at a place behind the other functions. Returns its index.
   * @param {number} place
   * @param {Uint8Array | null} module
   */
  #set(place, module) {
    const table = this.#functions.__indirect_function_table;
    const run = module && this.#instantiate(module);
    const index = this.#first + place;
    if (index === table.length) table.grow(1);
    table.set(index, run);
    this.#modules[place] = module;
    return index;
  }

  /** @param {Uint8Array} module */
  #instantiate(module) {
    const { memory } = this.#functions;
    const code = new WebAssembly.Module(/** @type {Uint8Array<ArrayBuffer>} */ (module));
    return new WebAssembly.Instance(code, { host: { memory } }).exports.run;
  }
}
