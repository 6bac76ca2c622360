//! Why a request fails.

use super::foreign::{LOWEST_FREQUENCY, MAXIMUM_CYCLES};
use super::real_time::FASTEST;
use super::task5::Misdeal;
use baccarat_sim::SimulationError;
use baccarat_sim::casino::DealError;
use de1_soc::{KEYS, SWITCHES};
use punto_banco::casino::{CardChoice, ParseCardError};
use punto_banco::{NameError, ShoeError, TableError};
use rust_hdl_rtl::Oscillation;
use virtual_board::{BAUD_RATES, MAXIMUM_BYTES, MAXIMUM_TRACED, MAXIMUM_TRACED_BITS};

/// Why a request fails.
#[derive(Debug, thiserror::Error)]
pub enum RequestError {
    #[error(transparent)]
    Machine(#[from] SimulationError),
    #[error("there is no KEY{0}: the board has KEY0 to KEY{last}", last = KEYS - 1)]
    UnknownKey(usize),
    #[error("there is no SW{0}: the board has SW0 to SW{last}", last = SWITCHES - 1)]
    UnknownSwitch(usize),
    #[error("the clock is paused: let it run first")]
    Paused,
    #[error("the clock runs: pause it first")]
    NotPaused,
    #[error("release the keys first")]
    KeysHeld,
    #[error(transparent)]
    NotACard(#[from] ParseCardError),
    #[error("cards can be chosen only in a hand without bets")]
    HandHasStakes,
    #[error(
        "the clock can be paused only without bets: take them back, or play the hand to its end"
    )]
    PausedWithBets,
    #[error("no bets are taken while the clock is paused")]
    BetWhilePaused,
    #[error("no card is due: start a new hand first")]
    NoCardDue,

    // task5
    #[error(transparent)]
    Table(#[from] TableError),
    #[error(transparent)]
    Name(#[from] NameError),
    #[error(transparent)]
    Shoe(#[from] ShoeError),
    #[error("the machine misdealt, so the stakes are returned: {0}")]
    Misdeal(#[from] Misdeal),
    #[error("a stake of {0} cents is too large")]
    InvalidStake(u64),
    #[error("unsupported number of decks: {0}. Use 4, 6 or 8, or 0 for the infinite deck")]
    UnsupportedShoe(u32),
    #[error("task5 deals ranks only: write {}", .0.rank)]
    SuitedCard(CardChoice),
    #[error("cards can be chosen only from the infinite deck: select it first")]
    ChosenFromShoe,

    // casino
    #[error(transparent)]
    Deal(#[from] DealError),
    #[error("a new shoe is being written: try again")]
    NoShoe,
    #[error(transparent)]
    Png(#[from] png::EncodingError),

    // foreign designs
    #[error("the frequency has to be from {LOWEST_FREQUENCY} Hz to {FASTEST} Hz")]
    Frequency,
    #[error("at most {MAXIMUM_CYCLES} cycles can be run at once")]
    TooManyCycles,
    #[error("the terminal has no room for so much: at most {MAXIMUM_BYTES} bytes can wait")]
    TooManyBytes,
    #[error("at most {MAXIMUM_TRACED} signals can be traced at once: remove one first")]
    TooManySignals,
    #[error("the traced signals may have at most {MAXIMUM_TRACED_BITS} bits together")]
    TooManyBits,
    #[error("there is no GPIO_{header}[{pin}]: the board has GPIO_0[35:0] and GPIO_1[35:0]")]
    UnknownHeaderPin { header: usize, pin: usize },
    #[error("a terminal has from {} to {} baud", BAUD_RATES.start(), BAUD_RATES.end())]
    BaudRate,
    #[error("no terminal that sends is connected")]
    NoTerminal,
    #[error("the bytes are not in Base64")]
    NotBase64,
    #[error("no PS/2 keyboard with a key `{0}` is connected")]
    UnknownKeyboardKey(String),
    #[error("no PS/2 mouse is connected")]
    NoMouse,
    #[error("the design has no outputs for a monitor")]
    NoMonitor,
    #[error("`{0}` is not traced, or is a clock: trace another signal")]
    NotTraced(String),
    #[error("`{value}` is not a value of `{name}`, which has {}", bits(*.width))]
    NoValue { name: String, value: String, width: usize },
    #[error("the design sends nothing to the audio codec")]
    NoAudio,
    #[error("there is no signal `{0}`")]
    UnknownSignal(String),
}

fn bits(width: usize) -> String {
    if width == 1 { "1 bit".into() } else { format!("{width} bits") }
}

impl From<Oscillation> for RequestError {
    fn from(error: Oscillation) -> RequestError {
        SimulationError::from(error).into()
    }
}
