// @ts-check
// The table of casino: cards, scores, boxes, money, and what the next release of KEY0 does.

import { outcomeText, sentence } from "./announcer.js";
import { buildHands, drawCard, showHand } from "./cards.js";
import { DealButton } from "./deal_button.js";
import { byId, html, onClick, setEnabled } from "./elements.js";
import { HAND_IS_OVER } from "./hint.js";

/** @typedef {import("./autoplay.js").Autoplay} Autoplay */
/** @typedef {import("./hint.js").Hint} Hint */
/** @typedef {import("./protocol.js").Casino} Casino */

const SIDES = /** @type {const} */ (["player", "banker"]);

/** From left to right. */
const BOXES = /** @type {const} */ ([
  { on: "player", name: "Player", odds: "pays 1:1" },
  { on: "tie", name: "Tie", odds: "pays 8:1" },
  { on: "banker", name: "Banker", odds: "pays 19:20" },
]);

/** What the next release of KEY0 does. @type {Record<Casino["release"], string>} */
const RELEASES = {
  wait: "A new shoe is being written",
  refused: "Stakes refused: more than the bankroll",
  burn: "New shoe: KEY0 turns up the burn card",
  player: "KEY0 deals a card to the player",
  banker: "KEY0 deals a card to the banker",
  clear: "With KEY3 held, KEY0 clears the table",
};

export class CasinoTable {
  #section = byId("table");
  #status = byId("status");
  #reason = byId("reason");
  #dealCard = byId("deal-card");
  #dealHand;
  #stakes = byId("stakes");
  #paid = byId("paid");
  #bankroll = byId("bankroll");
  #boxes = BOXES.map(({ on, name, odds }) => buildBox(on, name, odds));
  /** @type {Casino | undefined} */
  #latest;

  /**
   * @param {Autoplay} autoplay
   * @param {Hint} hint
   */
  constructor(autoplay, hint) {
    buildHands();
    byId("boxes").append(...this.#boxes.map(({ box }) => box));
    const explain = () => hint.show(this.refusal(false));
    onClick(this.#dealCard, () => void autoplay.dealCard(), explain);
    onClick(byId("new-hand"), () => void autoplay.newHand());
    this.#dealHand = new DealButton(autoplay, explain);
  }

  /**
   * Says why KEY0 has no effect; empty if it has one.
   * @param {boolean} isResetHeld whether KEY3 is held
   */
  refusal(isResetHeld) {
    const release = this.#latest?.release;
    if (release === "wait") return `${RELEASES.wait}.`;
    if (release === "clear") return isResetHeld ? "" : HAND_IS_OVER;
    if (isResetHeld) return "While KEY3 is held, KEY0 does nothing until the hand is over.";
    return release === "refused" ? "The stakes are more than the bankroll: move the switches." : "";
  }

  /** @param {Casino} casino */
  show(casino) {
    this.#latest = casino;
    for (const side of SIDES) showHand(side, casino[side], drawCard);
    this.#section.dataset.outcome = casino.outcome ?? "";
    this.#section.dataset.next = casino.player.cards.length > 0 ? casino.release : "";
    this.#section.dataset.release = casino.release;
    this.#status.textContent = casino.outcome ? outcomeText(casino) : RELEASES[casino.release];
    this.#reason.textContent = reason(casino) || "\u00a0";
    for (const { on, box, stake } of this.#boxes) {
      box.dataset.bet = casino.stakes[on] ? "yes" : "no";
      stake.textContent = casino.stakes[on] ? credits(casino.stakes.each) : "";
    }
    this.#stakes.textContent = credits(casino.stakes.total);
    this.#paid.textContent = casino.paid === null ? "–" : credits(casino.paid);
    this.#bankroll.textContent = credits(casino.bankroll);
    const canDeal = casino.release !== "refused";
    setEnabled(this.#dealCard, canDeal && casino.outcome === null);
    this.#dealHand.show(canDeal);
  }
}

/**
 * Formats a number of credits like `10,000`.
 * @param {number} amount
 */
export function credits(amount) {
  return amount.toLocaleString("en");
}

/**
 * Says why the next card is or is not drawn, and what becomes of the bankroll and the shoe.
 * @param {Casino} casino
 */
function reason({ release, outcome, player, at_limit, broke, shoe, reason: rule }) {
  const sentences = [];
  if (release === "refused") sentences.push("all LEDs are on: move the switches");
  else if (release === "burn") sentences.push("bets can still be changed");
  else if (outcome) sentences.push(rule, RELEASES[release]);
  else if (player.cards.length > 0) sentences.push(rule);
  else if (release === "player") sentences.push("place your bets: the first card takes them");
  if (outcome && at_limit) sentences.push("the bankroll has reached its limit");
  if (outcome && broke) sentences.push("the bankroll does not pay for a chip: the next hand starts with a new one");
  if (outcome && shoe.last_hand) sentences.push("the next hand starts a new shoe");
  return sentences.map(sentence).join(" ");
}

/**
 * @param {"player" | "tie" | "banker"} on
 * @param {string} name
 * @param {string} odds
 */
function buildBox(on, name, odds) {
  const stake = html("dd", { class: "box-stake" });
  const box = html("div", { class: `box box-${on}`, "data-box": on },
    html("dt", {}, name), html("dd", { class: "box-odds" }, odds), stake);
  return { on, box, stake };
}
