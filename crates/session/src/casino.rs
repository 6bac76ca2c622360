//! `casino`: the machine keeps shoe, bets and bankroll. Nothing is kept here but the results of its
//! hands, for the roads.

mod monitors;
mod view;

use std::sync::Arc;
use std::time::Instant;

use super::board::LiveBoard;
use super::changes::Changes;
use super::game::Game;
use super::{Page, RequestError};
use crate::protocol::{Casino, CasinoRequest, Reply};
use baccarat_hdl::casino::DECKS;
use baccarat_sim::casino::{
    CasinoState, SETTLING, Signals, cards_in_the_shoe, check_in_shoe, cycles_until_drawn,
};
use baccarat_sim::frames::FrameState;
use baccarat_sim::{STEP_KEY, SimulatedBoard, SimulationError};
use de1_soc::SWITCHES;
pub use monitors::Monitors;
use punto_banco::casino::{CardChoice, SwitchBet};
use punto_banco::{self, Entry, ScoreCard};
use waveform::Recording;

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
    monitors: Arc<Monitors>,
    sent: Sent,
}

/// What the page has.
#[derive(Default)]
struct Sent {
    casino: Changes<Casino>,
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
            monitors,
            sent: Sent::default(),
        })
    }

    fn move_switch(&mut self, switch: usize, on: bool) -> Result<(), RequestError> {
        if switch >= SWITCHES {
            return Err(RequestError::UnknownSwitch(switch));
        }
        let machine = &mut self.board.machine;
        let others = machine.switches() & !(1 << switch);
        let levels = others | u64::from(on) << switch;
        if self.board.is_paused() && has_bets(levels) {
            return Err(RequestError::BetWhilePaused);
        }
        self.board.machine.set_switches(levels)?;
        self.settle()
    }

    /// Checks whether cards can be dealt in the hand on the table or, after its end, in the next
    /// one. A burn card that comes before may still be one of them.
    fn check_chosen(&self, cards: &[String]) -> Result<(), RequestError> {
        let wanted =
            cards.iter().map(|card| card.parse()).collect::<Result<Vec<CardChoice>, _>>()?;
        let is_over = self.state.outcome.is_some();
        if if is_over { has_bets(self.board.machine.switches()) } else { self.state.stakes > 0 } {
            return Err(RequestError::HandHasStakes);
        }
        self.board.check_keys_can_move()?;
        if !self.state.shoe_ready {
            return Err(RequestError::NoShoe);
        }
        let shoe = match is_over && self.state.last_hand {
            true => punto_banco::casino::Casino::new(DECKS).shoe().to_vec(),
            false => cards_in_the_shoe(&self.board.machine, &self.signals)?,
        };
        Ok(check_in_shoe(&wanted, shoe)?)
    }

    /// Releases KEY0 when that draws a chosen card, which may be the burn card. It cannot win money
    /// at once: the hand must have no stakes.
    fn deal_chosen(&mut self, card: &str) -> Result<(), RequestError> {
        let wanted: CardChoice = card.parse()?;
        if self.state.outcome.is_some() {
            return Err(RequestError::NoCardDue);
        }
        if self.state.stakes > 0 {
            return Err(RequestError::HandHasStakes);
        }
        if !self.state.shoe_ready {
            return Err(RequestError::NoShoe);
        }
        self.board.check_keys_can_move()?;
        let machine = &mut self.board.machine;
        let wait = match cycles_until_drawn(machine, &self.signals, wanted)? {
            // KEY0 has to be pressed for a cycle before: the counter shows the card again after all
            // others.
            0 => self.state.cards_left.into(),
            cycles => cycles,
        };
        machine.run(wait - 1)?;
        self.set_key(STEP_KEY, true)?;
        self.board.machine.run(1)?;
        self.set_key(STEP_KEY, false)?;
        self.board.is_chosen = true;
        self.settle()
    }
}

/// Returns whether the switches stake credits.
fn has_bets(switches: u64) -> bool {
    SwitchBet::from_switches(switches as u16).stakes() > 0
}

impl Game for CasinoSession {
    const SETTLING: u64 = SETTLING;

