// @ts-check
// Chips, bets, the player's name and the bankroll.

import { byId, html, onClick, setEnabled } from "./elements.js";
import { chipMoney, money, total } from "./money.js";
import { buildSpots } from "./spots.js";

/** @typedef {import("./hint.js").Hint} Hint */
/** @typedef {import("./protocol.js").Table} Table */
/** @typedef {import("./protocol.js").Task5Request} Request */

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
  #spots = buildSpots(money);
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
    for (const { on, button } of this.#spots) {
      onClick(button, () => send({ type: "bet", on, stake: this.#chip }), () => hint.show(this.#refusals.bet));
    }
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
      spot.show(table.bets[spot.on], payout);
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
