//! A bettor's money: the bankroll and the stakes.

use std::collections::VecDeque;

use thiserror::Error;

use super::money::Cents;
use super::stakes::{MIN_STAKE, Payout, Stakes};
use crate::{Bet, Outcome};

/// Why a bet is refused. The purse is then unchanged.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BetError {
    #[error("a stake of {stake} is too small: the minimum is {MIN_STAKE}")]
    TooSmall { stake: Cents },
    #[error("a stake of {stake} is more than the bankroll of {bankroll}")]
    TooLarge { stake: Cents, bankroll: Cents },
    #[error("the house refuses bets that could raise the bankroll above {}", Cents::MAX)]
    AboveHouseLimit,
    #[error("there is nothing to repeat: no bets have been placed yet")]
    NothingToRepeat,
    #[error("there is nothing to double: no bets are placed")]
    NothingToDouble,
    #[error("there is nothing to undo: the bets have not been changed")]
    NothingToUndo,
}

/// The bankroll and the stakes. A stake leaves the bankroll when it is placed, so neither is ever
/// negative.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Purse {
    bankroll: Cents,
    stakes: Stakes,
    last_stakes: Stakes,
    /// The stakes before each change since the last round, the oldest first.
    changes: VecDeque<Stakes>,
}

/// How many changes of the bets can be undone.
const MAX_CHANGES: usize = 100;

impl Purse {
    pub const fn new(bankroll: Cents) -> Purse {
        let changes = VecDeque::new();
        Purse { bankroll, stakes: Stakes::NONE, last_stakes: Stakes::NONE, changes }
    }

    /// Returns the money that is not staked.
    pub const fn bankroll(&self) -> Cents {
        self.bankroll
    }

    /// Returns the current stakes.
    pub const fn stakes(&self) -> &Stakes {
        &self.stakes
    }

    /// Returns the stakes of the last round that had any.
    pub const fn last_stakes(&self) -> &Stakes {
        &self.last_stakes
    }

    /// Returns whether nothing is staked and the bankroll is below [`MIN_STAKE`].
    pub fn is_broke(&self) -> bool {
        self.stakes.is_empty() && self.bankroll < MIN_STAKE
    }

    /// Adds to the stake on a bet.
    ///
    /// # Errors
    ///
    /// The stake is less than [`MIN_STAKE`] or more than the bankroll, or a win could exceed
    /// [`Cents::MAX`].
    pub fn place(&mut self, bet: Bet, stake: Cents) -> Result<(), BetError> {
        if stake < MIN_STAKE {
            return Err(BetError::TooSmall { stake });
        }
        let mut stakes = self.stakes;
        let on = stakes.on_mut(bet);
        *on = on.checked_add(stake).unwrap_or(Cents::MAX);
        self.stake(stakes, stake, self.bankroll)
    }

    /// Replaces the current stakes by those of the last round.
    ///
    /// # Errors
    ///
    /// No round has had stakes yet, or there is not enough money.
    pub fn repeat(&mut self) -> Result<(), BetError> {
        if self.last_stakes.is_empty() {
            return Err(BetError::NothingToRepeat);
        }
        // The current stakes are replaced, and so count as available.
        let available = self.bankroll.checked_add(self.stakes.total()).unwrap_or(Cents::MAX);
        self.stake(self.last_stakes, self.last_stakes.total(), available)
    }

    /// Doubles all stakes.
    ///
    /// # Errors
    ///
    /// Nothing is staked, there is not enough money, or a win could exceed [`Cents::MAX`].
    pub fn double(&mut self) -> Result<(), BetError> {
        if self.stakes.is_empty() {
            return Err(BetError::NothingToDouble);
        }
        let mut stakes = self.stakes;
        for bet in Bet::ALL {
            let on = stakes.on_mut(bet);
            *on = on.checked_add(*on).unwrap_or(Cents::MAX);
        }
        self.stake(stakes, self.stakes.total(), self.bankroll)
    }

    /// Returns whether a change of the stakes can be undone.
    pub fn can_undo(&self) -> bool {
        !self.changes.is_empty()
    }

    /// Undoes the last change of the stakes since the last round.
    ///
    /// # Errors
    ///
    /// [`BetError::NothingToUndo`]
    pub fn undo(&mut self) -> Result<(), BetError> {
        let stakes = self.changes.pop_back().ok_or(BetError::NothingToUndo)?;
        Bet::ALL.into_iter().for_each(|bet| self.take_back(bet));
        // The bankroll paid for these stakes before, and no round has changed it since.
        self.bankroll = self.bankroll.checked_sub(stakes.total()).unwrap_or_default();
        self.stakes = stakes;
        Ok(())
    }

    /// Remembers the stakes before a change.
    fn remember(&mut self) {
        if self.changes.len() == MAX_CHANGES {
            self.changes.pop_front();
        }
        self.changes.push_back(self.stakes);
    }

    /// Changes to these stakes by paying `stake` from the `available` money.
    fn stake(&mut self, stakes: Stakes, stake: Cents, available: Cents) -> Result<(), BetError> {
        let bankroll = available
            .checked_sub(stake)
            .ok_or(BetError::TooLarge { stake, bankroll: available })?;
        if u128::from(bankroll.get()) + stakes.max_return() > u128::from(Cents::MAX.get()) {
            return Err(BetError::AboveHouseLimit);
        }
        self.remember();
        (self.bankroll, self.stakes) = (bankroll, stakes);
        Ok(())
    }

    /// Returns a stake to the bankroll.
    fn take_back(&mut self, bet: Bet) {
        let stake = std::mem::take(self.stakes.on_mut(bet));
        self.receive(stake);
    }

    /// Returns all stakes to the bankroll.
    pub fn take_all_back(&mut self) {
        if !self.stakes.is_empty() {
            self.remember();
        }
        Bet::ALL.into_iter().for_each(|bet| self.take_back(bet));
    }

