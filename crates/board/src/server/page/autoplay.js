// @ts-check
// Plays by pressing the keys of the board.

import { CLOCK_IS_PAUSED } from "./hint.js";

/** @typedef {import("./hint.js").Hint} Hint */
/** @typedef {import("./keys.js").Keys} Keys */

/**
 * What the machine is ready for: a card of the hand, the burn card, the next hand, or nothing.
 * @typedef {"deal" | "burn" | "clear" | "nothing"} Ready
 */

const STEP_KEY = 0;
const RESET_KEY = 3;

/** How long a key is held, in milliseconds. */
const PRESS_TIME = 60;

/** The time from card to card, in milliseconds. */
const CARD_INTERVAL = 700;

/** How many times as long as for a card a busy server is waited for. */
const MAX_WAITS = 10;

/** The most cards of a hand. */
const MAX_CARDS = 6;

const HOLDER = "autoplay";

export class Autoplay {
  #keys;
  #ready;
  #hint;
  isPaused = false;
  /** Resolves when all actions so far have ended. */
  #queue = Promise.resolve();
  #stopped = false;
  #wake = () => {};

  /**
   * @param {Keys} keys
   * @param {() => Ready} ready returns what the machine is ready for, as last received
   * @param {Hint} hint
   */
  constructor(keys, ready, hint) {
    this.#keys = keys;
    this.#ready = ready;
    this.#hint = hint;
  }

  /**
   * Stops when the clock is paused: the machine does not see the keys.
   * @param {{ paused: boolean }} board
   */
  show({ paused }) {
    this.isPaused = paused;
    if (paused) this.stop();
  }

  /** Presses and releases KEY0. */
  dealCard() {
    return this.#enqueue(() => this.#press());
  }

  /** Holds KEY3, and presses and releases KEY0. */
  newHand() {
    return this.#enqueue(() => this.#reset());
  }

  /** Deals the hand to its end, card by card. Starts a new one if it is over. */
  dealHand() {
    return this.#enqueue(async () => {
      await this.#prepare();
      for (let cards = 0; cards < MAX_CARDS && !this.#stopped && this.#ready() === "deal"; cards++) {
        await this.#press();
        await this.#waitForNextCard();
      }
    });
  }

  /**
   * Deals chosen cards. Starts a new hand if the last one is over. Cards after the end of the hand are left out.
   * @param {string[]} cards
   * @param {(card: string) => void} deal
   */
  dealChosen(cards, deal) {
    return this.#enqueue(async () => {
      await this.#prepare();
      for (const card of cards) {
        if (this.#stopped || this.#ready() !== "deal") break;
        deal(card);
        await this.#waitForNextCard();
      }
    });
  }

  /** Clears the table after a hand, and turns up the burn card of a new shoe. */
  async #prepare() {
    if (this.#ready() === "clear") {
      await this.#reset();
      await this.#waitForEnd("clear");
    }
    if (this.#ready() === "burn" && !this.#stopped) {
      await this.#press();
      await this.#waitForEnd("burn");
    }
  }

  /**
   * Waits at least until the next card is due, and longer if a busy server has not answered by then.
   * @param {Ready} ready what the machine was ready for
   */
  async #waitForEnd(ready) {
    for (let waits = 0; waits < MAX_WAITS && !this.#stopped && (waits === 0 || this.#ready() === ready); waits++) {
      await this.#waitForNextCard();
    }
  }

  /** Deals no further card. */
  stop() {
    this.#stopped = true;
    this.#wake();
  }

  /**
   * Runs one action after the other. A new action stops the current one. None runs while the clock is paused.
   * @param {() => Promise<void>} action
   */
  #enqueue(action) {
    this.stop();
    if (this.isPaused) {
      this.#hint.show(CLOCK_IS_PAUSED);
      return this.#queue;
    }
    this.#queue = this.#queue.then(() => {
      this.#stopped = false;
      return action();
    });
    return this.#queue;
  }

  /** Waits until the next card is due, or until dealing is stopped. */
  #waitForNextCard() {
    return new Promise((resolve) => {
      this.#wake = () => resolve(undefined);
      setTimeout(resolve, CARD_INTERVAL - PRESS_TIME);
    });
  }

  async #press() {
    this.#keys.press(STEP_KEY, HOLDER);
    await pause(PRESS_TIME);
    this.#keys.release(STEP_KEY, HOLDER);
  }

  async #reset() {
    this.#keys.press(RESET_KEY, HOLDER);
    await pause(PRESS_TIME);
    await this.#press();
    await pause(PRESS_TIME);
    this.#keys.release(RESET_KEY, HOLDER);
  }
}

/** @param {number} milliseconds */
function pause(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
