// The messages between page and server, generated from crates/session/src/protocol.
// To update it: WRITE_PROTOCOL=1 cargo test --package board-session protocol

export type AudioState = { silence: string | null, settings: string, rate: number | null, peaks: [number, number], full_scale: number, in_real_time: boolean, };

export type Bet = "player" | "banker" | "tie";

export type BoardState = { hex: [number, number, number, number, number, number], ledr: number, keys: [boolean, boolean, boolean, boolean], switches: number, cycle: number, rate: number | null, paused: boolean, };

export type Casino = { release: Release, player: Hand, banker: Hand, reason: string, outcome: Outcome | null, displays: Displays, bankroll: number, at_limit: boolean, broke: boolean, stakes: CasinoStakes, paid: number | null, payouts: Array<CasinoPayout>, shoe: CasinoShoe, };

export type CasinoPayout = { on: Bet, stake: number, result: Settlement, returned: number, };

export type CasinoRequest = { "type": "key", key: number, pressed: boolean, } | { "type": "switch", switch: number, on: boolean, } | { "type": "choose", cards: Array<string>, } | { "type": "deal", card: string, } | { "type": "pause", } | { "type": "resume", } | { "type": "cycle", } | { "type": "press", } | { "type": "waveform", } | { "type": "ping", };

export type CasinoShoe = { cards: number, before_cut: number, burn_card: string | null, burned: number, cut_card_out: boolean, last_hand: boolean, hands: number, };

export type CasinoStakes = { each: number, player: boolean, banker: boolean, tie: boolean, total: number, };

export type Cell = { column: number, row: number, };

export type Cents = number;

export type Colour = "red" | "blue";

export type DesignRequest = { "type": "key", key: number, pressed: boolean, } | { "type": "switch", switch: number, on: boolean, } | { "type": "header_pin", header: number, pin: number, high: boolean, } | { "type": "terminal", settings: TerminalSettings | null, } | { "type": "type", bytes: string, } | { "type": "keyboard_key", code: string, pressed: boolean, } | { "type": "release_keyboard", } | { "type": "mouse", right: number, down: number, buttons: MouseButtons, } | { "type": "sound", on: boolean, } | { "type": "pause", } | { "type": "resume", } | { "type": "cycle", } | { "type": "cycles", count: number, } | { "type": "run_until", event: RunEvent, } | { "type": "visibility", hidden: boolean, } | { "type": "frequency", hertz: number | null, } | { "type": "power_up", } | { "type": "find", text: string, } | { "type": "trace", signals: Array<string>, } | { "type": "waveform", } | { "type": "ping", };

export type DesignSummary = { name: string, connected: Array<string>, unconnected: Array<string>, keys: [boolean, boolean, boolean, boolean], switches: number, monitor: boolean, frames: boolean, keyboard: boolean, mouse: boolean, matrix: boolean, audio: boolean, headers: [Array<HeaderPin>, Array<HeaderPin>], gates: number, registers: number, signals: number, warnings: Array<string>, };

export type Displays = "cards" | "burn_card" | "bankroll" | "stakes" | "cards_before_cut";

export type Entry = { outcome: Outcome, natural: boolean, };

export type FirstMessage = { "type": "hello", token: string | null, saved: Saved | null, };

export type FoundSignal = { name: string, width: number, place: string | null, };

export type Hand = { cards: Array<string>, score: number, };

export type HandStakes = { player: number, banker: number, tie: number, };

export type HeaderPin = { number: number, switch: boolean, };

export type HeaderState = { levels: number, switches: number, };

export type Internals = { state: string, signals: Array<Signal>, };

export type KeyboardState = { held: Array<string>, leds: [boolean, boolean, boolean], };

export type Leds = { red: [number, number, number, number, number, number, number, number, number, number, number, number, number, number, number, number], green: [number, number, number, number, number, number, number, number, number, number, number, number, number, number, number, number], };

export type MouseButtons = { left: boolean, right: boolean, middle: boolean, };

export type MouseState = { buttons: MouseButtons, reporting: boolean, };

export type NextMarks = { big_eye_boy: Colour | null, small_road: Colour | null, cockroach_pig: Colour | null, };

