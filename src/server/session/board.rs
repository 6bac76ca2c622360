//! What the sessions of all machines share.

use std::time::Instant;

use super::probes::Probes;
use super::real_time::RealTimeClock;
use super::{BoardError, timing};
use crate::de1_soc::KEYS;
use crate::drawing::timing_diagram;
use crate::server::protocol::{Board, Internals, Reply};
use crate::simulation::{STEP_KEY, SimulatedBoard, SimulationError};
use crate::waveform::{Recording, Trace, Waveform};

/// A simulated board in real time.
pub struct LiveBoard {
    pub machine: SimulatedBoard,
    clock: RealTimeClock,
    probes: Probes,
    recording: Recording,
    last_hand: Option<Trace>,
    sent_outputs: Option<Board>,
    sent_internals: Option<Internals>,
}

impl LiveBoard {
    /// Starts a machine just after power-up. `recording` is how much of a hand is recorded for its waveform.
    pub fn new(mut machine: SimulatedBoard, recording: Recording, now: Instant) -> LiveBoard {
        machine.record(recording);
        LiveBoard {
            probes: Probes::new(&machine),
            clock: RealTimeClock::new(now),
            machine,
            recording,
            last_hand: None,
            sent_outputs: None,
            sent_internals: None,
        }
    }

    /// Simulates until `now`.
    pub fn catch_up(&mut self, now: Instant) -> Result<(), SimulationError> {
        let machine = &mut self.machine;
        let cycle = machine.cycle();
        Ok(self.clock.catch_up(cycle, now, |cycles, end| machine.run_until(cycles, end))?)
    }

    /// Stops the clock: until [`resume`](Self::resume), only [`run`](Self::run) simulates cycles.
    pub fn pause(&mut self, now: Instant) {
        self.clock.pause(now);
    }

    pub fn resume(&mut self, now: Instant) {
        self.clock.resume(self.machine.cycle(), now);
    }

    pub fn is_paused(&self) -> bool {
        self.clock.is_paused()
    }

    /// Simulates this many cycles, even if the clock is paused.
    pub fn run(&mut self, cycles: u64) -> Result<(), SimulationError> {
        Ok(self.machine.run(cycles)?)
    }

    /// Returns whether a key is pressed.
    ///
    /// # Errors
    ///
    /// [`BoardError::UnknownKey`]
    pub fn is_pressed(&self, key: usize) -> Result<bool, BoardError> {
        if key < KEYS { Ok(self.machine.is_pressed(key)) } else { Err(BoardError::UnknownKey(key)) }
    }

    /// Checks that the server can press keys: none is pressed, and the clock runs.
    ///
    /// # Errors
    ///
    /// [`BoardError::KeysHeld`] or [`BoardError::Paused`]
    pub fn check_keys_can_move(&self) -> Result<(), BoardError> {
        match (0..KEYS).any(|key| self.machine.is_pressed(key)) {
            true => Err(BoardError::KeysHeld),
            false if self.is_paused() => Err(BoardError::Paused),
            false => Ok(()),
        }
    }

    /// Returns the keys to release when a page connects: all that were held when the connection was lost, except KEY0, which
    /// would deal a card. It stays pressed until the page presses and releases it.
    pub fn keys_to_release() -> impl Iterator<Item = usize> {
        (0..KEYS).filter(|key| *key != STEP_KEY)
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
        self.sent_outputs = None;
        self.sent_internals = None;
    }

    /// Adds keys, switches, lights, displays and clock if they have changed, but not if only time has passed.
    pub fn push_outputs(&mut self, replies: &mut Vec<Reply>) {
        let outputs = self.outputs();
        if self.sent_outputs.as_ref().is_none_or(|sent| !is_continued(sent, &outputs)) {
            replies.push(Reply::Board(outputs.clone()));
            self.sent_outputs = Some(outputs);
        }
    }

    /// Sends the outputs again with the next changes, whether or not they have changed: the answer to a request.
    pub fn forget_outputs(&mut self) {
        self.sent_outputs = None;
    }

    fn outputs(&self) -> Board {
        let outputs = self.machine.outputs();
        Board {
            hex: std::array::from_fn(|number| outputs.hex(number)),
            ledr: outputs.ledr(),
            keys: std::array::from_fn(|key| self.machine.is_pressed(key)),
            switches: self.machine.switches(),
            cycle: self.machine.cycle(),
            rate: self.clock.rate(),
            paused: self.clock.is_paused(),
        }
    }

    /// Adds the internal signals if they have changed.
    pub fn push_internals(&mut self, replies: &mut Vec<Reply>) {
        let internals = self.probes.read(&self.machine);
        if self.sent_internals.as_ref() != Some(&internals) {
            replies.push(Reply::Internals(internals.clone()));
            self.sent_internals = Some(internals);
        }
    }
}

/// Returns whether two boards differ only in the number of cycles, while the clock runs as fast as before.
fn is_continued(before: &Board, after: &Board) -> bool {
    let has_same_rate = match (before.rate, after.rate) {
        (Some(before), Some(after)) => (after - before).abs() <= 0.005 * before,
        (before, after) => before == after,
    };
    let before = Board { cycle: after.cycle, rate: after.rate, ..before.clone() };
    has_same_rate && before == *after
}