    fn board(&mut self) -> &mut LiveBoard {
        &mut self.board
    }

    fn is_betting(&self) -> bool {
        self.state.is_betting()
    }

    fn has_bets(&self) -> bool {
        let is_in_play = self.state.stakes > 0 && self.state.outcome.is_none();
        is_in_play || has_bets(self.board.machine.switches())
    }

    fn run(&mut self, cycles: u64) -> Result<(), RequestError> {
        self.board.machine.run(cycles)?;
        let before = std::mem::replace(&mut self.state, self.signals.read(&self.board.machine));
        if self.state.hands < before.hands {
            self.score_card = ScoreCard::new();
            self.board.is_chosen = false;
        }
        self.board.is_chosen |= self.board.is_paused() && self.state.cards_left < before.cards_left;
        if before.outcome.is_none()
            && let Some(outcome) = self.state.outcome
        {
            let outputs = self.board.machine.outputs();
            let natural = view::has_natural(&self.state, outputs);
            self.score_card.record(Entry { outcome, natural });
            let hand = view::played_hand(&self.state, outputs, self.board.is_chosen);
            self.board.history.record(hand);
            self.board.keep_recording();
        }
        Ok(())
    }
}

impl Page for CasinoSession {
    type Request = CasinoRequest;

    fn clocking(&self) -> Option<String> {
        Some(self.board.machine.clocking().to_string())
    }

    fn is_costly(request: &CasinoRequest) -> bool {
        matches!(request, CasinoRequest::Waveform {})
    }

    /// Simulates until `now`. A new shoe may have been written meanwhile.
    fn catch_up(&mut self, now: Instant) -> Result<(), RequestError> {
        let result = self.board.catch_up(now);
        self.state = self.signals.read(&self.board.machine);
        result
    }

    fn start(&mut self, _: &mut Vec<Reply>) -> Result<(), RequestError> {
        self.sent = Sent::default();
        self.board.forget_sent();
        self.release_keys()
    }

    fn answer(
        &mut self,
        request: CasinoRequest,
        now: Instant,
        replies: &mut Vec<Reply>,
    ) -> Result<(), RequestError> {
        use CasinoRequest as Request;
        match request {
            Request::Key { key, pressed } => self.move_key(key, pressed)?,
            Request::Switch { switch, on } => self.move_switch(switch, on)?,
            Request::Choose { cards } => {
                self.check_chosen(&cards)?;
                replies.push(Reply::Chosen { cards });
            }
            Request::Deal { card } => self.deal_chosen(&card)?,
            Request::Pause {} => self.pause(now)?,
            Request::Resume {} => self.resume(now)?,
            Request::Cycle {} => self.cycle()?,
            Request::Press {} => self.press()?,
            Request::Waveform {} => {
                let declarations = self.signals.waveform(&self.board.machine);
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
        let picture = self.monitors.picture(&self.board.machine, &mut self.sent.frame);
        let result = picture.map(|picture| replies.extend(picture));
        self.board.push_outputs(replies);
        let casino = view::casino(&self.state, &self.board.machine);
        self.sent.casino.push(casino, |casino| Reply::Casino(Box::new(casino)), replies);
        self.board.push_hands_and_internals(&self.score_card, replies);
        result
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::Machine;
    use baccarat_hdl::top::Top;

    #[test]
    fn a_picture_that_changed_before_a_failed_request_is_sent() {
        let now = Instant::now();
        let design = baccarat_sim::design(Top::Casino).expect("a design");
        let machine = Machine::of(design, Top::Casino).expect("a machine");
        let mut session = machine.start(None, 0, now).expect("a session");
        session.connect(now, &mut Vec::new());
        let mut replies = Vec::new();
        // The new shoe is written meanwhile, which the monitor shows.
        let request = r#"{"type":"key","key":4,"pressed":true}"#;
        session.handle(request, now + Duration::from_millis(1), &mut replies);
        let has = |is_it: fn(&Reply) -> bool| replies.iter().any(is_it);
        assert!(has(|reply| matches!(reply, Reply::Error { .. })), "{replies:?}");
        assert!(has(|reply| matches!(reply, Reply::Picture { .. })), "{replies:?}");
    }
}
