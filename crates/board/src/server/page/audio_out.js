// @ts-check
// The audio codec: the level of its samples, and their sound.

import { fromBase64 } from "./base64.js";
import { byId, onClick } from "./elements.js";

/** @typedef {import("./protocol.js").AudioState} AudioState */
/** @typedef {import("./protocol.js").DesignRequest} DesignRequest */

/** How long samples wait before they are heard, so that none is late, and how long at most; in seconds. */
const DELAY = .12;
const LONGEST_DELAY = .5;

export class AudioOut {
  #send;
  #button = byId("sound");
  /** While sound is on. @type {AudioContext | null} */
  #context = null;
  /** When the next samples are heard, in the time of the context. */
  #next = 0;
  /** The rate of the samples. @type {number | null} */
  #rate = null;

  /** @param {(request: DesignRequest) => void} send */
  constructor(send) {
    this.#send = send;
    onClick(this.#button, () => {
      if (this.#context === null) this.#switchOn();
      else this.#switchOff();
    });
  }

  /** Sound is off when the page connects again. */
  disconnect() {
    this.#close();
  }

  /** @param {AudioState | null} state null without a codec */
  show(state) {
    if (state === null) return;
    const { silence, settings, rate, peaks, full_scale: fullScale } = state;
    this.#rate = rate;
    setText("audio-state", silence ?? `${(rate ?? 0).toLocaleString("en")} samples a second`);
    setText("audio-settings", settings);
    ["left", "right"].forEach((side, index) => {
      const level = 20 * Math.log10(peaks[index] / fullScale);
      const meter = /** @type {HTMLMeterElement} */ (byId(`${side}-level`));
      meter.value = Math.max(level, meter.min);
      const text = peaks[index] === 0 ? "silent" : `${level.toFixed(1).replace("-", "\u2212")} dB (${peaks[index].toLocaleString("en")})`;
      setText(`${side}-text`, text);
    });
    const isHeard = state.in_real_time ? "Sound is on." : "No sound: the simulation is not in real time.";
    setText("sound-state", this.#context === null ? "" : isHeard);
  }

  /**
   * Lets samples be heard after those before.
   * @param {{ rate: number, samples: string }} message
   */
  play({ rate, samples }) {
    const context = this.#context;
    if (context === null || context.state !== "running") return;
    if (this.#next < context.currentTime) this.#next = context.currentTime + DELAY;
    if (this.#next > context.currentTime + LONGEST_DELAY) return;
    const bytes = fromBase64(samples);
    const numbers = new DataView(bytes.buffer);
    const length = bytes.length / 4;
    const buffer = context.createBuffer(2, length, rate);
    for (const side of [0, 1]) {
      const values = buffer.getChannelData(side);
      for (let place = 0; place < length; place += 1) {
        values[place] = numbers.getInt16(4 * place + 2 * side, true) / 0x8000;
      }
    }
    const source = new AudioBufferSourceNode(context, { buffer });
    source.connect(context.destination);
    source.start(this.#next);
    this.#next += buffer.duration;
  }

  #switchOn() {
    // With the rate of the samples, the browser need not convert each part of them for itself.
    const options = this.#rate !== null && this.#rate >= 8000 && this.#rate <= 96000 ? { sampleRate: this.#rate } : {};
    this.#context = new AudioContext(options);
    this.#next = 0;
    this.#button.textContent = "Sound off";
    this.#send({ type: "sound", on: true });
  }

  #switchOff() {
    this.#close();
    this.#send({ type: "sound", on: false });
  }

  #close() {
    void this.#context?.close();
    this.#context = null;
    this.#button.textContent = "Sound on";
    setText("sound-state", "");
  }
}

/**
 * @param {string} id
 * @param {string} text
 */
function setText(id, text) {
  if (byId(id).textContent !== text) byId(id).textContent = text;
}
