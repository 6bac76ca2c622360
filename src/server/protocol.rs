//! What page and machine say to each other: JSON, one object a message, its `type` first.

use serde::{Deserialize, Serialize};

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

/// What a bet is on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Bet {
    Player,
    Banker,
    Tie,
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
