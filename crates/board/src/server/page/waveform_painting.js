// @ts-check
// Paints a waveform on a canvas, in the colours of the page.

/** @typedef {import("./protocol.js").Timing} Timing */
/** @typedef {import("./protocol.js").TimingRow} Row */
/** @typedef {import("./waveform.js").View} View */

/** The slant of an edge of a value, and the space beside a text, in pixels. */
const SLANT = 3;

/** The least distance of grid lines, and of marks of the time, in pixels. */
const GRID_DISTANCE = 8;
const MARK_DISTANCE = 70;

/**
 * What painting needs in every part.
 * @typedef {object} Sheet
 * @property {CanvasRenderingContext2D} context
 * @property {(name: string) => string} colour returns a colour of the page
 * @property {(time: number) => number} x returns the position of a time
 * @property {number} width
 * @property {number} height
 * @property {number} head the height above the rows
 * @property {number} row the height of a row
 * @property {View} view
 * @property {Label[]} labels painted last, so that no line cuts through them
 */

/**
 * A text, its place, its colour, and that behind it.
 * @typedef {{ text: string, x: number, y: number, ink: string, paper: string }} Label
 */

/**
 * Returns the position of a time on a canvas, in pixels.
 * @param {number} time
 * @param {HTMLCanvasElement} canvas
 * @param {View} view
 */
export function positionOf(time, canvas, { from, to }) {
  return (time - from) / (to - from) * canvas.clientWidth;
}

/**
 * Returns the time at a position on a canvas.
 * @param {number} x in pixels
 * @param {HTMLCanvasElement} canvas
 * @param {View} view
 */
export function timeAt(x, canvas, { from, to }) {
  return from + x / canvas.clientWidth * (to - from);
}

/**
 * @param {HTMLCanvasElement} canvas
 * @param {Timing} timing
 * @param {View} view
 * @param {number} cursor
 */
export function paint(canvas, timing, view, cursor) {
  const { clientWidth: width, clientHeight: height } = canvas;
  const context = canvas.getContext("2d");
  if (!context || width === 0) return;
  const scale = devicePixelRatio;
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  context.scale(scale, scale);
  const style = getComputedStyle(canvas);
  const colour = (/** @type {string} */ name) => style.getPropertyValue(`--${name}`).trim();
  // The rows of the table beside the canvas have the same height, and its head has two of them.
  const row = height / (timing.rows.length + 2);
  const x = (/** @type {number} */ time) => positionOf(time, canvas, view);
  const sheet = { context, colour, x, width, height, head: 2 * row, row, view, labels: [] };
  context.font = `${style.fontSize} ${style.fontFamily}`;
  context.textBaseline = "middle";
  paintGrid(sheet, timing);
  timing.rows.forEach((each, index) => paintRow(sheet, each, sheet.head + index * row, timing.end));
  paintEvents(sheet, timing);
  paintLabels(sheet);
  line(sheet, x(cursor), 0, "accent", 2);
}

/** @param {Sheet} sheet */
function paintLabels({ context, colour, labels }) {
  context.lineWidth = 4;
  context.lineJoin = "round";
  for (const { text, x, y, ink, paper } of labels) {
    context.strokeStyle = colour(paper);
    context.strokeText(text, x, y);
    context.fillStyle = colour(ink);
    context.fillText(text, x, y);
  }
}

/**
 * @param {Sheet} sheet
 * @param {number} x
 * @param {number} top
 * @param {string} name the name of its colour
 * @param {number} width
 */
function line({ context, colour, height }, x, top, name, width) {
  context.strokeStyle = colour(name);
  context.lineWidth = width;
  context.beginPath();
  context.moveTo(x, top);
  context.lineTo(x, height);
  context.stroke();
}

/**
 * Paints the rising edges of the clock and the time.
 * @param {Sheet} sheet
 * @param {Timing} timing
 */
