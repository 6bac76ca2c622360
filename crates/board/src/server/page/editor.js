// @ts-check
// An editor for one file: a text area with the numbers of its lines, in front of its text in colours.

import { byId, html } from "./elements.js";
import { SourceColours } from "./source_colours.js";

/** What the tabulator inserts. */
const INDENT = "  ";

export class Editor {
  #area = /** @type {HTMLTextAreaElement} */ (byId("editor"));
  #numbers = byId("line-numbers");
  #colours = new SourceColours();
  #count = 0;
  /** Whether the tabulator leaves the editor, as after Escape. */
  #tabLeaves = false;

  /** @param {(text: string) => void} changed */
  constructor(changed) {
    const area = this.#area;
    area.addEventListener("input", () => {
      this.#show();
      changed(area.value);
    });
    area.addEventListener("scroll", () => this.#scroll());
    area.addEventListener("keydown", (event) => this.#key(event));
    area.addEventListener("blur", () => this.#tabLeaves = false);
  }

  /**
   * Shows a text; null if the file is none.
   * @param {string | null} text
   * @param {string} label
   */
  show(text, label) {
    this.#area.readOnly = text === null;
    this.#area.value = text ?? "This file is not a text.";
    this.#area.setAttribute("aria-label", label);
    this.#area.scrollTop = 0;
    this.#show();
  }

  /**
   * Selects a line, and shows it.
   * @param {number} line from 1
   */
  select(line) {
    const lines = this.#area.value.split("\n");
    const start = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0);
    this.#area.focus();
    this.#area.setSelectionRange(start, start + (lines[line - 1] ?? "").length);
    const height = this.#area.scrollHeight / Math.max(1, lines.length);
    this.#area.scrollTop = Math.max(0, (line - 1) * height - this.#area.clientHeight / 2);
  }

  /**
   * Marks the lines with messages.
   * @param {number[]} lines from 1
   */
  mark(lines) {
    for (const [index, number] of [...this.#numbers.children].entries()) number.classList.toggle("wrong", lines.includes(index + 1));
  }

  #show() {
    this.#area.classList.toggle("has-colours", this.#colours.show(this.#area.value));
    this.#number();
    this.#scroll();
  }

  #scroll() {
    this.#numbers.scrollTop = this.#area.scrollTop;
    this.#colours.scroll(this.#area);
  }

  #number() {
    const count = this.#area.value.split("\n").length;
    if (count === this.#count) return;
    this.#count = count;
    this.#numbers.replaceChildren(...Array.from({ length: count }, (_, index) => html("span", {}, String(index + 1))));
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.key === "Escape") this.#tabLeaves = true;
    if (event.key !== "Tab" || event.shiftKey || this.#tabLeaves || this.#area.readOnly) return;
    event.preventDefault();
    const { value, selectionStart, selectionEnd } = this.#area;
    const selected = value.slice(selectionStart, selectionEnd);
    const text = selected.includes("\n") ? selected.replace(/^(?=.)/gm, INDENT) : INDENT;
    // Unlike setRangeText, it can be undone.
    document.execCommand("insertText", false, text);
  }
}
