// @ts-check
// Plays through the keys, as fingers would: the machine is told nothing else.

/** @typedef {import("./keys.js").Keys} Keys */
/** @typedef {import("./messages.js").Table} Table */

const STEP = 0;
const RESET = 3;

/** How long the croupier holds a key, in milliseconds. */
const PRESS = 60;

/** From card to card, in milliseconds. */
const PACE = 700;

/** No hand has more cards. */
const MOST_CARDS = 6;

const HOLDER = "croupier";

export class Croupier {
  #keys;
  #phase;
  #busy = false;
  #stopped = false;

  /**
   * @param {Keys} keys
   * @param {() => Table["phase"] | undefined} phase of the hand, as last heard
   */
  constructor(keys, phase) {
    this.#keys = keys;
    this.#phase = phase;
  }

  /** Presses KEY0 and lets it go. */
  async dealCard() {
    await this.#alone(() => this.#press());
  }

  /** Holds KEY3 and presses KEY0. */
  async newHand() {
    await this.#alone(() => this.#reset());
  }

  /** Deals a hand to its end, card by card; a new one if the last is over. */
  async dealHand() {
    await this.#alone(async () => {
      if (this.#phase() === "over") {
        await this.#reset();
        await pause(PACE);
      }
      for (let card = 0; card < MOST_CARDS && !this.#stopped && this.#phase() !== "over"; card++) {
        await this.#press();
        await pause(PACE - PRESS);
      }
    });
  }

  /** No card after this one. */
  stop() {
    this.#stopped = true;
  }

  /**
   * One thing after the other: a croupier has two hands, and both are on the keys.
   * @param {() => Promise<void>} work
   */
  async #alone(work) {
    if (this.#busy) return;
    this.#busy = true;
    this.#stopped = false;
    try {
      await work();
    } finally {
      this.#busy = false;
    }
  }

  async #press() {
    this.#keys.press(STEP, HOLDER);
    await pause(PRESS);
    this.#keys.release(STEP, HOLDER);
  }

  async #reset() {
    this.#keys.press(RESET, HOLDER);
    await pause(PRESS);
    await this.#press();
    await pause(PRESS);
    this.#keys.release(RESET, HOLDER);
  }
}

/** @param {number} milliseconds */
function pause(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
