//! `task5` with a table: the server keeps shoe, bets and score card.

mod hand_tracker;
mod view;

use std::time::Instant;

use super::board::LiveBoard;
use super::history::History;
use super::{BoardError, Session, roads};
use crate::game::Bet;
use crate::game::casino::CardChoice;
use crate::game::{
    CardSource, Cents, Entry, Name, NameError, Phase, ShoeError, ShoeSize, Table, TableError,
};
use crate::generator::{Clocking, TASK5};
use crate::server::protocol::{PlayedHand, Reply, Request, Saved, Table as TableView};
use crate::simulation::{SETTLING, STEP_KEY, SimulatedBoard, SimulationError};
use crate::waveform::{Recording, Waveform};
use hand_tracker::{HandTracker, Misdeal};

/// How much of a hand is recorded for its waveform. The limits keep it readable and bound its size.
const RECORDING: Recording = Recording { cycles: 6, samples: 1_000 };

/// The bankroll of a new player, in cents.
const INITIAL_BANKROLL: u64 = 100_000;

/// The machine and the table of one player.
pub struct Task5Session {
    board: LiveBoard,
    table: Table,
    tracker: HandTracker,
    history: History,
    /// A card of the hand on the table was chosen.
    is_chosen: bool,
    sent: Sent,
}

/// What was last sent to the page.
#[derive(Default)]
struct Sent {
    table: Option<TableView>,
    score_card: Option<Vec<Entry>>,
}

