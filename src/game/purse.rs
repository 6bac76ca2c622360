//! A bettor's money: the bankroll and the stakes.

use std::collections::VecDeque;

use thiserror::Error;

use super::money::Cents;
use super::stakes::{MIN_STAKE, Payout, Stakes};
use crate::game::{Bet, Outcome};

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

/// The bankroll and the stakes. A stake leaves the bankroll when it is placed, so neither is ever negative.
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
    /// The stake is less than [`MIN_STAKE`] or more than the bankroll, or a win could exceed [`Cents::MAX`].
    pub fn place(&mut self, bet: Bet, stake: Cents) -> Result<(), BetError> {
        if stake < MIN_STAKE {
            return Err(BetError::TooSmall { stake });
        }
        let bankroll = self
            .bankroll
            .checked_sub(stake)
            .ok_or(BetError::TooLarge { stake, bankroll: self.bankroll })?;
        let mut stakes = self.stakes;
        let on = stakes.on_mut(bet);
        *on = on.checked_add(stake).ok_or(BetError::AboveHouseLimit)?;
        self.stake(bankroll, stakes)
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
        // Each is money that the bettor had at some time, and so at most `Cents::MAX`.
        let total = |stakes: &Stakes| stakes.total().ok_or(BetError::AboveHouseLimit);
        let in_hand = total(&self.stakes)?.checked_add(self.bankroll);
        let in_hand = in_hand.ok_or(BetError::AboveHouseLimit)?;
        let stake = total(&self.last_stakes)?;
        let bankroll =
            in_hand.checked_sub(stake).ok_or(BetError::TooLarge { stake, bankroll: in_hand })?;
        self.stake(bankroll, self.last_stakes)
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
        let stake = self.stakes.total().ok_or(BetError::AboveHouseLimit)?;
        let bankroll = self
            .bankroll
            .checked_sub(stake)
            .ok_or(BetError::TooLarge { stake, bankroll: self.bankroll })?;
        let mut stakes = self.stakes;
        for bet in Bet::ALL {
            let on = stakes.on_mut(bet);
            *on = on.checked_add(*on).ok_or(BetError::AboveHouseLimit)?;
        }
        self.stake(bankroll, stakes)
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
        let total = stakes.total().unwrap_or_default();
        self.bankroll = self.bankroll.checked_sub(total).unwrap_or_default();
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

    fn stake(&mut self, bankroll: Cents, stakes: Stakes) -> Result<(), BetError> {
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
    fn stakes_leave_the_bankroll_and_come_back() {
        let mut purse = purse(10_000);
        purse.place(Bet::Banker, cents(2_000)).unwrap();
        purse.place(Bet::Tie, cents(500)).unwrap();
        purse.place(Bet::Banker, cents(100)).unwrap();
        assert_eq!(purse.bankroll(), cents(7_400));
        assert_eq!(purse.stakes().on(Bet::Banker), cents(2_100));
        purse.take_all_back();
        assert_eq!((purse.bankroll(), *purse.stakes()), (cents(10_000), Stakes::NONE));
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

    #[test]
    fn the_total_of_all_money_is_constant() {
        let mut random = fastrand::Rng::with_seed(3);
        let mut purse = purse(100_000);
        let mut house: i128 = 0;
        let owned = |purse: &Purse| {
            let staked = purse.stakes().total().expect("a sum");
            i128::from(purse.bankroll().get() + staked.get())
        };
        for _ in 0..100_000 {
            let before = purse.clone();
            let stake = cents(random.u64(0..=3 * purse.bankroll().get().max(100) / 2));
            match random.u32(0..10) {
                0..4 => {
                    let bet = Bet::ALL[random.usize(0..3)];
                    let taken = purse.place(bet, stake);
                    assert_eq!(taken.is_ok(), (MIN_STAKE..=before.bankroll()).contains(&stake));
                }
                4 => drop(purse.double()),
                5 if random.bool() => purse.take_all_back(),
                5 => drop(purse.undo()),
                6 => drop(purse.repeat()),
                _ => {
                    let outcome = Outcome::ALL[random.usize(0..3)];
                    for payout in purse.settle(outcome) {
                        house += i128::from(payout.stake.get()) - i128::from(payout.returned.get());
                    }
                    assert!(purse.stakes().is_empty());
                }
            }
            assert_eq!(owned(&purse) + house, 100_000);
            // Start again when broke or near the limit.
            if purse.is_broke() || purse.bankroll().get() > Cents::MAX.get() / 100 {
                purse = self::purse(100_000);
                house = 0;
            }
        }
    }
}
