// @ts-check
// The radix in which the values of each traced signal are shown.

import { saveRadixes, savedRadixes } from "./storage.js";

/** @typedef {import("./protocol.js").TracedValue} TracedValue */
/** @typedef {"hex" | "unsigned" | "signed" | "binary"} Radix */

/** The first one is that of the server. @type {Radix[]} */
export const RADIXES = ["hex", "unsigned", "signed", "binary"];

/** The digits of a group of a binary number. */
const GROUP = /\B(?=(?:\d{4})+$)/g;

/**
 * Returns a value in a radix. Other texts than numbers of several bits stay as they are.
 * @param {string} value in hexadecimal, such as `0x1f`
 * @param {number} width in bits
 * @param {Radix} radix
 */
export function inRadix(value, width, radix) {
  if (width < 2 || !value.startsWith("0x")) return value;
  switch (radix) {
    case "unsigned":
      return BigInt(value).toString();
    case "signed":
      return BigInt.asIntN(width, BigInt(value)).toString();
    case "binary":
      return BigInt(value).toString(2).padStart(width, "0").replaceAll(GROUP, "_");
    default:
      return value;
  }
}

export class Radixes {
  /** By the names of the signals. @type {Map<string, Radix>} */
  #chosen = new Map();
  /** @type {Map<string, number>} */
  #widths = new Map();

  constructor() {
    for (const [name, radix] of Object.entries(savedRadixes())) {
      const known = RADIXES.find((each) => each === radix);
      if (known) this.#chosen.set(name, known);
    }
  }

  /** @param {TracedValue[]} traced */
  showTraced(traced) {
    this.#widths = new Map(traced.map(({ name, width }) => [name, width]));
  }

  /** @param {string} name */
  of(name) {
    return this.#chosen.get(name) ?? RADIXES[0];
  }

  /**
   * @param {string} name
   * @param {Radix} radix
   */
  choose(name, radix) {
    this.#chosen.set(name, radix);
    saveRadixes(Object.fromEntries(this.#chosen));
  }

  /** Whether a signal has several bits, which have a radix. @param {string} name */
  hasChoice(name) {
    return this.#width(name) > 1;
  }

  /**
   * Returns a value of a signal in its radix.
   * @param {string} name
   * @param {string} value as the server sends it
   */
  format(name, value) {
    return inRadix(value, this.#width(name), this.of(name));
  }

  /** @param {string} name */
  #width(name) {
    return this.#widths.get(name) ?? 0;
  }
}
