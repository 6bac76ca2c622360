//! What page and machine say to each other: JSON, one object a message, its `type` first.

use serde::{Deserialize, Serialize};

use crate::game::roads::Colour;
use crate::game::{Bet, Outcome, Side};
use crate::game::{Cents, Payout, Phase, Stakes};

/// What a page says.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Request {
    /// The first message: the token of the machine that it had, and what it keeps for a new one.
    Hello { token: Option<String>, saved: Option<Saved> },
    /// KEY\[`key`\] goes down or up.
    Key { key: usize, pressed: bool },
    /// Cents are added to a stake.
    Bet { on: Bet, stake: u64 },
    /// All stakes back.
    ClearBets {},
    /// The stakes of the last hand again.
    RepeatBets {},
    /// A new shoe; of no decks for one that never runs out.
    Shoe { decks: u32 },
    /// What the player is called.
    Name { name: String },
    /// A new bankroll for somebody who has nothing left.
    BuyIn {},
    /// What the signals of the last hand were.
    Waveform {},
    /// Nothing.
    Ping {},
}

/// What a page keeps from one visit to the next.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Saved {
    pub name: String,
    /// In cents.
    pub bankroll: u64,
}

/// What a machine says.
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
    Inside(Inside),
    /// The last hand as a timing diagram, and for waveform viewers.
    Waveform {
        svg: String,
        vcd: String,
    },
    /// A message was not taken, and nothing has changed.
    Error {
        message: String,
    },
    /// There is no machine, or no longer; the connection is closed.
    Refused {
        message: String,
    },
}

/// What is seen and felt on the board.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Board {
    /// The segments of HEX0 to HEX5, bit 0 the top bar, lit by 0.
    pub hex: [u64; 6],
    /// LEDR.
    pub ledr: u64,
    /// Which of KEY0 to KEY3 are down.
    pub keys: [bool; 4],
    /// Rising edges of CLOCK_50 since power-up.
    pub cycle: u64,
    /// How many of them there were a second, of late.
    pub rate: f64,
}

/// What is on the table. Money is in cents.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Table {
    pub phase: Phase,
    pub player: Hand,
    pub banker: Hand,
    /// Who is due the next card.
    pub next: Option<Side>,
    /// Why.
    pub reason: String,
    pub outcome: Option<Outcome>,
    pub name: String,
    pub bankroll: Cents,
    pub bets: Stakes,
    pub last_bets: Stakes,
    pub payouts: Vec<Payout>,
    pub chips: Vec<Cents>,
    pub shoe: Shoe,
    pub rounds: u128,
    pub wins: Wins,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Hand {
    /// As people write them.
    pub cards: Vec<String>,
    pub score: u64,
}

/// All 0 or nothing, if the shoe never runs out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Shoe {
    pub decks: u32,
    pub left: Option<usize>,
    pub total: Option<usize>,
    pub burned: usize,
    pub cut_card_out: bool,
    pub last_hand: bool,
}

/// How often each outcome has come.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Wins {
    pub player: u128,
    pub banker: u128,
    pub tie: u128,
}

/// The roads of this shoe, each in the order in which it was drawn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Roads {
    pub bead: Vec<Bead>,
    pub big: Vec<Win>,
    pub leading_ties: usize,
    pub big_eye: Vec<Mark>,
    pub small: Vec<Mark>,
    pub cockroach: Vec<Mark>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Bead {
    pub outcome: Outcome,
    pub natural: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Win {
    pub column: usize,
    pub row: usize,
    pub side: Side,
    pub ties: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Mark {
    pub column: usize,
    pub row: usize,
    pub colour: Colour,
}

/// What is inside the machine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Inside {
    /// The state of the state machine.
    pub state: String,
    /// Registers and nets by their names.
    pub signals: Vec<Named>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Named {
    pub name: String,
    pub value: String,
}
