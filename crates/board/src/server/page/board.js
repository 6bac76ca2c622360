// @ts-check
// The displays and lights of the board.

import { byId, html, setLabel, svg } from "./elements.js";

/** @typedef {import("./protocol.js").BoardState} BoardMessage */

const SEGMENTS = "abcdefg";

/** The card shown by each pattern of lit segments. */
const CARDS = new Map([
  ["", "blank"], ["abcefg", "ace"], ["abdeg", "2"], ["abcdg", "3"], ["bcfg", "4"], ["acdfg", "5"],
  ["acdefg", "6"], ["abc", "7"], ["abcdefg", "8"], ["abcdfg", "9"], ["abcdef", "10"], ["bcde", "jack"],
  ["abcfg", "queen"], ["bcefg", "king"],
]);

/** The hexadecimal digit or other sign shown by each pattern of lit segments. 6, 7 and 9 have two common forms. */
const DIGITS = new Map([
  ["", "blank"], ["abcdef", "0"], ["bc", "1"], ["abdeg", "2"], ["abcdg", "3"], ["bcfg", "4"], ["acdfg", "5"],
  ["acdefg", "6"], ["abc", "7"], ["abcf", "7"], ["abcdefg", "8"], ["abcdfg", "9"], ["abcfg", "9"],
  ["abcefg", "A"], ["cdefg", "b or 6"], ["adef", "C"], ["bcdeg", "d"], ["adefg", "E"], ["aefg", "F"],
  ["bcefg", "H"], ["def", "L"], ["abefg", "P"], ["bcdef", "U"], ["ceg", "n"], ["cdeg", "o"], ["eg", "r"], ["g", "minus"],
]);

/** From left to right, as on the board. */
const DISPLAYS = [
  { number: 5, card: "banker's third card", short: "3rd" },
  { number: 4, card: "banker's second card", short: "2nd" },
  { number: 3, card: "banker's first card", short: "1st" },
  { number: 2, card: "player's third card", short: "3rd" },
  { number: 1, card: "player's second card", short: "2nd" },
  { number: 0, card: "player's first card", short: "1st" },
];

const LIGHTS = 10;

// A digit is 60 wide and 100 high. These are the centre lines of its segments, half their width, and the gap between them.
const [LEFT, RIGHT, TOP, MIDDLE, BOTTOM] = [13, 47, 12, 50, 88];
const HALF = 5;
const GAP = 0.8;

/** @param {number} y */
function horizontal(y) {
  const [from, to] = [LEFT + GAP, RIGHT - GAP];
  return [[from, y], [from + HALF, y - HALF], [to - HALF, y - HALF], [to, y], [to - HALF, y + HALF], [from + HALF, y + HALF]];
}

/**
 * @param {number} x
 * @param {number} top
 * @param {number} bottom
 */
function vertical(x, top, bottom) {
  const [from, to] = [top + GAP, bottom - GAP];
  return [[x, from], [x + HALF, from + HALF], [x + HALF, to - HALF], [x, to], [x - HALF, to - HALF], [x - HALF, from + HALF]];
}

/** The outlines of segments a to g. */
const OUTLINES = [
  horizontal(TOP), vertical(RIGHT, TOP, MIDDLE), vertical(RIGHT, MIDDLE, BOTTOM), horizontal(BOTTOM),
  vertical(LEFT, MIDDLE, BOTTOM), vertical(LEFT, TOP, MIDDLE), horizontal(MIDDLE),
];

/** @param {number} number */
function drawDisplay(number) {
  const segments = OUTLINES.map((points, index) =>
    svg("polygon", { class: "segment", "data-segment": SEGMENTS[index], points: points.join(" ") }));
  return svg("svg", { class: "display", viewBox: "0 0 66 100", role: "img", "data-display": `HEX${number}` },
    svg("rect", { class: "display-face", width: 66, height: 100, rx: 3 }),
    svg("g", { transform: "translate(8 0) skewX(-6)" }, ...segments),
    svg("circle", { class: "segment", cx: 58, cy: 90, r: 4 }));
}

/**
 * What the lights and displays mean, in words.
 * @typedef {object} Meaning
 * @property {string} lights
 * @property {string} [displays] one meaning of all displays, which then show digits, or empty; without it, each shows a card
 */

