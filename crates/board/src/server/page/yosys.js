// @ts-check
// Yosys, a program of WebAssembly that a worker runs.

import { FileSystem } from "./file_system.js";
import { Exit, systemInterface, withFiles, withStubs } from "./system_interface.js";

/**
 * A script, the files that it reads, each with its name, and the names of those that it writes.
 * @typedef {{ files: [string, string][], script: string, written: string[] }} Job
 */

/** What it prints before each command of a script, with the number of the command. */
const COMMAND = "next-command-";

/** Its exit code if it has not ended by itself. */
const CRASHED = 134;

export class Yosys {
  #code;
  /** The files of Yosys itself, each with its name. */
  #share;

  /**
   * @param {WebAssembly.Module} code
   * @param {Record<string, string>} share
   */
  constructor(code, share) {
    this.#code = code;
    this.#share = share;
  }

  /**
   * Runs a script. Returns the exit code, what was printed, and the files that were written up to the first that was not.
   * @param {Job} job
   * @param {(command: number, commands: number) => void} progress is called before each command, counted from 1
   */
  run({ files, script, written }, progress) {
    const system = new FileSystem();
    for (const [name, text] of Object.entries(this.#share)) system.write(`share/${name}`, text);
    for (const [name, text] of files) system.write(name, text);
    system.write("tmp/.keep", "");
    let printed = "";
    const commands = script.split("\n").filter((command) => command.trim() !== "");
    const noted = commands.map((command, index) => `log -stdout ${COMMAND}${index + 1}\n${command}`).join("\n");
    const print = (/** @type {string} */ text) => {
      printed += text;
      const command = text.match(new RegExp(`${COMMAND}(\\d+)`))?.[1];
      if (command) progress(Number(command), commands.length);
    };
    let code = 0;
    try {
      code = this.#start(["yosys", "-q", "-p", noted], system, print);
    } catch (error) {
      code = CRASHED;
      // Browsers have several texts for a stack that is too small.
      printed += `\n${/stack|recursion/i.test(String(error)) ? "stack exhausted" : error}`;
    }
    // With colours for a terminal.
    const lines = printed.replace(/\x1b\[[0-9;]*m/g, "").split("\n").filter((line) => line.trim() !== "" && !line.startsWith(COMMAND));
    const contents = written.map((name) => system.read(name));
    const missing = contents.indexOf(undefined);
    return { code, lines, files: /** @type {Uint8Array[]} */ (missing < 0 ? contents : contents.slice(0, missing)) };
  }

  /**
   * Returns the exit code.
   * @param {string[]} words
   * @param {FileSystem} files
   * @param {(text: string) => void} print
   */
  #start(words, files, print) {
    /** @type {WebAssembly.Memory} */
    let memory;
    const buffer = () => memory.buffer;
    const interfaces = systemInterface(buffer, () => performance.now(), print, words);
    const imports = withStubs(this.#code, { wasi_snapshot_preview1: withFiles(interfaces, files.functions(buffer)) });
    const { exports } = new WebAssembly.Instance(this.#code, imports);
    memory = /** @type {WebAssembly.Memory} */ (exports.memory);
    try {
      /** @type {() => void} */ (exports._start)();
      return 0;
    } catch (error) {
      if (error instanceof Exit) return error.code;
      throw error;
    }
  }
}
