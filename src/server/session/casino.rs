//! `casino`: the machine keeps shoe, bets and bankroll. Nothing is kept here but the results of its hands, for the roads.

mod view;

use std::sync::Arc;
use std::time::Instant;

use super::board::LiveBoard;
use super::history::History;
use super::monitor::{Monitors, PictureError};
use super::{BoardError, Session, roads};
use crate::de1_soc::SWITCHES;
use crate::game::casino::{CardChoice, SwitchBet};
use crate::game::{Entry, ScoreCard};
use crate::generator::{CASINO, Clocking};
use crate::server::protocol::{Casino, Reply, Request};
use crate::simulation::casino::{CasinoState, DealError, SETTLING, Signals, cycles_until_drawn};
use crate::simulation::frames::FrameState;
use crate::simulation::{STEP_KEY, SimulatedBoard, SimulationError};
use crate::waveform::Recording;

/// How much of a hand is recorded for its waveform: after each change enough to see the payment.
const RECORDING: Recording = Recording { cycles: 12, samples: 1_000 };

/// The machine of one player.
pub struct CasinoSession {
    board: LiveBoard,
    signals: Signals,
    /// The state after the last request.
    state: CasinoState,
    /// The hands of this shoe, as the lights have shown them.
    score_card: ScoreCard,
    history: History,
    /// A card of this shoe was chosen.
    is_chosen: bool,
    monitors: Arc<Monitors>,
    sent: Sent,
}

