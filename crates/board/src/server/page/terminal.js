// @ts-check
// A serial terminal at two pins of the headers.

import { byId, html, onClick, setText } from "./elements.js";

/** @typedef {import("./protocol.js").DesignRequest} DesignRequest */
/** @typedef {import("./protocol.js").HeaderPin} HeaderPin */
/** @typedef {import("./protocol.js").Place} Place */
/** @typedef {import("./protocol.js").TerminalState} TerminalState */

/** The most characters that are shown. */
const LONGEST = 100_000;

/** The most bytes in a message. */
const PART = 8_192;

/** What Enter sends, by the name in the menu. @type {Record<string, string>} */
const LINE_ENDS = { LF: "\n", CR: "\r", "CR LF": "\r\n", none: "" };

export class Terminal {
  #from = /** @type {HTMLSelectElement} */ (byId("terminal-from"));
  #to = /** @type {HTMLSelectElement} */ (byId("terminal-to"));
  #baud = /** @type {HTMLInputElement} */ (byId("terminal-baud"));
  #line = /** @type {HTMLInputElement} */ (byId("terminal-line"));
  #end = /** @type {HTMLSelectElement} */ (byId("terminal-end"));
  #received = byId("terminal-received");
  #decoder = new TextDecoder();
  #send;

  /** @param {(request: DesignRequest) => void} send */
  constructor(send) {
    this.#send = send;
    this.#end.replaceChildren(...Object.keys(LINE_ENDS).map((name) => html("option", {}, name)));
    for (const field of [this.#from, this.#to, this.#baud]) field.addEventListener("change", () => this.#connect());
    byId("terminal-form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.#type(this.#line.value + LINE_ENDS[this.#end.value]);
      this.#line.value = "";
    });
    onClick(byId("terminal-clear"), () => this.#received.textContent = "");
  }

  /**
   * Offers the pins that a design uses.
   * @param {HeaderPin[][]} headers
   */
  showPins(headers) {
    const options = (/** @type {(pin: HeaderPin) => boolean} */ isOffered) => [html("option", { value: "" }, "not connected"),
      ...headers.flatMap((pins, header) => pins.filter(isOffered).map(({ number }) =>
        html("option", { value: `${header} ${number}` }, `GPIO_${header}[${number}]`)))];
    this.#from.replaceChildren(...options(() => true));
    this.#to.replaceChildren(...options((pin) => pin.switch));
    this.#received.textContent = "";
  }

  /** @param {TerminalState | null} terminal */
  show(terminal) {
    const settings = terminal?.settings;
    this.#from.value = value(settings?.from);
    this.#to.value = value(settings?.to);
    if (settings && document.activeElement !== this.#baud) this.#baud.value = String(settings.baud);
    this.#received.hidden = !settings;
    byId("terminal-clear").hidden = !settings;
    byId("terminal-form").hidden = !settings?.to;
    const parts = [];
    if (terminal && terminal.waiting > 0) parts.push(`${terminal.waiting.toLocaleString("en")} bytes wait to be sent.`);
    if (terminal && terminal.errors > 0) parts.push(`${terminal.errors.toLocaleString("en")} frames without a stop bit: the design may send at another rate.`);
    setText(byId("terminal-state"), parts.join(" "));
  }

  /** @param {{ bytes: string }} message in Base64 */
  receive({ bytes }) {
    const text = this.#decoder.decode(Uint8Array.from(atob(bytes), (character) => character.charCodeAt(0)), { stream: true });
    const isAtEnd = this.#received.scrollTop + this.#received.clientHeight >= this.#received.scrollHeight - 4;
    this.#received.textContent = `${this.#received.textContent}${text.replaceAll("\r", "")}`.slice(-LONGEST);
    if (isAtEnd) this.#received.scrollTop = this.#received.scrollHeight;
  }

  #connect() {
    const [from, to] = [place(this.#from.value), place(this.#to.value)];
    if (!this.#baud.reportValidity()) return;
    this.#send({ type: "terminal", settings: from || to ? { from, to, baud: this.#baud.valueAsNumber } : null });
  }

  /** @param {string} text */
  #type(text) {
    const bytes = new TextEncoder().encode(text);
    for (let start = 0; start < bytes.length; start += PART) {
      this.#send({ type: "type", bytes: btoa(String.fromCharCode(...bytes.subarray(start, start + PART))) });
    }
  }
}

/** @param {Place | null | undefined} place */
function value(place) {
  return place ? `${place.header} ${place.pin}` : "";
}

/**
 * @param {string} value of a menu
 * @returns {Place | null}
 */
function place(value) {
  if (value === "") return null;
  const [header, pin] = value.split(" ").map(Number);
  return { header, pin };
}
