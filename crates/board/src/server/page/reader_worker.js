// @ts-check
// Reads the sources of a design in a worker: our reader and Yosys, both WebAssembly.

import { FileSystem } from "./file_system.js";
import { FunctionTable } from "./function_table.js";
import { loadYosys } from "./load_yosys.js";
import { systemInterface, withFiles, withStubs } from "./system_interface.js";
import { webFile } from "./web_file.js";

/** @typedef {import("./load_yosys.js").Yosys} Yosys */
/** @typedef {import("./reader.js").Response} Response */
/** @typedef {import("./reader.js").ToWorker} ToWorker */

/** The folder of the sources in the file system of the reader. Messages name files with it. */
const FOLDER = "design";

/** @type {Promise<{ reader: WebAssembly.Module, yosys: Yosys, version: string }> | undefined} */
let loaded;

/** @param {Response} message */
const post = (message) => /** @type {any} */ (self).postMessage(message);
const progress = (/** @type {string} */ step, detail = "") => post({ progress: { step, detail } });

onmessage = async ({ data }) => {
  try {
    /** @type {ToWorker} */
    const { files, top, isJudged, yosys } = data;
    loaded ??= load(yosys);
    post(read(await loaded, files, top, isJudged));
  } catch (error) {
    loaded = undefined;
    post({ refused: error instanceof Error ? error.message : String(error) });
  }
};

/** @param {string} folder of Yosys */
async function load(folder) {
  const [code, yosys] = await Promise.all([webFile(new URL("./simulator.wasm", import.meta.url)), loadYosys(folder, progress)]);
  return { reader: await WebAssembly.compile(await code.arrayBuffer()), ...yosys };
}

/**
 * @param {{ reader: WebAssembly.Module, yosys: Yosys, version: string }} programs
 * @param {Map<string, Uint8Array>} files
 * @param {string | null} top
 * @param {boolean} isJudged
 * @returns {Response}
 */
function read({ reader, yosys, version }, files, top, isJudged) {
  progress("Reading the sources");
  const system = new FileSystem();
  for (const [path, contents] of files) system.write(`${FOLDER}/${path}`, contents);
  let printed = "";
  /** @type {any} */
  let functions;
  const memory = () => functions.memory.buffer;
  /** Copies bytes into the buffer of the reader. @param {Uint8Array} bytes */
  const send = (bytes) => received(bytes.length).set(bytes);
  /** The bytes of the buffer. @param {number} length */
  const received = (length) => {
    // It may have to be larger, which makes the memory another array.
    const address = functions.buffer(length);
    return new Uint8Array(memory(), address, length);
  };
  /** @type {FunctionTable} */
  let table;
  let played = 0;
  const host = {
    compile: (/** @type {number} */ address, /** @type {number} */ length) => table.compile(address, length),
    release: (/** @type {number} */ index) => table.release(index),
    /** @type {(hands: number, all: number) => void} */
    played(hands, all) {
      // Not for each of many small steps.
      const percent = Math.floor(100 * played / all);
      played += hands;
      if (Math.floor(100 * played / all) > percent) progress("Playing every hand", `${played.toLocaleString("en")} of ${all.toLocaleString("en")}`);
    },
    /** @type {(address: number, length: number) => number} */
    yosys(address, length) {
      const job = JSON.parse(new TextDecoder().decode(new Uint8Array(memory(), address, length)));
      const step = job.script.includes("read_slang") ? "Yosys reads the sources with slang" : "Yosys reads the sources with its own reader";
      const { code, lines, files: written } = yosys.run(job, (command, commands) => progress(step, `command ${command} of ${commands}`));
      progress("Preparing the simulation");
      const header = new TextEncoder().encode(`${JSON.stringify({ code, lines, lengths: written.map((file) => file.length) })}\n`);
      const output = new Uint8Array(written.reduce((sum, file) => sum + file.length, header.length));
      let end = 0;
      for (const part of [header, ...written]) {
        output.set(part, end);
        end += part.length;
      }
      send(output);
      return output.length;
    },
  };
  const interfaces = systemInterface(memory, () => performance.now(), (text) => printed += text);
  const imports = withStubs(reader, { host, wasi_snapshot_preview1: withFiles(interfaces, system.functions(memory)) });
  functions = new WebAssembly.Instance(reader, imports).exports;
  table = new FunctionTable(functions);
  functions.__wasm_call_ctors();
  try {
    send(new TextEncoder().encode(JSON.stringify({ folder: FOLDER, top, yosys: version, is_judged: isJudged })));
    const response = JSON.parse(new TextDecoder().decode(received(functions.read_design())), (_key, value) => withoutFolder(value, files));
    const part = (/** @type {number} */ index) => received(functions.take_part(index)).slice();
    if (response.read) return { read: { ...response.read, design: part(0) } };
    if (response.judged) return { judged: { ...response.judged, parts: Array.from({ length: response.judged.parts }, (_, index) => part(index)) } };
    return response;
  } catch (error) {
    throw printed ? new Error(printed.trim(), { cause: error }) : error;
  }
}

/**
 * A text that names files as the page does; another value as it is.
 * @param {unknown} value
 * @param {Map<string, Uint8Array>} files
 */
function withoutFolder(value, files) {
  if (typeof value !== "string") return value;
  let text = value;
  for (const path of files.keys()) text = text.replaceAll(`${FOLDER}/${path}`, () => path);
  return text;
}
