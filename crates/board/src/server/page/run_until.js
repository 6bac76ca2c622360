// @ts-check
// What runs the clock until something happens, and how the last run has ended.

import { byId, html, onClick, setText } from "./elements.js";

/** @typedef {import("./protocol.js").DesignRequest} DesignRequest */
/** @typedef {import("./protocol.js").TracedValue} TracedValue */

export class RunUntil {
  #form = byId("run-signal");
  #menu = /** @type {HTMLSelectElement} */ (byId("run-signal-name"));
  #value = /** @type {HTMLInputElement} */ (byId("run-signal-value"));
  /** The widths of the signals in the menu, by name. @type {Map<string, number>} */
  #widths = new Map();
  #send;

  /** @param {(request: DesignRequest) => void} send */
  constructor(send) {
    this.#send = send;
    onClick(byId("run-display"), () => send({ type: "run_until", event: "display" }));
    onClick(byId("run-frame"), () => send({ type: "run_until", event: "frame" }));
    this.#form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#runUntilSignal();
    });
    for (const field of [this.#value, this.#menu]) field.addEventListener("input", () => this.#value.setCustomValidity(""));
  }

  /** @param {{ frames: boolean }} design */
  showDesign({ frames }) {
    byId("run-frame").hidden = !frames;
  }

  /** @param {{ run: string | null, traced: TracedValue[] }} simulation */
  show({ run, traced }) {
    for (const id of ["run-state", "run-signal-state"]) setText(byId(id), run === null ? "" : `${run}.`);
    const widths = new Map(traced.filter(({ clock }) => !clock).map(({ name, width }) => [name, width]));
    if ([...widths].join() === [...this.#widths].join()) return;
    this.#widths = widths;
    this.#value.setCustomValidity("");
    const chosen = this.#menu.value;
    this.#menu.replaceChildren(...[...widths.keys()].map((name) => html("option", name === chosen ? { selected: "" } : {}, name)));
    this.#form.hidden = widths.size === 0;
  }

  #runUntilSignal() {
    const name = this.#menu.value;
    try {
      const value = valueOf(this.#value.value, this.#widths.get(name) ?? 1);
      this.#send({ type: "run_until", event: { signal: { name, value } } });
    } catch (error) {
      this.#value.setCustomValidity(error instanceof Error ? error.message : String(error));
      this.#value.reportValidity();
    }
  }
}

/**
 * Returns a number in hexadecimal; null if there is none.
 * @param {string} text such as 12, -3, 0x1f or 0b0010_1000
 * @param {number} width of the signal in bits
 */
export function valueOf(text, width) {
  const digits = text.replaceAll(/[\s_]/g, "");
  if (digits === "") return null;
  const number = /^-?(\d+|0x[\da-f]+|0b[01]+|0o[0-7]+)$/i.test(digits)
    ? BigInt(digits.replace("-", "").toLowerCase()) * (digits.startsWith("-") ? -1n : 1n)
    : undefined;
  const [lowest, end] = [-(1n << BigInt(width - 1)), 1n << BigInt(width)];
  if (number === undefined) throw new Error("Write a number, such as 12, -3, 0x1f or 0b101, or nothing for any other value.");
  if (number < lowest || number >= end) {
    throw new Error(width === 1 ? "The signal has 1 bit: write 0 or 1." : `The signal has ${width} bits: write a number from ${lowest} to ${end - 1n}.`);
  }
  return `0x${BigInt.asUintN(width, number).toString(16)}`;
}
