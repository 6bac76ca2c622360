//! The result of a game.

use std::cmp::Ordering;
use std::fmt;

use punto_banco::{Cents, Payout, Tally};

/// Counts the rounds by whether all bets of the round together gained, lost or broke even.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Ledger {
    won: u64,
    lost: u64,
    even: u64,
}

impl Ledger {
    pub fn record(&mut self, payouts: &[Payout]) {
        let sum = |of: fn(&Payout) -> Cents| -> u128 {
            payouts.iter().map(|payout| u128::from(of(payout).get())).sum()
        };
        self.add(sum(|payout| payout.stake), sum(|payout| payout.returned));
    }

    /// Counts a round by all its stakes, and all that was paid back.
    pub fn add(&mut self, staked: u128, returned: u128) {
        match returned.cmp(&staked) {
            Ordering::Greater => self.won += 1,
            Ordering::Less => self.lost += 1,
            Ordering::Equal => self.even += 1,
        }
    }
}

/// `3 rounds: 1 won, 2 lost, 0 even`.
impl fmt::Display for Ledger {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Ledger { won, lost, even } = self;
        let rounds = won + lost + even;
        let plural = if rounds == 1 { "" } else { "s" };
        write!(f, "{rounds} round{plural}: {won} won, {lost} lost, {even} even")
    }
}

/// The winners of the rounds: `player 1, banker 2, tie 0`.
pub(super) fn outcomes(tally: &Tally) -> String {
    format!("player {}, banker {}, tie {}", tally.player, tally.banker, tally.tie)
}

/// The difference between the bankroll and that at the start.
pub(super) fn difference(from: Cents, to: Cents) -> String {
    let by = |sum: Option<Cents>| sum.unwrap_or_default();
    match to.cmp(&from) {
        Ordering::Greater => format!("{} more than at the start", by(to.checked_sub(from))),
        Ordering::Less => format!("{} less than at the start", by(from.checked_sub(to))),
        Ordering::Equal => "as much as at the start".into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use punto_banco::{Bet, Settlement};

    fn payout(stake: u64, returned: u64) -> Payout {
        let cents = |cents| Cents::new(cents).expect("an amount");
        let result = Settlement::Push;
        Payout { on: Bet::Tie, stake: cents(stake), result, returned: cents(returned) }
    }

    #[test]
    fn a_round_is_won_if_its_bets_together_gain() {
        let cases: [(&[Payout], &str); 4] = [
            (&[payout(100, 195)], "1 round: 1 won, 0 lost, 0 even"),
            (&[payout(100, 0), payout(300, 600)], "1 round: 1 won, 0 lost, 0 even"),
            (&[payout(100, 0), payout(50, 100)], "1 round: 0 won, 1 lost, 0 even"),
            (&[payout(100, 100)], "1 round: 0 won, 0 lost, 1 even"),
        ];
        for (payouts, text) in cases {
            let mut ledger = Ledger::default();
            ledger.record(payouts);
            assert_eq!(ledger.to_string(), text, "{payouts:?}");
        }
        assert_eq!(Ledger::default().to_string(), "0 rounds: 0 won, 0 lost, 0 even");
    }

    #[test]
    fn the_bankroll_is_compared_with_that_at_the_start() {
        let cents = |cents| Cents::new(cents).expect("an amount");
        let cases = [
            (150, "0.50 more than at the start"),
            (99, "0.01 less than at the start"),
            (100, "as much as at the start"),
        ];
        for (to, text) in cases {
            assert_eq!(difference(cents(100), cents(to)), text);
        }
    }
}
