//! A table with one bettor, round by round.

use fastrand::Rng;
use serde::Serialize;
use thiserror::Error;

use super::money::Cents;
use super::name::Name;
use super::purse::{BetError, Purse};
use super::score_card::{Entry, ScoreCard};
use super::shoe::{Shoe, ShoeSize};
use super::stakes::{MIN_STAKE, Payout};
use crate::{Bet, Outcome, Rank, Round, Side, Step, Tally};

/// The source of the cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CardSource {
    /// The infinite deck: the caller draws the cards, each rank with probability 1/13.
    Infinite,
    /// A shuffled shoe of this size.
    Shoe(ShoeSize),
}

/// The phase of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// No card has been dealt; bets are taken.
    Betting,
    /// Cards are being dealt; bets are closed.
    Dealing,
    /// The round is settled and its cards are still on the table; bets for the next one are taken.
    Over,
}

/// Why the table refuses an action. The table is then unchanged.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TableError {
    #[error(transparent)]
    Bet(#[from] BetError),
    #[error("bets are closed while a hand is being dealt")]
    BetsClosed,
    #[error("the shoe cannot be changed while a hand is being dealt")]
    HandInPlay,
    #[error("a new bankroll is only for bettors with less than {MIN_STAKE}")]
    NotBroke,
    #[error("no card is due: the hand is over")]
    NoCardDue,
    #[error("a card was dealt to the {dealt}, but the next card is due to the {due}")]
    WrongSide { dealt: Side, due: Side },
    #[error("{dealt} was dealt, but {due} is the next card of the shoe")]
    NotFromTheShoe { dealt: Rank, due: Rank },
    #[error("the hand is not over: {step}")]
    NotOver { step: Step },
    #[error("the outcome was reported as {given}, but by the rules it is {right}")]
    WrongOutcome { given: Outcome, right: Outcome },
}

/// A table with one bettor.
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
    /// Returns a table before its first round; `random` shuffles the shoes.
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

    /// Returns the bankroll at the start, or that of the last [`buy_in`](Self::buy_in).
    pub const fn last_buy_in(&self) -> Cents {
        self.last_buy_in
    }

    /// Returns the shoe; `None` with the infinite deck.
    pub const fn shoe(&self) -> Option<&Shoe> {
        self.shoe.as_ref()
    }

    /// Returns the rounds of this shoe.
    pub const fn score_card(&self) -> &ScoreCard {
        &self.score_card
    }

    /// Returns the number of rounds with each outcome since the table was created.
    pub const fn tally(&self) -> &Tally {
        &self.tally
    }

    pub const fn phase(&self) -> Phase {
        self.phase
    }

    /// Returns the cards on the table in deal order.
    pub fn dealt(&self) -> &[Rank] {
        &self.dealt
    }

    /// Returns the cards of one side in deal order.
    pub fn cards(&self, side: Side) -> Vec<Rank> {
        let is_of_side =
            |place: &usize| Step::after(&self.dealt[..*place]).next_card() == Some(side);
        (0..self.dealt.len()).filter(is_of_side).map(|place| self.dealt[place]).collect()
    }

    /// Returns who gets the next card and why, or why the round is over.
    pub fn step(&self) -> Step {
        Step::after(&self.dealt)
    }

    /// Returns the next card of the shoe; `None` with the infinite deck, or if no card is due.
    pub fn next_rank(&self) -> Option<Rank> {
        self.step().next_card()?;
        // A shoe that is over gives no cards: the next round uses a new one.
        self.shoe.as_ref()?.peek()
    }

    /// How the last round ended, while its cards are on the table.
    pub fn outcome(&self) -> Option<Outcome> {
        match self.phase {
            Phase::Over => Round::of(&self.dealt).map(|round| round.outcome()),
            Phase::Betting | Phase::Dealing => None,
        }
    }

    /// What became of the stakes of the last round, in the order of [`Bet::ALL`], while its cards
    /// are on the table.
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

    /// Returns all stakes to the bankroll.
    ///
    /// # Errors
    ///
    /// [`TableError::BetsClosed`]
    pub fn clear_bets(&mut self) -> Result<(), TableError> {
        self.check_bets_are_open()?;
        self.purse.take_all_back();
        Ok(())
    }

    /// Replaces the current stakes by those of the last round.
    ///
    /// # Errors
    ///
    /// [`TableError::BetsClosed`], or [`TableError::Bet`] with the reason of [`Purse::repeat`].
    pub fn repeat_bets(&mut self) -> Result<(), TableError> {
        self.check_bets_are_open()?;
        Ok(self.purse.repeat()?)
    }

    /// Doubles all stakes.
    ///
    /// # Errors
    ///
    /// [`TableError::BetsClosed`], or [`TableError::Bet`] with the reason of [`Purse::double`].
    pub fn double_bets(&mut self) -> Result<(), TableError> {
        self.check_bets_are_open()?;
        Ok(self.purse.double()?)
    }

    /// Undoes the last change of the stakes.
    ///
    /// # Errors
    ///
    /// [`TableError::BetsClosed`], or [`TableError::Bet`] with the reason of [`Purse::undo`].
    pub fn undo_bet(&mut self) -> Result<(), TableError> {
        self.check_bets_are_open()?;
        Ok(self.purse.undo()?)
    }

    fn check_bets_are_open(&self) -> Result<(), TableError> {
        match self.phase {
            Phase::Betting | Phase::Over => Ok(()),
            Phase::Dealing => Err(TableError::BetsClosed),
        }
    }

    /// Gives a new bankroll to a bettor who is broke.
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

    /// Changes the source of the cards and starts a new score card. Stakes stay; the cards of a
    /// finished round are cleared.
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

    /// Clears the cards for a new hand and keeps the stakes that have been placed for it. Does
    /// nothing before the first card.
    ///
    /// A hand in play is abandoned: its stakes are lost, its cards do not go back into the shoe. A
    /// shoe that is over is replaced. A new shoe starts a new score card, and so does a full score
    /// card. Returns whether the score card is new.
    pub fn new_hand(&mut self) -> bool {
        if self.phase == Phase::Dealing {
            self.purse.forfeit();
        }
        self.clear_hand()
    }

    /// Clears the cards like [`new_hand`](Self::new_hand), but returns the stakes of a hand in
    /// play: for a hand that the dealer has spoiled.
    pub fn cancel_hand(&mut self) -> bool {
        if self.phase == Phase::Dealing {
            self.purse.take_all_back();
        }
        self.clear_hand()
    }

    fn clear_hand(&mut self) -> bool {
        match (self.phase, &mut self.shoe) {
            (Phase::Betting, _) => return false,
            (Phase::Dealing, Some(shoe)) => shoe.end_hand(),
            _ => {}
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

    /// Records a card that has been dealt. The first one closes the bets.
    ///
    /// # Errors
    ///
    /// No card is due, or it should go to the other side, or it is not the next card of the shoe.
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

    /// Ends the round: pays the bets, records the round and returns the payouts.
    ///
    /// # Errors
    ///
    /// A card is still due, the round is already settled, or the outcome is wrong by the rules.
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
