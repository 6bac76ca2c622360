// @ts-check
// The headers GPIO_0 and GPIO_1: a light for each pin that the design uses, and a switch for each
// that it reads.

import { byId, html, onClick, setAttribute, setLabel } from "./elements.js";

/** @typedef {import("./protocol.js").DesignRequest} DesignRequest */
/** @typedef {import("./protocol.js").HeaderPin} HeaderPin */
/** @typedef {import("./protocol.js").HeaderState} HeaderState */

/** A number of 36 bits is too long for JavaScript's operators on bits. */
const bit = (/** @type {number} */ value, /** @type {number} */ place) => Math.floor(value / 2 ** place) % 2 === 1;

export class Headers {
  /** The elements of the pins of each header, by number. @type {Map<number, HTMLElement>[]} */
  #pins = [new Map(), new Map()];
  #send;

  /** @param {(request: DesignRequest) => void} send */
  constructor(send) {
    this.#send = send;
  }

  /**
   * Shows the pins that a design uses.
   * @param {HeaderPin[][]} headers
   */
  showPins(headers) {
    headers.forEach((pins, header) => {
      this.#pins[header] = new Map(pins.map((pin) => [pin.number, this.#element(header, pin)]));
      const group = byId(`gpio-${header}`);
      group.hidden = pins.length === 0;
      group.replaceChildren(byId(`gpio-${header}-title`), ...this.#pins[header].values());
    });
  }

  /** @param {HeaderState[]} headers */
  show(headers) {
    headers.forEach(({ levels, switches }, header) => {
      for (const [number, pin] of this.#pins[header]) {
        const isHigh = bit(levels, number);
        pin.classList.toggle("lit", isHigh);
        if (pin.role === "switch") setAttribute(pin, "aria-checked", String(bit(switches, number)));
        setLabel(pin, `GPIO_${header}[${number}], ${isHigh ? "high" : "low"}`);
      }
    });
  }

  /**
   * @param {number} header
   * @param {HeaderPin} pin
   */
  #element(header, { number, switch: isSwitch }) {
    const parts = [html("span", { class: "pin-light" }), String(number)];
    if (!isSwitch) return html("span", { class: "pin", role: "img", "data-pin": `${header}-${number}` }, ...parts);
    const button = html("button", { type: "button", class: "pin", role: "switch", "aria-checked": "false", "data-pin": `${header}-${number}` }, ...parts);
    onClick(button, () => this.#send({ type: "header_pin", header, pin: number, high: button.ariaChecked !== "true" }));
    return button;
  }
}