function paintGrid(sheet, { rows }) {
  const { context, colour, x, width, head, row, view } = sheet;
  const edges = rows.find(({ kind }) => kind === "clock")?.changes.filter(([, level]) => level === "1") ?? [];
  if (edges.length > 1 && x(edges[1][0]) - x(edges[0][0]) >= GRID_DISTANCE) {
    for (const [time] of edges) line(sheet, x(time), head, "grid", 1);
  }
  context.fillStyle = colour("muted");
  const scale = (view.to - view.from) / width;
  const power = 10 ** Math.floor(Math.log10(MARK_DISTANCE * scale));
  const steps = [1, 2, 5, 10, 20, 50, 100].map((factor) => factor * power);
  const room = (/** @type {number} */ each) => Math.max(MARK_DISTANCE, context.measureText(mark(view.to, each)).width + 8);
  const step = steps.find((each) => each >= room(each) * scale) ?? 100 * power;
  for (let time = Math.ceil(view.from / step) * step; time <= view.to; time += step) {
    sheet.labels.push({ text: mark(time, step), x: x(time) + 2, y: row * 1.5, ink: "muted", paper: "paper" });
    context.fillRect(x(time), row * 1.2, 1, row * 0.8);
  }
}

/**
 * Returns a time in the largest unit in which the marks are whole numbers.
 * @param {number} time in ns
 * @param {number} step the distance of the marks, in ns
 */
function mark(time, step) {
  const [size, unit] = step >= 1e9 ? [1e9, " s"] : step >= 1e6 ? [1e6, " ms"] : step >= 1e3 ? [1e3, " µs"] : [1, " ns"];
  return `${Math.round(time / size)}${unit}`;
}

/**
 * @param {Sheet} sheet
 * @param {Row} row
 * @param {number} top
 * @param {number} end
 */
function paintRow(sheet, { kind, changes }, top, end) {
  const { context, colour, x, width, row } = sheet;
  const [high, low] = [top + row * 0.18, top + row * 0.82];
  context.lineWidth = 1.2;
  changes.forEach(([time, value], index) => {
    const [left, right] = [x(time), x(changes[index + 1]?.[0] ?? end)];
    if (right < 0 || left > width) return;
    context.beginPath();
    if (kind === "bus" || value === "") {
      paintValue(sheet, value, left, right, high, low);
      return;
    }
    context.strokeStyle = colour("ink");
    const level = value === "1" ? high : low;
    if (index > 0) context.moveTo(left, value === "1" ? low : high);
    context.lineTo(left, level);
    context.lineTo(right, level);
    context.stroke();
  });
}

/**
 * Paints a value of several bits, with its text in the middle of the part that is seen.
 * @param {Sheet} sheet
 * @param {string} value
 * @param {number} left
 * @param {number} right
 * @param {number} high
 * @param {number} low
 */
function paintValue({ context, colour, width, labels }, value, left, right, high, low) {
  const slant = Math.min(SLANT, (right - left) / 2);
  const middle = (high + low) / 2;
  context.moveTo(left, middle);
  for (const [x, y] of [[left + slant, high], [right - slant, high], [right, middle], [right - slant, low], [left + slant, low]]) {
    context.lineTo(x, y);
  }
  context.closePath();
  context.fillStyle = colour(value === "" ? "paper" : "wave-fill");
  context.strokeStyle = colour(value === "" ? "grid" : "wave");
  context.fill();
  context.stroke();
  const [from, to] = [Math.max(left, 0), Math.min(right, width)];
  const size = context.measureText(value).width;
  if (value === "" || size > to - from - 2 * SLANT) return;
  labels.push({ text: value, x: (from + to - size) / 2, y: middle, ink: "ink", paper: "wave-fill" });
}

/**
 * Paints the events above the rows as far as there is room, and the places where cycles are left out.
 * @param {Sheet} sheet
 * @param {Timing} timing
 */
function paintEvents(sheet, { events, breaks }) {
  const { context, colour, x, width, height, head, row } = sheet;
  for (const time of breaks) {
    context.fillStyle = colour("paper");
    context.fillRect(x(time) - 2, head, 4, height - head);
    for (const side of [-2, 2]) line(sheet, x(time) + side, head, "muted", 1);
  }
  context.setLineDash([4, 3]);
  events.forEach(({ time, text }, index) => {
    line(sheet, x(time), row * 0.2, "wave-event", 1);
    const from = Math.max(x(time), 0) + 4;
    const room = Math.min(index + 1 < events.length ? x(events[index + 1].time) : width, width) - from;
    context.fillStyle = colour("wave-event");
    if (context.measureText(text).width <= room) context.fillText(text, from, row * 0.6);
  });
  context.setLineDash([]);
}
