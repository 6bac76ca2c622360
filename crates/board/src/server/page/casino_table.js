// @ts-check
// The table of casino: cards, scores, boxes, money, and what the next release of KEY0 does.

import { outcomeText } from "./announcer.js";
import { buildHands, drawCard, showHand } from "./cards.js";
import { DealButton } from "./deal_button.js";
import { byId, onClick, setEnabled } from "./elements.js";
import { HAND_IS_OVER } from "./hint.js";
import { sentence } from "./sentence.js";
import { buildSpots } from "./spots.js";

/** @typedef {import("./autoplay.js").Autoplay} Autoplay */
/** @typedef {import("./hint.js").Hint} Hint */
/** @typedef {import("./protocol.js").Casino} Casino */

const SIDES = /** @type {const} */ (["player", "banker"]);

/** What the next release of KEY0 does. @type {Record<Casino["release"], string>} */
const RELEASES = {
  wait: "A new shoe is being written",
  refused: "Stakes refused: more than the bankroll",
  burn: "New shoe: KEY0 turns up the burn card",
  player: "KEY0 deals a card to the player",
  banker: "KEY0 deals a card to the banker",
  clear: "For a new hand, hold KEY3 and release KEY0",
};

export class CasinoTable {
  #section = byId("table");
  #status = byId("status");
  /** Repeats what the monitor writes too small for phones. */
  #prompt = byId("prompt");
  #reason = byId("reason");
  #dealCard = byId("deal-card");
  #dealHand;
  #stakes = byId("stakes");
  #paid = byId("paid");
  #bankroll = byId("bankroll");
  #spots = buildSpots(credits);
  /** @type {Casino | undefined} */
  #latest;

  /**
   * @param {Autoplay} autoplay
   * @param {Hint} hint
   * @param {(bet: "player" | "tie" | "banker") => void} toggleBet called when a spot is clicked
   */
  constructor(autoplay, hint, toggleBet) {
    buildHands();
    for (const { on, button } of this.#spots) onClick(button, () => toggleBet(on));
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
    const status = casino.outcome ? outcomeText(casino) : RELEASES[casino.release];
    this.#status.textContent = status;
    this.#prompt.textContent = casino.outcome ? `${status}. ${RELEASES[casino.release]}` : status;
    this.#reason.textContent = reason(casino) || "\u00a0";
    for (const spot of this.#spots) {
      const isChosen = casino.stakes[spot.on];
      spot.button.classList.toggle("spot-chosen", isChosen);
      spot.show(isChosen ? casino.stakes.each : 0, casino.payouts.find(({ on }) => on === spot.on));
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
function reason({ release, outcome, player, at_limit, broke, shoe, stakes, reason: rule }) {
  const sentences = [];
  const isChosen = stakes.player || stakes.banker || stakes.tie;
  if (release === "refused") sentences.push("all LEDs are on: move the switches");
  else if (player.cards.length === 0 && isChosen && stakes.each === 0) sentences.push("no chips are on your bet: set them with SW6 to SW0");
  else if (release === "burn") sentences.push("bets can still be changed");
  else if (outcome) sentences.push(rule, RELEASES[release]);
  else if (player.cards.length > 0) sentences.push(rule);
  else if (release === "player") sentences.push("place your bets: the first card takes them");
  if (outcome && at_limit) sentences.push("the bankroll has reached its limit");
  if (outcome && broke) sentences.push("the bankroll does not pay for a chip: the next hand starts with a new one");
  if (outcome && shoe.last_hand) sentences.push("the next hand starts a new shoe");
  return sentences.map(sentence).join(" ");
}
