// @ts-check
// The worker of an exported page: does what the server does for other pages.

import { SavedBoard } from "./saved_board.js";
import { Simulator } from "./simulator.js";
import { webFile } from "./web_file.js";

/** @typedef {import("./worker_connection.js").FromWorker} FromWorker */

/** How long after a message of the page the board is saved, in milliseconds. */
const SAVE_DELAY = 250;

/** The same for other changes, of which a design may have some all the time. */
const SAVE_INTERVAL = 5000;

/** @type {Simulator | undefined} */
let simulator;
/** @type {SavedBoard | null} */
let saved = null;
let saveTimer = 0;
/** When the board is saved next. */
let saveTime = Infinity;
/** The messages that came before the board was ready. @type {unknown[] | null} */
let early = [];

/** @param {FromWorker} message */
const post = (message) => /** @type {any} */ (self).postMessage(message);

onmessage = ({ data }) => {
  if (data.hello) void start(data);
  else if (early) early.push(data);
  else handle(data);
};

/**
 * Starts a design, which is a file if the page does not send it.
 * @param {{ hello: unknown, page: string, design?: Uint8Array<ArrayBuffer> }} first the first message of the page, and its path
 */
async function start({ hello, page, design: sent }) {
  try {
    const file = (/** @type {string} */ name) => new URL(`./${name}`, import.meta.url).href;
    // Not compiled while it is loaded: not every web server knows the media type that this needs.
    const code = load(file("simulator.wasm")).then((bytes) => WebAssembly.compile(bytes));
    const design = sent ?? load(file("design.bin"));
    // What was saved is for this code and this design. The folder is named after the code, and after the design if it is a file.
    saved = await SavedBoard.open(`baccarat ${page}`, file("") + (sent ? await digest(sent) : ""));
    post({ isSaved: saved !== null });
    const state = await saved?.read();
    const replies = (state && await resumed(await code, state)) ?? await started(await code, await design, hello);
    post({ replies });
    setInterval(() => run(() => simulator?.advance(), SAVE_INTERVAL), simulator?.interval());
    const messages = early ?? [];
    early = null;
    messages.forEach(handle);
  } catch (error) {
    void fail(error);
  }
}

/**
 * @param {WebAssembly.Module} code
 * @param {ArrayBuffer | Uint8Array} design
 * @param {unknown} hello
 */
async function started(code, design, hello) {
  simulator = await Simulator.start(code);
  return simulator.load(new Uint8Array(design), hello);
}

/**
 * Continues with the saved board; without it, if it cannot be continued.
 * @param {WebAssembly.Module} code
 * @param {import("./saved_board.js").State} state
 */
async function resumed(code, state) {
  try {
    simulator = await Simulator.start(code, state);
    return simulator.resume();
  } catch (error) {
    console.error(error);
    return undefined;
  }
}

/** @param {unknown} message of the page */
function handle(message) {
  if (message === "save") save();
  else run(() => simulator?.handle(message), SAVE_DELAY);
}

/**
 * @param {() => import("./protocol.js").Reply[] | undefined} call
 * @param {number} delay after which the board is saved if it has changed
 */
function run(call, delay) {
  try {
    const replies = call() ?? [];
    if (replies.length === 0) return;
    post({ replies });
    saveIn(delay);
  } catch (error) {
    void fail(error);
  }
}

/** @param {number} delay */
function saveIn(delay) {
  const time = performance.now() + delay;
  if (time >= saveTime) return;
  clearTimeout(saveTimer);
  saveTimer = setTimeout(save, delay);
  saveTime = time;
}

function save() {
  clearTimeout(saveTimer);
  saveTime = Infinity;
  if (simulator) saved?.write(simulator.state());
}

/** @param {unknown} error */
async function fail(error) {
  const failed = simulator;
  // What has failed is neither continued nor saved.
  simulator = undefined;
  // It would fail again. If the simulator is only not loaded, there is nothing wrong with the board.
  if (failed) await saved?.remove();
  post({ failure: error instanceof Error ? error.message : String(error) });
}

/** @param {string} url */
async function load(url) {
  return (await webFile(url)).arrayBuffer();
}

/**
 * What differs between designs. Without it, which plain HTTP does not have, nothing is saved either.
 * @param {Uint8Array<ArrayBuffer>} design
 */
async function digest(design) {
  if (!crypto.subtle) return "";
  return new Uint8Array(await crypto.subtle.digest("SHA-256", design)).toString();
}
