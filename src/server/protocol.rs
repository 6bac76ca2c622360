//! The messages between page and server: one JSON object each, identified by its `type`. Money is in cents, that of `casino` in
//! credits.

use serde::{Deserialize, Serialize};

use crate::game::roads::Colour;
use crate::game::{Bet, Cents, Outcome, Payout, Phase, Side, Stakes};

/// A message from the page.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Request {
    /// The first message: the token of the session to resume, and the values for a new one.
    Hello { token: Option<String>, saved: Option<Saved> },
    /// Presses or releases a key.
    Key { key: usize, pressed: bool },
    /// Moves a switch, on a machine whose switches are connected.
    Switch { switch: usize, on: bool },
    /// Adds to a stake.
    Bet { on: Bet, stake: u64 },
    /// Takes all stakes back.
    ClearBets {},
    /// Places the stakes of the last hand again.
    RepeatBets {},
    /// Doubles all stakes.
    DoubleBets {},
    /// Undoes the last change of the stakes.
    UndoBet {},
    /// Deals a chosen card in a hand without stakes: its rank like `K`, for `casino` also with its suit like `KS`.
    Deal { card: String },
    /// Starts a new shoe; 0 decks stand for the infinite deck.
    Shoe { decks: u32 },
    /// Renames the player.
    Name { name: String },
    /// Gives a player without money a new bankroll.
    BuyIn {},
    /// Stops the clock, if there are no bets. Keys and switches can be moved, but no cycle is simulated and no bet taken.
    Pause {},
    /// Lets the clock run again.
    Resume {},
    /// Runs one cycle of the paused clock.
    Cycle {},
    /// Presses and releases KEY0 once, and runs the cycles that this takes, even if the clock is paused.
    Press {},
    /// Requests the waveform of the last hand, or of the traced signals of a design.
    Waveform {},
    /// Sets the frequency of CLOCK_50 for a design, from 1 Hz; `null` is as fast as possible.
    Frequency { hertz: Option<f64> },
    /// Returns a design to power-up. Keys and switches stay where they are.
    PowerUp {},
    /// Searches the signals of a design for those whose paths contain all words of a text, in upper or lower case.
    Find { text: String },
    /// Records these signals of a design from now on, instead of those before.
    Trace { signals: Vec<String> },
    /// Keeps the connection open. Like every request, it is answered with the board.
    Ping {},
}

/// What the browser stores between visits.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Saved {
    pub name: String,
    pub bankroll: u64,
}

/// A message from the server.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Reply {
    Welcome {
        token: String,
        resumed: bool,
        /// `direct` or `synchronised`; absent for a foreign design.
        clocking: Option<String>,
    },
    Board(Board),
    /// The table of `task5`, which the server keeps.
    Table(Box<Table>),
    /// The table of `casino`, which the machine keeps.
    Casino(Box<Casino>),
    Roads(Roads),
    /// A foreign design, after `welcome`.
    Design(Box<Design>),
    /// The simulation of a foreign design, when it changes.
    Simulation(Simulation),
    /// The answer to `find`.
    Found {
        text: String,
        /// The number of signals that fit.
        total: usize,
        /// The first of them.
        signals: Vec<FoundSignal>,
    },
    /// A frame of the monitor, when it changes.
    Picture {
        /// A PNG file in Base64; absent if there is no picture any more.
        png: Option<String>,
    },
    /// The hands that have ended since the last such message; after `welcome`, all that are kept.
    History {
        hands: Vec<PlayedHand>,
    },
    Internals(Internals),
    /// The last hand, or the traced signals, as a timing diagram and as a VCD file.
    Waveform {
        timing: Timing,
        vcd: String,
    },
    /// A request failed.
    Error {
        message: String,
    },
    /// The page gets no session, or has lost it. The server closes the connection.
    Refused {
        message: String,
    },
}

