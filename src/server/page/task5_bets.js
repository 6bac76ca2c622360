// @ts-check
// Chips, bets, the player's name and the bankroll.

import { byId, html, onClick, setEnabled } from "./elements.js";
import { chipMoney, money, total } from "./money.js";

/** @typedef {import("./hint.js").Hint} Hint */
/** @typedef {import("./protocol.js").Bet} Bet */
/** @typedef {import("./protocol.js").Payout} Payout */
/** @typedef {import("./protocol.js").Table} Table */
/** @typedef {import("./protocol.js").Task5Request} Request */

const SPOTS = /** @type {const} */ ([
  { on: "player", name: "Player", odds: "1:1" },
  { on: "tie", name: "Tie", odds: "8:1" },
  { on: "banker", name: "Banker", odds: "19:20" },
]);

const ACTIONS = /** @type {const} */ ([
  { action: "undo_bet", id: "undo-bet" },
  { action: "double_bets", id: "double-bets" },
  { action: "repeat_bets", id: "repeat-bets" },
  { action: "clear_bets", id: "clear-bets" },
]);

/** @typedef {Record<"bet" | (typeof ACTIONS)[number]["action"], string>} Refusals */

export class Bets {
  #send;
  /** @type {number[]} */
  #chips = [];
  /** The selected chip, in cents. */
  #chip = 0;
  #spots = SPOTS.map(({ on, name, odds }) => buildSpot(on, name, odds));
  #bankroll = byId("bankroll");
  /** The buttons that change all bets. */
  #actions = ACTIONS.map(({ action, id }) => ({ action, button: byId(id) }));
  #buyIn = byId("buy-in");
  #name = /** @type {HTMLInputElement} */ (byId("name"));
  /** The name last received from the server. */
  #serverName = "";
  /** Why a button that is disabled has no effect. @type {Refusals} */
  #refusals = { bet: "", undo_bet: "", double_bets: "", repeat_bets: "", clear_bets: "" };

  /**
   * @param {(message: Request) => void} send
   * @param {Hint} hint
   */
  constructor(send, hint) {
    this.#send = send;
    for (const spot of this.#spots) {
      onClick(spot.button, () => send({ type: "bet", on: spot.on, stake: this.#chip }), () => hint.show(this.#refusals.bet));
    }
    byId("spots").append(...this.#spots.map(({ button }) => button));
    for (const { action, button } of this.#actions) {
      onClick(button, () => send({ type: action }), () => hint.show(this.#refusals[action]));
    }
    onClick(this.#buyIn, () => send({ type: "buy_in" }));
    this.#name.addEventListener("change", () => this.#rename());
    this.#name.addEventListener("keydown", (event) => event.key === "Enter" && this.#name.blur());
  }

  /** @param {Table} table */
  show(table) {
    if (table.chips.join() !== this.#chips.join()) this.#buildChips(table.chips);
    this.#refusals = refusals(table);
    for (const spot of this.#spots) {
      const payout = table.phase === "over" ? table.payouts.find(({ on }) => on === spot.on) : undefined;
      showSpot(spot, table.bets[spot.on], payout);
      setEnabled(spot.button, this.#refusals.bet === "");
    }
    this.#bankroll.textContent = money(table.bankroll);
    const isBroke = table.bankroll < table.chips[0] && total(table.bets) === 0;
    this.#buyIn.hidden = !isBroke;
    for (const { action, button } of this.#actions) setEnabled(button, this.#refusals[action] === "");
    this.#serverName = table.name;
    if (document.activeElement !== this.#name) this.#name.value = table.name;
  }

  #rename() {
    const name = this.#name.value.trim();
    if (name === "") this.#name.value = this.#serverName;
    else if (name !== this.#serverName) this.#send({ type: "name", name });
  }

  /** @param {number[]} chips */
  #buildChips(chips) {
    this.#chips = chips;
    this.#chip = chips[1] ?? chips[0];
    byId("chips").replaceChildren(...chips.map((value, index) => {
      const input = html("input", { type: "radio", name: "chip", value });
      input.checked = value === this.#chip;
      input.addEventListener("change", () => (this.#chip = value));
      return html("label", { class: `chip chip-${index}` }, input, html("span", {}, chipMoney(value)));
    }));
  }
}

/**
 * Says why bets cannot be placed and changed; empty if they can.
 * @param {Table} table
 * @returns {Refusals}
 */
function refusals({ phase, bankroll, bets, last_bets, can_undo }) {
  if (phase === "dealing") {
    const closed = "Bets are closed until the hand is over.";
    return { bet: closed, undo_bet: closed, double_bets: closed, repeat_bets: closed, clear_bets: closed };
  }
  const [staked, repeated] = [total(bets), total(last_bets)];
  const tooMuch = (/** @type {number} */ stake, /** @type {number} */ available) =>
    stake > available ? `${money(stake)} more are needed, but the bankroll is ${money(available)}.` : "";
  return {
    bet: "",
    undo_bet: can_undo ? "" : "There is no bet to undo.",
    double_bets: staked === 0 ? "There are no bets to double." : tooMuch(staked, bankroll),
    repeat_bets: repeated === 0 ? "There are no bets to repeat yet." : tooMuch(repeated - staked, bankroll),
    clear_bets: staked === 0 ? "There are no bets to clear." : "",
  };
}

/**
 * @param {Bet} on
 * @param {string} name
 * @param {string} odds
 */
function buildSpot(on, name, odds) {
  const stake = html("span", { class: "spot-stake" });
  const result = html("span", { class: "spot-result" });
  const button = html("button", { type: "button", class: `spot spot-${on}`, "data-bet": on },
    html("span", { class: "spot-name" }, name), " ", html("span", { class: "spot-odds" }, `pays ${odds}`), " ", stake, " ", result);
  return { on, name, odds, button, stake, result };
}

/**
 * @param {ReturnType<typeof buildSpot>} spot
 * @param {number} stake
 * @param {Payout | undefined} payout
 */
function showSpot({ name, odds, button, stake: stakeLine, result: resultLine }, stake, payout) {
  stakeLine.textContent = stake > 0 ? money(stake) : "";
  resultLine.textContent = payout ? resultText(payout) : "";
  button.dataset.result = payout?.result ?? "";
  // Begins with the text on the button, so that it can be called by what is seen.
  const seen = [name, `pays ${odds}`, stakeLine.textContent, resultLine.textContent].filter(Boolean).join(" ");
  button.setAttribute("aria-label", `${seen}: bet, staked ${money(stake)}` + (payout ? `, last hand ${resultText(payout)}` : ""));
}

/** @param {Payout} payout */
function resultText({ stake, result, returned }) {
  if (result === "win") return `+${money(returned - stake)}`;
  return result === "push" ? "push" : `−${money(stake)}`;
}
