// @ts-check
// The worker that reads the sources of designs, one at a time.

/**
 * What is sent to the worker: the files by their paths, the top module if it is named, whether to judge the design as a task5, and
 * the address of Yosys's folder.
 * @typedef {{ files: Map<string, Uint8Array>, top: string | null, isJudged: boolean, yosys: string }} ToWorker
 */

/**
 * A design that was read: the name of its top module, what has read it, the warnings, and the design as data for the simulator.
 * @typedef {{ top: string, reader: string, warnings: string[], design: Uint8Array<ArrayBuffer> }} Read
 */

/**
 * The verdict on a task5, with the first wrong hand if there is one: levels of KEY, each for some cycles. The parts are its waveform
 * and its timing diagram.
 * @typedef {{ passed: boolean, text: string, hand: { keys: number, cycles: number }[], parts: Uint8Array<ArrayBuffer>[] }} Judged
 */

/** @typedef {{ read: Read } | { judged: Judged } | { refused: string }} Result */

/** What is being done, and how far. @typedef {{ step: string, detail: string }} Progress */

/** @typedef {{ progress: Progress } | Result} Response */

export class Reader {
  /** @type {Worker | undefined} */
  #worker;
  /** Ends what is being read. @type {(() => void) | undefined} */
  #cancel;

  /**
   * Reads a design, or judges it, instead of the one that is being read. Returns undefined if that is cancelled.
   * @param {Omit<ToWorker, "yosys">} sources
   * @param {(progress: Progress) => void} progress
   * @returns {Promise<Result | undefined>}
   */
  read(sources, progress) {
    this.cancel();
    const worker = this.#worker ??= new Worker(new URL("./reader_worker.js", import.meta.url), { type: "module" });
    return new Promise((resolve) => {
      const end = (/** @type {Result | undefined} */ result) => {
        this.#cancel = undefined;
        resolve(result);
      };
      this.#cancel = () => {
        worker.terminate();
        this.#worker = undefined;
        end(undefined);
      };
      worker.onmessage = ({ data }) => "progress" in data ? progress(data.progress) : end(data);
      worker.onerror = ({ message }) => {
        worker.terminate();
        this.#worker = undefined;
        end({ refused: message ?? "the script of the reader cannot be loaded" });
      };
      worker.postMessage({ ...sources, yosys: yosysFolder() });
    });
  }

  /** Ends what is being read. Yosys is loaded again for the next design. */
  cancel() {
    this.#cancel?.();
  }
}

/** The address of the folder of Yosys, which the page names. */
export function yosysFolder() {
  return new URL(document.documentElement.dataset.yosys ?? "", document.baseURI).href;
}
