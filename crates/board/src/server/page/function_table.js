// @ts-check
// The functions that a program of WebAssembly compiles at run time: at the end of its table.

/**
 * What such a program has.
 * @typedef {{ memory: WebAssembly.Memory, __indirect_function_table: WebAssembly.Table }} Exports
 */

export class FunctionTable {
  #exports;
  /**
   * The modules, in the order of their functions. Null is the place of one that was released.
   * @type {(Uint8Array | null)[]}
   */
  modules = [];
  /** The index of the first of these functions. */
  #first;

  /** @param {Exports} exports of the program before it has compiled any */
  constructor(exports) {
    this.#exports = exports;
    this.#first = exports.__indirect_function_table.length;
  }

  /**
   * Compiles a module in the memory. Returns the index of its function.
   * @param {number} address
   * @param {number} length
   */
  compile(address, length) {
    const module = new Uint8Array(this.#exports.memory.buffer, address, length).slice();
    const free = this.modules.indexOf(null);
    try {
      return this.set(free < 0 ? this.modules.length : free, module);
    } catch (error) {
      // A browser may have a limit for a function. Without it, the simulator interprets.
      console.warn(error);
      return -1;
    }
  }

  /** @param {number} index */
  release(index) {
    this.set(index - this.#first, null);
  }

  /**
   * Sets the function of a module, or none, at a place behind the other functions. Returns its index.
   * @param {number} place
   * @param {Uint8Array | null} module
   */
  set(place, module) {
    const table = this.#exports.__indirect_function_table;
    const run = module && this.#instantiate(module);
    const index = this.#first + place;
    if (index === table.length) table.grow(1);
    table.set(index, run);
    this.modules[place] = module;
    return index;
  }

  /** @param {Uint8Array} module */
  #instantiate(module) {
    const { memory } = this.#exports;
    const code = new WebAssembly.Module(/** @type {Uint8Array<ArrayBuffer>} */ (module));
    return new WebAssembly.Instance(code, { host: { memory } }).exports.run;
  }
}
