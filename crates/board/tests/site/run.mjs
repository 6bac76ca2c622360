// Runs a program that is WebAssembly, as Cargo's runner: its path, then its arguments.

import { readFile } from "node:fs/promises";
import { WASI } from "node:wasi";

const wasi = new WASI({ version: "preview1", args: process.argv.slice(2), env: process.env });
const program = await WebAssembly.compile(await readFile(process.argv[2]));

function compile(address, length) {
  const { memory, __indirect_function_table: table } = instance.exports;
  const module = new WebAssembly.Module(new Uint8Array(memory.buffer, address, length).slice());
  return table.grow(1, new WebAssembly.Instance(module, { host: { memory } }).exports.run);
}

function release(index) {
  instance.exports.__indirect_function_table.set(index, null);
}

const instance = await WebAssembly.instantiate(program, { ...wasi.getImportObject(), host: { compile, release } });
process.exitCode = wasi.start(instance);
