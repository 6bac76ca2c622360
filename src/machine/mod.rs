//! One machine at work: `task5` simulated statement by statement, with somebody at its keys.
//!
//! Simulators that take many copies at once are quicker a hand; this one knows every signal by name, and is the board that
//! a person plays on. CLOCK_50 can be left running for free: see [`Machine::run`].
//!
//! | room | what happens there |
//! |---|---|
//! | `card_code` | how the hardware encodes a card |
//! | `outputs` | lights and displays, and what they should show |
//! | `reading` | lights and displays as a person reads them |
//! | `shoe` | how long the shoe takes from one rank to another |
//! | `trace` | what all signals were, over time |
//! | `waveform` | a trace as a VCD file |

mod card_code;
mod outputs;
mod reading;
mod shoe;
mod trace;
mod waveform;

use std::time::Instant;

use thiserror::Error;

pub use card_code::{card_code, card_of};
pub use outputs::{BoardOutputs, OUTPUT_BITS};
pub use reading::{DISPLAYS, Glyph};
pub use shoe::{RANKS, extra_wait, rank_after_reset, shortest_wait};
pub use trace::{PERIOD, Recording, Trace};
pub use waveform::Waveform;

use crate::engine::{self, Clocking, EngineError, TOP};
use crate::game::Rank;
use rust_hdl_rtl::{
    self as rtl, Design, Evaluator, ModuleId, Oscillation, Scope, ScopedSignal, SignalId,
    SignalKind, Snapshot,
};
use trace::Recorder;

/// Why there is no machine, or none any more.
#[derive(Debug, Error)]
pub enum MachineError {
    #[error(transparent)]
    Engine(#[from] EngineError),
    #[error(transparent)]
    Design(#[from] rtl::Error),
    #[error(
        "the design has no module `{TOP}` with the pins CLOCK_50, KEY[3:0], LEDR[9:0] and HEX5 to HEX0"
    )]
    NoBoard,
    #[error("`{TOP}` has no signal `{SHOE}`, on which the shoe shows its top card")]
    NoShoe,
    #[error(transparent)]
    Oscillation(#[from] Oscillation),
}

/// The key that deals when it is released.
pub const STEP_KEY: usize = 0;

/// The key that, held while the other is released, begins a new hand.
pub const RESET_KEY: usize = 3;

/// Cycles of CLOCK_50 after a key has moved until everything that comes of it is to be seen, with either clocking: twice what
/// it takes a key to pass the synchroniser and deal.
pub const SETTLING: u64 = 8;

/// How many keys the board has.
pub const KEYS: usize = 4;

/// Where the top card of the shoe is seen.
const SHOE: &str = "dp.new_card";

/// Where the state of the hand is seen.
const STATE: &str = "sm.state";

/// A DE1-SoC with `task5` on it, simulated.
#[derive(Clone)]
pub struct Machine {
    evaluator: Evaluator,
    clocking: Clocking,
    hierarchy: Scope,
    pins: Pins,
    cycle: u64,
    /// After how many cycles every state comes back while no key moves, once one has been seen to.
    period: Option<u64>,
    recorder: Option<Recorder>,
}

#[derive(Clone)]
struct Pins {
    clock: SignalId,
    keys: SignalId,
    /// LEDR, then HEX5 to HEX0, each with the position of its lowest bit in [`BoardOutputs`].
    outputs: Vec<(SignalId, u32)>,
}

/// The board's outputs, in the board's order, with their widths.
pub(crate) const BOARD_OUTPUTS: [(&str, u32); 7] =
    [("LEDR", 10), ("HEX5", 7), ("HEX4", 7), ("HEX3", 7), ("HEX2", 7), ("HEX1", 7), ("HEX0", 7)];

/// The top, if it has the board's outputs in the board's order.
pub(crate) fn find_board(design: &Design) -> Result<ModuleId, MachineError> {
    let id = design.find(TOP).ok_or(MachineError::NoBoard)?;
    let top = design.module(id);
    let outputs: Vec<(&str, u32)> = top
        .ports()
        .filter(|(_, port)| port.kind == SignalKind::Output)
        .map(|(id, port)| (port.name.as_str(), top.signal_width(id)))
        .collect();
    if outputs == BOARD_OUTPUTS { Ok(id) } else { Err(MachineError::NoBoard) }
}

impl Machine {
    /// The engine fresh from power-up, all keys up.
    ///
    /// # Errors
    ///
    /// [`MachineError::Engine`] if its modules cannot be elaborated.
    pub fn new(clocking: Clocking) -> Result<Machine, MachineError> {
        Machine::of(&engine::design(clocking)?, clocking)
    }

