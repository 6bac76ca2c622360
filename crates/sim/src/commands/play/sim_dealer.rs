//! Deals cards by the keys of the simulated board and reads them off its displays.

use crate::HandOutputs;
use fastrand::Rng;
use thiserror::Error;

use crate::task5::SETTLING;
use crate::{DEAL_ORDER, Glyph, RANKS, STEP_KEY, SimulatedBoard, SimulationError};
use baccarat_hdl::top::Clocking;
use de1_soc::BoardOutputs;
use punto_banco::{Outcome, Rank, Side};
use rust_hdl_rtl::Oscillation;

/// The longest time that KEY0 is held for a random card, in cycles: half a second of CLOCK_50,
/// rounded down to a multiple of the number of ranks, so that all ranks are equally likely.
const MAX_PRESS: u64 = 25_000_000 / RANKS as u64 * RANKS as u64;

#[derive(Debug, Error)]
pub(super) enum DealError {
    #[error(transparent)]
    Machine(#[from] SimulationError),
    #[error(transparent)]
    Oscillation(#[from] Oscillation),
    #[error("a press of KEY0 did not show one card on a blank display")]
    NoCard,
}

/// A card that appeared on a display.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Dealt {
    pub side: Side,
    pub rank: Rank,
}

/// A simulated board and the random times of the presses.
pub(super) struct SimDealer {
    machine: SimulatedBoard,
    random: Rng,
}

impl SimDealer {
    pub fn new(clocking: Clocking, random: Rng) -> Result<SimDealer, DealError> {
        Ok(SimDealer { machine: SimulatedBoard::new(clocking)?, random })
    }

    /// The lights and displays.
    pub fn outputs(&self) -> BoardOutputs {
        self.machine.outputs()
    }

    /// The number of simulated cycles of CLOCK_50.
    pub fn cycle(&self) -> u64 {
        self.machine.cycle()
    }

    /// The outcome that the lights show; `None` during the hand.
    pub fn outcome(&self) -> Option<Outcome> {
        self.outputs().outcome()
    }

    pub fn new_hand(&mut self) -> Result<(), DealError> {
        Ok(self.machine.new_hand()?)
    }

    /// Deals `rank`, or a random card if it is `None`.
    ///
    /// # Errors
    /// The simulation fails, or not exactly one display shows a new card.
    pub fn deal(&mut self, rank: Option<Rank>) -> Result<Dealt, DealError> {
        let before = self.outputs();
        match rank {
            Some(rank) => self.machine.deal(rank)?,
            None => self.press_for_random_time()?,
        }
        new_card(before, self.outputs()).ok_or(DealError::NoCard)
    }

    fn press_for_random_time(&mut self) -> Result<(), Oscillation> {
        self.machine.set_key(STEP_KEY, true)?;
        self.machine.run(1 + self.random.u64(..MAX_PRESS))?;
        self.machine.set_key(STEP_KEY, false)?;
        self.machine.run(SETTLING)
    }
}

/// The card on the only display that has changed, which was blank.
fn new_card(before: BoardOutputs, after: BoardOutputs) -> Option<Dealt> {
    let mut new = Vec::new();
    for (number, side) in DEAL_ORDER {
        match (before.glyph(number), after.glyph(number)) {
            (was, is) if was == is => {}
            (Glyph::Blank, Glyph::Card(rank)) => new.push(Dealt { side, rank }),
            _ => return None,
        }
    }
    match new.as_slice() {
        [dealt] => Some(*dealt),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use punto_banco::{Round, Step};

    /// Plays a hand of random cards to its end and returns them.
    fn play_hand(dealer: &mut SimDealer) -> Vec<Rank> {
        dealer.new_hand().expect("a new hand");
        let mut cards = Vec::new();
        while let Some(side) = Step::after(&cards).next_card() {
            assert_eq!(dealer.outcome(), None, "{cards:?}");
            let dealt = dealer.deal(None).expect("a card");
            assert_eq!(dealt.side, side, "{cards:?}");
            cards.push(dealt.rank);
        }
        let round = Round::of(&cards).expect("a whole round");
        assert_eq!(dealer.outcome(), Some(round.outcome()), "{cards:?}");
        cards
    }

    #[test]
    fn the_new_card_is_on_the_one_display_that_was_blank() {
        use Rank::{Ace, King, Nine};
        let board = |player, banker| BoardOutputs::showing(player, banker, None);
        let nine = board([Some(Nine), None, None], [None; 3]);
        let dealt = |side, rank| Some(Dealt { side, rank });
        let cases = [
            ("nothing", nine, None),
            ("banker", board([Some(Nine), None, None], [Some(King), None, None]), {
                dealt(Side::Banker, King)
            }),
            ("player", board([Some(Nine), None, Some(Ace)], [None; 3]), dealt(Side::Player, Ace)),
            ("two", board([Some(Nine), Some(Ace), None], [Some(King), None, None]), None),
            ("another", board([Some(Ace), None, None], [None; 3]), None),
            ("gone", board([None; 3], [None; 3]), None),
            // Segments a and d of HEX1 only.
            ("unrecognised segments", BoardOutputs(nine.0 & !(0b000_1001 << (10 + 7 * 4))), None),
        ];
        for (what, after, expected) in cases {
            assert_eq!(new_card(nine, after), expected, "{what}");
        }
    }

    /// Pearson's test: chi-squared with 12 degrees of freedom exceeds 45.1 once in 100,000 times.
    /// The seed is fixed.
    #[test]
    fn all_ranks_of_the_infinite_deck_are_equally_likely() {
        for (clocking, cards) in [(Clocking::Synchronised, 20_000), (Clocking::Direct, 5_000)] {
            let mut dealer = SimDealer::new(clocking, Rng::with_seed(4)).expect("a dealer");
            let (mut counts, mut dealt) = ([0u32; RANKS], 0);
            while dealt < cards {
                for card in play_hand(&mut dealer) {
                    counts[usize::from(card.number()) - 1] += 1;
                    dealt += 1;
                }
            }
            let expected = dealt as f64 / RANKS as f64;
            let terms = counts.map(|count| (f64::from(count) - expected).powi(2) / expected);
            let chi_squared: f64 = terms.iter().sum();
            assert!(chi_squared < 45.1, "{clocking}: {chi_squared} from {counts:?}");
        }
    }
}
