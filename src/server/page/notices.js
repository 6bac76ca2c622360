// @ts-check
// Lines above the page: the state of the connection, and what the server did not take.

import { byId, onClick } from "./elements.js";

export class Notices {
  #linkState = byId("link-state");
  #banner = byId("banner");
  #bannerText = byId("banner-text");
  #retry = byId("banner-retry");
  #error = byId("error");
  #errorText = byId("error-text");

  /** @param {() => void} retry what to do when somebody wants to try again */
  constructor(retry) {
    onClick(this.#retry, () => {
      this.connecting();
      retry();
    });
    onClick(byId("error-dismiss"), () => this.dismiss());
  }

  connecting() {
    this.#link("connecting", "connecting");
    this.#banner.hidden = true;
  }

  connected() {
    this.#link("connected", "connected");
    this.#banner.hidden = true;
  }

  lost() {
    this.#link("lost", "not connected");
    this.#show("The connection to the machine is lost. Trying again; the hand stays as it is.", false);
  }

  /** The machine that this tab had is gone. */
  replaced() {
    this.error("The machine that you played on is gone, as the server was restarted or nobody came back for long. This is a new one.");
  }

  /** @param {string} message */
  refused(message) {
    this.#link("lost", "refused");
    this.#show(message, true);
  }

  /** @param {string} message */
  error(message) {
    this.#errorText.textContent = message;
    this.#error.hidden = false;
  }

  dismiss() {
    this.#error.hidden = true;
  }

  /**
   * @param {string} text
   * @param {boolean} withRetry
   */
  #show(text, withRetry) {
    // Said again by a screen reader only when it changes.
    if (this.#bannerText.textContent !== text) this.#bannerText.textContent = text;
    this.#retry.hidden = !withRetry;
    this.#banner.hidden = false;
  }

  /**
   * @param {string} state
   * @param {string} text
   */
  #link(state, text) {
    this.#linkState.dataset.state = state;
    this.#linkState.textContent = text;
  }
}