export type Outcome = "player" | "banker" | "tie";

export type Payout = { on: Bet, stake: Cents, result: Settlement, returned: Cents, };

export type Phase = "betting" | "dealing" | "over";

export type PinPosition = { header: number, pin: number, };

export type Placed<T> = { cell: Cell, mark: T, };

export type PlayedHand = { number: number, player: Array<string>, banker: Array<string>, player_score: number, banker_score: number, outcome: Outcome | null, stakes: HandStakes, paid: number, bankroll: number, chosen: boolean, net: number, };

export type Release = "wait" | "refused" | "burn" | "player" | "banker" | "clear";

export type Reply = { "type": "welcome", token: string, resumed: boolean, clocking: string | null, } | { "type": "board" } & BoardState | { "type": "table" } & Table | { "type": "casino" } & Casino | { "type": "roads" } & Roads | { "type": "design" } & DesignSummary | { "type": "simulation" } & Simulation | { "type": "found", text: string, total: number, signals: Array<FoundSignal>, } | { "type": "picture", png: string | null, } | { "type": "samples", rate: number, samples: string, } | { "type": "received", bytes: string, } | { "type": "history", hands: Array<PlayedHand>, } | { "type": "internals" } & Internals | { "type": "waveform", timing: Timing, vcd: string, } | { "type": "chosen", cards: Array<string>, } | { "type": "error", message: string, } | { "type": "refused", message: string, };

export type Roads = { bead_plate: Array<Placed<Entry>>, big_road: Array<Placed<Win>>, leading_ties: number, big_eye_boy: Array<Placed<Colour>>, small_road: Array<Placed<Colour>>, cockroach_pig: Array<Placed<Colour>>, after_player: NextMarks, after_banker: NextMarks, };

export type RunEvent = "frame" | "display" | { "signal": { name: string, value: string | null, } };

export type Saved = { name: string, bankroll: number, };

export type Settlement = "win" | "push" | "lose";

export type Shoe = { decks: number, left: number | null, total: number | null, burned: number, cut_card_out: boolean, last_hand: boolean, };

export type Side = "player" | "banker";

export type Signal = { name: string, value: string, };

export type Simulation = { frequency: number | null, run: string | null, slow: string | null, failure: string | null, problem: string | null, monitor: string | null, terminal: TerminalState | null, keyboard: KeyboardState | null, mouse: MouseState | null, audio: AudioState | null, leds: Leds | null, headers: [HeaderState, HeaderState], traced: Array<TracedValue>, changes: number, full: boolean, };

export type Stakes = { player: Cents, banker: Cents, tie: Cents, };

export type Table = { phase: Phase, player: Hand, banker: Hand, next: Side | null, reason: string, outcome: Outcome | null, name: string, bankroll: Cents, bets: Stakes, last_bets: Stakes, payouts: Array<Payout>, can_undo: boolean, chips: Array<Cents>, shoe: Shoe, };

export type Task5Request = { "type": "key", key: number, pressed: boolean, } | { "type": "bet", on: Bet, stake: number, } | { "type": "clear_bets", } | { "type": "repeat_bets", } | { "type": "double_bets", } | { "type": "undo_bet", } | { "type": "choose", cards: Array<string>, } | { "type": "deal", card: string, } | { "type": "shoe", decks: number, } | { "type": "name", name: string, } | { "type": "buy_in", } | { "type": "pause", } | { "type": "resume", } | { "type": "cycle", } | { "type": "press", } | { "type": "waveform", } | { "type": "ping", };

export type TerminalSettings = { from: PinPosition | null, to: PinPosition | null, baud: number, };

export type TerminalState = { settings: TerminalSettings, waiting: number, errors: number, };

export type Timing = { rows: Array<TimingRow>, events: Array<TimingEvent>, breaks: Array<number>, end: number, };

export type TimingEvent = { time: number, text: string, };

export type TimingKind = "clock" | "bit" | "bus";

export type TimingRow = { name: string, kind: TimingKind, changes: Array<[number, string]>, };

export type TracedValue = { name: string, width: number, value: string, clock: boolean, };

export type Win = { side: Side, ties: number, };
