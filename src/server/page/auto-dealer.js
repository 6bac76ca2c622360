// @ts-check
// Plays through the keys, as fingers would: the machine is told nothing else.

/** @typedef {import("./keys.js").Keys} Keys */
/** @typedef {import("./messages.js").Table} Table */

const STEP = 0;
const RESET = 3;

/** How long the dealer holds a key, in milliseconds. */
const PRESS = 60;

/** From card to card, in milliseconds. */
const PACE = 700;

/** No hand has more cards. */
const MOST_CARDS = 6;

const HOLDER = "dealer";

export class AutoDealer {
  #keys;
  #phase;
  /** Everything asked for so far. */
  #work = Promise.resolve();
  #stopped = false;
  #wake = () => {};

  /**
   * @param {Keys} keys
   * @param {() => Table["phase"] | undefined} phase of the hand, as last heard
   */
  constructor(keys, phase) {
    this.#keys = keys;
    this.#phase = phase;
  }

  /** Presses KEY0 and lets it go. */
  dealCard() {
    return this.#next(() => this.#press());
  }

  /** Holds KEY3 and presses KEY0. */
  newHand() {
    return this.#next(() => this.#reset());
  }

  /** Deals a hand to its end, card by card; a new one if the last is over. */
  dealHand() {
    return this.#next(async () => {
      if (this.#phase() === "over") {
        await this.#reset();
        await this.#rest();
      }
      for (let card = 0; card < MOST_CARDS && !this.#stopped && this.#phase() !== "over"; card++) {
        await this.#press();
        await this.#rest();
      }
    });
  }

  /** No card after this one. */
  stop() {
    this.#stopped = true;
    this.#wake();
  }

  /**
   * One thing after the other: a dealer has two hands, and both are on the keys. What comes new ends what goes on.
   * @param {() => Promise<void>} work
   */
  #next(work) {
    this.stop();
    this.#work = this.#work.then(() => {
      this.#stopped = false;
      return work();
    });
    return this.#work;
  }

  /** Until it is time for the next card, or there is to be none. */
  #rest() {
    return new Promise((resolve) => {
      this.#wake = () => resolve(undefined);
      setTimeout(resolve, PACE - PRESS);
    });
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
