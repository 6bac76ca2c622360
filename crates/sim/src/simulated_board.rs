//! A machine at statement level, with its keys, switches, lights and displays.
//!
//! Signals are accessible by name, except for those that only a monitor shows: without them the
//! state repeats. Idle cycles of CLOCK_50 are skipped: see [`SimulatedBoard::run`]. To play many
//! hands, bit-parallel simulation is faster: see [`every_hand`](super::every_hand).

use std::time::Instant;

use super::shoe::ShoeCounter;
use super::{SimulationError, frames};
use crate::design;
use baccarat_hdl::top::{Clocking, Top};
use baccarat_hdl::{casino::Casino, field_path, task5::Task5};
use board_simulation::PeriodSearch;
use de1_soc::{
    BoardOutputs, KEYS, LIGHTS_AND_DISPLAYS, PERIOD, light_and_display_names, output_bit,
};
use rust_hdl_rtl::{
    self as rtl, Design, Evaluator, ModuleId, Oscillation, Scope, ScopedSignal, SignalId,
    SignalKind, Value,
};
use waveform::{Recorder, Recording, Trace};

/// The paths of the state of the hand.
const STATE: [&str; 2] = [field_path!(Task5, sm.state), field_path!(Casino, game.hand.sm.state)];

/// A simulated DE1-SoC with a machine.
#[derive(Clone)]
pub struct SimulatedBoard {
    pub(super) evaluator: Evaluator,
    top: Top,
    pub(super) hierarchy: Scope,
    pins: Pins,
    cycle: u64,
    /// The registers, but for those of `shoe_counter`.
    registers: Vec<SignalId>,
    /// The period of these registers in cycles of CLOCK_50 while no key changes, once it is known.
    period: Option<u64>,
    /// The counter of the shoe of `casino`.
    shoe_counter: Option<ShoeCounter>,
    recorder: Option<Recorder>,
}

#[derive(Clone)]
struct Pins {
    clock: SignalId,
    keys: SignalId,
    /// SW, if the machine has it.
    switches: Option<SignalId>,
    /// LEDR, then HEX5 to HEX0, each with the position of its lowest bit in [`BoardOutputs`].
    outputs: Vec<(SignalId, u32)>,
}

/// Returns the values of registers.
fn state<'a>(
    registers: &'a [SignalId],
    evaluator: &'a Evaluator,
) -> impl Iterator<Item = Value> + Clone + 'a {
    registers.iter().map(|register| evaluator.get(*register))
}

/// Returns the module of a top if its first outputs are those of the board in its order. Others may
/// follow.
pub fn find_board(design: &Design, top: Top) -> Result<ModuleId, SimulationError> {
    let no_board = || SimulationError::NoBoard(top.module());
    let id = design.find(top.module()).ok_or_else(no_board)?;
    let top = design.module(id);
    let outputs: Vec<(&str, usize)> = top
        .ports()
        .filter(|(_, port)| port.kind == SignalKind::Output)
        .map(|(id, port)| (port.name.as_str(), top.signal_width(id) as usize))
        .collect();
    if outputs.starts_with(&LIGHTS_AND_DISPLAYS) { Ok(id) } else { Err(no_board()) }
}

impl SimulatedBoard {
    /// Creates a board with a machine at power-up, all keys up and all switches down.
    ///
    /// # Errors
    ///
    /// [`SimulationError::Design`] if its modules cannot be elaborated.
    pub fn new(top: impl Into<Top>) -> Result<SimulatedBoard, SimulationError> {
        let top = top.into();
        SimulatedBoard::of(&design(top)?, top)
    }

