//! The counter of the shoe of `casino`: it cycles through the cards while nothing else changes.

use super::{SimulationError, find};
use baccarat_hdl::top::Top;
use baccarat_hdl::{casino::Casino, field_path};
use rust_hdl_rtl::{Evaluator, Scope, SignalId};

/// The registers of the counter.
///
/// Its period is the number of cards, and that of all other registers is short. The common period
/// would be thousands of cycles, so the counter is advanced by itself.
#[derive(Clone, Debug)]
pub(super) struct ShoeCounter {
    /// The address that is read next. It goes from the number of cards down to 1.
    position: SignalId,
    /// The address of the card that the memory shows.
    shown: SignalId,
    /// That card.
    card: SignalId,
    /// The number of cards.
    left: SignalId,
}

impl ShoeCounter {
    pub fn of(hierarchy: &Scope) -> Result<ShoeCounter, SimulationError> {
        macro_rules! find {
            ($($path:tt)+) => { find(hierarchy, Top::Casino, field_path!(Casino, $($path)+))? };
        }
        Ok(ShoeCounter {
            position: find!(game.dealing_shoe.position),
            shown: find!(game.dealing_shoe.shown),
            card: find!(game.dealing_shoe.cards.read_data),
            left: find!(game.dealing_shoe.cards_left),
        })
    }

    /// Whether this register follows the counter.
    pub fn owns(&self, register: SignalId) -> bool {
        [self.position, self.shown, self.card].contains(&register)
    }

    /// Advances the counter as that many idle cycles would. The memory follows with the next cycle.
    /// Returns `false`, and does nothing, if the counter is not among the cards.
    pub fn advance(&self, evaluator: &mut Evaluator, cycles: u64) -> bool {
        let number = |signal| evaluator.get(signal).to_u64().unwrap_or_default();
        let (position, left) = (number(self.position), number(self.left));
        if !(1..=left).contains(&position) {
            return false;
        }
        let passed = (left - position + cycles) % left;
        evaluator.set(self.position, u128::from(left - passed));
        evaluator.settle_without_edges();
        true
    }
}
