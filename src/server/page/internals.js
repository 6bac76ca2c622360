// @ts-check
// What goes on in the machine: state, registers, clock, waveforms.

import { byId, drawing, html } from "./elements.js";

/** @typedef {import("./messages.js").Board} Board */
/** @typedef {import("./messages.js").Internals} InternalsMessage */
/** @typedef {import("./messages.js").Signal} Signal */
/** @typedef {import("./messages.js").Waveform} Waveform */
/** @typedef {import("./messages.js").Welcome} Welcome */

const FULL_RATE = 50e6;

/** Pixels of a letter's size for which drawings are made. */
const REM = 16;

export class Internals {
  #diagram = byId("diagram");
  #state = byId("state");
  #signals = byId("signals");
  #waveform = byId("waveform");
  #link = /** @type {HTMLAnchorElement} */ (byId("vcd"));
  #current = "";
  #before = "";
  /** @type {Map<string, HTMLElement>} */
  #values = new Map();
  #askForWaveform;
  #visible = false;
  #stale = false;

  /** @param {() => void} askForWaveform called when there is a new one and somebody looks */
  constructor(askForWaveform) {
    this.#askForWaveform = askForWaveform;
    void this.#loadDiagram();
    new IntersectionObserver((entries) => {
      this.#visible = entries.at(-1)?.isIntersecting ?? false;
      this.#fetchWaveform();
    }, { rootMargin: "300px" }).observe(this.#waveform);
  }

  /** @param {InternalsMessage} internals */
  show({ state, signals }) {
    if (state !== this.#current) {
      this.#before = this.#current;
      this.#current = state;
      this.#state.textContent = state;
      this.#lightState();
    }
    const names = signals.map(({ name }) => name).join();
    if (names !== [...this.#values.keys()].join()) this.#buildSignals(signals);
    for (const { name, value } of signals) {
      const cell = /** @type {HTMLElement} */ (this.#values.get(name));
      if (cell.textContent === value) continue;
      cell.textContent = value;
      // Started anew by taking the class away and putting it back.
      cell.classList.remove("changed");
      requestAnimationFrame(() => cell.classList.add("changed"));
    }
  }

  /** @param {Welcome} welcome */
  showClocking({ clocking }) {
    byId("clocking").textContent = clocking === "direct"
      ? "KEY0 clocks the registers directly, as the lab draws it; the shoe alone runs on CLOCK_50."
      : "Everything runs on CLOCK_50; the keys come to it through synchronisers.";
  }

  /** @param {Board} board */
  showClock({ cycle, rate }) {
    const share = rate >= 0.995 * FULL_RATE ? "as fast as the real board" : `${(100 * rate / FULL_RATE).toPrecision(2)} % of the real board's speed`;
    byId("rate").textContent = `CLOCK_50 runs at ${megahertz(rate)}.`;
    byId("clock").textContent =
      `CLOCK_50 has ticked ${cycle.toLocaleString("en")} times since power-up and runs at ${megahertz(rate)}, ${share}: the shoe turns one rank further at every tick. While no key moves the machine goes round the same 13 states; those rounds are counted, not simulated again.`;
  }

  /** A hand is over, so its waveforms can be had. */
  handIsOver() {
    this.#stale = true;
    this.#fetchWaveform();
  }

  /** @param {Waveform} waveform */
  showWaveform({ svg, vcd }) {
    const picture = /** @type {SVGElement} */ (drawing(svg));
    // As large as the letters around it: a window of 4K has larger ones.
    picture.style.width = `${Number(picture.getAttribute("width")) / REM}rem`;
    picture.style.height = "auto";
    this.#waveform.replaceChildren(picture);
    URL.revokeObjectURL(this.#link.href);
    this.#link.href = URL.createObjectURL(new Blob([vcd], { type: "text/plain" }));
    this.#link.hidden = false;
  }

  #fetchWaveform() {
    if (!this.#stale || !this.#visible) return;
    this.#stale = false;
    this.#askForWaveform();
  }

  async #loadDiagram() {
    try {
      const answer = await fetch("/statemachine.svg");
      if (!answer.ok) throw new Error(`the server answered ${answer.status}`);
      this.#diagram.replaceChildren(drawing(await answer.text()));
      this.#lightState();
    } catch (error) {
      this.#diagram.replaceChildren(html("p", { class: "placeholder" }, `The state diagram could not be loaded: ${error}.`));
    }
  }

  #lightState() {
    for (const element of this.#diagram.querySelectorAll(".state")) {
      const name = element.getAttribute("data-state");
      element.classList.toggle("current", name === this.#current);
      element.classList.toggle("left", name === this.#before);
    }
    for (const element of this.#diagram.querySelectorAll(".transition")) {
      const [from, to] = [element.getAttribute("data-from"), element.getAttribute("data-to")];
      element.classList.toggle("taken", from === this.#before && to === this.#current);
    }
  }

  /**
   * One table for each module: `dp.pcard1` belongs to `dp`.
   * @param {Signal[]} signals
   */
  #buildSignals(signals) {
    this.#values.clear();
    /** @type {Map<string, HTMLElement[]>} */
    const modules = new Map();
    for (const { name, value } of signals) {
      const dot = name.lastIndexOf(".");
      const [module, short] = dot < 0 ? ["task5", name] : [name.slice(0, dot), name.slice(dot + 1)];
      const cell = html("td", {}, value);
      this.#values.set(name, cell);
      const rows = modules.get(module) ?? [];
      rows.push(html("tr", {}, html("th", { scope: "row" }, short), cell));
      modules.set(module, rows);
    }
    this.#signals.replaceChildren(...[...modules].map(([module, rows]) =>
      html("table", {}, html("caption", {}, module), html("tbody", {}, ...rows))));
  }
}

/** @param {number} rate */
function megahertz(rate) {
  return `${(rate / 1e6).toFixed(rate < 10e6 ? 2 : 1)} MHz`;
}
