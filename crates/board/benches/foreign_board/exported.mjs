// Simulates the design of an exported site as fast as possible.
//
// Arguments: the folder with the files of the site, and for how many seconds, after one in which the
// code is optimised. Stdout: the cycles of CLOCK_50 and the seconds that they took.

import { readFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";

const folder = pathToFileURL(`${process.argv[2]}/`);
const duration = 1000 * Number(process.argv[3]);
const { Simulator } = await import(new URL("simulator.js", folder));
const simulator = await Simulator.start(await WebAssembly.compile(await readFile(new URL("simulator.wasm", folder))));

let cycle = 0;
const receive = (replies) => replies.filter(({ type }) => type === "board").forEach((board) => cycle = board.cycle);
receive(simulator.load(await readFile(new URL("design.bin", folder)), { type: "hello", token: null, saved: null }));
receive(simulator.handle({ type: "frequency", hertz: null }));

/** Simulates for so many milliseconds. Returns the cycles and the time. */
function run(duration) {
  const [begin, first] = [performance.now(), cycle];
  let time = 0;
  while (time < duration) {
    receive(simulator.advance());
    time = performance.now() - begin;
  }
  return [cycle - first, time];
}

run(1000);
const [cycles, time] = run(duration);
console.log(cycles, time / 1000);
