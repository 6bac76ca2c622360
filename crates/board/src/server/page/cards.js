// @ts-check
// Draws the cards and the hands.

import { rankName } from "./announcer.js";
import { byId, html, svg } from "./elements.js";

/** The places for the cards of a hand. */
export const CARDS_PER_HAND = 3;

const RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];

/** Outlines, in the square from (-10, -10) to (10, 10). */
const SUITS = [
  { letter: "S", symbol: "♠", name: "spades", colour: "black", d: "M0-10C3-5 9-2 9 3 9 8 3 9 1 5L3 10H-3L-1 5C-3 9-9 8-9 3-9-2-3-5 0-10Z" },
  { letter: "H", symbol: "♥", name: "hearts", colour: "red", d: "M0 10C-3 5-10 1-10-4-10-10-2-10 0-5 2-10 10-10 10-4 10 1 3 5 0 10Z" },
  { letter: "C", symbol: "♣", name: "clubs", colour: "black", d: "M0-10A4.6 4.6 0 0 1 3.4-2.3 4.6 4.6 0 1 1 1.2 4.6L3 10H-3L-1.2 4.6A4.6 4.6 0 1 1-3.4-2.3 4.6 4.6 0 0 1 0-10Z" },
  { letter: "D", symbol: "♦", name: "diamonds", colour: "red", d: "M0-10 8 0 0 10-8 0Z" },
];

const [LEFT, CENTRE, RIGHT] = [32, 50, 68];
const COLUMN_OF_FOUR = [28, 56, 84, 112];
const COLUMN_OF_THREE = [28, 70, 112];
const both = (/** @type {number[]} */ rows) => rows.flatMap((y) => [[LEFT, y], [RIGHT, y]]);

/** The positions of the pips on a card of 100 by 140. @type {Record<string, number[][]>} */
const PIPS = {
  A: [[CENTRE, 70]],
  2: [[CENTRE, 28], [CENTRE, 112]],
  3: [[CENTRE, 28], [CENTRE, 70], [CENTRE, 112]],
  4: both([28, 112]),
  5: [...both([28, 112]), [CENTRE, 70]],
  6: both(COLUMN_OF_THREE),
  7: [...both(COLUMN_OF_THREE), [CENTRE, 49]],
  8: [...both(COLUMN_OF_THREE), [CENTRE, 49], [CENTRE, 91]],
  9: [...both(COLUMN_OF_FOUR), [CENTRE, 70]],
  10: [...both(COLUMN_OF_FOUR), [CENTRE, 42], [CENTRE, 98]],
};

/** Drawn above the letter of a face card: a cap with a feather, a coronet, a crown. @type {Record<string, string>} */
const CROWNS = {
  J: "M34 50C34 40 42 35 52 35 62 35 66 42 66 50ZM56 36C60 26 68 22 74 24 70 27 68 34 62 38Z",
  Q: "M34 50 30 32 42 41 50 28 58 41 70 32 66 50Z",
  K: "M34 50 32 30 42 40 50 26 58 40 68 30 66 50ZM48.5 20h3v3h3v3h-3v3h-3v-3h-3v-3h3Z",
};

/**
 * Draws a card of `task5`, which deals ranks only. The suit is decoration.
 * @param {string} rank
 * @param {number} position 0 to 5; rank and position determine the suit, so it never changes
 * @returns {SVGElement}
 */
export function drawRank(rank, position) {
  const suit = SUITS[(RANKS.indexOf(rank) + position) % SUITS.length];
  return draw(rank, rank, suit, rankName(rank));
}

/**
 * Draws a card of `casino`.
 * @param {string} card with the letter of its suit, such as `10H`
 * @returns {SVGElement}
 */
export function drawCard(card) {
  return draw(card, card.slice(0, -1), suitOf(card), cardName(card));
}

/**
 * Returns the suit of a card with the letter of its suit.
 * @param {string} card
 */
function suitOf(card) {
  return SUITS.find(({ letter }) => card.endsWith(letter)) ?? SUITS[0];
}

/**
 * Returns the name of a card with the letter of its suit.
 * @param {string} card
 */