    /// Creates a board with that top of a design at power-up, all keys up and all switches down.
    ///
    /// # Errors
    ///
    /// [`SimulationError::NoBoard`] if the pins are not those of the board,
    /// [`SimulationError::Design`] if the design cannot be simulated.
    pub fn of(design: &Design, top: impl Into<Top>) -> Result<SimulatedBoard, SimulationError> {
        let top = top.into();
        let id = find_board(design, top)?;
        let mut evaluator = Evaluator::of(
            rtl::flatten(design, id)?
                .observed_at(&[&light_and_display_names()[..], &frames::ROADS].concat()),
        )?;
        let module = &evaluator.flat().module;
        let pin = |name: &str| module.find(name).ok_or(SimulationError::NoBoard(top.module()));
        let (clock, keys, switches) = (pin("CLOCK_50")?, pin("KEY")?, module.find("SW"));
        let output = |name: &str| Ok((pin(name)?, output_bit(name) as u32));
        let outputs = light_and_display_names().into_iter().map(output);
        let outputs = outputs.collect::<Result<_, SimulationError>>()?;
        let hierarchy = Scope::of(design, id, evaluator.flat());
        // Keys that are up at power-up are not clock edges.
        evaluator.set(keys, (1 << KEYS) - 1);
        evaluator.settle_without_edges();
        let pins = Pins { clock, keys, switches, outputs };
        let shoe_counter = match top {
            Top::Task5(_) => None,
            Top::Casino => Some(ShoeCounter::of(&hierarchy)?),
        };
        let signals = evaluator.flat().module.signals();
        let registers = signals.filter(|(_, signal)| signal.power_up.is_some()).map(|(id, _)| id);
        let is_skipped = |id: &SignalId| shoe_counter.iter().any(|counter| counter.owns(*id));
        let registers = registers.filter(|id| !is_skipped(id)).collect();
        Ok(SimulatedBoard {
            evaluator,
            top,
            hierarchy,
            pins,
            cycle: 0,
            registers,
            period: None,
            shoe_counter,
            recorder: None,
        })
    }

    /// Returns the machine.
    pub fn top(&self) -> Top {
        self.top
    }

    /// Returns how the machine is clocked.
    pub fn clocking(&self) -> Clocking {
        self.top.clocking()
    }

    /// Returns the number of rising edges of CLOCK_50 since power-up.
    pub fn cycle(&self) -> u64 {
        self.cycle
    }

    /// Returns the module hierarchy with all signals.
    pub fn hierarchy(&self) -> &Scope {
        &self.hierarchy
    }

    /// Returns the value of a signal of the [hierarchy](Self::hierarchy).
    pub fn value(&self, signal: SignalId) -> Value {
        self.evaluator.get(signal)
    }

    /// Returns the signal with this path.
    pub(super) fn signal(&self, path: &'static str) -> Result<SignalId, SimulationError> {
        find(&self.hierarchy, self.top, path)
    }

    /// Returns the value of a signal of at most 64 bits.
    pub(super) fn number(&self, signal: SignalId) -> u64 {
        self.value(signal).to_u64().unwrap_or_default()
    }

    /// Returns the pins: CLOCK_50, KEY, SW if there are switches, LEDR and the displays.
    pub fn pins(&self) -> impl Iterator<Item = SignalId> {
        let outputs = self.pins.outputs.iter().map(|(signal, _)| *signal);
        let inputs = [self.pins.clock, self.pins.keys].into_iter().chain(self.pins.switches);
        inputs.chain(outputs)
    }

    /// Returns the register with the state of the hand, if the design has it.
    pub fn state(&self) -> Option<&ScopedSignal> {
        STATE.into_iter().find_map(|path| self.hierarchy.find(path))
    }

    /// Returns the values of LEDR and the displays.
    pub fn outputs(&self) -> BoardOutputs {
        let bits = |(signal, position): &(SignalId, u32)| self.number(*signal) << position;
        BoardOutputs(self.pins.outputs.iter().map(bits).sum())
    }

    /// Returns whether KEY\[`key`\] is down; `false` for keys that do not exist.
    pub fn is_pressed(&self, key: usize) -> bool {
        key < KEYS && !self.evaluator.get(self.pins.keys).bit(key as u32)
    }

    /// Presses or releases KEY\[`key`\]; keys that do not exist are ignored.
    ///
    /// # Errors
    ///
    /// [`Oscillation`]
    pub fn set_key(&mut self, key: usize, pressed: bool) -> Result<(), Oscillation> {
        if key >= KEYS || self.is_pressed(key) == pressed {
            return Ok(());
        }
        let keys = self.evaluator.get(self.pins.keys).with_bit(key as u32, !pressed);
        self.set_input(self.pins.keys, keys)
    }

    /// Returns the positions of SW\[9:0\]; 0 if the machine has no switches.
    pub fn switches(&self) -> u64 {
        self.pins.switches.map_or(0, |switches| self.number(switches))
    }

    /// Moves all switches to these positions; has no effect if the machine has none.
    ///
    /// # Errors
    ///
    /// [`Oscillation`]
    pub fn set_switches(&mut self, positions: u64) -> Result<(), Oscillation> {
        match self.pins.switches {
            Some(switches) if self.switches() != positions => {
                self.set_input(switches, u128::from(positions).into())
            }
            _ => Ok(()),
        }
    }

