// @ts-check
// The hands that were played, as a table and as a CSV file.

import { withSymbol } from "./cards.js";
import { byId, html } from "./elements.js";

/** @typedef {import("./protocol.js").PlayedHand} PlayedHand */

/**
 * How a machine writes amounts.
 * @typedef {object} Money
 * @property {(amount: number) => string} text for people
 * @property {(amount: number) => string} number for programs
 */

/** How many hands are kept. The server keeps as many. */
const MAX_HANDS = 200;

const HEADINGS = ["Hand", "Player", "Banker", "Result", "Stakes", "Paid back", "Bankroll"];

const CSV_HEADINGS = [
  "hand", "player_cards", "banker_cards", "player_score", "banker_score", "result",
  "stake_player", "stake_banker", "stake_tie", "paid_back", "bankroll", "chosen_cards",
];

export class History {
  /** The oldest first. @type {PlayedHand[]} */
  #hands = [];
  #table = byId("history-hands");
  #download = /** @type {HTMLAnchorElement} */ (byId("history-csv"));
  #money;

  /** @param {Money} money */
  constructor(money) {
    this.#money = money;
    this.#show();
  }

  get isEmpty() {
    return this.#hands.length === 0;
  }

  /** Forgets all hands: the server sends those of the session again. */
  clear() {
    this.#hands = [];
    this.#show();
  }

  /** @param {PlayedHand[]} hands */
  add(hands) {
    this.#hands = [...this.#hands, ...hands].slice(-MAX_HANDS);
    this.#show();
  }

  #show() {
    const net = this.#hands.at(-1)?.net ?? 0;
    byId("net").textContent = `${net > 0 ? "+" : net < 0 ? "−" : ""}${this.#money.text(Math.abs(net))}`;
    URL.revokeObjectURL(this.#download.href);
    this.#download.hidden = this.#hands.length === 0;
    if (this.#hands.length === 0) {
      this.#table.replaceChildren(html("p", { class: "placeholder" }, "No hand has ended yet."));
      return;
    }
    this.#download.href = URL.createObjectURL(new Blob([csv(this.#hands, this.#money)], { type: "text/csv" }));
    const headings = HEADINGS.map((heading) => html("th", { scope: "col" }, heading));
    const rows = this.#hands.map((hand) => row(hand, this.#money)).reverse();
    this.#table.replaceChildren(html("table", {},
      html("caption", { class: "visually-hidden" }, "Hands, the last one first"),
      html("thead", {}, html("tr", {}, ...headings)), html("tbody", {}, ...rows)));
  }
}

/**
 * @param {PlayedHand} hand
 * @param {Money} money
 */
function row(hand, money) {
  const { number, stakes, chosen } = hand;
  // No bets are taken on chosen cards, but on later hands of the shoe of casino.
  const mark = chosen ? bets(stakes).length > 0 ? ", shoe with chosen cards" : ", chosen cards" : "";
  const cells = [
    side(hand.player, hand.player_score),
    side(hand.banker, hand.banker_score),
    `${result(hand)}${mark}`,
    bets(stakes).map(([on, stake]) => `${on} ${money.text(stake)}`).join(", ") || "–",
    bets(stakes).length > 0 ? money.text(hand.paid) : "–",
    money.text(hand.bankroll),
  ];
  return html("tr", { "data-result": result(hand) },
    html("th", { scope: "row" }, String(number)), ...cells.map((text) => html("td", {}, text)));
}

/** @param {PlayedHand} hand */
function result({ outcome }) {
  return outcome ?? "abandoned";
}

/**
 * Writes cards and score like `10♥ 4♠: 4`.
 * @param {string[]} cards
 * @param {number} score
 */
function side(cards, score) {
  return cards.length > 0 ? `${cards.map(withSymbol).join(" ")}: ${score}` : "–";
}

/**
 * Returns the bets with a stake.
 * @param {PlayedHand["stakes"]} stakes
 */
function bets({ player, banker, tie }) {
  const all = /** @type {[string, number][]} */ ([["player", player], ["banker", banker], ["tie", tie]]);
  return all.filter(([, stake]) => stake > 0);
}

/**
 * Writes hands as CSV. No value needs quotes: cards are separated by spaces.
 * @param {PlayedHand[]} hands
 * @param {Money} money
 */
function csv(hands, money) {
  const lines = hands.map((hand) => [
    hand.number, hand.player.join(" "), hand.banker.join(" "), hand.player_score, hand.banker_score, result(hand),
    ...[hand.stakes.player, hand.stakes.banker, hand.stakes.tie, hand.paid, hand.bankroll].map(money.number),
    hand.chosen ? "yes" : "no",
  ]);
  return [CSV_HEADINGS, ...lines].map((line) => `${line.join(",")}\r\n`).join("");
}
