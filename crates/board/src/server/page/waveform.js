// @ts-check
// The waveform of a hand or of traced signals: names and values at the cursor on the left, waves on the right, with zoom, by mouse, touch and keys.

import { byId, html, onClick } from "./elements.js";
import { paint, timeAt } from "./waveform_painting.js";

/** @typedef {import("./protocol.js").Timing} Timing */
/** @typedef {Extract<import("./protocol.js").Reply, { type: "waveform" }>} WaveformMessage */
/** @typedef {{ from: number, to: number }} View the visible times, in ns */

/** The shortest visible time: two cycles of CLOCK_50, in ns. */
const SHORTEST = 40;

/** The factor of a step of zoom. */
const ZOOM = 1.6;

/** A pointer that moves by less, in pixels, clicks. */
const CLICK_DISTANCE = 5;

export class Waveform {
  #box = byId("waveform");
  #download = /** @type {HTMLAnchorElement} */ (byId("vcd"));
  #canvas = html("canvas", { class: "wave-canvas", role: "slider", tabindex: 0, "aria-label": "Cursor", "aria-valuemin": 0 });
  #where = html("output", { class: "wave-where" });
  #names = html("tbody");
  /** @type {Timing | undefined} */
  #timing;
  /** @type {View} */
  #view = { from: 0, to: SHORTEST };
  #cursor = 0;
  /** The times at which something but a clock changes. @type {number[]} */
  #changes = [];
  /** The cells with the values at the cursor. @type {HTMLElement[]} */
  #values = [];
  /** The pointers that are down, with their positions. @type {Map<number, number>} */
  #pointers = new Map();
  /** How far the pointer has moved since it is down. */
  #moved = 0;
  #whole;
  #grows;

  /**
   * @param {string} whole the name of all of it
   * @param {boolean} [grows] whether each one continues that before: cursor and view stay where they are
   */
  constructor(whole, grows = false) {
    this.#whole = whole;
    this.#grows = grows;
  }