    /// Forces a register, which has this path, to a value.
    ///
    /// # Errors
    ///
    /// [`SimulationError::NoRegister`] if the design does not have it, or [`Oscillation`].
    pub fn force(&mut self, register: &str, value: u64) -> Result<(), SimulationError> {
        let signal = self.evaluator.flat().module.find(register);
        let signal = signal.ok_or_else(|| SimulationError::NoRegister(register.to_string()))?;
        Ok(self.set_input(signal, u128::from(value).into())?)
    }

    fn set_input(&mut self, pins: SignalId, levels: Value) -> Result<(), Oscillation> {
        self.evaluator.set(pins, levels);
        self.evaluator.settle()?;
        self.period = None;
        if let Some(recorder) = &mut self.recorder {
            recorder.input_changed(|| self.evaluator.values().to_vec());
        }
        Ok(())
    }

    /// Runs CLOCK_50 for a number of cycles.
    ///
    /// Idle cycles are skipped: once the state repeats while no key changes, whole periods are
    /// counted instead of simulated. The card counter of `task5` has 13 states, and all of `casino`
    /// but the counter of its shoe repeats every 21 cycles, so any number of cycles takes the time
    /// of about sixty.
    ///
    /// # Errors
    ///
    /// [`Oscillation`]
    pub fn run(&mut self, cycles: u64) -> Result<(), Oscillation> {
        self.run_while(cycles, || true).map(|_| ())
    }

    /// Like [`run`](Self::run), but stops at a deadline; for designs whose state may not repeat.
    /// Returns the number of cycles completed.
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
        mut keep_going: impl FnMut() -> bool,
    ) -> Result<u64, Oscillation> {
        let mut done = 0;
        let mut search = PeriodSearch::new(state(&self.registers, &self.evaluator));
        while done < cycles {
            if let Some(period) = self.period {
                // Skip whole periods unless they are recorded. The last cycle is simulated: it lets
                // the memory of the casino's shoe follow the counter.
                let whole = (cycles - done - 1) / period * period;
                let is_recorded = self.recorder.as_ref().is_some_and(|it| !it.has_enough());
                if whole > 0 && !is_recorded && self.skip(whole) {
                    done += whole;
                    continue;
                }
            }
            self.step()?;
            done += 1;
            if self.period.is_none() {
                self.period = search.step(1, state(&self.registers, &self.evaluator));
            }
            if done % CYCLES_PER_CHECK == 0 && !keep_going() {
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
                recorder.clock_changed(level == 1, || self.evaluator.values().to_vec());
            }
        }
        self.cycle += 1;
        Ok(())
    }

    /// Skips whole periods. Returns `false` if the counter of the shoe is not idle.
    fn skip(&mut self, cycles: u64) -> bool {
        let shoe = self.shoe_counter.as_ref();
        if shoe.is_some_and(|shoe| !shoe.advance(&mut self.evaluator, cycles)) {
            return false;
        }
        self.cycle += cycles;
        if let Some(recorder) = &mut self.recorder {
            recorder.skipped();
        }
        true
    }

    /// Starts recording all signals. An earlier recording is discarded.
    pub fn record(&mut self, recording: Recording) {
        self.recorder = Some(Recorder::new(PERIOD, recording, self.evaluator.values().to_vec()));
    }

    /// Returns a copy that records nothing.
    pub(super) fn without_recording(&self) -> SimulatedBoard {
        SimulatedBoard {
            evaluator: self.evaluator.clone(),
            hierarchy: self.hierarchy.clone(),
            pins: self.pins.clone(),
            registers: self.registers.clone(),
            shoe_counter: self.shoe_counter.clone(),
            recorder: None,
            ..*self
        }
    }

    /// Returns the recording since [`record`](Self::record); `None` before.
    pub fn trace(&self) -> Option<&Trace> {
        self.recorder.as_ref().map(Recorder::trace)
    }
}

/// Returns the signal with this path in the hierarchy of a top.
pub(super) fn find(
    hierarchy: &Scope,
    top: Top,
    path: &'static str,
) -> Result<SignalId, SimulationError> {
    let signal = hierarchy.find(path).map(|signal| signal.id);
    signal.ok_or(SimulationError::NoSignal { module: top.module(), path })
}

/// The number of cycles between two checks of the deadline.
const CYCLES_PER_CHECK: u64 = 64;

#[cfg(test)]
mod tests;
