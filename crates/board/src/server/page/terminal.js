// @ts-check
// A serial terminal at two pins of the headers.

import { fromBase64 } from "./base64.js";
import { byId, html, onClick, setText } from "./elements.js";

/** @typedef {import("./protocol.js").DesignRequest} DesignRequest */
/** @typedef {import("./protocol.js").HeaderPin} HeaderPin */
/** @typedef {import("./protocol.js").PinPosition} PinPosition */
/** @typedef {import("./protocol.js").TerminalSettings} TerminalSettings */
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
  /** The number of characters that are shown. */
  #length = 0;
  /** What was chosen, until the server has it. @type {TerminalSettings | null | undefined} */
  #chosen;
  /** What was connected last: a board with another design gets it again. @type {TerminalSettings | null} */
  #last = null;
  #send;

  /** @param {(request: DesignRequest) => void} send */
  constructor(send) {
    this.#send = send;
    this.#end.replaceChildren(...Object.keys(LINE_ENDS).map((name) => html("option", {}, name)));
    for (const field of [this.#from, this.#to, this.#baud]) field.addEventListener("change", () => this.#choose());
    byId("terminal-form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.#type(this.#line.value + LINE_ENDS[this.#end.value]);
      this.#line.value = "";
    });
    onClick(byId("terminal-clear"), () => this.#clear());
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
    this.#clear();
    const isOffered = (/** @type {HTMLSelectElement} */ menu, /** @type {PinPosition | null} */ pin) =>
      [...menu.options].some((option) => option.value === value(pin));
    if (this.#last && isOffered(this.#from, this.#last.from) && isOffered(this.#to, this.#last.to)) this.#connect(this.#last);
  }

  /** Forgets a choice that the server has not confirmed: the connection was lost, or it has rejected it. */
  forgetChoice() {
    this.#chosen = undefined;
  }

  /** @param {TerminalState | null} terminal */
  show(terminal) {
    const confirmed = terminal?.settings ?? null;
    if (this.#chosen !== undefined && JSON.stringify(this.#chosen) === JSON.stringify(confirmed)) this.#chosen = undefined;
    const settings = this.#chosen === undefined ? confirmed : this.#chosen;
    if (this.#chosen === undefined && confirmed) this.#last = confirmed;
    this.#from.value = value(settings?.from);
    this.#to.value = value(settings?.to);
    if (settings && document.activeElement !== this.#baud) this.#baud.value = String(settings.baud);
    this.#received.hidden = !settings;
    byId("terminal-clear").hidden = !settings;
    byId("terminal-form").hidden = !settings?.to;
    setText(byId("terminal-waiting"), terminal?.waiting ? `Bytes to be sent: ${terminal.waiting.toLocaleString("en")}` : "");
    // Screen readers say it once, not each number.
    setText(byId("terminal-state"), terminal?.errors ? "Frames without a stop bit: the design may send at another rate." : "");
  }

  /** @param {{ bytes: string }} message in Base64 */
  receive({ bytes }) {
    const text = this.#decoder.decode(fromBase64(bytes), { stream: true }).replaceAll("\r", "");
    const isAtEnd = this.#received.scrollTop + this.#received.clientHeight >= this.#received.scrollHeight - 4;
    // Only what is new is said by screen readers.
    this.#received.append(new Text(text));
    this.#length += text.length;
    while (this.#length > LONGEST && this.#received.firstChild) {
      this.#length -= this.#received.firstChild.textContent?.length ?? 0;
      this.#received.firstChild.remove();
    }
    if (isAtEnd) this.#received.scrollTop = this.#received.scrollHeight;
  }

  #choose() {
    const [from, to] = [position(this.#from.value), position(this.#to.value)];
    if (!this.#baud.reportValidity()) return;
    this.#last = null;
    this.#connect(from || to ? { from, to, baud: this.#baud.valueAsNumber } : null);
  }

  /** @param {TerminalSettings | null} settings */
  #connect(settings) {
    this.#chosen = settings;
    this.#send({ type: "terminal", settings });
  }

  #clear() {
    this.#received.textContent = "";
    this.#length = 0;
  }

  /** @param {string} text */
  #type(text) {
    const bytes = new TextEncoder().encode(text);
    for (let start = 0; start < bytes.length; start += PART) {
      this.#send({ type: "type", bytes: btoa(String.fromCharCode(...bytes.subarray(start, start + PART))) });
    }
  }
}

/** @param {PinPosition | null | undefined} pin */
function value(pin) {
  return pin ? `${pin.header} ${pin.pin}` : "";
}

/**
 * @param {string} value of a menu
 * @returns {PinPosition | null}
 */
function position(value) {
  if (value === "") return null;
  const [header, pin] = value.split(" ").map(Number);
  return { header, pin };
}
