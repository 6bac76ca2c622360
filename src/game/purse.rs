//! A bettor's money: what is in hand, and what is staked.

use thiserror::Error;

use super::money::Cents;
use super::stakes::{MIN_STAKE, Payout, Stakes};
use crate::game::{Bet, Outcome};

/// Why a bet is not taken. Nothing has changed then.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BetError {
    #[error("a stake of {stake} is too small: the least is {MIN_STAKE}")]
    TooSmall { stake: Cents },
    #[error("a stake of {stake} is more than the {bankroll} in hand")]
    TooLarge { stake: Cents, bankroll: Cents },
    #[error("the house takes no bet that could leave somebody with more than {}", Cents::MAX)]
    AboveHouseLimit,
    #[error("there is nothing to repeat: no hand has been played for stakes yet")]
    NothingToRepeat,
}

/// The bankroll and the stakes. A stake leaves the bankroll when it is placed, so neither is ever negative.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Purse {
    bankroll: Cents,
    stakes: Stakes,
    last_stakes: Stakes,
}

impl Purse {
    pub const fn new(bankroll: Cents) -> Purse {
        Purse { bankroll, stakes: Stakes::NONE, last_stakes: Stakes::NONE }
    }

    /// What can be staked.
    pub const fn bankroll(&self) -> Cents {
        self.bankroll
    }

    /// What is staked.
    pub const fn stakes(&self) -> &Stakes {
        &self.stakes
    }

    /// The stakes of the last round that was played for stakes.
    pub const fn last_stakes(&self) -> &Stakes {
        &self.last_stakes
    }

    /// Whether there is not even the [least stake](MIN_STAKE) left, in hand or staked.
    pub fn is_broke(&self) -> bool {
        self.stakes.is_empty() && self.bankroll < MIN_STAKE
    }

    /// Adds to the stake on a bet.
    ///
    /// # Errors
    ///
    /// It is less than [`MIN_STAKE`] or more than the bankroll, or the house could not pay a win.
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

    /// The stakes of the last round again, in place of those that there are.
    ///
    /// # Errors
    ///
    /// There has been no such round, or there is not enough money.
    pub fn repeat(&mut self) -> Result<(), BetError> {
        if self.last_stakes.is_empty() {
            return Err(BetError::NothingToRepeat);
        }
        // Both are the bettor's money at different times, and never beyond what the house counts.
        let total = |stakes: &Stakes| stakes.total().ok_or(BetError::AboveHouseLimit);
        let in_hand = total(&self.stakes)?.checked_add(self.bankroll);
        let in_hand = in_hand.ok_or(BetError::AboveHouseLimit)?;
        let stake = total(&self.last_stakes)?;
        let bankroll =
            in_hand.checked_sub(stake).ok_or(BetError::TooLarge { stake, bankroll: in_hand })?;
        self.stake(bankroll, self.last_stakes)
    }

    fn stake(&mut self, bankroll: Cents, stakes: Stakes) -> Result<(), BetError> {
        if u128::from(bankroll.get()) + stakes.max_return() > u128::from(Cents::MAX.get()) {
            return Err(BetError::AboveHouseLimit);
        }
        (self.bankroll, self.stakes) = (bankroll, stakes);
        Ok(())
    }

    /// Takes a stake back.
    pub fn take_back(&mut self, bet: Bet) {
        let stake = std::mem::take(self.stakes.on_mut(bet));
        self.receive(stake);
    }

    /// Takes all stakes back.
    pub fn take_all_back(&mut self) {
        Bet::ALL.into_iter().for_each(|bet| self.take_back(bet));
    }

    /// Pays every stake as this outcome says.
    pub fn settle(&mut self, outcome: Outcome) -> Vec<Payout> {
        let payouts = self.stakes.payouts(outcome);
        let stakes = std::mem::take(&mut self.stakes);
        if !stakes.is_empty() {
            self.last_stakes = stakes;
        }
        payouts.iter().for_each(|payout| self.receive(payout.returned));
        payouts
    }

    fn receive(&mut self, sum: Cents) {
        // `stake` has seen to it that no return goes beyond the limit.
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
        purse.take_back(Bet::Tie);
        assert_eq!(purse.bankroll(), cents(7_900));
        purse.take_all_back();
        assert_eq!(purse, self::purse(10_000));
    }

    #[test]
    fn what_cannot_be_staked_is_refused_and_changes_nothing() {
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
    fn no_win_is_too_much_for_the_house() {
        for bet in Bet::ALL {
            let mut purse = purse(Cents::MAX.get());
            assert_eq!(purse.place(bet, cents(1_000)), Err(BetError::AboveHouseLimit), "{bet}");
            assert_eq!(purse, self::purse(Cents::MAX.get()), "{bet}");
        }
        // A ninth of the largest sum wins just what the house can count.
        let whole = Cents::MAX.get() / 9;
        let mut purse = purse(whole);
        purse.place(Bet::Tie, cents(whole)).unwrap();
        purse.settle(Outcome::Tie);
        assert_eq!(purse.bankroll(), cents(9 * whole));
    }

    #[test]
    fn the_last_stakes_are_repeated_if_there_is_the_money() {
        let mut purse = purse(10_000);
        purse.place(Bet::Player, cents(4_000)).unwrap();
        purse.settle(Outcome::Banker);
        // A round without stakes does not make one forget.
        purse.settle(Outcome::Player);
        purse.place(Bet::Tie, cents(3_000)).unwrap();
        // Those on the table count as money in hand, and make room.
        purse.repeat().unwrap();
        assert_eq!((purse.bankroll(), purse.stakes().player), (cents(2_000), cents(4_000)));
        assert_eq!(purse.stakes().tie, Cents::ZERO);
        purse.settle(Outcome::Banker);
        let (stake, bankroll) = (cents(4_000), cents(2_000));
        assert_eq!(purse.repeat(), Err(BetError::TooLarge { stake, bankroll }));
    }

    #[test]
    fn less_than_the_least_stake_is_broke() {
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
    fn money_is_neither_made_nor_lost() {
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
                4 => purse.take_back(Bet::ALL[random.usize(0..3)]),
                5 => purse.take_all_back(),
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
            // Somebody who is broke, or as good as rich, begins anew.
            if purse.is_broke() || purse.bankroll().get() > Cents::MAX.get() / 100 {
                purse = self::purse(100_000);
                house = 0;
            }
        }
    }
}