  /** @param {WaveformMessage} waveform */
  show({ timing, vcd }) {
    URL.revokeObjectURL(this.#download.href);
    this.#download.href = URL.createObjectURL(new Blob([vcd], { type: "text/plain" }));
    this.#download.hidden = false;
    const { from, to } = this.#view;
    const staysAt = this.#grows && this.#timing ? this.#cursor : undefined;
    const isZoomed = staysAt !== undefined && (from > 0 || to < (this.#timing?.end ?? 0)) && to <= timing.end;
    if (!this.#timing) this.#build();
    this.#timing = timing;
    if (!isZoomed) this.#view = { from: 0, to: Math.max(timing.end, SHORTEST) };
    const times = timing.rows.filter(({ kind }) => kind !== "clock").flatMap(({ changes }) => changes.map(([time]) => time));
    this.#changes = [...new Set(times)].sort((one, other) => one - other);
    this.#values = timing.rows.map(() => html("td"));
    this.#names.replaceChildren(...timing.rows.map(({ name }, index) => {
      const dot = name.lastIndexOf(".") + 1;
      const path = html("span", { class: "wave-path" }, name.slice(0, dot));
      return html("tr", {}, html("th", { scope: "row", title: name }, path, name.slice(dot)), this.#values[index]);
    }));
    this.#canvas.setAttribute("aria-valuemax", String(timing.end));
    if (staysAt === undefined) this.#moveCursor(timing.events[0]?.time ?? 0);
    else this.#moveCursor(staysAt, isZoomed);
  }

  #build() {
    const button = (/** @type {string} */ text, /** @type {string} */ label, /** @type {() => void} */ action) => {
      const element = html("button", { type: "button", "aria-label": label, title: label }, text);
      onClick(element, action);
      return element;
    };
    const tools = html("div", { class: "wave-tools", role: "group", "aria-label": "Waveform tools" },
      button("−", "Zoom out", () => this.#zoom(1 / ZOOM)),
      button("+", "Zoom in", () => this.#zoom(ZOOM)),
      button(this.#whole, this.#whole, () => this.#setView(0, Infinity)),
      button("◀", "Previous change", () => this.#step(-1)),
      button("▶", "Next change", () => this.#step(1)),
      this.#where);
    const table = html("table", { class: "wave-names" },
      html("thead", {}, html("tr", {}, html("th", { scope: "col" }, "Signal"), html("th", { scope: "col" }, "Value"))), this.#names);
    this.#box.replaceChildren(tools, html("div", { class: "wave-body" }, table, html("div", { class: "wave-place" }, this.#canvas)));
    this.#listen();
    new ResizeObserver(() => this.#draw()).observe(this.#canvas);
    for (const feature of ["(prefers-color-scheme: dark)", "(forced-colors: active)"]) {
      matchMedia(feature).addEventListener("change", () => this.#draw());
    }
  }

  #draw() {
    if (!this.#timing) return;
    paint(this.#canvas, this.#timing, this.#view, this.#cursor);
    this.#canvas.dataset.from = String(Math.round(this.#view.from));
    this.#canvas.dataset.to = String(Math.round(this.#view.to));
  }

  /**
   * Moves the cursor, and the view if it would not show it.
   * @param {number} time
   * @param {boolean} [keepsView] does not move the view
   */
  #moveCursor(time, keepsView = false) {
    if (!this.#timing) return;
    const { rows, events, end } = this.#timing;
    this.#cursor = Math.min(Math.max(Math.round(time), 0), end);
    rows.forEach(({ changes }, index) => {
      this.#values[index].textContent = changes.findLast(([start]) => start <= this.#cursor)?.[1] ?? "";
    });
    const event = events.findLast((each) => each.time <= this.#cursor);
    const where = `${this.#cursor.toLocaleString("en")} ns${event ? `, ${event.text}` : ""}`;
    this.#where.textContent = where;
    this.#canvas.setAttribute("aria-valuenow", String(this.#cursor));
    this.#canvas.setAttribute("aria-valuetext", where);
    const { from, to } = this.#view;
    if (!keepsView && (this.#cursor < from || this.#cursor > to)) this.#setView(this.#cursor - (to - from) / 2, this.#cursor + (to - from) / 2);
    else this.#draw();
  }

  /** @param {1 | -1} direction */
  #step(direction) {
    const next = direction > 0
      ? this.#changes.find((time) => time > this.#cursor)
      : this.#changes.findLast((time) => time < this.#cursor);
    if (next !== undefined) this.#moveCursor(next);
  }

  /**
   * Shows these times, shifted and shortened to those of the waveform.
   * @param {number} from
   * @param {number} to
   */
  #setView(from, to) {
    const end = Math.max(this.#timing?.end ?? 0, SHORTEST);
    const length = Math.min(Math.max(to - from, SHORTEST), end);
    const start = Math.min(Math.max(from, 0), end - length);
    this.#view = { from: start, to: start + length };
    this.#draw();
  }

  /**
   * Zooms in by a factor above 1, out by one below. This time stays where it is.
   * @param {number} factor
   * @param {number} [fixed] the cursor by default
   */
  #zoom(factor, fixed = this.#cursor) {
    const { from, to } = this.#view;
    this.#setView(fixed - (fixed - from) / factor, fixed + (to - fixed) / factor);
  }

  /**
   * Moves the view by a distance on the screen.
   * @param {number} pixels
   */
  #pan(pixels) {
    const { from, to } = this.#view;
    const time = pixels * (to - from) / this.#canvas.clientWidth;
    this.#setView(from + time, to + time);
  }

  #listen() {
    const canvas = this.#canvas;
    canvas.addEventListener("keydown", (event) => this.#onKey(event));
    canvas.addEventListener("wheel", (event) => {
      const sideways = event.deltaX || (event.shiftKey ? event.deltaY : 0);
      if (!event.ctrlKey && sideways === 0) return;
      event.preventDefault();
      if (event.ctrlKey) this.#zoom(Math.exp(-event.deltaY / 200), timeAt(event.offsetX, canvas, this.#view));
      else this.#pan(sideways);
    }, { passive: false });
    canvas.addEventListener("pointerdown", (event) => {
      canvas.setPointerCapture(event.pointerId);
      this.#pointers.set(event.pointerId, event.offsetX);
      if (this.#pointers.size === 1) this.#moved = 0;
    });
    canvas.addEventListener("pointermove", (event) => this.#onMove(event));
    for (const end of /** @type {const} */ (["pointerup", "pointercancel"])) {
      canvas.addEventListener(end, (event) => {
        if (!this.#pointers.delete(event.pointerId)) return;
        if (end === "pointerup" && this.#moved < CLICK_DISTANCE) this.#moveCursor(timeAt(event.offsetX, canvas, this.#view));
      });
    }
  }

  /**
   * One pointer moves the view, two zoom it.
   * @param {PointerEvent} event
   */
  #onMove(event) {
    const before = this.#pointers.get(event.pointerId);
    if (before === undefined) return;
    const now = event.offsetX;
    this.#pointers.set(event.pointerId, now);
    this.#moved += Math.abs(now - before);
    if (this.#pointers.size === 1) {
      if (this.#moved >= CLICK_DISTANCE) this.#pan(before - now);
      return;
    }
    const other = [...this.#pointers].find(([id]) => id !== event.pointerId)?.[1] ?? 0;
    if (now === other || before === other) return;
    this.#zoom(Math.abs((now - other) / (before - other)), timeAt(other, this.#canvas, this.#view));
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const half = this.#canvas.clientWidth / 2;
    /** @type {Record<string, () => void>} */
    const actions = {
      ArrowLeft: () => this.#step(-1), ArrowRight: () => this.#step(1),
      Home: () => this.#moveCursor(0), End: () => this.#moveCursor(Infinity),
      PageUp: () => this.#pan(-half), PageDown: () => this.#pan(half),
      "+": () => this.#zoom(ZOOM), "-": () => this.#zoom(1 / ZOOM), 0: () => this.#setView(0, Infinity),
    };
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  }
}
