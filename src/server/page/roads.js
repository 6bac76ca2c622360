// @ts-check
// The score card: bead plate, big road and the three roads derived from it.

import { byId, html, svg } from "./elements.js";

/** @typedef {import("./protocol.js").Bead} Bead */
/** @typedef {import("./protocol.js").BigRoadEntry} BigRoadEntry */
/** @typedef {import("./protocol.js").DerivedRoadEntry} DerivedRoadEntry */
/** @typedef {import("./protocol.js").Roads} RoadsMessage */

const ROWS = 6;

/** The width and height of a cell in the drawing. */
const CELL = 20;

const LETTERS = { player: "P", banker: "B", tie: "T" };

export class Roads {
  /** @type {RoadsMessage | undefined} */
  #latest;

  constructor() {
    new ResizeObserver(() => this.#latest && this.show(this.#latest)).observe(byId("roads"));
  }

  /** @param {RoadsMessage} roads */
  show(roads) {
    this.#latest = roads;
    const { bead, big, leading_ties, big_eye, small, cockroach } = roads;
    const last = bead.at(-1);
    draw("road-bead", Math.ceil(bead.length / ROWS), bead.map(drawBead),
      last ? `Bead plate: ${bead.length} rounds, last: ${last.outcome}` : "Bead plate: empty", bead.map(beadInWords));
    const bigMarks = big.map((entry) => drawBig(entry));
    if (leading_ties > 0) bigMarks.unshift(drawTies(0, 0, leading_ties));
    const runs = runsOf(big, ({ side }) => side).map(bigRunInWords);
    if (leading_ties > 0) runs.unshift(`${ties(leading_ties)} before the first win`);
    draw("road-big", columns(big), bigMarks, `Big road: ${streak(big)}`, runs);
    draw("road-big-eye", columns(big_eye), big_eye.map(drawHollow), `Big eye boy: ${counts(big_eye)}`, runsInWords(big_eye));
    draw("road-small", columns(small), small.map(drawSolid), `Small road: ${counts(small)}`, runsInWords(small));
    draw("road-cockroach", columns(cockroach), cockroach.map(drawSlash), `Cockroach pig: ${counts(cockroach)}`, runsInWords(cockroach));
    makeFocusable(byId("road-grid"));
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

/** @param {{ column: number, row: number }} cell */
function centreOf({ column, row }) {
  return { cx: CELL * (column + 0.5), cy: CELL * (row + 0.5) };
}

/**
 * @param {Bead} bead
 * @param {number} index
 */
function drawBead({ outcome, natural }, index) {
  const { cx, cy } = centreOf({ column: Math.floor(index / ROWS), row: index % ROWS });
  return svg("g", { class: `road-${outcome}` },
    svg("title", {}, natural ? `${outcome}, natural` : outcome),
    svg("circle", { class: "solid", cx, cy, r: 8.5 }),
    svg("text", { class: "bead-letter", x: cx, y: cy + 4, "text-anchor": "middle" }, LETTERS[outcome]),
    ...(natural ? [svg("circle", { class: "bead-natural", cx: cx + 6, cy: cy - 6, r: 2.4 })] : []));
}

/** @param {BigRoadEntry} entry */
function drawBig({ column, row, side, ties: count }) {
  const mark = svg("g", { class: `road-${side}` }, svg("circle", { class: "hollow", ...centreOf({ column, row }), r: 7.5 }));
  if (count > 0) mark.append(drawTies(column, row, count));
  return mark;
}

/**
 * @param {number} column
 * @param {number} row
 * @param {number} count
 */
function drawTies(column, row, count) {
  const { cx, cy } = centreOf({ column, row });
  const mark = svg("g", { class: "road-tie" },
    svg("title", {}, ties(count)),
    svg("path", { class: "slash", d: `M${cx - 7} ${cy + 7}L${cx + 7} ${cy - 7}` }));
  if (count > 1) mark.append(svg("text", { class: "tie-count", x: cx, y: cy + 4, "text-anchor": "middle" }, String(count)));
  return mark;
}

/** @param {DerivedRoadEntry} entry */
function drawHollow(entry) {
  return svg("circle", { class: `hollow road-${entry.colour}`, ...centreOf(entry), r: 7 });
}

/** @param {DerivedRoadEntry} entry */
function drawSolid(entry) {
  return svg("circle", { class: `solid road-${entry.colour}`, ...centreOf(entry), r: 7.5 });
}

/** @param {DerivedRoadEntry} entry */
function drawSlash(entry) {
  const { cx, cy } = centreOf(entry);
  return svg("path", { class: `slash road-${entry.colour}`, d: `M${cx - 6.5} ${cy + 6.5}L${cx + 6.5} ${cy - 6.5}` });
}

/** @param {{ column: number }[]} entries */
function columns(entries) {
  return Math.max(0, ...entries.map(({ column }) => column + 1));
}

/** @param {BigRoadEntry[]} entries */
function streak(entries) {
  const last = entries.at(-1);
  if (!last) return "empty";
  const before = entries.findLastIndex(({ side }) => side !== last.side);
  return `${last.side} has won the last ${entries.length - 1 - before}`;
}

/** @param {DerivedRoadEntry[]} entries */
function counts(entries) {
  if (entries.length === 0) return "empty";
  const red = entries.filter(({ colour }) => colour === "red").length;
  return `${red} red, ${entries.length - red} blue, last: ${entries.at(-1)?.colour}`;
}

/** @param {Bead} bead */
function beadInWords({ outcome, natural }) {
  return natural ? `${outcome}, natural` : outcome;
}

/** @param {BigRoadEntry[]} run */
function bigRunInWords(run) {
  const tied = run.reduce((sum, entry) => sum + entry.ties, 0);
  return `${run[0].side} ${run.length}` + (tied > 0 ? `, ${ties(tied)}` : "");
}

/** @param {DerivedRoadEntry[]} entries */
function runsInWords(entries) {
  return runsOf(entries, ({ colour }) => colour).map((run) => `${run[0].colour} ${run.length}`);
}

/** @param {number} count */
function ties(count) {
  return count === 1 ? "1 tie" : `${count} ties`;
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