export function cardName(card) {
  return `${rankName(card.slice(0, -1))} of ${suitOf(card).name}`;
}

/**
 * @param {number} count how many cards are burned after the burn card
 */
export function burnedInWords(count) {
  return count === 1 ? "1 more card is burned" : `${count} more cards are burned`;
}

/**
 * Replaces the letter of the suit, if there is one, by the symbol: `10♥`.
 * @param {string} card
 */
export function withSymbol(card) {
  return card.replace(/[CDHS]$/, () => suitOf(card).symbol);
}

/**
 * Returns whether the suit of a card is red.
 * @param {string} card
 */
export function isRed(card) {
  return suitOf(card).colour === "red";
}

/**
 * Shows a hand: adds new cards and removes cleared ones. The others are not replaced, so that only new cards are animated.
 * @param {import("./protocol.js").Side} side
 * @param {import("./protocol.js").Hand} hand
 * @param {(card: string, index: number) => SVGElement} drawNew
 */
export function showHand(side, hand, drawNew) {
  byId(`score-${side}`).textContent = hand.cards.length > 0 ? String(hand.score) : "";
  [...byId(`cards-${side}`).children].forEach((place, index) => {
    const card = hand.cards[index];
    const shown = place.querySelector(".card")?.getAttribute("data-card") ?? undefined;
    if (card === shown) return;
    place.replaceChildren(card === undefined ? placeholder() : drawNew(card, index));
  });
}

/** Builds the empty hands. */
export function buildHands() {
  for (const side of ["player", "banker"]) {
    byId(`cards-${side}`).append(...Array.from({ length: CARDS_PER_HAND }, () => html("li", {}, placeholder())));
  }
}

/**
 * @param {string} card
 * @param {string} rank
 * @param {typeof SUITS[0]} suit
 * @param {string} label
 */
function draw(card, rank, { name, colour, d }, label) {
  const attributes = {
    class: `card card-${colour}`, viewBox: "0 0 100 140", role: "img", "aria-label": label,
    "data-card": card, "data-rank": rank, "data-suit": name,
  };
  // Two digits are as wide as the widest letter, so that they do not touch the border.
  /** @type {Record<string, string | number>} */
  const width = rank.length > 1 ? { textLength: 16, lengthAdjust: "spacingAndGlyphs" } : {};
  const corner = () => [
    svg("text", { class: "card-index", x: 12, y: 22, "text-anchor": "middle", ...width }, rank),
    svg("path", { d, transform: "translate(12 32) scale(.6)" }),
  ];
  return svg("svg", attributes,
    svg("rect", { class: "card-paper", x: 0.75, y: 0.75, width: 98.5, height: 138.5, rx: 8 }),
    svg("g", { class: "card-ink" }, ...corner(), svg("g", { transform: "rotate(180 50 70)" }, ...corner()),
      ...(rank in CROWNS ? faceCard(rank, d) : pips(rank, d))));
}

/**
 * @param {string} rank
 * @param {string} d
 */
function pips(rank, d) {
  const size = rank === "A" ? 2.4 : 1;
  return PIPS[rank].map(([x, y]) => {
    const turned = y > 70 ? " rotate(180)" : "";
    return svg("path", { d, transform: `translate(${x} ${y})${turned} scale(${size})` });
  });
}

/**
 * @param {string} rank
 * @param {string} d
 */
function faceCard(rank, d) {
  const half = () => [
    svg("path", { class: "card-crown", d: CROWNS[rank] }),
    svg("path", { d, transform: "translate(31 60) scale(.45)" }),
  ];
  return [
    svg("rect", { class: "card-frame", x: 24, y: 16, width: 52, height: 108, rx: 3 }),
    ...half(),
    svg("g", { transform: "rotate(180 50 70)" }, ...half()),
    svg("text", { class: "card-court", x: 50, y: 82, "text-anchor": "middle" }, rank),
  ];
}

/**
 * Draws the placeholder for a card that has not been dealt.
 * @returns {HTMLElement}
 */
function placeholder() {
  return html("span", { class: "card-place", "aria-hidden": "true" });
}
