// @ts-check
// Connection status and error messages at the top of the page.

import { WORDS } from "./connection.js";
import { byId, onClick } from "./elements.js";
import { sentence } from "./sentence.js";

/**
 * What becomes of the machine, as part of a sentence.
 * @typedef {object} Ends
 * @property {string} lost what is kept for two minutes when the connection is lost
 * @property {string} stopped what is lost when the server stops
 */

export class Notices {
  #connectionState = byId("connection-state");
  #banner = byId("banner");
  #bannerText = byId("banner-text");
  #retry = byId("banner-retry");
  #error = byId("error");
  #errorText = byId("error-text");

  #ends;

  /**
   * @param {() => void} retry called by the "Try again" button
   * @param {Ends} ends
   */
  constructor(retry, ends) {
    this.#ends = ends;
    onClick(this.#retry, () => {
      this.connecting();
      retry();
    });
    onClick(byId("error-dismiss"), () => this.dismiss());
  }

  connecting() {
    this.#setState("connecting", WORDS.connecting);
    this.#banner.hidden = true;
  }

  connected() {
    this.#setState("connected", WORDS.connected);
    this.#banner.hidden = true;
  }

  /** @param {boolean} isStopped whether the server has said that it stops */
  lost(isStopped) {
    this.#setState("lost", "Not connected");
    const { lost, stopped } = this.#ends;
    this.#showBanner(isStopped
      ? `The server has stopped: ${stopped}. Reconnecting in case it starts again.`
      : `Connection lost. Reconnecting; ${lost} kept for two minutes if the server still runs.`, false);
  }

  /** This tab got a new machine instead of the one it had. */
  replaced() {
    if (WORDS.replaced) this.error(WORDS.replaced);
  }

  /** @param {string} message */
  refused(message) {
    this.#setState("lost", "Refused");
    this.#showBanner(sentence(message), true);
  }

  /** @param {string} message */
  error(message) {
    this.#errorText.textContent = sentence(message);
    this.#error.hidden = false;
  }

  dismiss() {
    this.#error.hidden = true;
  }

  /**
   * @param {string} text
   * @param {boolean} withRetry
   */
  #showBanner(text, withRetry) {
    // Screen readers repeat the text whenever it is set.
    if (this.#bannerText.textContent !== text) this.#bannerText.textContent = text;
    this.#retry.hidden = !withRetry;
    this.#banner.hidden = false;
  }

  /**
   * @param {string} state
   * @param {string} text
   */
  #setState(state, text) {
    this.#connectionState.dataset.state = state;
    this.#connectionState.textContent = text;
  }
}
