//! An evening at the table, round by round.

use fastrand::Rng;
use serde::Serialize;
use thiserror::Error;

use super::money::Cents;
use super::name::Name;
use super::purse::{BetError, Purse};
use super::score_card::{Entry, ScoreCard};
use super::shoe::{Shoe, ShoeSize};
use super::stakes::{MIN_STAKE, Payout};
use crate::game::{Bet, Outcome, Rank, Round, Side, Step, Tally};

/// Where the cards come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CardSource {
    /// A deck that never runs out: the dealer decides, and every rank has probability 1/13.
    Infinite,
    /// A shoe, which decides what the dealer deals.
    Shoe(ShoeSize),
}

/// Where a round stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// No card has been dealt; bets are taken.
    Betting,
    /// Cards are being dealt; bets are closed.
    Dealing,
    /// The round is settled and its cards are still on the table; bets for the next one are taken.
    Over,
}

/// Why the table does not do something. Nothing has changed then.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TableError {
    #[error(transparent)]
    Bet(#[from] BetError),
    #[error("bets are closed while a hand is being dealt")]
    BetsClosed,
    #[error("the shoe stays while a hand is being dealt")]
    HandInPlay,
    #[error(
        "there is still money to play with: a new bankroll is for those with less than {MIN_STAKE}"
    )]
    NotBroke,
    #[error("no card is due: the hand is over")]
    NoCardDue,
    #[error("a card came to the {dealt} when the {due} was due one")]
    WrongSide { dealt: Side, due: Side },
    #[error("{dealt} was dealt, but {due} is the next card of the shoe")]
    NotFromTheShoe { dealt: Rank, due: Rank },
    #[error("the hand is not over: {step}")]
    NotOver { step: Step },
    #[error("the outcome was given as {given}, but by the rules it is: {right}")]
    WrongOutcome { given: Outcome, right: Outcome },
}

/// One bettor's table.
#[derive(Clone, Debug)]
pub struct Table {
    name: Name,
    purse: Purse,
    last_buy_in: Cents,
    random: Rng,
    shoe: Option<Shoe>,
    score_card: ScoreCard,
    tally: Tally,
    phase: Phase,
    dealt: Vec<Rank>,
    payouts: Vec<Payout>,
}

impl Table {
    /// A table before its first round; shoes are shuffled by `random`.
    pub fn new(bankroll: Cents, source: CardSource, mut random: Rng) -> Table {
        Table {
            name: Name::default(),
            purse: Purse::new(bankroll),
            last_buy_in: bankroll,
            shoe: source.shuffled(&mut random),
            random,
            score_card: ScoreCard::new(),
            tally: Tally::default(),
            phase: Phase::Betting,
            dealt: Vec::new(),
            payouts: Vec::new(),
        }
    }

    pub const fn name(&self) -> &Name {
        &self.name
    }

    pub fn set_name(&mut self, name: Name) {
        self.name = name;
    }

    pub const fn purse(&self) -> &Purse {
        &self.purse
    }

    /// The bankroll at the beginning, or of the last [`buy_in`](Self::buy_in).
    pub const fn last_buy_in(&self) -> Cents {
        self.last_buy_in
    }

    /// The shoe, unless the deck is infinite.
    pub const fn shoe(&self) -> Option<&Shoe> {
        self.shoe.as_ref()
    }

    /// The rounds of this shoe.
    pub const fn score_card(&self) -> &ScoreCard {
        &self.score_card
    }

    /// How often each outcome came since the table was opened.
    pub const fn tally(&self) -> &Tally {
        &self.tally
    }

    pub const fn phase(&self) -> Phase {
        self.phase
    }

    /// The cards on the table, in the order in which they were dealt.
    pub fn dealt(&self) -> &[Rank] {
        &self.dealt
    }

    /// The cards of one side, in the order in which they were dealt.
    pub fn cards(&self, side: Side) -> Vec<Rank> {
        let is_of_side =
            |place: &usize| Step::after(&self.dealt[..*place]).next_card() == Some(side);
        (0..self.dealt.len()).filter(is_of_side).map(|place| self.dealt[place]).collect()
    }

    /// Who is due the next card, and why. After a round it is why nobody is.
    pub fn step(&self) -> Step {
        Step::after(&self.dealt)
    }

    /// The card that the shoe gives next; `None` if the deck is infinite or no card is due.
    pub fn next_rank(&self) -> Option<Rank> {
        self.step().next_card()?;
        // The cards of the next round come from the next shoe, if this one is over.
        self.shoe.as_ref()?.peek()
    }

    /// How the last round ended, while its cards are on the table.
    pub fn outcome(&self) -> Option<Outcome> {
        match self.phase {
            Phase::Over => Round::of(&self.dealt).map(|round| round.outcome()),
            Phase::Betting | Phase::Dealing => None,
        }
    }

    /// What became of the stakes of the last round, in the order of [`Bet::ALL`], while its cards are on the table.
    pub fn payouts(&self) -> &[Payout] {
        &self.payouts
    }

    /// Adds to the stake on a bet.
    ///
    /// # Errors
    ///
    /// [`TableError::BetsClosed`], or [`TableError::Bet`] with the reason of [`Purse::place`].
    pub fn bet(&mut self, bet: Bet, stake: Cents) -> Result<(), TableError> {
        self.check_bets_are_open()?;
        Ok(self.purse.place(bet, stake)?)
    }

