// @ts-check
/**
 * What goes over the socket, as types. Nothing here runs. Money is in cents.
 *
 * @typedef {"player" | "banker" | "tie"} Outcome
 * @typedef {"player" | "banker"} Side
 * @typedef {{ player: number, banker: number, tie: number }} Stakes
 * @typedef {{ cards: string[], score: number }} Hand
 * @typedef {{ on: Outcome, stake: number, result: "win" | "push" | "lose", returned: number }} Payout
 *
 * @typedef {object} Shoe
 * @property {0 | 4 | 6 | 8} decks 0 is the infinite deck: the machine's own dealing
 * @property {number | null} left
 * @property {number | null} total
 * @property {number} burned
 * @property {boolean} cut_card_out
 * @property {boolean} last_hand
 *
 * @typedef {object} Table
 * @property {"table"} type
 * @property {"betting" | "dealing" | "over"} phase
 * @property {Hand} player
 * @property {Hand} banker
 * @property {Side | null} next who is due the next card
 * @property {string} reason why the last card was or was not drawn
 * @property {Outcome | null} outcome
 * @property {string} name
 * @property {number} bankroll
 * @property {Stakes} bets
 * @property {Stakes} last_bets
 * @property {Payout[]} payouts
 * @property {number[]} chips what chips there are, the least first
 * @property {Shoe} shoe
 * @property {number} rounds
 * @property {Stakes} wins how often each has come
 *
 * @typedef {object} Board
 * @property {"board"} type
 * @property {number[]} hex HEX0 to HEX5, seven bits each: bit 0 is segment a, lit by 0
 * @property {number} ledr ten bits
 * @property {boolean[]} keys KEY0 to KEY3, true is pressed
 * @property {number} cycle rising edges of CLOCK_50 since power-up
 * @property {number} rate cycles a second
 *
 * @typedef {{ column: number, row: number, side: Side, ties: number }} BigRoadEntry
 * @typedef {{ column: number, row: number, colour: "red" | "blue" }} DerivedRoadEntry
 * @typedef {{ outcome: Outcome, natural: boolean }} Bead
 *
 * @typedef {object} Roads
 * @property {"roads"} type
 * @property {Bead[]} bead
 * @property {BigRoadEntry[]} big
 * @property {number} leading_ties ties before the first round that somebody won
 * @property {DerivedRoadEntry[]} big_eye
 * @property {DerivedRoadEntry[]} small
 * @property {DerivedRoadEntry[]} cockroach
 *
 * @typedef {{ name: string, value: string }} Signal
 * @typedef {{ type: "internals", state: string, signals: Signal[] }} Internals
 * @typedef {{ type: "waveform", svg: string, vcd: string }} Waveform
 * @typedef {{ type: "welcome", token: string, resumed: boolean, clocking: "synchronised" | "direct" }} Welcome
 * @typedef {{ type: "error", message: string }} ServerError
 * @typedef {{ type: "refused", message: string }} Refused
 * @typedef {Welcome | Board | Table | Roads | Internals | Waveform | ServerError | Refused} FromServer
 *
 * @typedef {{ name: string, bankroll: number }} Saved
 * @typedef {{ type: "hello", token: string | null, saved: Saved | null }
 *   | { type: "key", key: number, pressed: boolean }
 *   | { type: "bet", on: Outcome, stake: number }
 *   | { type: "clear_bets" } | { type: "repeat_bets" } | { type: "buy_in" }
 *   | { type: "shoe", decks: number }
 *   | { type: "name", name: string }
 *   | { type: "waveform" } | { type: "ping" }} ToServer
 */
export {};