export class Board {
  /** HEX0 first. @type {SVGElement[]} */
  #displays = [];
  /** LEDR0 first. @type {Element[]} */
  #lights = [];
  #lightRow = byId("lights");

  /** @param {boolean} [hasTapes] whether tapes say that displays and lights show the hands of banker and player */
  constructor(hasTapes = true) {
    this.#buildDisplays(hasTapes);
    this.#buildLights(hasTapes);
  }

  /** @param {boolean} hasTapes */
  #buildDisplays(hasTapes) {
    const hands = ["Banker", "Player"].map((name) =>
      html("div", { class: "display-hand" }, ...hasTapes ? [html("p", { class: "tape", "aria-hidden": "true" }, name)] : []));
    for (const { number, short } of DISPLAYS) {
      const display = drawDisplay(number);
      this.#displays[number] = display;
      hands[number > 2 ? 0 : 1].append(html("div", { class: "display-place" }, display,
        html("p", { class: "silk", "aria-hidden": "true" }, html("b", {}, `HEX${number}`), ...hasTapes ? [html("span", {}, ` ${short}`)] : [])));
    }
    byId("displays").append(...hands);
  }

  /** @param {boolean} hasTapes */
  #buildLights(hasTapes) {
    for (let number = LIGHTS - 1; number >= 0; number--) {
      const light = svg("svg", { class: "light", viewBox: "0 0 20 26", "aria-hidden": "true", "data-light": `LEDR${number}` },
        svg("rect", { class: "light-base", x: 3, y: 1, width: 14, height: 24, rx: 2 }),
        svg("rect", { class: "light-lens", x: 5, y: 5, width: 10, height: 16, rx: 2 }));
      this.#lights[number] = light;
      this.#lightRow.append(html("div", { class: "light-place" }, light, html("span", { class: "silk", "aria-hidden": "true" }, String(number))));
    }
    if (!hasTapes) return;
    for (const [kind, text] of [["banker-wins", "B"], ["player-wins", "P"], ["banker-score", "banker"], ["player-score", "player"]]) {
      this.#lightRow.append(html("span", { class: `tape tape-${kind}`, "aria-hidden": "true" }, text));
    }
  }

  /**
   * @param {BoardMessage} board
   * @param {Meaning} [meaning]
   */
  show({ hex, ledr }, meaning = { lights: lightsInWords(ledr) }) {
    for (const { number, card } of DISPLAYS) this.#showDisplay(number, hex[number], meaning.displays ?? card, meaning.displays === undefined ? CARDS : DIGITS);
    for (let number = 0; number < LIGHTS; number++) {
      this.#lights[number].classList.toggle("lit", Boolean(ledr >> number & 1));
    }
    setLabel(this.#lightRow, `Lights: ${meaning.lights}`);
  }

  /**
   * @param {number} number
   * @param {number} levels
   * @param {string} meaning
   * @param {Map<string, string>} glyphs
   */
  #showDisplay(number, levels, meaning, glyphs) {
    const display = this.#displays[number];
    const lit = [...SEGMENTS].filter((_, bit) => !(levels >> bit & 1));
    for (const segment of display.querySelectorAll("[data-segment]")) {
      segment.classList.toggle("lit", lit.includes(/** @type {string} */ (segment.getAttribute("data-segment"))));
    }
    const glyph = glyphs.get(lit.join("")) ?? `segments ${lit.join(" ")}`;
    setLabel(display, `HEX${number}${meaning && `, ${meaning}`}: ${glyph}`);
  }
}

/**
 * Lists the lights that are on.
 * @param {number} ledr
 */
export function listLights(ledr) {
  const lit = Array.from({ length: LIGHTS }, (_, number) => number).filter((number) => ledr >> number & 1);
  return lit.length === 0 ? "all off" : `${lit.map((number) => `LEDR${number}`).join(", ")} on`;
}

/**
 * Describes the lights while there are cards on the table.
 * @param {number} ledr
 */
export function lightsInWords(ledr) {
  const [player, banker] = [ledr & 15, ledr >> 4 & 15];
  const winner = ["no winner yet", "player wins", "banker wins", "tie"][ledr >> 8 & 3];
  return `player's score ${player}, banker's score ${banker}, ${winner}`;
}
