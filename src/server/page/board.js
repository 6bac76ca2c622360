// @ts-check
// The displays, lights and switches of the board.

import { byId, html, svg } from "./elements.js";

/** @typedef {import("./protocol.js").Board} BoardMessage */

const SEGMENTS = "abcdefg";

/** The meaning of each pattern of lit segments. */
const GLYPHS = new Map([
  ["", "blank"], ["abcefg", "ace"], ["abdeg", "2"], ["abcdg", "3"], ["bcfg", "4"], ["acdfg", "5"],
  ["acdefg", "6"], ["abc", "7"], ["abcdefg", "8"], ["abcdfg", "9"], ["abcdef", "10"], ["bcde", "jack"],
  ["abcfg", "queen"], ["bcefg", "king"],
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

export class Board {
  /** HEX0 first. @type {SVGElement[]} */
  #displays = [];
  /** LEDR0 first. @type {Element[]} */
  #lights = [];
  #lightRow = byId("lights");

  constructor() {
    this.#buildDisplays();
    this.#buildLights();
    buildSwitches(byId("switches"));
  }

  #buildDisplays() {
    const hands = ["Banker", "Player"].map((name) =>
      html("div", { class: "display-hand" }, html("p", { class: "tape", "aria-hidden": "true" }, name)));
    for (const { number, short } of DISPLAYS) {
      const display = drawDisplay(number);
      this.#displays[number] = display;
      hands[number > 2 ? 0 : 1].append(html("div", { class: "display-place" }, display,
        html("p", { class: "silk", "aria-hidden": "true" }, html("b", {}, `HEX${number}`), html("span", {}, ` ${short}`))));
    }
    byId("displays").append(...hands);
  }

  #buildLights() {
    for (let number = LIGHTS - 1; number >= 0; number--) {
      const light = svg("svg", { class: "light", viewBox: "0 0 20 26", "aria-hidden": "true", "data-light": `LEDR${number}` },
        svg("rect", { class: "light-base", x: 3, y: 1, width: 14, height: 24, rx: 2 }),
        svg("rect", { class: "light-lens", x: 5, y: 5, width: 10, height: 16, rx: 2 }));
      this.#lights[number] = light;
      this.#lightRow.append(html("div", { class: "light-place" }, light, html("span", { class: "silk", "aria-hidden": "true" }, String(number))));
    }
    for (const [kind, text] of [["banker-wins", "B"], ["player-wins", "P"], ["banker-score", "banker"], ["player-score", "player"]]) {
      this.#lightRow.append(html("span", { class: `tape tape-${kind}`, "aria-hidden": "true" }, text));
    }
  }

  /** @param {BoardMessage} board */
  show({ hex, ledr }) {
    for (const { number, card } of DISPLAYS) this.#showDisplay(number, hex[number], card);
    for (let number = 0; number < LIGHTS; number++) {
      this.#lights[number].classList.toggle("lit", Boolean(ledr >> number & 1));
    }
    setLabel(this.#lightRow, lightsInWords(ledr));
  }

  /**
   * @param {number} number
   * @param {number} levels
   * @param {string} card
   */
  #showDisplay(number, levels, card) {
    const display = this.#displays[number];
    const lit = [...SEGMENTS].filter((_, bit) => !(levels >> bit & 1));
    for (const segment of display.querySelectorAll("[data-segment]")) {
      segment.classList.toggle("lit", lit.includes(/** @type {string} */ (segment.getAttribute("data-segment"))));
    }
    const glyph = GLYPHS.get(lit.join("")) ?? `segments ${lit.join(" ")}`;
    setLabel(display, `HEX${number}, ${card}: ${glyph}`);
  }
}

/** @param {number} ledr */
function lightsInWords(ledr) {
  const [player, banker] = [ledr & 15, ledr >> 4 & 15];
  const winner = ["no winner yet", "player wins", "banker wins", "tie"][ledr >> 8 & 3];
  return `Lights: player's score ${player}, banker's score ${banker}, ${winner}`;
}

/**
 * @param {Element} element
 * @param {string} text
 */
function setLabel(element, text) {
  if (element.getAttribute("aria-label") !== text) element.setAttribute("aria-label", text);
}

/**
 * Builds ten switches. They are one tab stop; the arrow keys move between them (roving tabindex).
 * @param {HTMLElement} row
 */
function buildSwitches(row) {
  const switches = Array.from({ length: LIGHTS }, (_, index) => {
    const number = LIGHTS - 1 - index;
    const slider = html("button", {
      type: "button", class: "switch", role: "switch", "aria-checked": "false", "aria-label": `SW${number}`,
      tabindex: index === 0 ? 0 : -1,
    }, html("span", { class: "switch-body" }, html("span", { class: "switch-lever" })),
      html("span", { class: "silk", "aria-hidden": "true" }, String(number)));
    slider.addEventListener("click", (event) => {
      slider.setAttribute("aria-checked", String(slider.getAttribute("aria-checked") !== "true"));
      if (event.detail > 0) slider.blur();
    });
    return slider;
  });
  row.append(...switches);
  row.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const from = switches.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
    const next = step === undefined || from < 0 ? undefined : switches[from + step];
    if (!next) return;
    event.preventDefault();
    switches[from].tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
  });
}
