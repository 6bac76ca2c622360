//! Stakes on the three bets, and their payouts.

use serde::Serialize;

use super::money::Cents;
use crate::{Bet, Outcome, Settlement};

/// The smallest stake: one unit.
pub const MIN_STAKE: Cents = Cents::constant(100);

/// The values of the chips, the smallest first.
pub const CHIPS: [Cents; 5] = [
    MIN_STAKE,
    Cents::constant(500),
    Cents::constant(2_500),
    Cents::constant(10_000),
    Cents::constant(50_000),
];

/// The stake on each bet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Stakes {
    pub player: Cents,
    pub banker: Cents,
    pub tie: Cents,
}

impl Stakes {
    pub const NONE: Stakes = Stakes { player: Cents::ZERO, banker: Cents::ZERO, tie: Cents::ZERO };

    /// Returns the stake on this bet.
    pub const fn on(&self, bet: Bet) -> Cents {
        match bet {
            Bet::Player => self.player,
            Bet::Banker => self.banker,
            Bet::Tie => self.tie,
        }
    }

    pub(super) fn on_mut(&mut self, bet: Bet) -> &mut Cents {
        match bet {
            Bet::Player => &mut self.player,
            Bet::Banker => &mut self.banker,
            Bet::Tie => &mut self.tie,
        }
    }

    pub fn is_empty(&self) -> bool {
        *self == Stakes::NONE
    }

    /// Returns the sum of the stakes, at most [`Cents::MAX`].
    pub fn total(&self) -> Cents {
        let add = |sum: Cents, bet| sum.checked_add(self.on(bet)).unwrap_or(Cents::MAX);
        Bet::ALL.into_iter().fold(Cents::ZERO, add)
    }

    /// Returns the payout of every stake for this outcome, in the order of [`Bet::ALL`].
    ///
    /// The stakes must not exceed the limit by [`max_return`](Self::max_return).
    pub(super) fn payouts(&self, outcome: Outcome) -> Vec<Payout> {
        let staked = Bet::ALL.into_iter().filter(|bet| !self.on(*bet).is_zero());
        staked.map(|bet| Payout::of(bet, self.on(bet), outcome)).collect()
    }

    /// Returns an upper bound of the payouts in cents: the payouts if all bets won.
    pub(super) fn max_return(&self) -> u128 {
        let won = |bet: Bet| u128::from(self.on(bet).get() + winnings(bet, self.on(bet)));
        Bet::ALL.into_iter().map(won).sum()
    }
}

/// Returns the winnings of a stake in cents: the stake times the [odds](Bet::odds), rounded down to
/// a whole cent. Only the banker's 19:20 is ever rounded, for stakes that are not a multiple of
/// 0.20: the commission is rounded up. It is taken from the whole stake on a bet, not chip by chip.
fn winnings(bet: Bet, stake: Cents) -> u64 {
    let odds = bet.odds();
    // Nineteen times the largest amount does not overflow.
    stake.get() * u64::from(odds.pays) / u64::from(odds.per)
}

/// A settled stake.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Payout {
    pub on: Bet,
    pub stake: Cents,
    pub result: Settlement,
    /// The amount paid to the bettor: stake and winnings, the stake alone on a push, or 0.
    pub returned: Cents,
}

impl Payout {
    fn of(on: Bet, stake: Cents, outcome: Outcome) -> Payout {
        let result = on.settle(outcome);
        let returned = match result {
            Settlement::Win => stake.get() + winnings(on, stake),
            Settlement::Push => stake.get(),
            Settlement::Lose => 0,
        };
        // Stakes whose payout would exceed the limit are refused when placed.
        Payout { on, stake, result, returned: Cents::new(returned).unwrap_or(Cents::MAX) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cents(cents: u64) -> Cents {
        Cents::new(cents).expect("a sum")
    }

    #[test]
    fn every_bet_is_settled_for_every_outcome() {
        use Settlement::{Lose, Push, Win};
        let cases = [
            (Bet::Player, Outcome::Player, Win, 2_000),
            (Bet::Player, Outcome::Banker, Lose, 0),
            (Bet::Player, Outcome::Tie, Push, 1_000),
            (Bet::Banker, Outcome::Player, Lose, 0),
            (Bet::Banker, Outcome::Banker, Win, 1_950),
            (Bet::Banker, Outcome::Tie, Push, 1_000),
            (Bet::Tie, Outcome::Player, Lose, 0),
            (Bet::Tie, Outcome::Banker, Lose, 0),
            (Bet::Tie, Outcome::Tie, Win, 9_000),
        ];
        for (on, outcome, result, returned) in cases {
            let mut stakes = Stakes::NONE;
            *stakes.on_mut(on) = cents(1_000);
            let payout = Payout { on, stake: cents(1_000), result, returned: cents(returned) };
            assert_eq!(stakes.payouts(outcome), [payout], "{on}, {outcome}");
        }
    }

    #[test]
    fn commission_is_a_twentieth_rounded_up_to_a_cent() {
        for stake in 0..=100_000 {
            let commission = stake - winnings(Bet::Banker, cents(stake));
            assert_eq!(commission, stake.div_ceil(20), "{stake}");
        }
    }

    #[test]
    fn the_upper_bound_is_not_less_than_any_payout() {
        let mut random = fastrand::Rng::with_seed(2);
        for _ in 0..10_000 {
            let mut sum = || cents(random.u64(0..1_000_000));
            let stakes = Stakes { player: sum(), banker: sum(), tie: sum() };
            for outcome in Outcome::ALL {
                let returned: u64 =
                    stakes.payouts(outcome).iter().map(|paid| paid.returned.get()).sum();
                assert!(u128::from(returned) <= stakes.max_return());
            }
        }
    }
}