    /// The `task5` of a design, fresh from power-up, all keys up.
    ///
    /// # Errors
    ///
    /// [`MachineError::NoBoard`] if it is no such board, [`MachineError::Design`] if it cannot be simulated.
    pub fn of(design: &Design, clocking: Clocking) -> Result<Machine, MachineError> {
        let top = find_board(design)?;
        let mut evaluator = Evaluator::new(design, top)?;
        let module = &evaluator.flat().module;
        let pin = |name: &str| module.find(name).ok_or(MachineError::NoBoard);
        let (clock, keys) = (pin("CLOCK_50")?, pin("KEY")?);
        let mut outputs = vec![(pin("LEDR")?, 0)];
        for (place, number) in (0..6).rev().enumerate() {
            outputs.push((pin(&format!("HEX{number}"))?, 10 + 7 * place as u32));
        }
        let hierarchy = Scope::of(design, top, evaluator.flat());
        // Keys that are up at power-up make no edge: the machine knows no other level of them.
        evaluator.set(keys, (1 << KEYS) - 1);
        evaluator.settle_without_edges();
        let pins = Pins { clock, keys, outputs };
        Ok(Machine { evaluator, clocking, hierarchy, pins, cycle: 0, period: None, recorder: None })
    }

    /// How it is clocked.
    pub fn clocking(&self) -> Clocking {
        self.clocking
    }

    /// Rising edges of CLOCK_50 since power-up.
    pub fn cycle(&self) -> u64 {
        self.cycle
    }

    /// Its modules, with every signal under its own name.
    pub fn hierarchy(&self) -> &Scope {
        &self.hierarchy
    }

    /// The value of a signal of the [hierarchy](Self::hierarchy).
    pub fn value(&self, signal: SignalId) -> u128 {
        self.evaluator.get(signal)
    }

    /// CLOCK_50, the keys, the lights and the displays.
    pub fn pins(&self) -> impl Iterator<Item = SignalId> {
        let outputs = self.pins.outputs.iter().map(|(signal, _)| *signal);
        [self.pins.clock, self.pins.keys].into_iter().chain(outputs)
    }

    /// The register that says where the hand stands, if it is where it should be.
    pub fn state(&self) -> Option<&ScopedSignal> {
        self.hierarchy.find(STATE)
    }

    /// The top card of the shoe, if it is where it should be.
    pub fn shoe(&self) -> Option<SignalId> {
        self.hierarchy.find(SHOE).map(|signal| signal.id)
    }

    /// The lights and displays.
    pub fn outputs(&self) -> BoardOutputs {
        let bits = |(signal, position): &(SignalId, u32)| self.evaluator.get(*signal) << position;
        BoardOutputs(self.pins.outputs.iter().map(bits).sum::<u128>() as u64)
    }

    /// Whether the key KEY\[`key`\] is down; keys from [`KEYS`] on never are.
    pub fn is_pressed(&self, key: usize) -> bool {
        key < KEYS && self.evaluator.get(self.pins.keys) >> key & 1 == 0
    }

    /// Presses KEY\[`key`\] or lets it go. That of a key from [`KEYS`] on is nothing.
    ///
    /// # Errors
    ///
    /// [`Oscillation`]
    pub fn set_key(&mut self, key: usize, pressed: bool) -> Result<(), Oscillation> {
        if key >= KEYS || self.is_pressed(key) == pressed {
            return Ok(());
        }
        let others = self.evaluator.get(self.pins.keys) & !(1 << key);
        self.evaluator.set(self.pins.keys, others | u128::from(!pressed) << key);
        self.evaluator.settle()?;
        self.period = None;
        if let Some(recorder) = &mut self.recorder {
            recorder.key_moved(&self.evaluator);
        }
        Ok(())
    }

    /// CLOCK_50 goes on for so many cycles.
    ///
    /// While no key moves nothing but the clock comes in, so a state that comes back once comes back for ever. When that is
    /// seen, whole periods are counted and not simulated: with this engine, whose counter has 13 states, a second takes no
    /// longer than some forty cycles.
    ///
    /// # Errors
    ///
    /// [`Oscillation`]
    pub fn run(&mut self, cycles: u64) -> Result<(), Oscillation> {
        self.run_while(cycles, || true).map(|_| ())
    }

    /// The same until a moment, for a machine that may never come back to a state. Says how many cycles have gone by.
    ///
    /// # Errors
    ///
    /// [`Oscillation`]
    pub fn run_until(&mut self, cycles: u64, deadline: Instant) -> Result<u64, Oscillation> {
        self.run_while(cycles, || Instant::now() < deadline)
    }

