// @ts-check
// Loads Yosys from the web server, once.

import { webFile } from "./web_file.js";
import { Yosys } from "./yosys.js";

export { Yosys };

/**
 * What the folder of Yosys says about it.
 * @typedef {{ version: string, length: number, share: Record<string, string> }} About `length` is that of the compressed program
 */

const PROGRAM = "yosys.wasm.gz";
const ABOUT = "yosys.json";

/** The names of the files in the folder. */
export const FILES = [PROGRAM, ABOUT];

/** How often the progress is reported, in bytes. */
const STEP = 1 << 18;

/**
 * @param {string} folder its address
 * @param {(step: string, detail?: string) => void} progress
 */
export async function loadYosys(folder, progress) {
  progress("Loading Yosys");
  const [program, description] = await Promise.all([webFile(new URL(PROGRAM, folder)), webFile(new URL(ABOUT, folder))]);
  /** @type {About} */
  const { version, length, share } = await description.json();
  const compressed = await received(program, (bytes) => progress("Loading Yosys", `${megabytes(bytes)} of ${megabytes(length)} MB`));
  progress("Compiling Yosys");
  const code = await compiled(await decompressed(compressed));
  return { yosys: new Yosys(code, share), version };
}

/** @param {BufferSource} program */
async function compiled(program) {
  try {
    return await WebAssembly.compile(program);
  } catch (error) {
    const problem = "this browser cannot run Yosys, which needs the exceptions of WebAssembly: use Chrome or Edge from 137, Firefox from 131, or Safari from 18.4";
    throw new Error(problem, { cause: error });
  }
}

/**
 * @param {Response} response
 * @param {(bytes: number) => void} progress
 */
async function received(response, progress) {
  const reader = /** @type {ReadableStream<Uint8Array<ArrayBuffer>>} */ (response.body).getReader();
  /** @type {Uint8Array<ArrayBuffer>[]} */
  const parts = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return new Blob(parts);
    if (Math.floor(length / STEP) < Math.floor((length + value.length) / STEP)) progress(length + value.length);
    length += value.length;
    parts.push(value);
  }
}

/**
 * The contents of a file that gzip has compressed, unless the web server has said so and the browser has decompressed it.
 * @param {Blob} file
 */
async function decompressed(file) {
  const [first, second] = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  const isCompressed = first === 0x1f && second === 0x8b;
  return isCompressed ? new Response(file.stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer() : file.arrayBuffer();
}

/** @param {number} bytes */
function megabytes(bytes) {
  return (bytes / 1e6).toFixed(1);
}
