// @ts-check
// Searches the signals of a design, and lists those that are traced with their values.

import { byId, html, onClick, setEnabled } from "./elements.js";
import { makeOneTabStop } from "./one_tab_stop.js";
import { RADIXES } from "./radix.js";

/** @typedef {import("./protocol.js").DesignRequest} Request */
/** @typedef {import("./protocol.js").TracedValue} TracedValue */
/** @typedef {Extract<import("./protocol.js").Reply, { type: "found" }>} Found */

/** The time from the last input to the search, in milliseconds. */
const SEARCH_DELAY = 120;

export class Signals {
  #search = /** @type {HTMLInputElement} */ (byId("search"));
  #count = byId("search-count");
  #found = byId("found");
  #traced = byId("traced");
  /** The list that the server has not confirmed yet. @type {string[] | undefined} */
  #chosen;
  /** The signals that the server traces. @type {string[]} */
  #names = [];
  /** The cells of the values by name. @type {Map<string, HTMLElement>} */
  #values = new Map();
  /** The menus of their radixes, by name. @type {Map<string, HTMLElement>} */
  #menus = new Map();
  /** The buttons of the signals found, by name. @type {Map<string, HTMLElement>} */
  #buttons = new Map();
  /** What the server has sent last, in hexadecimal. @type {TracedValue[]} */
  #last = [];
  #send;
  #radixes;
  #radixChanged;

  /**
   * @param {(message: Request) => void} send
   * @param {import("./radix.js").Radixes} radixes
   * @param {() => void} radixChanged called when the radix of a signal is another one
   */
  constructor(send, radixes, radixChanged) {
    this.#send = send;
    this.#radixes = radixes;
    this.#radixChanged = radixChanged;
    makeOneTabStop(byId("found"));
    let timer = 0;
    this.#search.addEventListener("input", () => {
      clearTimeout(timer);
      timer = setTimeout(() => this.find(), SEARCH_DELAY);
    });
  }

  /** Searches for the text again. */
  find() {
    this.#send({ type: "find", text: this.#search.value });
  }

  /** Records the traced signals from now on. */
  recordAgain() {
    this.#send({ type: "trace", signals: this.#list() });
  }

  /** Forgets a change of the list that the server has not confirmed: the connection was lost, or it has rejected it. */
  forgetChanges() {
    this.#chosen = undefined;
    this.#build(this.#names);
  }

  /** @param {Found} found */
  showFound({ text, total, signals }) {
    if (text !== this.#search.value) return;
    const number = total.toLocaleString("en");
    this.#count.textContent = total === 0 ? "No signal found"
      : total > signals.length ? `Showing ${signals.length} of ${number} signals`
        : `${number} ${total === 1 ? "signal" : "signals"}`;
    this.#buttons.clear();
    this.#found.replaceChildren(...signals.map(({ name, width, place }) => {
      const button = html("button", { type: "button", "aria-label": `Trace ${name}` }, "Trace");
      onClick(button, () => this.#toggle(name));
      this.#buttons.set(name, button);
      return html("li", {}, html("span", { class: "signal-name" }, name, ...(place ? [" ", declaration(place)] : [])),
        html("span", { class: "signal-width" }, width === 1 ? "1 bit" : `${width} bits`), button);
    }));
    this.#found.scrollTop = 0;
    this.#markTraced();
  }

  /** @param {TracedValue[]} traced */
  showTraced(traced) {
    this.#last = traced;
    this.#radixes.showTraced(traced);
    this.#names = traced.map(({ name }) => name);
    if (this.#chosen?.join() === this.#names.join()) this.#chosen = undefined;
    if (!this.#chosen) this.#build(this.#names);
    for (const { name, value } of traced) {
      const cell = this.#values.get(name);
      const text = this.#radixes.format(name, value);
      const menu = this.#menus.get(name);
      if (menu) menu.hidden = !this.#radixes.hasChoice(name);
      if (!cell || cell.textContent === text) continue;
      cell.textContent = text;
      // Removing and adding the class restarts the animation.
      cell.classList.remove("changed");
      requestAnimationFrame(() => cell.classList.add("changed"));
    }
  }

  /** Returns the traced signals, with changes that the server has not confirmed yet. */
  #list() {
    return this.#chosen ?? this.#names;
  }

  /** @param {string} name */
  #toggle(name) {
    const list = this.#list();
    const isTraced = list.includes(name);
    const signals = isTraced ? list.filter((each) => each !== name) : [...list, name];
    this.#chosen = signals;
    this.#build(signals);
    this.#send({ type: "trace", signals });
  }

  /**
   * Lists these signals, unless they are listed.
   * @param {string[]} names
   */
  #build(names) {
    if (names.join() !== [...this.#values.keys()].join()) {
      const before = this.#values;
      this.#values = new Map(names.map((name) => [name, html("td", {}, before.get(name)?.textContent ?? "")]));
      this.#menus = new Map(names.map((name) => [name, this.#menu(name)]));
      this.#traced.replaceChildren(...names.map((name) => this.#row(name)));
      byId("traced-empty").hidden = names.length > 0;
      this.#markTraced();
    }
    for (const id of ["show-waveform", "record-again"]) setEnabled(byId(id), names.length > 0);
  }

  /** @param {string} name */
  #row(name) {
    const remove = html("button", { type: "button", "aria-label": `Remove ${name}` }, "Remove");
    onClick(remove, () => this.#toggle(name));
    const value = /** @type {HTMLElement} */ (this.#values.get(name));
    const menu = /** @type {HTMLElement} */ (this.#menus.get(name));
    return html("tr", {}, html("th", { scope: "row" }, name), value, html("td", {}, menu, remove));
  }

  /**
   * Returns the menu of the radix of a signal.
   * @param {string} name
   */
  #menu(name) {
    const chosen = this.#radixes.of(name);
    const options = RADIXES.map((radix) => html("option", radix === chosen ? { selected: "" } : {}, radix));
    const menu = html("select", { "aria-label": `Radix of ${name}` }, ...options);
    menu.hidden = !this.#radixes.hasChoice(name);
    menu.addEventListener("change", () => {
      this.#radixes.choose(name, RADIXES[menu.selectedIndex]);
      this.showTraced(this.#last);
      this.#radixChanged();
    });
    return menu;
  }

  #markTraced() {
    const list = this.#list();
    for (const [name, button] of this.#buttons) button.setAttribute("aria-pressed", String(list.includes(name)));
  }
}

/**
 * Shows where a signal is declared. A page with an editor opens it there.
 * @param {string} place such as `datapath.sv:12`
 */
function declaration(place) {
  const workbench = document.getElementById("workbench");
  // Folders would fill the list.
  const text = place.split("/").pop() ?? place;
  if (!workbench) return html("span", { class: "signal-place", title: place }, text);
  const button = html("button", { type: "button", class: "signal-place", title: "Show the declaration in the editor" }, text);
  onClick(button, () => workbench.dispatchEvent(new CustomEvent("show-place", { detail: place })));
  return button;
}
