// @ts-check
// The internals of the machine: state diagram, registers and nets, clock, waveform.

import { CycleCounter } from "./cycle_counter.js";
import { byId, html, parseSvg } from "./elements.js";
import { megahertz, realTime } from "./rate.js";
import { Waveform } from "./waveform.js";

/** @typedef {import("./protocol.js").BoardState} BoardState */
/** @typedef {import("./protocol.js").Internals} InternalsMessage */
/** @typedef {import("./protocol.js").Signal} Signal */
/** @typedef {Extract<import("./protocol.js").Reply, { type: "waveform" }>} WaveformMessage */
/** @typedef {Extract<import("./protocol.js").Reply, { type: "welcome" }>} Welcome */

export class Internals {
  #diagram = byId("diagram");
  #state = byId("state");
  #signals = byId("signals");
  #waveform = new Waveform("Whole hand");
  #currentState = "";
  #previousState = "";
  /** @type {Map<string, HTMLElement>} */
  #values = new Map();
  #top;
  #counter;
  #requestWaveform;
  #cycles = new CycleCounter(byId("clock"), (cycles, { rate, paused }) =>
    `${cycles} of CLOCK_50 since power-up${paused ? ", paused" : speed(rate)}. ${this.#counter} Idle cycles are skipped: once the state repeats, whole periods are counted instead of simulated.`);
  #visible = false;
  #stale = false;

  /**
   * @param {string} top the name of the top module
   * @param {string} counter what the card counter does in a cycle, in words
   * @param {() => void} requestWaveform called when there is a new one and its place is visible
   */
  constructor(top, counter, requestWaveform) {
    this.#top = top;
    this.#counter = counter;
    this.#requestWaveform = requestWaveform;
    void this.#loadDiagram();
    new IntersectionObserver((entries) => {
      this.#visible = entries.at(-1)?.isIntersecting ?? false;
      this.#fetchWaveform();
    }, { rootMargin: "300px" }).observe(byId("waveform"));
  }

  /** @param {InternalsMessage} internals */
  show({ state, signals }) {
    if (state !== this.#currentState) {
      this.#previousState = this.#currentState;
      this.#currentState = state;
      this.#state.textContent = state;
      this.#highlightState();
    }
    const names = signals.map(({ name }) => name).join();
    if (names !== [...this.#values.keys()].join()) this.#buildSignals(signals);
    for (const { name, value } of signals) {
      const cell = /** @type {HTMLElement} */ (this.#values.get(name));
      if (cell.textContent === value) continue;
      cell.textContent = value;
      // Removing and adding the class restarts the animation.
      cell.classList.remove("changed");
      requestAnimationFrame(() => cell.classList.add("changed"));
    }
  }

  /** @param {Welcome} welcome */
  showClocking({ clocking }) {
    byId("clocking").textContent = clocking === "direct"
      ? "KEY0 clocks the registers directly, as in the lab's schematic. Only the card counter runs on CLOCK_50."
      : "All registers are clocked by CLOCK_50. The keys pass through synchronisers.";
  }

  /** @param {BoardState} board */
  showClock(board) {
    const { rate, paused } = board;
    byId("rate").textContent = paused ? "CLOCK_50: 0 Hz, paused" : rate === null ? "CLOCK_50" : `CLOCK_50: ${megahertz(rate)}`;
    this.#cycles.show(board);
  }

  /** The connection is lost: nobody knows whether the clock runs. */
  stopClock() {
    byId("rate").textContent = "CLOCK_50";
    this.#cycles.stop();
  }

  /** Requests the waveform of the hand that is over, as soon as it is visible. */
  handIsOver() {
    this.#stale = true;
    this.#fetchWaveform();
  }

  /** @param {WaveformMessage} waveform */
  showWaveform(waveform) {
    this.#waveform.show(waveform);
  }

  #fetchWaveform() {
    if (!this.#stale || !this.#visible) return;
    this.#stale = false;
    this.#requestWaveform();
  }

  async #loadDiagram() {
    try {
      const response = await fetch(`${this.#top}/statemachine.svg`);
      if (!response.ok) throw new Error(`the server answered ${response.status}`);
      this.#diagram.replaceChildren(parseSvg(await response.text()));
      this.#highlightState();
    } catch (error) {
      this.#diagram.replaceChildren(html("p", { class: "placeholder" }, `Cannot load the state diagram: ${error}.`));
    }
  }

  #highlightState() {
    for (const element of this.#diagram.querySelectorAll(".state")) {
      const name = element.getAttribute("data-state");
      element.classList.toggle("current", name === this.#currentState);
      element.classList.toggle("left", name === this.#previousState);
    }
    for (const element of this.#diagram.querySelectorAll(".transition")) {
      const [from, to] = [element.getAttribute("data-from"), element.getAttribute("data-to")];
      element.classList.toggle("taken", from === this.#previousState && to === this.#currentState);
    }
  }

  /**
   * Builds one table per module: `dp.pcard1` belongs to `dp`.
   * @param {Signal[]} signals
   */
  #buildSignals(signals) {
    this.#values.clear();
    /** @type {Map<string, HTMLElement[]>} */
    const modules = new Map();
    for (const { name, value } of signals) {
      const dot = name.lastIndexOf(".");
      const [module, shortName] = dot < 0 ? [this.#top, name] : [name.slice(0, dot), name.slice(dot + 1)];
      const cell = html("td", {}, value);
      this.#values.set(name, cell);
      const rows = modules.get(module) ?? [];
      rows.push(html("tr", {}, html("th", { scope: "row" }, shortName), cell));
      modules.set(module, rows);
    }
    this.#signals.replaceChildren(...[...modules].map(([module, rows]) =>
      html("table", {}, html("caption", {}, module), html("tbody", {}, ...rows))));
  }
}

/**
 * Says how fast the clock runs, once it has been measured.
 * @param {number | null} rate in hertz
 */
function speed(rate) {
  if (rate === null) return "";
  return `, now at ${megahertz(rate)} (${realTime(rate)})`;
}
