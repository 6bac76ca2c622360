// Replays messages of a page in the simulator of an exported site, at given times.
//
// Arguments: the folder with the files of the site. Stdin: a JSON array of messages, the first one
// of the page first. The second one comes at the same time, and each other 1 µs after the one
// before; null lets time pass. Stdout: the replies to each.

import { readFile } from "node:fs/promises";
import { text } from "node:stream/consumers";
import { pathToFileURL } from "node:url";

const folder = pathToFileURL(`${process.argv[2]}/`);
const messages = JSON.parse(await text(process.stdin));

let now = 1000;
const replace = (name, value) => Object.defineProperty(globalThis, name, { value, configurable: true });
replace("performance", { now: () => now });
// The seed of the shoe is 0.
replace("crypto", { getRandomValues: (bytes) => bytes.fill(0) });

const { Simulator } = await import(new URL("simulator.js", folder));
const code = await WebAssembly.compile(await readFile(new URL("simulator.wasm", folder)));
let simulator = await Simulator.start(code);
const design = await readFile(new URL("design.bin", folder));

const replies = messages.map((message, index) => {
  now = 1000 + Math.max(index - 1, 0) / 1000;
  if (index === 0) return simulator.load(design, message);
  return message === null ? simulator.advance() : simulator.handle(message);
});
// A board that goes on from its saved memory has the same state.
const { memory, modules, time } = simulator.state();
const state = { memory: memory.slice(), modules: [...modules], time };
const [left, right] = [simulator, await Simulator.start(code, state)].map((one) => JSON.stringify(one.resume()));
if (left !== right) throw new Error(`the saved board differs: ${left}\n${right}`);
console.log(JSON.stringify(replies));