    /// Loses all stakes.
    pub fn forfeit(&mut self) {
        let stakes = std::mem::take(&mut self.stakes);
        if !stakes.is_empty() {
            self.last_stakes = stakes;
        }
        self.changes.clear();
    }

    /// Settles all stakes by this outcome and returns the payouts.
    pub fn settle(&mut self, outcome: Outcome) -> Vec<Payout> {
        let payouts = self.stakes.payouts(outcome);
        self.forfeit();
        payouts.iter().for_each(|payout| self.receive(payout.returned));
        payouts
    }

    fn receive(&mut self, sum: Cents) {
        // `stake` has checked that no payout exceeds the limit.
        self.bankroll = self.bankroll.checked_add(sum).unwrap_or(Cents::MAX);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cents(cents: u64) -> Cents {
        Cents::new(cents).expect("a sum")
    }

    fn purse(bankroll: u64) -> Purse {
        Purse::new(cents(bankroll))
    }

    #[test]
    fn changes_of_the_stakes_are_undone_in_reverse_until_the_round() {
        let mut purse = purse(10_000);
        assert_eq!(purse.undo(), Err(BetError::NothingToUndo));
        type Change = fn(&mut Purse) -> Result<(), BetError>;
        let changes: [Change; 4] = [
            |purse| purse.place(Bet::Tie, cents(1_000)),
            |purse| purse.place(Bet::Player, cents(500)),
            Purse::double,
            |purse| {
                purse.take_all_back();
                Ok(())
            },
        ];
        let state = |purse: &Purse| (purse.bankroll(), *purse.stakes());
        let mut states = Vec::new();
        for change in changes {
            states.push(state(&purse));
            change(&mut purse).unwrap();
        }
        assert_eq!(
            states[3],
            (cents(7_000), Stakes { player: cents(1_000), tie: cents(2_000), ..Stakes::NONE })
        );
        for expected in states.into_iter().rev() {
            purse.undo().unwrap();
            assert_eq!(state(&purse), expected);
        }
        assert!(!purse.can_undo());
        purse.place(Bet::Tie, cents(1_000)).unwrap();
        purse.settle(Outcome::Tie);
        assert_eq!(purse.undo(), Err(BetError::NothingToUndo));
    }

    #[test]
    fn stakes_that_cannot_be_doubled_stay() {
        let mut purse = purse(1_500);
        assert_eq!(purse.double(), Err(BetError::NothingToDouble));
        purse.place(Bet::Banker, cents(1_000)).unwrap();
        let before = purse.clone();
        let (stake, bankroll) = (cents(1_000), cents(500));
        assert_eq!(purse.double(), Err(BetError::TooLarge { stake, bankroll }));
        assert_eq!(purse, before);
    }

    #[test]
    fn invalid_stakes_are_refused_and_change_nothing() {
        let too_small = |stake| BetError::TooSmall { stake: cents(stake) };
        let too_large = |stake| BetError::TooLarge { stake: cents(stake), bankroll: cents(10_000) };
        let cases = [
            (0, too_small(0)),
            (99, too_small(99)),
            (10_001, too_large(10_001)),
            (Cents::MAX.get(), too_large(Cents::MAX.get())),
        ];
        for (stake, error) in cases {
            let mut purse = purse(10_000);
            assert_eq!(purse.place(Bet::Player, cents(stake)), Err(error), "{stake}");
            assert_eq!(purse, self::purse(10_000), "{stake}");
        }
        let mut purse = purse(10_000);
        assert_eq!(purse.repeat(), Err(BetError::NothingToRepeat));
    }

    #[test]
    fn stakes_whose_win_would_exceed_the_limit_are_refused() {
        for bet in Bet::ALL {
            let mut purse = purse(Cents::MAX.get());
            assert_eq!(purse.place(bet, cents(1_000)), Err(BetError::AboveHouseLimit), "{bet}");
            assert_eq!(purse, self::purse(Cents::MAX.get()), "{bet}");
        }
        // A tie bet on a ninth of the largest amount returns exactly that amount.
        let whole = Cents::MAX.get() / 9;
        let mut purse = purse(whole);
        purse.place(Bet::Tie, cents(whole)).unwrap();
        purse.settle(Outcome::Tie);
        assert_eq!(purse.bankroll(), cents(9 * whole));
    }

    #[test]
    fn the_last_stakes_are_repeated_if_there_is_enough_money() {
        let mut purse = purse(10_000);
        purse.place(Bet::Player, cents(4_000)).unwrap();
        purse.settle(Outcome::Banker);
        // A round without stakes keeps the last stakes.
        purse.settle(Outcome::Player);
        purse.place(Bet::Tie, cents(3_000)).unwrap();
        // The current stakes are replaced, and so count as available.
        purse.repeat().unwrap();
        assert_eq!((purse.bankroll(), purse.stakes().player), (cents(2_000), cents(4_000)));
        assert_eq!(purse.stakes().tie, Cents::ZERO);
        purse.settle(Outcome::Banker);
        let (stake, bankroll) = (cents(4_000), cents(2_000));
        assert_eq!(purse.repeat(), Err(BetError::TooLarge { stake, bankroll }));
    }

    #[test]
    fn a_bettor_with_less_than_the_minimum_stake_is_broke() {
        for (bankroll, is_broke) in [(0, true), (99, true), (100, false)] {
            assert_eq!(purse(bankroll).is_broke(), is_broke, "{bankroll}");
        }
        let mut all_in = purse(100);
        all_in.place(Bet::Tie, cents(100)).unwrap();
        assert!(!all_in.is_broke());
        all_in.settle(Outcome::Player);
        assert!(all_in.is_broke());
    }
}