/// Signals over time. All times are in ns.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Timing {
    /// From top to bottom.
    pub rows: Vec<TimingRow>,
    /// In ascending order of time.
    pub events: Vec<TimingEvent>,
    /// Times at which cycles are left out.
    pub breaks: Vec<u64>,
    pub end: u64,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TimingRow {
    pub name: String,
    pub kind: TimingKind,
    /// The values, each with the time at which it starts, in ascending order. Bits and clocks are `0` or `1`.
    pub changes: Vec<(u64, String)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum TimingKind {
    Clock,
    Bit,
    Bus,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TimingEvent {
    pub time: u64,
    pub text: String,
}

/// The outputs, keys and switches of the board.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Board {
    /// HEX0 to HEX5, 7 bits each, active low. Bit 0 is segment a.
    pub hex: [u64; 6],
    /// LEDR, 10 bits.
    pub ledr: u64,
    /// Whether KEY0 to KEY3 are pressed.
    pub keys: [bool; 4],
    /// SW, 10 bits; 0 if the switches are not connected.
    pub switches: u64,
    /// Rising edges of CLOCK_50 since power-up.
    pub cycle: u64,
    /// The recent number of simulated cycles per second; absent until it has been measured.
    pub rate: Option<f64>,
    /// The clock is stopped.
    pub paused: bool,
}

/// The state of the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Table {
    pub phase: Phase,
    pub player: Hand,
    pub banker: Hand,
    /// Who gets the next card.
    pub next: Option<Side>,
    /// Why the next card is or is not drawn.
    pub reason: String,
    pub outcome: Option<Outcome>,
    pub name: String,
    pub bankroll: Cents,
    pub bets: Stakes,
    pub last_bets: Stakes,
    pub payouts: Vec<Payout>,
    /// The last change of the bets can be undone.
    pub can_undo: bool,
    /// The chips on offer, in ascending order.
    pub chips: Vec<Cents>,
    pub shoe: Shoe,
    /// The rounds on the score card, which are those of the roads.
    pub rounds: usize,
    /// Their outcomes.
    pub wins: OutcomeCounts,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Hand {
    /// Ranks, such as `A`, `10` or `K`.
    pub cards: Vec<String>,
    pub score: u64,
}

/// The shoe. For the infinite deck, all values are 0, false or absent.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Shoe {
    pub decks: u32,
    pub left: Option<usize>,
    pub total: Option<usize>,
    pub burned: usize,
    pub cut_card_out: bool,
    pub last_hand: bool,
}

/// The number of rounds per outcome.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct OutcomeCounts {
    pub player: usize,
    pub banker: usize,
    pub tie: usize,
}

/// The state of `casino`, read from its pins and registers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Casino {
    /// What the next release of KEY0 does.
    pub release: Release,
    pub player: CasinoHand,
    pub banker: CasinoHand,
    /// Why the next card is or is not drawn.
    pub reason: String,
    pub outcome: Option<Outcome>,
    pub displays: Displays,
    pub bankroll: u64,
    /// The bankroll does not grow any further.
    pub at_limit: bool,
    /// The bankroll does not pay for a chip: the next hand starts with a new one.
    pub broke: bool,
    pub stakes: CasinoStakes,
    /// What the finished hand has paid back, stakes included.
    pub paid: Option<u64>,
    pub shoe: CasinoShoe,
}

/// What a release of KEY0 does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Release {
    /// Nothing: a new shoe is being written.
    Wait,
    /// Nothing: the stakes exceed the bankroll.
    Refused,
    /// It turns up the burn card.
    Burn,
    /// It deals a card to the player.
    Player,
    /// It deals a card to the banker.
    Banker,
    /// It clears the table if KEY3 is held.
    Clear,
}

