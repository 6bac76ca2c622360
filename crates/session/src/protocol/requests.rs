//! The messages of each page. What a page cannot ask cannot be parsed.

use serde::Deserialize;
use serde::de::DeserializeOwned;

use punto_banco::Bet;
use virtual_board::{MouseButtons, TerminalSettings};

/// A longer message, in bytes, is answered with an error.
pub const MAX_MESSAGE: usize = 16 * 1024;

/// Parses a message.
///
/// # Errors
///
/// The text of an error message, if it is too long or invalid.
pub fn parse<T: DeserializeOwned>(text: &str) -> Result<T, String> {
    if text.len() > MAX_MESSAGE {
        return Err(format!("message too long: {} bytes, the limit is {MAX_MESSAGE}", text.len()));
    }
    serde_json::from_str(text).map_err(|error| format!("invalid message: {error}"))
}

/// The first message of every page.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum FirstMessage {
    /// The token of the session to resume, and the values for a new one.
    Hello { token: Option<String>, saved: Option<Saved> },
}

/// What the browser stores between visits.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Saved {
    pub name: String,
    pub bankroll: u64,
}

/// A request of the page of `task5`.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Task5Request {
    /// Presses or releases a key.
    Key { key: usize, pressed: bool },
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
    /// Asks whether these ranks can be dealt in this order, in this hand or, after its end, in the
    /// next one. Moves no key.
    Choose { cards: Vec<String> },
    /// Deals a rank like `K` in a hand without stakes.
    Deal { card: String },
    /// Starts a new shoe; 0 decks stand for the infinite deck.
    Shoe { decks: u32 },
    /// Renames the player.
    Name { name: String },
    /// Gives a player without money a new bankroll.
    BuyIn {},
    /// Stops the clock, if there are no bets. Keys can be moved, but no cycle is simulated and no
    /// bet taken.
    Pause {},
    /// Lets the clock run again.
    Resume {},
    /// Runs one cycle of the paused clock.
    Cycle {},
    /// Presses and releases KEY0 once, and runs the cycles that this takes, even if the clock is
    /// paused.
    Press {},
    /// Requests the waveform of the last hand.
    Waveform {},
    /// Keeps the connection open. Like every request, it is answered with the board.
    Ping {},
}

/// A request of the page of `casino`. Those of `task5` with the same names are described there.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum CasinoRequest {
    Key {
        key: usize,
        pressed: bool,
    },
    /// Moves a switch.
    Switch {
        switch: usize,
        on: bool,
    },
    Choose {
        cards: Vec<String>,
    },
    /// Deals a card like `KS` in a hand without stakes; without a suit, any card of the rank.
    Deal {
        card: String,
    },
    Pause {},
    Resume {},
    Cycle {},
    Press {},
    Waveform {},
    Ping {},
}

/// What a run of a paused clock waits for.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum RunEvent {
    /// The monitor has a complete frame.
    Frame,
    /// A light or a display changes.
    Display,
    /// A traced signal gets a value, in hexadecimal such as `0x1f`; without one, any other value.
    Signal { name: String, value: Option<String> },
}

/// A request of the page of a foreign design.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum DesignRequest {
    Key {
        key: usize,
        pressed: bool,
    },
    Switch {
        switch: usize,
        on: bool,
    },
    /// Sets the level of a pin of GPIO_0 or GPIO_1, which it has while the design does not drive
    /// it.
    HeaderPin {
        header: usize,
        pin: usize,
        high: bool,
    },
    /// Connects a terminal to pins of the headers, instead of the one before; `null` takes it away.
    Terminal {
        settings: Option<TerminalSettings>,
    },
    /// Types at the terminal: bytes in Base64.
    Type {
        bytes: String,
    },
    /// Presses or releases the key of the PS/2 keyboard with this `KeyboardEvent.code`.
    KeyboardKey {
        code: String,
        pressed: bool,
    },
    /// Releases all keys of the PS/2 keyboard.
    ReleaseKeyboard {},
    /// Moves the PS/2 mouse, in counts of its default resolution, and sets its buttons.
    Mouse {
        right: i16,
        down: i16,
        buttons: MouseButtons,
    },
    /// Whether the page gets the samples of the audio codec, while simulated time is real time.
    Sound {
        on: bool,
    },
    Pause {},
    Resume {},
    Cycle {},
    /// Runs so many cycles of the paused clock, at most 2,000.
    Cycles {
        count: u64,
    },
    /// Pauses the clock, and runs cycles as fast as possible until something happens, for a limited
    /// number of cycles, or until the next request to the clock.
    RunUntil {
        event: RunEvent,
    },
    /// Whether the tab is hidden. No cycle is simulated while it is.
    Visibility {
        hidden: bool,
    },
    /// Sets the frequency of CLOCK_50, from 1 Hz; `null` is as fast as possible.
    Frequency {
        hertz: Option<f64>,
    },
    /// Returns to power-up. Keys and switches stay where they are.
    PowerUp {},
    /// Searches the signals for those whose paths contain all words of a text, in upper or lower
    /// case.
    Find {
        text: String,
    },
    /// Records these signals from now on, instead of those before.
    Trace {
        signals: Vec<String>,
    },
    /// Requests the waveform of the traced signals.
    Waveform {},
    Ping {},
}