    fn run_while(
        &mut self,
        cycles: u64,
        mut go_on: impl FnMut() -> bool,
    ) -> Result<u64, Oscillation> {
        let mut done = 0;
        let mut search = PeriodSearch::new(&self.evaluator);
        while done < cycles {
            if let Some(period) = self.period {
                // Beyond what is recorded only what is left of the last period makes a difference.
                let whole = (cycles - done) / period * period;
                if self.recorder.as_ref().is_none_or(Recorder::has_enough) && whole > 0 {
                    self.skip(whole);
                    done += whole;
                    continue;
                }
            }
            self.step()?;
            done += 1;
            if self.period.is_none() {
                self.period = search.step(&self.evaluator);
            }
            if done % CYCLES_BETWEEN_LOOKS == 0 && !go_on() {
                break;
            }
        }
        Ok(done)
    }

    fn step(&mut self) -> Result<(), Oscillation> {
        for level in [1, 0] {
            self.evaluator.set(self.pins.clock, level);
            self.evaluator.settle()?;
            if let Some(recorder) = &mut self.recorder {
                recorder.clock_moved(level == 1, &self.evaluator);
            }
        }
        self.cycle += 1;
        Ok(())
    }

    fn skip(&mut self, cycles: u64) {
        self.cycle += cycles;
        if let Some(recorder) = &mut self.recorder {
            recorder.skipped();
        }
    }

    /// A new hand: KEY\[0\] is pressed and released while KEY\[3\] is down, all within a few cycles.
    ///
    /// # Errors
    ///
    /// [`Oscillation`]
    pub fn new_hand(&mut self) -> Result<(), Oscillation> {
        self.set_key(RESET_KEY, true)?;
        self.run(1)?;
        self.press()?;
        self.set_key(RESET_KEY, false)
    }

    /// KEY\[0\] is pressed and released, as quickly as the machine takes it, and what follows from it is waited for.
    ///
    /// # Errors
    ///
    /// [`Oscillation`]
    pub fn press(&mut self) -> Result<(), Oscillation> {
        match self.clocking {
            Clocking::Direct => {
                self.run(1)?;
                self.set_key(STEP_KEY, true)?;
                self.set_key(STEP_KEY, false)
            }
            Clocking::Synchronised => {
                self.set_key(STEP_KEY, true)?;
                self.run(1)?;
                self.set_key(STEP_KEY, false)?;
                self.run(shoe::lag(self.clocking) + 1)
            }
        }
    }

    /// Waits for the moment at which releasing KEY\[0\] deals a rank: 12 cycles at most.
    ///
    /// # Errors
    ///
    /// [`MachineError::NoShoe`] if the counter cannot be seen, or [`Oscillation`].
    pub fn wait_for(&mut self, rank: Rank) -> Result<(), MachineError> {
        let shoe = self.shoe().ok_or(MachineError::NoShoe)?;
        let top = self.evaluator.get(shoe) as u64;
        Ok(self.run(shoe::wait(top, rank, self.clocking))?)
    }

    /// Deals a rank as a croupier with very quick fingers: KEY\[0\] is released at the cycle at which the shoe shows it.
    /// When no card is due nothing is dealt.
    ///
    /// # Errors
    ///
    /// Those of [`wait_for`](Self::wait_for).
    pub fn deal(&mut self, rank: Rank) -> Result<(), MachineError> {
        self.set_key(STEP_KEY, true)?;
        // So that the press is seen before it ends.
        self.run(1)?;
        self.wait_for(rank)?;
        self.set_key(STEP_KEY, false)?;
        Ok(self.run(shoe::lag(self.clocking) + 1)?)
    }

    /// Begins to record what all signals are; what was recorded before is gone.
    pub fn record(&mut self, recording: Recording) {
        self.recorder = Some(Recorder::new(recording, &self.evaluator));
    }

    /// What has been recorded since [`record`](Self::record); `None` before.
    pub fn trace(&self) -> Option<&Trace> {
        self.recorder.as_ref().map(Recorder::trace)
    }
}

/// How often [`Machine::run_until`] looks at its watch.
const CYCLES_BETWEEN_LOOKS: u64 = 64;

/// Cycles after which a second state is taken to come back to. The shoe has fewer ranks.
const FIRST_LIMIT: u64 = 16;

/// Looks for a state that comes back, with one state in memory: Brent's algorithm.
struct PeriodSearch {
    state: Snapshot,
    /// Cycles since that state, and when the next one is taken in its place.
    age: u64,
    limit: u64,
}

impl PeriodSearch {
    fn new(evaluator: &Evaluator) -> PeriodSearch {
        PeriodSearch { state: evaluator.snapshot(), age: 0, limit: FIRST_LIMIT }
    }

    /// After another cycle: the period, if this is the end of one.
    fn step(&mut self, evaluator: &Evaluator) -> Option<u64> {
        self.age += 1;
        if evaluator.matches(&self.state) {
            return Some(self.age);
        }
        if self.age == self.limit {
            *self = PeriodSearch { limit: 2 * self.limit, ..PeriodSearch::new(evaluator) };
        }
        None
    }
}

#[cfg(test)]
mod tests;