/// What the displays show.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Displays {
    Cards,
    BurnCard,
    Bankroll,
    Stakes,
    CardsBeforeCut,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct CasinoHand {
    pub cards: Vec<Card>,
    pub score: u64,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Card {
    /// Such as `A`, `10` or `K`.
    pub rank: String,
    pub suit: Suit,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Suit {
    Clubs,
    Diamonds,
    Hearts,
    Spades,
}

/// The bets on the hand on the table; without one, those for the next hand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct CasinoStakes {
    /// The stake on each chosen box.
    pub each: u64,
    pub player: bool,
    pub banker: bool,
    pub tie: bool,
    pub total: u64,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct CasinoShoe {
    /// Cards in the shoe, without those that were burned.
    pub cards: u64,
    pub before_cut: u64,
    pub burn_card: Option<Card>,
    /// Cards burned after the burn card.
    pub burned: u64,
    pub cut_card_out: bool,
    /// The hand on the table is the last of the shoe.
    pub last_hand: bool,
    /// Hands dealt, the one on the table included.
    pub hands: u64,
}

/// The roads of this shoe. Entries are in chronological order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Roads {
    pub bead: Vec<Bead>,
    pub big: Vec<BigRoadEntry>,
    /// Ties before the first win.
    pub leading_ties: usize,
    pub big_eye: Vec<DerivedRoadEntry>,
    pub small: Vec<DerivedRoadEntry>,
    pub cockroach: Vec<DerivedRoadEntry>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Bead {
    pub outcome: Outcome,
    pub natural: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct BigRoadEntry {
    pub column: usize,
    pub row: usize,
    pub side: Side,
    pub ties: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct DerivedRoadEntry {
    pub column: usize,
    pub row: usize,
    pub colour: Colour,
}

/// A hand that has ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PlayedHand {
    /// Counts the hands of the session from 1.
    pub number: u64,
    /// Ranks such as `10`, for `casino` with the letters of the suits, such as `10H`.
    pub player: Vec<String>,
    pub banker: Vec<String>,
    pub player_score: u64,
    pub banker_score: u64,
    /// Absent if the hand was abandoned.
    pub outcome: Option<Outcome>,
    pub stakes: HandStakes,
    /// What it has paid back, stakes included.
    pub paid: u64,
    /// The bankroll after the hand.
    pub bankroll: u64,
    /// The player has chosen a card of this hand, or before of this shoe: by its name, or by the cycle of a paused clock.
    pub chosen: bool,
}

impl PlayedHand {
    /// Returns the number of cards.
    pub fn cards(&self) -> usize {
        self.player.len() + self.banker.len()
    }
}

/// The stakes of a hand, in the money of the machine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct HandStakes {
    pub player: u64,
    pub banker: u64,
    pub tie: u64,
}

/// The internal signals of the machine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Internals {
    /// The name of the current state.
    pub state: String,
    /// Registers and nets.
    pub signals: Vec<Signal>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Signal {
    pub name: String,
    pub value: String,
}

/// A foreign design and its pins.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Design {
    /// The top module.
    pub name: String,
    /// The ports that are connected to the board, such as `KEY[3:0]`.
    pub connected: Vec<String>,
    /// The ports, or parts of them, that are not, each with the reason.
    pub unconnected: Vec<String>,
    /// Whether KEY0 to KEY3 are connected.
    pub keys: [bool; 4],
    /// The switches that are connected, 10 bits.
    pub switches: u64,
    /// Whether it has outputs for a monitor.
    pub monitor: bool,
    pub gates: usize,
    /// Bits of registers and latches.
    pub registers: usize,
    /// Signals with a name.
    pub signals: usize,
    /// Yosys's warnings, then those of this program.
    pub warnings: Vec<String>,
}

/// The state of the simulation of a foreign design.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Simulation {
    /// The frequency of CLOCK_50 in Hz that was set; absent if it is as fast as possible.
    pub frequency: Option<f64>,
    /// Why the simulation has ended: only a return to power-up goes on.
    pub failure: Option<String>,
    /// What the monitor shows, or why it shows nothing; absent without a monitor.
    pub monitor: Option<String>,
    /// The signals that are traced, with their values.
    pub traced: Vec<Signal>,
    /// The number of recorded changes.
    pub changes: usize,
    /// No further changes are recorded.
    pub full: bool,
}

/// A signal of a foreign design.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct FoundSignal {
    /// Its path from the top module, such as `dp.pcard1`.
    pub name: String,
    /// Its width in bits.
    pub width: usize,
}

#[cfg(test)]
mod tests {
    use std::any::TypeId;
    use std::collections::{BTreeMap, HashSet};
    use std::fs;

    use ts_rs::{Config, TS, TypeVisitor};

    use super::*;

    const HEADER: &str = "\
// The messages between page and server, generated from src/server/protocol.rs.
// To update it: WRITE_PROTOCOL=1 cargo test --lib server::protocol
";

    /// Collects the TypeScript declarations of types and of all types that they refer to.
    struct Declarations {
        config: Config,
        visited: HashSet<TypeId>,
        by_name: BTreeMap<String, String>,
    }

    impl TypeVisitor for Declarations {
        fn visit<T: TS + 'static + ?Sized>(&mut self) {
            if !self.visited.insert(TypeId::of::<T>()) {
                return;
            }
            // Only types with a derived implementation have a path.
            if T::output_path().is_some() {
                let declaration = without_comments(&T::decl(&self.config));
                self.by_name.insert(T::ident(&self.config), format!("export {declaration}\n"));
            }
            T::visit_dependencies(self);
            T::visit_generics(self);
        }
    }

    /// Removes `/** */` comments: the documentation is in the Rust source.
    fn without_comments(declaration: &str) -> String {
        let mut parts = declaration.split("\n/**");
        let first = parts.next().unwrap_or_default().to_string();
        parts
            .fold(first, |text, part| text + part.split_once("*/\n").map_or(part, |(_, code)| code))
    }

    #[test]
    fn the_type_declarations_of_the_page_are_current() {
        let mut declarations = Declarations {
            config: Config::new().with_large_int("number"),
            visited: HashSet::new(),
            by_name: BTreeMap::new(),
        };
        declarations.visit::<Request>();
        declarations.visit::<Reply>();
        let text = declarations
            .by_name
            .into_values()
            .fold(HEADER.to_string(), |text, declaration| text + "\n" + &declaration);

        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/server/page/protocol.d.ts");
        if std::env::var_os("WRITE_PROTOCOL").is_some() {
            fs::write(path, text).expect("written");
        } else {
            let committed = fs::read_to_string(path).unwrap_or_default();
            assert_eq!(
                committed, text,
                "to update it: WRITE_PROTOCOL=1 cargo test --lib server::protocol"
            );
        }
    }
}
