//! Our machines in real time.

use std::time::Instant;

use super::RequestError;
use super::changes::Changes;
use super::history::History;
use super::probes::Probes;
use super::real_time::RealTimeClock;
use super::timing;
use crate::protocol::{BoardState, Internals, Reply};
use baccarat_sim::SimulatedBoard;
use baccarat_sim::drawing::timing_diagram;
use de1_soc::KEYS;
use punto_banco::ScoreCard;
use waveform::{Recording, Trace, Waveform};

/// A simulated board in real time, with the hands that were played on it.
pub struct LiveBoard {
    pub machine: SimulatedBoard,
    pub history: History,
    /// A card of the hand on the table, or of the shoe of `casino`, was chosen.
    pub is_chosen: bool,
    clock: RealTimeClock,
    probes: Probes,
    recording: Recording,
    last_hand: Option<Trace>,
    sent: Sent,
}

/// What the page has.
#[derive(Default)]
struct Sent {
    outputs: Changes<BoardState>,
    score_card: Changes<ScoreCard>,
    internals: Changes<Internals>,
}

impl LiveBoard {
    /// Starts a machine just after power-up. `recording` is how much of a hand is recorded for its
    /// waveform.
    pub fn new(mut machine: SimulatedBoard, recording: Recording, now: Instant) -> LiveBoard {
        machine.record(recording);
        LiveBoard {
            probes: Probes::new(&machine),
            clock: RealTimeClock::new(now),
            machine,
            history: History::default(),
            is_chosen: false,
            recording,
            last_hand: None,
            sent: Sent::default(),
        }
    }

    /// Simulates until `now`.
    pub fn catch_up(&mut self, now: Instant) -> Result<(), RequestError> {
        let machine = &mut self.machine;
        let cycle = machine.cycle();
        Ok(self.clock.catch_up(cycle, now, |cycles, end| machine.run_until(cycles, end))?)
    }

    /// Stops the clock: until [`resume`](Self::resume), only [`SimulatedBoard::run`] simulates
    /// cycles.
    pub fn pause(&mut self, now: Instant) {
        self.clock.pause(now);
    }

    pub fn resume(&mut self, now: Instant) {
        self.clock.resume(self.machine.cycle(), now);
    }

    pub fn is_paused(&self) -> bool {
        self.clock.is_paused()
    }

    /// Checks that the server can press keys: none is pressed, and the clock runs.
    ///
    /// # Errors
    ///
    /// [`RequestError::KeysHeld`] or [`RequestError::Paused`]
    pub fn check_keys_can_move(&self) -> Result<(), RequestError> {
        match (0..KEYS).any(|key| self.machine.is_pressed(key)) {
            true => Err(RequestError::KeysHeld),
            false if self.is_paused() => Err(RequestError::Paused),
            false => Ok(()),
        }
    }

    /// Records a new hand.
    pub fn start_recording(&mut self) {
        self.machine.record(self.recording);
    }

    /// Keeps the recorded hand for its waveform.
    pub fn keep_recording(&mut self) {
        self.last_hand = self.machine.trace().cloned();
    }

    /// Returns the waveform of the last complete hand, or of the current one if there is none yet.
    pub fn waveform(&self, declarations: &Waveform) -> Option<Reply> {
        let trace = self.last_hand.as_ref().or_else(|| self.machine.trace())?;
        let vcd = declarations.format(trace)?;
        let timing = timing::of(timing_diagram(&self.machine, trace));
        Some(Reply::Waveform { timing, vcd })
    }

    /// Sends everything again, to a page that has just connected.
    pub fn forget_sent(&mut self) {
        self.sent = Sent::default();
        self.history.forget_sent();
    }

    /// Sends the outputs with the next changes even if they have not changed: the answer to a
    /// request.
    pub fn forget_outputs(&mut self) {
        self.sent.outputs = Changes::default();
    }

    /// Adds keys, switches, lights, displays and clock if they have changed, but not if only time
    /// has passed.
    pub fn push_outputs(&mut self, replies: &mut Vec<Reply>) {
        let outputs = self.machine.outputs();
        let board = BoardState {
            hex: std::array::from_fn(|number| outputs.hex(number)),
            ledr: outputs.ledr(),
            keys: std::array::from_fn(|key| self.machine.is_pressed(key)),
            switches: self.machine.switches(),
            cycle: self.machine.cycle(),
            rate: self.clock.rate(),
            paused: self.clock.is_paused(),
        };
        self.sent.outputs.push_unless(BoardState::is_continued, board, Reply::Board, replies);
    }

    /// Adds the roads, the new hands and the internal signals if they have changed.
    pub fn push_hands_and_internals(&mut self, card: &ScoreCard, replies: &mut Vec<Reply>) {
        let roads = |card: ScoreCard| Reply::Roads(card.roads());
        self.sent.score_card.push(card.clone(), roads, replies);
        self.history.push_new(replies);
        let internals = self.probes.read(&self.machine);
        self.sent.internals.push(internals, Reply::Internals, replies);
    }
}
