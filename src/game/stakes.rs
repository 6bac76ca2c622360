//! What is staked, and what it pays.

use serde::Serialize;

use super::money::Cents;
use crate::game::{Bet, Outcome, Settlement};

/// The least that can be staked at a time: one unit.
pub const MIN_STAKE: Cents = Cents::constant(100);

/// The chips on the table, the least first.
pub const CHIPS: [Cents; 5] = [
    MIN_STAKE,
    Cents::constant(500),
    Cents::constant(2_500),
    Cents::constant(10_000),
    Cents::constant(50_000),
];

/// What is staked on each bet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Stakes {
    pub player: Cents,
    pub banker: Cents,
    pub tie: Cents,
}

impl Stakes {
    pub const NONE: Stakes = Stakes { player: Cents::ZERO, banker: Cents::ZERO, tie: Cents::ZERO };

    /// What is staked on this bet.
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

    /// All of them together; `None` beyond [`Cents::MAX`].
    pub fn total(&self) -> Option<Cents> {
        Bet::ALL.into_iter().try_fold(Cents::ZERO, |sum, bet| sum.checked_add(self.on(bet)))
    }

    /// What every stake is paid after this outcome, in the order of [`Bet::ALL`].
    ///
    /// Only for stakes that the house [can pay](Self::max_return).
    pub(super) fn payouts(&self, outcome: Outcome) -> Vec<Payout> {
        let staked = Bet::ALL.into_iter().filter(|bet| !self.on(*bet).is_zero());
        staked.map(|bet| Payout::of(bet, self.on(bet), outcome)).collect()
    }

    /// More than any outcome returns, in cents: as if all of the bets won.
    pub(super) fn max_return(&self) -> u128 {
        let won = |bet: Bet| u128::from(self.on(bet).get() + winnings(bet, self.on(bet)));
        Bet::ALL.into_iter().map(won).sum()
    }
}

/// What a stake wins, in cents: the [odds](Bet::odds), rounded down to a whole cent. That matters to the banker's 19:20
/// only, and only to stakes that are no multiple of 0.20: the house rounds its commission up to the smallest coin, so it
/// never gives part of it away. The whole stake on a bet counts, not chip by chip.
fn winnings(bet: Bet, stake: Cents) -> u64 {
    let odds = bet.odds();
    // At most eight times the largest sum, and nineteen times on the way there: both far below the limit of the integer.
    stake.get() * u64::from(odds.pays) / u64::from(odds.per)
}

/// What became of a stake.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Payout {
    pub on: Bet,
    pub stake: Cents,
    pub result: Settlement,
    /// What the bettor gets: stake and winnings, the stake alone on a push, or nothing.
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
        // A stake that the house could not pay has not been taken.
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
    fn every_bet_is_paid_after_every_outcome() {
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
    fn several_bets_are_paid_in_the_order_of_the_table() {
        let stakes = Stakes { player: cents(100), banker: cents(0), tie: cents(300) };
        let payouts = stakes.payouts(Outcome::Tie);
        let paid: Vec<_> =
            payouts.iter().map(|payout| (payout.on, payout.returned.get())).collect();
        assert_eq!(paid, [(Bet::Player, 100), (Bet::Tie, 2_700)]);
        assert!(Stakes::NONE.payouts(Outcome::Tie).is_empty());
    }

    #[test]
    fn the_most_that_is_returned_is_no_less_than_any_return() {
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