/// Why a request failed.
#[derive(Debug, thiserror::Error)]
enum CasinoError {
    #[error(transparent)]
    Board(#[from] BoardError),
    #[error(transparent)]
    Deal(#[from] DealError),
    #[error(transparent)]
    Picture(#[from] PictureError),
    #[error("a new shoe is being written: try again")]
    NoShoe,
}

impl From<SimulationError> for CasinoError {
    fn from(error: SimulationError) -> CasinoError {
        BoardError::from(error).into()
    }
}

/// What was last sent to the page.
#[derive(Default)]
struct Sent {
    casino: Option<Casino>,
    score_card: Option<ScoreCard>,
    frame: Option<FrameState>,
}

impl CasinoSession {
    /// Starts a session with a machine just after power-up.
    ///
    /// # Errors
    ///
    /// [`SimulationError`] if the design does not have the signals that the page shows.
    pub fn new(
        machine: SimulatedBoard,
        monitors: Arc<Monitors>,
        now: Instant,
    ) -> Result<CasinoSession, SimulationError> {
        let signals = Signals::of(&machine)?;
        Ok(CasinoSession {
            state: signals.read(&machine),
            signals,
            board: LiveBoard::new(machine, RECORDING, now),
            score_card: ScoreCard::new(),
            history: History::default(),
            is_chosen: false,
            monitors,
            sent: Sent::default(),
        })
    }

    /// Simulates until `now`. A new shoe may have been written meanwhile.
    fn catch_up(&mut self, now: Instant) -> Result<(), BoardError> {
        let result = self.board.catch_up(now);
        self.state = self.signals.read(&self.board.machine);
        Ok(result?)
    }

    fn move_key(&mut self, key: usize, pressed: bool) -> Result<(), BoardError> {
        self.set_key(key, pressed)?;
        self.settle()
    }

    /// Moves a key without running the clock.
    fn set_key(&mut self, key: usize, pressed: bool) -> Result<(), BoardError> {
        if self.board.is_pressed(key)? == pressed {
            return Ok(());
        }
        if key == STEP_KEY && pressed && self.state.is_betting() {
            self.board.start_recording();
        }
        Ok(self.board.machine.set_key(key, pressed).map_err(SimulationError::from)?)
    }

    /// Presses and releases KEY0, even if the clock is paused.
    fn press(&mut self) -> Result<(), BoardError> {
        for pressed in [true, false] {
            self.set_key(STEP_KEY, pressed)?;
            self.run(SETTLING)?;
        }
        Ok(())
    }

    fn move_switch(&mut self, switch: usize, on: bool) -> Result<(), BoardError> {
        if switch >= SWITCHES {
            return Err(BoardError::UnknownSwitch(switch));
        }
        let machine = &self.board.machine;
        let others = machine.switches() & !(1 << switch);
        let levels = others | u64::from(on) << switch;
        if self.board.is_paused() && has_bets(levels) {
            return Err(BoardError::BetWhilePaused);
        }
        self.board.machine.set_switches(levels).map_err(SimulationError::from)?;
        self.settle()
    }

    /// Stops the clock. Nobody can bet on cards that come at a chosen cycle.
    fn pause(&mut self, now: Instant) -> Result<(), BoardError> {
        let is_in_play = self.state.stakes > 0 && self.state.outcome.is_none();
        if is_in_play || has_bets(self.board.machine.switches()) {
            return Err(BoardError::PausedWithBets);
        }
        self.board.pause(now);
        Ok(())
    }

    /// Lets the clock run again. A release of KEY0 during the pause takes effect before.
    fn resume(&mut self, now: Instant) -> Result<(), BoardError> {
        let result = self.run(SETTLING);
        self.board.resume(now);
        result
    }

    /// Releases KEY0 when that draws a chosen card, which may be the burn card. It cannot win money at once: the hand must have no
    /// stakes.
    fn deal_chosen(&mut self, card: &str) -> Result<(), CasinoError> {
        let wanted: CardChoice = card.parse().map_err(BoardError::from)?;
        if self.state.outcome.is_some() {
            return Err(BoardError::NoCardDue.into());
        }
        if self.state.stakes > 0 {
            return Err(BoardError::HandHasStakes.into());
        }
        if !self.state.shoe_ready {
            return Err(CasinoError::NoShoe);
        }
        self.board.check_keys_can_move()?;
        let machine = &mut self.board.machine;
        let wait = match cycles_until_drawn(machine, &self.signals, wanted)? {
            // KEY0 has to be pressed for a cycle before: the counter shows the card again after all others.
            0 => self.state.cards_left.into(),
            cycles => cycles,
        };
        machine.run(wait - 1).map_err(SimulationError::from)?;
        if self.state.is_betting() {
            self.board.start_recording();
        }
        let machine = &mut self.board.machine;
        machine.set_key(STEP_KEY, true).map_err(SimulationError::from)?;
        machine.run(1).map_err(SimulationError::from)?;
        machine.set_key(STEP_KEY, false).map_err(SimulationError::from)?;
        self.is_chosen = true;
        Ok(self.settle()?)
    }

    /// Runs the machine until its outputs have settled, unless the clock is paused, and records the result of a hand.
    fn settle(&mut self) -> Result<(), BoardError> {
        self.run(if self.board.is_paused() { 0 } else { SETTLING })
    }

    /// Runs the machine and records the result of a hand.
    fn run(&mut self, cycles: u64) -> Result<(), BoardError> {
        self.board.run(cycles)?;
        let before = std::mem::replace(&mut self.state, self.signals.read(&self.board.machine));
        if self.state.hands < before.hands {
            self.score_card = ScoreCard::new();
            self.is_chosen = false;
        }
        self.is_chosen |= self.board.is_paused() && self.state.cards_left < before.cards_left;
        if before.outcome.is_none()
            && let Some(outcome) = self.state.outcome
        {
            let outputs = self.board.machine.outputs();
            let natural = view::has_natural(&self.state, outputs);
            self.score_card.record(Entry { outcome, natural });
            self.history.record(view::played_hand(&self.state, outputs, self.is_chosen));
            self.board.keep_recording();
        }
        Ok(())
    }

    fn answer(
        &mut self,
        request: Request,
        now: Instant,
        replies: &mut Vec<Reply>,
    ) -> Result<(), CasinoError> {
        match request {
            Request::Hello { .. } => Err(BoardError::DuplicateHello.into()),
            Request::Key { key, pressed } => Ok(self.move_key(key, pressed)?),
            Request::Switch { switch, on } => Ok(self.move_switch(switch, on)?),
            Request::Pause {} => Ok(self.pause(now)?),
            Request::Resume {} => Ok(self.resume(now)?),
            Request::Cycle {} if self.board.is_paused() => Ok(self.run(1)?),
            Request::Cycle {} => Err(BoardError::NotPaused.into()),
            Request::Press {} => Ok(self.press()?),
            Request::Deal { card } => self.deal_chosen(&card),
            Request::Waveform {} => {
                let declarations = self.signals.waveform(&self.board.machine);
                replies.extend(self.board.waveform(&declarations));
                Ok(())
            }
            Request::Ping {} => Ok(()),
            Request::Bet { .. }
            | Request::ClearBets {}
            | Request::RepeatBets {}
            | Request::DoubleBets {}
            | Request::UndoBet {}
            | Request::Shoe { .. }
            | Request::Name { .. }
            | Request::BuyIn {}
            | Request::Frequency { .. }
            | Request::PowerUp {}
            | Request::Find { .. }
            | Request::Trace { .. } => Err(BoardError::NotFor(CASINO).into()),
        }
    }

    /// Adds the error of a request, the board, and whatever else has changed since the last call.
    fn push_changes(&mut self, result: Result<(), CasinoError>, replies: &mut Vec<Reply>) {
        let picture = self.monitors.picture(&self.board.machine, &mut self.sent.frame);
        match result.and(picture.map_err(CasinoError::from)) {
            Ok(picture) => replies.extend(picture),
            Err(error) => replies.push(Reply::Error { message: error.to_string() }),
        }
        self.board.push_outputs(replies);
        let casino = view::casino(&self.state, &self.board.machine);
        if self.sent.casino.as_ref() != Some(&casino) {
            replies.push(Reply::Casino(Box::new(casino.clone())));
            self.sent.casino = Some(casino);
        }
        if self.sent.score_card.as_ref() != Some(&self.score_card) {
            replies.push(Reply::Roads(roads::of(&self.score_card)));
            self.sent.score_card = Some(self.score_card.clone());
        }
        self.history.push_new(replies);
        self.board.push_internals(replies);
    }
}

/// Returns whether the switches stake credits.
fn has_bets(switches: u64) -> bool {
    SwitchBet::from_switches(switches as u16).stakes() > 0
}

impl Session for CasinoSession {
    fn clocking(&self) -> Option<Clocking> {
        Some(self.board.machine.clocking())
    }

    fn connect(&mut self, now: Instant, replies: &mut Vec<Reply>) {
        self.sent = Sent::default();
        self.board.forget_sent();
        self.history.forget_sent();
        let caught_up = self.catch_up(now);
        let keys = LiveBoard::keys_to_release();
        let result = keys.map(|key| self.move_key(key, false)).fold(caught_up, Result::and);
        self.push_changes(result.map_err(CasinoError::from), replies);
    }

    fn advance(&mut self, now: Instant, replies: &mut Vec<Reply>) {
        let result = self.catch_up(now);
        self.push_changes(result.map_err(CasinoError::from), replies);
    }

    fn handle(&mut self, request: Request, now: Instant, replies: &mut Vec<Reply>) {
        self.board.forget_outputs();
        let caught_up = self.catch_up(now).map_err(CasinoError::from);
        let result = caught_up.and_then(|()| self.answer(request, now, replies));
        self.push_changes(result, replies);
    }
}