    /// Takes all stakes back.
    ///
    /// # Errors
    ///
    /// [`TableError::BetsClosed`]
    pub fn clear_bets(&mut self) -> Result<(), TableError> {
        self.check_bets_are_open()?;
        self.purse.take_all_back();
        Ok(())
    }

    /// The stakes of the last round again, in place of those that there are.
    ///
    /// # Errors
    ///
    /// [`TableError::BetsClosed`], or [`TableError::Bet`] with the reason of [`Purse::repeat`].
    pub fn repeat_bets(&mut self) -> Result<(), TableError> {
        self.check_bets_are_open()?;
        Ok(self.purse.repeat()?)
    }

    fn check_bets_are_open(&self) -> Result<(), TableError> {
        match self.phase {
            Phase::Betting | Phase::Over => Ok(()),
            Phase::Dealing => Err(TableError::BetsClosed),
        }
    }

    /// A new bankroll for somebody who has nothing left.
    ///
    /// # Errors
    ///
    /// [`TableError::NotBroke`]
    pub fn buy_in(&mut self, bankroll: Cents) -> Result<(), TableError> {
        if !self.purse.is_broke() {
            return Err(TableError::NotBroke);
        }
        self.purse = Purse::new(bankroll);
        self.last_buy_in = bankroll;
        Ok(())
    }

    /// A fresh shoe, or none, and a fresh score card. Stakes stay; the cards of a round that is over go.
    ///
    /// # Errors
    ///
    /// [`TableError::HandInPlay`]
    pub fn change_shoe(&mut self, source: CardSource) -> Result<(), TableError> {
        if self.phase == Phase::Dealing {
            return Err(TableError::HandInPlay);
        }
        self.clear_cards();
        self.shoe = source.shuffled(&mut self.random);
        self.score_card = ScoreCard::new();
        Ok(())
    }

    /// Clears the cards away for a new hand; stakes that have been placed for it stay. Nothing happens before the first card.
    ///
    /// A hand in play is abandoned: its stakes go back to the bankroll, its cards do not go back into the shoe. A shoe that is
    /// over is shuffled; it gets a fresh score card, as a full one does. Says whether the score card is fresh.
    pub fn new_hand(&mut self) -> bool {
        match self.phase {
            Phase::Betting => return false,
            Phase::Dealing => {
                self.purse.take_all_back();
                if let Some(shoe) = &mut self.shoe {
                    shoe.end_hand();
                }
            }
            Phase::Over => {}
        }
        self.clear_cards();
        let over = self.shoe.as_ref().filter(|shoe| shoe.is_over()).map(Shoe::size);
        if let Some(size) = over {
            self.shoe = Some(Shoe::shuffled(size, &mut self.random));
        }
        let is_fresh = over.is_some() || self.score_card.is_full();
        if is_fresh {
            self.score_card = ScoreCard::new();
        }
        is_fresh
    }

    fn clear_cards(&mut self) {
        self.dealt.clear();
        self.payouts.clear();
        self.phase = Phase::Betting;
    }

    /// A card has been dealt. The first one closes the bets.
    ///
    /// # Errors
    ///
    /// The rules or the shoe have it otherwise.
    pub fn deal(&mut self, side: Side, rank: Rank) -> Result<(), TableError> {
        let due = self.step().next_card().ok_or(TableError::NoCardDue)?;
        if side != due {
            return Err(TableError::WrongSide { dealt: side, due });
        }
        if let Some(shoe) = &mut self.shoe {
            let due = shoe.peek().ok_or(TableError::NoCardDue)?;
            if rank != due {
                return Err(TableError::NotFromTheShoe { dealt: rank, due });
            }
            shoe.draw();
        }
        self.dealt.push(rank);
        self.phase = Phase::Dealing;
        Ok(())
    }

    /// The hand is over: pays the bets, notes the round and says what became of the stakes.
    ///
    /// # Errors
    ///
    /// A card is still due, the round has been settled, or the rules have it otherwise.
    pub fn settle(&mut self, outcome: Outcome) -> Result<&[Payout], TableError> {
        let round = match self.phase {
            Phase::Over => return Err(TableError::NoCardDue),
            Phase::Betting | Phase::Dealing => Round::of(&self.dealt),
        };
        let round = round.ok_or_else(|| TableError::NotOver { step: self.step() })?;
        let right = round.outcome();
        if outcome != right {
            return Err(TableError::WrongOutcome { given: outcome, right });
        }
        self.payouts = self.purse.settle(outcome);
        self.score_card.record(Entry::from(&round));
        self.tally.add(outcome, 1);
        if let Some(shoe) = &mut self.shoe {
            shoe.end_hand();
        }
        self.phase = Phase::Over;
        Ok(&self.payouts)
    }
}

impl CardSource {
    fn shuffled(self, random: &mut Rng) -> Option<Shoe> {
        match self {
            CardSource::Infinite => None,
            CardSource::Shoe(size) => Some(Shoe::shuffled(size, random)),
        }
    }
}

#[cfg(test)]
mod tests;
