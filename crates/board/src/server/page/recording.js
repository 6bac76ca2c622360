// @ts-check
// The recording of the traced signals: how much there is, and its waveform.

import { byId, onClick, setText } from "./elements.js";
import { Waveform } from "./waveform.js";

/** @typedef {import("./protocol.js").Simulation} Simulation */
/** @typedef {Extract<import("./protocol.js").Reply, { type: "waveform" }>} WaveformMessage */

/** The least time between two requests for the waveform, in milliseconds. */
const REQUEST_INTERVAL = 1000;

export class Recording {
  #waveform = new Waveform("Whole recording", true);
  #changes = byId("changes");
  #full = byId("full");
  #request;
  /** What the recording has: its signals and the number of their changes. */
  #recorded = "";
  /** What it had when the waveform was requested; nothing before the first request. @type {string | undefined} */
  #requested;

  /** The last waveform, as the server has sent it. @type {WaveformMessage | undefined} */
  #last;
  #radixes;

  /**
   * @param {import("./radix.js").Radixes} radixes
   * @param {() => void} request requests the waveform
   * @param {() => void} recordAgain discards the recording and starts a new one
   */
  constructor(radixes, request, recordAgain) {
    this.#radixes = radixes;
    this.#request = request;
    onClick(byId("show-waveform"), () => this.#fetch());
    onClick(byId("record-again"), () => {
      if (this.#requested !== undefined) this.#requested = "";
      recordAgain();
    });
    let isVisible = false;
    new IntersectionObserver((entries) => isVisible = entries.at(-1)?.isIntersecting ?? false).observe(byId("recording"));
    setInterval(() => {
      const isOutdated = this.#requested !== undefined && this.#requested !== this.#recorded && this.#recorded !== "";
      if (isOutdated && isVisible && !document.hidden) this.#fetch();
    }, REQUEST_INTERVAL);
  }

  /** @param {Simulation} simulation */
  show({ traced, changes, full }) {
    const isTracing = traced.length > 0;
    this.#recorded = isTracing ? [...traced.map(({ name }) => name), changes].join() : "";
    const text = isTracing ? `${changes.toLocaleString("en")} recorded ${changes === 1 ? "change" : "changes"}` : "";
    setText(this.#changes, text);
    const fullText = full ? "The recording is full: record again to go on." : "";
    setText(this.#full, fullText);
  }

  /** @param {WaveformMessage} waveform */
  showWaveform(waveform) {
    this.#last = waveform;
    const rows = waveform.timing.rows.map((row) => ({ ...row, changes: this.#inRadix(row) }));
    this.#waveform.show({ ...waveform, timing: { ...waveform.timing, rows } });
  }

  /** Shows the values of the last waveform in the radixes that are chosen now. */
  radixChanged() {
    if (this.#last) this.showWaveform(this.#last);
  }

  /**
   * Returns the changes of a row in the radix of its signal.
   * @param {import("./protocol.js").TimingRow} row
   * @returns {[number, string][]}
   */
  #inRadix({ name, changes }) {
    return changes.map(([time, value]) => [time, this.#radixes.format(name, value)]);
  }

  #fetch() {
    this.#requested = this.#recorded;
    this.#request();
  }
}
