// @ts-check
// What programs need of the WebAssembly System Interface (WASI, preview 1): time, random numbers, words of the command line, and
// an output for errors.

const SUCCESS = 0;
const NOT_SUPPORTED = 58;

/** The clock that does not stand still or go back. */
const MONOTONIC = 1;

/** What ends a program. */
export class Exit extends Error {
  /** @param {number} code */
  constructor(code) {
    super(`the program has ended with code ${code}`);
    this.code = code;
  }
}

/**
 * @param {() => ArrayBufferLike} memory
 * @param {() => number} now the time of the monotonic clock, in milliseconds
 * @param {(text: string) => void} print
 * @param {string[]} words the command line
 */
export function systemInterface(memory, now, print, words = []) {
  const view = () => new DataView(memory());
  const encoded = words.map((word) => new TextEncoder().encode(`${word}\0`));
  const decoder = new TextDecoder();
  return {
    /** @type {(clock: number, precision: bigint, time: number) => number} */
    clock_time_get(clock, _precision, time) {
      const milliseconds = clock === MONOTONIC ? now() : Date.now();
      view().setBigUint64(time, BigInt(Math.round(milliseconds * 1e6)), true);
      return SUCCESS;
    },
    /** @type {(address: number, length: number) => number} */
    random_get(address, length) {
      crypto.getRandomValues(new Uint8Array(/** @type {ArrayBuffer} */ (memory()), address, length));
      return SUCCESS;
    },
    /** @type {(count: number, bytes: number) => number} */
    args_sizes_get(count, bytes) {
      view().setUint32(count, encoded.length, true);
      view().setUint32(bytes, encoded.reduce((sum, word) => sum + word.length, 0), true);
      return SUCCESS;
    },
    /** @type {(addresses: number, address: number) => number} */
    args_get(addresses, address) {
      for (const [index, word] of encoded.entries()) {
        view().setUint32(addresses + 4 * index, address, true);
        new Uint8Array(memory(), address, word.length).set(word);
        address += word.length;
      }
      return SUCCESS;
    },
    /** @type {(count: number, bytes: number) => number} */
    environ_sizes_get(count, bytes) {
      view().setUint32(count, 0, true);
      view().setUint32(bytes, 0, true);
      return SUCCESS;
    },
    environ_get: () => SUCCESS,
    sched_yield: () => SUCCESS,
    /** @type {(file: number, parts: number, count: number, written: number) => number} */
    fd_write(_file, parts, count, written) {
      let total = 0;
      for (let part = parts; part < parts + 8 * count; part += 8) {
        const [address, length] = [view().getUint32(part, true), view().getUint32(part + 4, true)];
        print(decoder.decode(new Uint8Array(memory(), address, length)));
        total += length;
      }
      view().setUint32(written, total, true);
      return SUCCESS;
    },
    /** @type {(code: number) => never} */
    proc_exit(code) {
      throw new Exit(code);
    },
  };
}

/**
 * Adds functions to the imports of a program, so that each has one: those that are added are not supported.
 * @param {WebAssembly.Module} code
 * @param {Record<string, Record<string, Function>>} imports
 */
export function withStubs(code, imports) {
  for (const { module, name } of WebAssembly.Module.imports(code)) {
    imports[module] ??= {};
    imports[module][name] ??= () => NOT_SUPPORTED;
  }
  return /** @type {WebAssembly.Imports} */ (imports);
}

/** The descriptors below are those of the standard streams. */
const FILES = 3;

/**
 * The functions of a program that has files, too.
 * @param {ReturnType<typeof systemInterface>} system
 * @param {ReturnType<import("./file_system.js").FileSystem["functions"]>} files
 */
export function withFiles(system, files) {
  return {
    ...system,
    ...files,
    /** @type {(file: number, parts: number, count: number, written: number) => number} */
    fd_write: (file, parts, count, written) => (file < FILES ? system : files).fd_write(file, parts, count, written),
  };
}
