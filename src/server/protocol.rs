//! The messages between page and server: one JSON object each, identified by its `type`. Money is in cents.

use serde::{Deserialize, Serialize};

use crate::game::roads::Colour;
use crate::game::{Bet, Outcome, Side};
use crate::game::{Cents, Payout, Phase, Stakes};

/// A message from the page.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Request {
    /// The first message: the token of the session to resume, and the values for a new one.
    Hello { token: Option<String>, saved: Option<Saved> },
    /// Presses or releases a key.
    Key { key: usize, pressed: bool },
    /// Adds to a stake.
    Bet { on: Bet, stake: u64 },
    /// Takes all stakes back.
    ClearBets {},
    /// Places the stakes of the last hand again.
    RepeatBets {},
    /// Starts a new shoe; 0 decks stand for the infinite deck.
    Shoe { decks: u32 },
    /// Renames the player.
    Name { name: String },
    /// Gives a player without money a new bankroll.
    BuyIn {},
    /// Requests the waveform of the last hand.
    Waveform {},
    /// Keeps the connection open.
    Ping {},
}

/// What the browser stores between visits.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Saved {
    pub name: String,
    pub bankroll: u64,
}

/// A message from the server.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Reply {
    Welcome {
        token: String,
        resumed: bool,
        clocking: String,
    },
    Board(Board),
    Table(Box<Table>),
    Roads(Roads),
    Internals(Internals),
    /// The last hand as a timing diagram and as a VCD file.
    Waveform {
        svg: String,
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

/// The outputs and keys of the board.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Board {
    /// HEX0 to HEX5, 7 bits each, active low. Bit 0 is segment a.
    pub hex: [u64; 6],
    /// LEDR, 10 bits.
    pub ledr: u64,
    /// Whether KEY0 to KEY3 are pressed.
    pub keys: [bool; 4],
    /// Rising edges of CLOCK_50 since power-up.
    pub cycle: u64,
    /// The recent number of cycles per second.
    pub rate: f64,
}

/// The state of the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
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
    /// The chips on offer, in ascending order.
    pub chips: Vec<Cents>,
    pub shoe: Shoe,
    pub rounds: u128,
    pub wins: OutcomeCounts,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Hand {
    /// Ranks, such as `A`, `10` or `K`.
    pub cards: Vec<String>,
    pub score: u64,
}

/// The shoe. For the infinite deck, all values are 0, false or absent.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
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
pub struct OutcomeCounts {
    pub player: u128,
    pub banker: u128,
    pub tie: u128,
}

/// The roads of this shoe. Entries are in chronological order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
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
pub struct Bead {
    pub outcome: Outcome,
    pub natural: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct BigRoadEntry {
    pub column: usize,
    pub row: usize,
    pub side: Side,
    pub ties: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct DerivedRoadEntry {
    pub column: usize,
    pub row: usize,
    pub colour: Colour,
}

/// The internal signals of the machine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Internals {
    /// The name of the current state.
    pub state: String,
    /// Registers and nets.
    pub signals: Vec<Signal>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Signal {
    pub name: String,
    pub value: String,
}
