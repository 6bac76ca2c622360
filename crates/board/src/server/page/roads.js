// @ts-check
// The score card: bead plate, big road and the three roads derived from it.

import { byId, html, setLabel, svg } from "./elements.js";
import { showTally } from "./tally.js";

/** @typedef {import("./protocol.js").Cell} Cell */
/** @typedef {import("./protocol.js").Roads} RoadsMessage */
/** @typedef {RoadsMessage["bead_plate"][0]} Bead */
/** @typedef {RoadsMessage["big_road"][0]} Win */
/** @typedef {RoadsMessage["small_road"][0]} Mark on a derived road */

const ROWS = 6;

/** The width and height of a cell in the drawing. */
const CELL = 20;

const LETTERS = { player: "P", banker: "B", tie: "T" };

/** The derived roads. */
const DERIVED = /** @type {const} */ ([
  { id: "road-big-eye", key: "big_eye_boy", title: "Big eye boy", shape: drawHollow },
  { id: "road-small", key: "small_road", title: "Small road", shape: drawSolid },
  { id: "road-cockroach", key: "cockroach_pig", title: "Cockroach pig", shape: drawSlash },
]);

export class Roads {
  /** @type {RoadsMessage | undefined} */
  #latest;

  constructor() {
    new ResizeObserver(() => this.#latest && this.show(this.#latest)).observe(byId("roads"));
  }

  /** @param {RoadsMessage} roads */
  show(roads) {
    this.#latest = roads;
    const { bead_plate: beads, big_road: wins, leading_ties } = roads;
    const last = beads.at(-1);
    draw("road-bead", columns(beads), beads.map(drawBead),
      last ? `Bead plate: ${counted(beads.length, "round")}, last: ${last.mark.outcome}` : "Bead plate: empty", beads.map(beadInWords));
    const bigMarks = wins.map((win) => drawWin(win));
    if (leading_ties > 0) bigMarks.unshift(drawTies({ column: 0, row: 0 }, leading_ties));
    const runs = runsOf(wins, ({ mark }) => mark.side).map(bigRunInWords);
    if (leading_ties > 0) runs.unshift(`${counted(leading_ties, "tie")} before the first win`);
    draw("road-big", columns(wins), bigMarks, `Big road: ${streak(wins)}`, runs);
    for (const { id, key, title, shape } of DERIVED) {
      const marks = roads[key];
      draw(id, columns(marks), marks.map(shape), `${title}: ${counts(marks)}`, runsInWords(marks));
      showNext(`${id}-next`, shape, roads.after_player[key], roads.after_banker[key]);
    }
    makeFocusable(byId("road-grid"));
    showTally(roads);
  }
}

/**
 * Redraws a road and scrolls to its newest entries.
 * @param {string} id
 * @param {number} used the number of columns with entries
 * @param {SVGElement[]} marks
 * @param {string} label
 * @param {string[]} items the entries in words, for screen readers
 */
function draw(id, used, marks, label, items) {
  const box = byId(id);
  // At least as wide as the box, and at least one column more than are used.
  const visible = CELL * ROWS * box.clientWidth / box.clientHeight || 0;
  const width = Math.max(visible, CELL * (used + 1));
  box.replaceChildren(svg("svg", { viewBox: `0 0 ${width} ${CELL * ROWS}`, role: "img", "aria-label": label },
    grid(width), ...marks), html("ol", { class: "visually-hidden" }, ...items.map((item) => html("li", {}, item))));
  box.scrollLeft = box.scrollWidth;
  makeFocusable(box);
}

/**
 * Makes a box focusable, and so scrollable with the keyboard, only if it overflows.
 * @param {HTMLElement} box
 */
function makeFocusable(box) {
  if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;
  else box.removeAttribute("tabindex");
}

/** @param {number} width */
function grid(width) {
  let d = "";
  for (let x = CELL; x < width; x += CELL) d += `M${x} 0V${CELL * ROWS}`;
  for (let y = CELL; y < CELL * ROWS; y += CELL) d += `M0 ${y}H${width}`;
  return svg("path", { class: "road-lines", d });
}

/** @param {Cell} cell */
function centreOf({ column, row }) {
  return { cx: CELL * (column + 0.5), cy: CELL * (row + 0.5) };
}

/** @param {Bead} bead */
function drawBead({ cell, mark: { outcome, natural } }) {
  const { cx, cy } = centreOf(cell);
  return svg("g", { class: `road-${outcome}` },
    svg("title", {}, natural ? `${outcome}, natural` : outcome),
    svg("circle", { class: "solid", cx, cy, r: 8.5 }),
    svg("text", { class: "bead-letter", x: cx, y: cy + 4, "text-anchor": "middle" }, LETTERS[outcome]),
    ...(natural ? [svg("circle", { class: "bead-natural", cx: cx + 6, cy: cy - 6, r: 2.4 })] : []));
}

/** @param {Win} win */
function drawWin({ cell, mark: { side, ties: count } }) {
  const mark = svg("g", { class: `road-${side}` }, svg("circle", { class: "hollow", ...centreOf(cell), r: 7.5 }));
  if (count > 0) mark.append(drawTies(cell, count));
  return mark;
}

/**
 * @param {Cell} cell
 * @param {number} count
 */
function drawTies(cell, count) {
  const { cx, cy } = centreOf(cell);
  const mark = svg("g", { class: "road-tie" },
    svg("title", {}, counted(count, "tie")),
    svg("path", { class: "slash", d: `M${cx - 7} ${cy + 7}L${cx + 7} ${cy - 7}` }));
  if (count > 1) mark.append(svg("text", { class: "tie-count", x: cx, y: cy + 4, "text-anchor": "middle" }, String(count)));
  return mark;
}

/** @param {Mark} mark */
function drawHollow({ cell, mark }) {
  return svg("circle", { class: `hollow road-${mark}`, ...centreOf(cell), r: 7 });
}

/** @param {Mark} mark */
function drawSolid({ cell, mark }) {
  return svg("circle", { class: `solid road-${mark}`, ...centreOf(cell), r: 7.5 });
}

/** @param {Mark} mark */
function drawSlash({ cell, mark }) {
  const { cx, cy } = centreOf(cell);
  return svg("path", { class: `slash road-${mark}`, d: `M${cx - 6.5} ${cy + 6.5}L${cx + 6.5} ${cy - 6.5}` });
}

/**
 * Shows the next mark of a derived road after a win of the player and of the banker.
 * @param {string} id
 * @param {(mark: Mark) => SVGElement} shape
 * @param {"red" | "blue" | null} player
 * @param {"red" | "blue" | null} banker
 */
function showNext(id, shape, player, banker) {
  const place = byId(id);
  const parts = /** @type {const} */ ([["P", player], ["B", banker]]).map(([letter, mark]) =>
    html("span", {}, letter, svg("svg", { viewBox: `0 0 ${CELL} ${CELL}` }, ...mark ? [shape({ cell: { column: 0, row: 0 }, mark })] : [])));
  place.replaceChildren(...parts);
  setLabel(place, `Next: ${player ?? "no mark"} if the player wins, ${banker ?? "no mark"} if the banker wins`);
}

/** @param {{ cell: Cell }[]} marks */
function columns(marks) {
  return Math.max(0, ...marks.map(({ cell }) => cell.column + 1));
}

/** @param {Win[]} wins */
function streak(wins) {
  const side = wins.at(-1)?.mark.side;
  if (!side) return "empty";
  const before = wins.findLastIndex(({ mark }) => mark.side !== side);
  return `${side} has won the last ${wins.length - 1 - before}`;
}

/** @param {Mark[]} marks */
function counts(marks) {
  if (marks.length === 0) return "empty";
  const red = marks.filter(({ mark }) => mark === "red").length;
  return `${red} red, ${marks.length - red} blue, last: ${marks.at(-1)?.mark}`;
}

/** @param {Bead} bead */
function beadInWords({ mark: { outcome, natural } }) {
  return natural ? `${outcome}, natural` : outcome;
}

/** @param {Win[]} run */
function bigRunInWords(run) {
  const tied = run.reduce((sum, { mark }) => sum + mark.ties, 0);
  return `${run[0].mark.side} ${run.length}` + (tied > 0 ? `, ${counted(tied, "tie")}` : "");
}

/** @param {Mark[]} marks */
function runsInWords(marks) {
  return runsOf(marks, ({ mark }) => mark).map((run) => `${run[0].mark} ${run.length}`);
}

/**
 * @param {number} count
 * @param {string} noun
 */
function counted(count, noun) {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/**
 * Splits a list where the key changes.
 * @template T
 * @param {T[]} list
 * @param {(item: T) => string} key
 */
function runsOf(list, key) {
  /** @type {T[][]} */
  const runs = [];
  for (const item of list) {
    const run = runs.at(-1);
    if (run && key(run[0]) === key(item)) run.push(item);
    else runs.push([item]);
  }
  return runs;
}
