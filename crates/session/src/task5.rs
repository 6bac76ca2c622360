//! `task5` with a table: the server keeps shoe, bets and score card.

mod hand_tracker;
mod view;

use std::time::Instant;

use super::board::LiveBoard;
use super::changes::Changes;
use super::game::Game;
use super::{Page, RequestError};
use crate::protocol::{PlayedHand, Reply, Saved, Table as TableView, Task5Request};
use baccarat_sim::SimulatedBoard;
use baccarat_sim::task5::SETTLING;
use hand_tracker::HandTracker;
pub use hand_tracker::Misdeal;
use punto_banco::casino::CardChoice;
use punto_banco::{Bet, CardSource, Cents, Name, Phase, ShoeSize, Table};
use waveform::{Recording, Waveform};

/// How much of a hand is recorded for its waveform. The limits keep it readable and bound its size.
const RECORDING: Recording = Recording { cycles: 6, samples: 1_000 };

/// The bankroll of a new player, in cents.
const INITIAL_BANKROLL: u64 = 100_000;

/// The machine and the table of one player.
pub struct Task5Session {
    board: LiveBoard,
    table: Table,
    tracker: HandTracker,
    sent: Changes<TableView>,
}

impl Task5Session {
    /// Starts a session with a machine just after power-up. Invalid saved values are replaced by
    /// defaults.
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
            sent: Changes::default(),
        }
    }

    /// Checks whether a rank can be dealt in the hand on the table or, after its end, in the next
    /// one.
    fn check_chosen(&self, card: &str) -> Result<CardChoice, RequestError> {
        let choice: CardChoice = card.parse()?;
        if choice.suit.is_some() {
            return Err(RequestError::SuitedCard(choice));
        }
        if self.table.shoe().is_some() {
            return Err(RequestError::ChosenFromShoe);
        }
        if self.has_bets() {
            return Err(RequestError::HandHasStakes);
        }
        self.board.check_keys_can_move()?;
        Ok(choice)
    }

    /// Deals a chosen rank. It cannot win money: the hand must have no stakes, and the infinite
    /// deck is not depleted by it.
    fn deal_chosen(&mut self, card: &str) -> Result<(), RequestError> {
        let choice = self.check_chosen(card)?;
        match self.table.phase() {
            Phase::Over => return Err(RequestError::NoCardDue),
            Phase::Betting => self.board.start_recording(),
            Phase::Dealing => {}
        }
        self.board.machine.deal(choice.rank)?;
        self.board.is_chosen = true;
        self.settle()
    }

    fn bet(&mut self, on: Bet, stake: u64) -> Result<(), RequestError> {
        let stake = Cents::new(stake).ok_or(RequestError::InvalidStake(stake))?;
        Ok(self.table.bet(on, stake)?)
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
        self.board.machine.new_hand()?;
        self.settle()
    }
}

impl Game for Task5Session {
    const SETTLING: u64 = SETTLING;

    fn board(&mut self) -> &mut LiveBoard {
        &mut self.board
    }

    fn is_betting(&self) -> bool {
        self.table.phase() == Phase::Betting
    }

    fn has_bets(&self) -> bool {
        !self.table.purse().stakes().is_empty()
    }

    /// Runs the machine to the shoe's next rank if a card is due.
    fn prepare_release(&mut self) -> Result<(), RequestError> {
        Ok(self.tracker.wait_for_rank(&mut self.board.machine, &self.table)?)
    }

    fn run(&mut self, cycles: u64) -> Result<(), RequestError> {
        self.board.machine.run(cycles)?;
        let phase = self.table.phase();
        let before = view::played_hand(&self.table, self.board.is_chosen);
        self.tracker.update_table(&self.board.machine, &mut self.table)?;
        let mut hand = view::played_hand(&self.table, self.board.is_chosen);
        // Without a shoe, the cycle of a release decides which card is dealt.
        if self.board.is_paused() && self.table.shoe().is_none() && hand.cards() > before.cards() {
            self.board.is_chosen = true;
            hand.chosen = true;
        }
        match (phase, self.table.phase()) {
            (Phase::Betting | Phase::Dealing, Phase::Over) => {
                self.board.keep_recording();
                self.board.history.record(PlayedHand { stakes: before.stakes, ..hand });
            }
            (Phase::Dealing, Phase::Betting) => self.board.history.record(before),
            _ => {}
        }
        self.board.is_chosen &= self.table.phase() != Phase::Betting;
        Ok(())
    }
}

impl Page for Task5Session {
    type Request = Task5Request;

    fn clocking(&self) -> Option<String> {
        Some(self.board.machine.clocking().to_string())
    }

    fn is_costly(request: &Task5Request) -> bool {
        matches!(request, Task5Request::Waveform {})
    }

    fn catch_up(&mut self, now: Instant) -> Result<(), RequestError> {
        self.board.catch_up(now)
    }

    fn start(&mut self, _: &mut Vec<Reply>) -> Result<(), RequestError> {
        self.sent = Changes::default();
        self.board.forget_sent();
        self.release_keys()
    }

    fn answer(
        &mut self,
        request: Task5Request,
        now: Instant,
        replies: &mut Vec<Reply>,
    ) -> Result<(), RequestError> {
        use Task5Request as Request;
        match request {
            Request::Key { key, pressed } => self.move_key(key, pressed)?,
            // Undoing may place bets again.
            Request::Bet { .. }
            | Request::RepeatBets {}
            | Request::DoubleBets {}
            | Request::UndoBet {}
                if self.board.is_paused() =>
            {
                return Err(RequestError::BetWhilePaused);
            }
            Request::Bet { on, stake } => self.bet(on, stake)?,
            Request::ClearBets {} => self.table.clear_bets()?,
            Request::RepeatBets {} => self.table.repeat_bets()?,
            Request::DoubleBets {} => self.table.double_bets()?,
            Request::UndoBet {} => self.table.undo_bet()?,
            Request::Choose { cards } => {
                for card in &cards {
                    self.check_chosen(card)?;
                }
                replies.push(Reply::Chosen { cards });
            }
            Request::Deal { card } => self.deal_chosen(&card)?,
            Request::Shoe { decks } => self.change_shoe(decks)?,
            Request::Name { name } => self.table.set_name(name.parse::<Name>()?),
            Request::BuyIn {} => {
                let bankroll = Cents::new(INITIAL_BANKROLL).unwrap_or(Cents::MAX);
                self.table.buy_in(bankroll)?;
            }
            Request::Pause {} => self.pause(now)?,
            Request::Resume {} => self.resume(now)?,
            Request::Cycle {} => self.cycle()?,
            Request::Press {} => self.press()?,
            Request::Waveform {} => {
                let declarations = Waveform::new(self.board.machine.hierarchy());
                replies.extend(self.board.waveform(&declarations));
            }
            Request::Ping {} => {}
        }
        Ok(())
    }

    fn forget_board(&mut self) {
        self.board.forget_outputs();
    }

    fn push_changes(&mut self, _: Instant, replies: &mut Vec<Reply>) -> Result<(), RequestError> {
        self.board.push_outputs(replies);
        let table = view::table(&self.table, self.board.machine.outputs());
        self.sent.push(table, |table| Reply::Table(Box::new(table)), replies);
        self.board.push_hands_and_internals(self.table.score_card(), replies);
        Ok(())
    }
}
