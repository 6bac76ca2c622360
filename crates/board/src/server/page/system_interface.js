// @ts-check
// What the simulator needs of the WebAssembly System Interface (WASI, preview 1): time, random numbers, and an output for errors.

const SUCCESS = 0;
const NOT_SUPPORTED = 58;

/** The clock that does not stand still or go back. */
const MONOTONIC = 1;

/**
 * @param {() => ArrayBufferLike} memory
 * @param {() => number} now the time of the monotonic clock, in milliseconds
 * @param {(text: string) => void} print
 */
export function systemInterface(memory, now, print) {
  const view = () => new DataView(memory());
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
    environ_sizes_get(count, bytes) {
      view().setUint32(count, 0, true);
      view().setUint32(bytes, 0, true);
      return SUCCESS;
    },
    environ_get: () => SUCCESS,
    /** @type {(file: number, parts: number, count: number, written: number) => number} */
    fd_write(_file, parts, count, written) {
      let total = 0;
      for (let part = parts; part < parts + 8 * count; part += 8) {
        const [address, length] = [view().getUint32(part, true), view().getUint32(part + 4, true)];
        print(new TextDecoder().decode(new Uint8Array(memory(), address, length)));
        total += length;
      }
      view().setUint32(written, total, true);
      return SUCCESS;
    },
    fd_read: () => NOT_SUPPORTED,
    /** @type {(code: number) => never} */
    proc_exit(code) {
      throw new Error(`the simulator has ended with code ${code}`);
    },
  };
}
