// @ts-check
// The shoe of task5.

import { byId, html } from "./elements.js";

/** @typedef {import("./protocol.js").Shoe} ShoeState */
/** @typedef {import("./protocol.js").Table} Table */

const CHOICES = [
  { decks: 0, text: "Infinite" }, { decks: 4, text: "4" }, { decks: 6, text: "6" }, { decks: 8, text: "8" },
];

export class Shoe {
  #bar = byId("shoe-bar");
  #text = byId("shoe-text");
  #cut = byId("shoe-cut");
  #choices;

  /** @param {(decks: number) => void} choose called when another shoe is selected */
  constructor(choose) {
    this.#choices = CHOICES.map(({ decks }) => {
      const input = html("input", { type: "radio", name: "decks", value: decks });
      input.addEventListener("change", () => choose(decks));
      return input;
    });
    byId("decks").append(...CHOICES.map(({ text }, index) =>
      html("label", {}, this.#choices[index], html("span", {}, text))));
  }

  /** @param {Table} table */
  show({ shoe, phase }) {
    CHOICES.forEach(({ decks }, index) => {
      this.#choices[index].checked = decks === shoe.decks;
      this.#choices[index].disabled = phase === "dealing";
    });
    const fraction = shoe.total === null || shoe.left === null ? 1 : shoe.left / shoe.total;
    /** @type {HTMLElement} */ (this.#bar.firstElementChild).style.width = `${(100 * fraction).toFixed(2)}%`;
    this.#bar.classList.toggle("infinite", shoe.total === null);
    const text = shoeText(shoe);
    this.#text.textContent = text;
    this.#bar.setAttribute("aria-label", text);
    this.#cut.hidden = !shoe.cut_card_out;
    this.#cut.textContent = shoe.last_hand
      ? "The cut card is out: this is the last hand of the shoe."
      : "The cut card is out: one more hand follows this one.";
  }
}

/** @param {ShoeState} shoe */
function shoeText({ decks, left, total, burned }) {
  if (decks === 0) return "Infinite deck: every rank is always equally likely.";
  return `${left} of ${total} cards left, ${burned} burned`;
}
