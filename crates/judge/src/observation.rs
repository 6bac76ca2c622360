//! Why no convention fits.

use thiserror::Error;

use super::sample::LONGEST_HOLD;

/// What was seen instead of a game.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum Observation {
    #[error(
        "KEY0 has no effect: no display changes in {presses} presses of up to {LONGEST_HOLD} cycles of CLOCK_50 after a reset; a debouncer that \
         needs more is not supported"
    )]
    NoEffect { presses: usize },
    #[error(
        "the outputs still change {cycles} cycles of CLOCK_50 after KEY0: a game with a debouncer or with cards that move by themselves \
         cannot be judged"
    )]
    NeverQuiet { cycles: usize },
    #[error(
        "KEY3 does not reset: a press of KEY0 while KEY3 is held does not start a new hand; outputs that differ afterwards: {outputs}"
    )]
    NoReset { outputs: String },
    #[error("only {displays} of the six displays ever show a card; at least four are needed")]
    FewDisplays { displays: usize },
    #[error(
        "a hand of six cards needs more than {presses} presses of KEY0, which is not supported"
    )]
    LongHand { presses: usize },
    #[error("one press changes two displays: a press has to deal one card")]
    TwoCards,
    #[error("the shoe does not count: HEX{display} shows the same card, however long KEY0 waits")]
    StillShoe { display: usize },
    #[error(
        "the shoe does not have thirteen cards: HEX{display} shows {patterns} different patterns in {cycles} cycles of CLOCK_50"
    )]
    OtherShoe { display: usize, patterns: usize, cycles: usize },
    #[error(
        "the patterns on HEX{display} are not recognised as cards: no digits are among them, and LEDR[3:0] does not show their values"
    )]
    UnknownCards { display: usize },
    #[error(
        "the cards do not follow the shoe: {agreeing} % of the cards on the displays are those that the clock determines"
    )]
    Unpredictable { agreeing: usize },
}

impl Observation {
    /// Whether a right design may show this, too: one whose keys take longer to have an effect, or
    /// whose hands take more presses.
    pub fn is_inconclusive(&self) -> bool {
        matches!(
            self,
            Observation::NoEffect { .. }
                | Observation::NeverQuiet { .. }
                | Observation::LongHand { .. }
        )
    }
}
