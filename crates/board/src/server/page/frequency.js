// @ts-check
// The slider for the frequency of CLOCK_50: 1 Hz to 50 MHz in steps of 1, 2 and 5, and finally as fast as possible.

import { byId, html, onClick, setAttribute, setText } from "./elements.js";
import { CLOCK_RATE } from "./rate.js";

/** The frequency at each position, in hertz; null is as fast as possible. @type {(number | null)[]} */
const FREQUENCIES = [
  ...Array.from({ length: 8 }, (_, power) => [1, 2, 5].map((factor) => factor * 10 ** power)).flat(),
  null,
];

/** The positions that have a button. @type {[string, number | null][]} */
const PRESETS = [["1 Hz", 1], ["1 kHz", 1e3], ["1 MHz", 1e6], ["50 MHz", CLOCK_RATE], ["Maximum", null]];

/** The least time between two messages, in milliseconds. */
const SEND_INTERVAL = 50;

export class FrequencySlider {
  #slider = /** @type {HTMLInputElement} */ (byId("frequency"));
  #text = byId("frequency-text");
  /** The frequency that the server has not confirmed yet. @type {number | null | undefined} */
  #chosen;
  /** @type {number | null} */
  #confirmed = CLOCK_RATE;
  #timer = 0;
  #isUnsent = false;
  #send;

  /** @param {(hertz: number | null) => void} send */
  constructor(send) {
    this.#send = send;
    this.#slider.max = String(FREQUENCIES.length - 1);
    this.#draw(this.#confirmed);
    this.#slider.addEventListener("input", () => this.#choose(FREQUENCIES[Number(this.#slider.value)]));
    for (const [name, frequency] of PRESETS) {
      const button = html("button", { type: "button" }, name);
      onClick(button, () => this.#choose(frequency));
      byId("presets").append(button);
    }
  }

  /**
   * Shows the frequency that is set. One that was just chosen stays until the server has it.
   * @param {number | null} frequency
   */
  show(frequency) {
    if (this.#chosen !== undefined && this.#chosen !== frequency) return;
    this.#chosen = undefined;
    this.#confirmed = frequency;
    this.#draw(frequency);
  }

  /** Forgets a choice that the server has not confirmed: the connection was lost, or it has rejected it. */
  forgetChoice() {
    this.#chosen = undefined;
    this.#draw(this.#confirmed);
  }

  /** @param {number | null} frequency */
  #choose(frequency) {
    this.#chosen = frequency;
    this.#draw(frequency);
    this.#isUnsent = true;
    if (this.#timer === 0) this.#sendUnsent();
  }

  /** Sends the choice, and the last of those made before the next message is due. */
  #sendUnsent() {
    this.#timer = 0;
    if (!this.#isUnsent || this.#chosen === undefined) return;
    this.#isUnsent = false;
    this.#send(this.#chosen);
    this.#timer = setTimeout(() => this.#sendUnsent(), SEND_INTERVAL);
  }

  /** @param {number | null} frequency */
  #draw(frequency) {
    const text = describe(frequency);
    this.#slider.value = String(position(frequency));
    setAttribute(this.#slider, "aria-valuetext", text);
    setText(this.#text, text);
  }
}

/**
 * Returns the position of a frequency, or of the next lower one.
 * @param {number | null} frequency
 */
function position(frequency) {
  if (frequency === null) return FREQUENCIES.length - 1;
  return Math.max(FREQUENCIES.findLastIndex((each) => each !== null && each <= frequency), 0);
}

/** @param {number | null} frequency */
function describe(frequency) {
  if (frequency === null) return "as fast as possible";
  if (frequency === CLOCK_RATE) return "50 MHz, real time";
  if (frequency >= 1e6) return `${frequency / 1e6} MHz`;
  return frequency >= 1e3 ? `${frequency / 1e3} kHz` : `${frequency} Hz`;
}