/// Why a request failed.
#[derive(Debug, thiserror::Error)]
enum RequestError {
    #[error(transparent)]
    Board(#[from] BoardError),
    #[error(transparent)]
    Table(#[from] TableError),
    #[error(transparent)]
    Name(#[from] NameError),
    #[error(transparent)]
    Shoe(#[from] ShoeError),
    #[error("the machine misdealt, so the stakes are returned: {0}")]
    Misdeal(Misdeal),
    #[error("a stake of {0} cents is too large")]
    InvalidStake(u64),
    #[error("unsupported number of decks: {0}. Use 4, 6 or 8, or 0 for the infinite deck")]
    UnsupportedShoe(u32),
    #[error("task5 deals ranks only: write {}", .0.rank)]
    SuitedCard(CardChoice),
    #[error("cards can be chosen only from the infinite deck: select it first")]
    ChosenFromShoe,
}

impl From<SimulationError> for RequestError {
    fn from(error: SimulationError) -> RequestError {
        BoardError::from(error).into()
    }
}

impl Task5Session {
    /// Starts a session with a machine just after power-up. Invalid saved values are replaced by defaults.
    pub fn new(
        machine: SimulatedBoard,
        saved: Option<Saved>,
        seed: u64,
        now: Instant,
    ) -> Task5Session {
        let bankroll = saved.as_ref().map_or(INITIAL_BANKROLL, |saved| saved.bankroll);
        let bankroll = Cents::new(bankroll).unwrap_or(Cents::MAX);
        let mut table = Table::new(bankroll, CardSource::Infinite, fastrand::Rng::with_seed(seed));
        if let Some(name) = saved.and_then(|saved| saved.name.parse().ok()) {
            table.set_name(name);
        }
        Task5Session {
            tracker: HandTracker::new(&machine),
            board: LiveBoard::new(machine, RECORDING, now),
            table,
            history: History::default(),
            is_chosen: false,
            sent: Sent::default(),
        }
    }

    fn move_key(&mut self, key: usize, pressed: bool) -> Result<(), RequestError> {
        self.set_key(key, pressed)?;
        self.settle()
    }

    /// Moves a key without running the clock, except to the shoe's next rank if a card is due.
    fn set_key(&mut self, key: usize, pressed: bool) -> Result<(), RequestError> {
        if self.board.is_pressed(key)? == pressed {
            return Ok(());
        }
        if key == STEP_KEY && pressed && self.table.phase() == Phase::Betting {
            self.board.start_recording();
        }
        if key == STEP_KEY && !pressed {
            self.tracker.wait_for_rank(&mut self.board.machine, &self.table)?;
        }
        Ok(self.board.machine.set_key(key, pressed).map_err(SimulationError::from)?)
    }

    /// Presses and releases KEY0, even if the clock is paused.
    fn press(&mut self) -> Result<(), RequestError> {
        for pressed in [true, false] {
            self.set_key(STEP_KEY, pressed)?;
            self.run(SETTLING)?;
        }
        Ok(())
    }

    /// Runs the machine until its outputs have settled, unless the clock is paused, and updates the table.
    fn settle(&mut self) -> Result<(), RequestError> {
        self.run(if self.board.is_paused() { 0 } else { SETTLING })
    }

    /// Runs the machine and updates the table.
    fn run(&mut self, cycles: u64) -> Result<(), RequestError> {
        self.board.run(cycles)?;
        let phase = self.table.phase();
        let before = view::played_hand(&self.table, self.is_chosen);
        self.tracker
            .update_table(&self.board.machine, &mut self.table)
            .map_err(RequestError::Misdeal)?;
        let mut hand = view::played_hand(&self.table, self.is_chosen);
        // Without a shoe, the cycle of a release decides which card is dealt.
        if self.board.is_paused() && self.table.shoe().is_none() && hand.cards() > before.cards() {
            self.is_chosen = true;
            hand.chosen = true;
        }
        match (phase, self.table.phase()) {
            (Phase::Betting | Phase::Dealing, Phase::Over) => {
                self.board.keep_recording();
                self.history.record(PlayedHand { stakes: before.stakes, ..hand });
            }
            (Phase::Dealing, Phase::Betting) => self.history.record(before),
            _ => {}
        }
        self.is_chosen &= self.table.phase() != Phase::Betting;
        Ok(())
    }

    /// Deals a chosen rank. It cannot win money: the hand must have no stakes, and the infinite deck is not depleted by it.
    fn deal_chosen(&mut self, card: &str) -> Result<(), RequestError> {
        let choice: CardChoice = card.parse().map_err(BoardError::from)?;
        if choice.suit.is_some() {
            return Err(RequestError::SuitedCard(choice));
        }
        if self.table.shoe().is_some() {
            return Err(RequestError::ChosenFromShoe);
        }
        match self.table.phase() {
            Phase::Over => return Err(BoardError::NoCardDue.into()),
            _ if !self.table.purse().stakes().is_empty() => {
                return Err(BoardError::HandHasStakes.into());
            }
            Phase::Betting => self.board.start_recording(),
            Phase::Dealing => {}
        }
        self.board.check_keys_can_move()?;
        self.board.machine.deal(choice.rank)?;
        self.is_chosen = true;
        self.settle()
    }

    fn bet(&mut self, on: Bet, stake: u64) -> Result<(), RequestError> {
        if self.board.is_paused() {
            return Err(BoardError::BetWhilePaused.into());
        }
        let stake = Cents::new(stake).ok_or(RequestError::InvalidStake(stake))?;
        Ok(self.table.bet(on, stake)?)
    }

    fn rename(&mut self, name: &str) -> Result<(), RequestError> {
        self.table.set_name(name.parse::<Name>()?);
        Ok(())
    }

    /// Replaces the shoe and clears the cards of the last hand, on the board as well.
    fn change_shoe(&mut self, decks: u32) -> Result<(), RequestError> {
        let source = match decks {
            0 => CardSource::Infinite,
            decks if ShoeSize::CASINO_DECKS.contains(&decks) => {
                CardSource::Shoe(ShoeSize::new(decks)?)
            }
            decks => return Err(RequestError::UnsupportedShoe(decks)),
        };
        self.board.check_keys_can_move()?;
        self.table.change_shoe(source)?;
        self.board.machine.new_hand().map_err(SimulationError::from)?;
        self.settle()
    }

    /// Stops the clock. Nobody can bet on cards that come at a chosen cycle.
    fn pause(&mut self, now: Instant) -> Result<(), RequestError> {
        if !self.table.purse().stakes().is_empty() {
            return Err(BoardError::PausedWithBets.into());
        }
        self.board.pause(now);
        Ok(())
    }

    /// Lets the clock run again. A release of KEY0 during the pause takes effect before.
    fn resume(&mut self, now: Instant) -> Result<(), RequestError> {
        let result = self.run(SETTLING);
        self.board.resume(now);
        result
    }

    fn answer(
        &mut self,
        request: Request,
        now: Instant,
        replies: &mut Vec<Reply>,
    ) -> Result<(), RequestError> {
        match request {
            Request::Hello { .. } => Err(BoardError::DuplicateHello.into()),
            Request::Key { key, pressed } => self.move_key(key, pressed),
            Request::Switch { .. }
            | Request::Frequency { .. }
            | Request::PowerUp {}
            | Request::Find { .. }
            | Request::Trace { .. } => Err(BoardError::NotFor(TASK5).into()),
            Request::Bet { on, stake } => self.bet(on, stake),
            Request::ClearBets {} => Ok(self.table.clear_bets()?),
            // Undoing may place bets again.
            Request::RepeatBets {} | Request::DoubleBets {} | Request::UndoBet {}
                if self.board.is_paused() =>
            {
                Err(BoardError::BetWhilePaused.into())
            }
            Request::RepeatBets {} => Ok(self.table.repeat_bets()?),
            Request::DoubleBets {} => Ok(self.table.double_bets()?),
            Request::UndoBet {} => Ok(self.table.undo_bet()?),
            Request::Deal { card } => self.deal_chosen(&card),
            Request::Shoe { decks } => self.change_shoe(decks),
            Request::Name { name } => self.rename(&name),
            Request::BuyIn {} => {
                let bankroll = Cents::new(INITIAL_BANKROLL).unwrap_or(Cents::MAX);
                Ok(self.table.buy_in(bankroll)?)
            }
            Request::Pause {} => self.pause(now),
            Request::Resume {} => self.resume(now),
            Request::Cycle {} if self.board.is_paused() => self.run(1),
            Request::Cycle {} => Err(BoardError::NotPaused.into()),
            Request::Press {} => self.press(),
            Request::Waveform {} => {
                let declarations = Waveform::new(self.board.machine.hierarchy());
                replies.extend(self.board.waveform(&declarations));
                Ok(())
            }
            Request::Ping {} => Ok(()),
        }
    }

    /// Adds the error of a request, the board, and whatever else has changed since the last call.
    fn push_changes(&mut self, result: Result<(), RequestError>, replies: &mut Vec<Reply>) {
        if let Err(error) = result {
            replies.push(Reply::Error { message: error.to_string() });
        }
        self.board.push_outputs(replies);
        let table = view::table(&self.table, self.board.machine.outputs());
        if self.sent.table.as_ref() != Some(&table) {
            replies.push(Reply::Table(Box::new(table.clone())));
            self.sent.table = Some(table);
        }
        let score_card = self.table.score_card();
        if self.sent.score_card.as_deref() != Some(score_card.entries()) {
            replies.push(Reply::Roads(roads::of(score_card)));
            self.sent.score_card = Some(score_card.entries().to_vec());
        }
        self.history.push_new(replies);
        self.board.push_internals(replies);
    }
}

impl Session for Task5Session {
    fn clocking(&self) -> Option<Clocking> {
        Some(self.board.machine.clocking())
    }

    fn connect(&mut self, now: Instant, replies: &mut Vec<Reply>) {
        self.sent = Sent::default();
        self.board.forget_sent();
        self.history.forget_sent();
        let caught_up = self.board.catch_up(now).map_err(RequestError::from);
        let keys = LiveBoard::keys_to_release();
        let result = keys.map(|key| self.move_key(key, false)).fold(caught_up, Result::and);
        self.push_changes(result, replies);
    }

    fn advance(&mut self, now: Instant, replies: &mut Vec<Reply>) {
        let result = self.board.catch_up(now);
        self.push_changes(result.map_err(RequestError::from), replies);
    }

    fn handle(&mut self, request: Request, now: Instant, replies: &mut Vec<Reply>) {
        self.board.forget_outputs();
        let caught_up = self.board.catch_up(now).map_err(RequestError::from);
        let result = caught_up.and_then(|()| self.answer(request, now, replies));
        self.push_changes(result, replies);
    }
}
