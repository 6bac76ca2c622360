//! A design cycle by cycle.

use super::lookahead::{CHUNKS, Lookahead};
use super::pins::Pins;
use super::single_cycles::SingleCycles;
use super::window::{Half, Window};
use crate::foreign::{ForeignDesign, ForeignError, Simulator};
use rust_hdl_gates::graph::Edge;
use rust_hdl_gates::netlist::{Memory, OutputPort};
use rust_hdl_gates::{Execution, LANES_PER_WORD, Netlist, Word};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// The only lane of the simulator of single cycles.
const FIRST: [Word; 1] = [[1, 0, 0, 0]];

/// The least number of cycles whose time is taken as a measure of single cycles.
const MEASURED: u64 = 8_192;

/// No states are needed after single cycles.
const NO_SAMPLE: Option<fn(&mut dyn Iterator<Item = bool>)> = None;

/// What the monitor, the recording and the code that every board has take, in bytes.
const BOARD_BYTES: u64 = 16 << 20;

/// What a gate takes in the netlists and the machine code of a board, in bytes: 50 to 120 in
/// designs of 16,000 to 440,000 gates.
const GATE_BYTES: u64 = 128;

/// About how many bytes a board of a design takes. Both simulators of gates have a copy of each
/// memory, with its contents at power-up and a list for each word.
pub fn board_bytes(design: &ForeignDesign) -> u64 {
    let memory = |memory: &Memory| 2 * (2 * memory.bytes() + (4 << memory.address_width));
    let memories = design.memories.iter().map(memory).sum::<u64>();
    BOARD_BYTES + GATE_BYTES * design.netlist.graph.len() as u64 + memories
}

/// A design with its state, advanced by cycles of CLOCK_50.
pub struct Timeline {
    simulator: Simulator,
    clock: Option<u32>,
    /// The register with the level of the clock, if nothing else changes on its falling edge.
    level: Option<u32>,
    /// The leaves of the registers.
    registers: Vec<u32>,
    /// What was observed in cycles that were simulated one after another.
    window: Window,
    /// Simulates them faster, if the design has words.
    single: Option<SingleCycles>,
    /// Makes that, which takes a while. Until then, single cycles are simulated with gates.
    compilation: Option<JoinHandle<Option<SingleCycles>>>,
    /// How long that took for some cycles, and how many they were. The last cycles count most.
    single_speed: (Duration, u64),
    /// Without a clock there is none.
    lookahead: Option<Lookahead>,
    /// Whether the last cycles were simulated by the lookahead.
    is_ahead: bool,
    /// Whether a word of a memory has changed in the last cycles.
    pub has_written: bool,
}

impl Timeline {
    /// A design at power-up, with all inputs 0, of which these bits are observed.
    pub fn new(design: &ForeignDesign, pins: &Pins, observed: &[Edge]) -> Timeline {
        let design = observing(design, observed);
        let registers = design.netlist.registers.iter().map(|register| register.leaf).collect();
        Timeline {
            simulator: Simulator::moments(&design, 1, Execution::Fastest),
            clock: pins.clock,
            level: pins.clock.and_then(|clock| design.level(clock)),
            registers,
            window: Window::new(observed.len(), CHUNKS),
            single: None,
            single_speed: (Duration::ZERO, 0),
            lookahead: pins
                .clock
                .filter(|clock| design.has_consecutive_lanes(*clock))
                .map(|clock| Lookahead::new(&design, clock)),
            compilation: pins
                .clock
                .filter(|_| design.words.is_some())
                .map(|clock| thread::spawn(move || SingleCycles::new(&design, clock))),
            is_ahead: false,
            has_written: false,
        }
    }

    /// Sets the levels of some input bits, and lets the design settle.
    ///
    /// # Errors
    ///
    /// [`ForeignError::Oscillation`]
    pub fn set_inputs(&mut self, levels: &[(u32, bool)]) -> Result<(), ForeignError> {
        for (leaf, level) in levels {
            self.simulator.lanes.fill(*leaf, *level);
            if let Some(lookahead) = &mut self.lookahead {
                lookahead.set_input(*leaf, *level);
            }
        }
        self.settle()
    }

    /// The registers.
    pub fn state(&self) -> impl Iterator<Item = bool> + Clone {
        let lanes = &self.simulator.lanes;
        self.registers.iter().map(|leaf| lanes.get(*leaf, 0)[0] & 1 == 1)
    }

    /// Replaces the registers, memories and inputs by those of another timeline of the same design.
    pub fn take_state(&mut self, other: &Timeline) {
        self.simulator.lanes.copy_memories(&other.simulator.lanes);
        let inputs = &self.simulator.lanes.netlist().inputs;
        let inputs = inputs.iter().flat_map(|input| input.leaf..input.leaf + input.width);
        let leaves: Vec<u32> = inputs.chain(self.registers.iter().copied()).collect();
        for leaf in leaves {
            let level = other.simulator.lanes.get(leaf, 0)[0] & 1 == 1;
            self.simulator.lanes.fill(leaf, level);
            if let Some(lookahead) = &mut self.lookahead {
                lookahead.set_input(leaf, level);
            }
        }
    }

    /// The observed bits now.
    pub fn observe(&mut self) -> Vec<bool> {
        let mut bits = vec![];
        self.simulator.lanes.outputs(|port, _, _, word| {
            if port == 0 {
                bits.push(word[0] & 1 == 1);
            }
        });
        bits
    }

    /// Simulates at least one and at most this many cycles.
    ///
    /// # Errors
    ///
    /// [`ForeignError::Oscillation`]
    pub fn advance(&mut self, most: u64) -> Result<(), ForeignError> {
        self.is_ahead = false;
        self.has_written = false;
        if self.compilation.as_ref().is_some_and(JoinHandle::is_finished) {
            self.compile();
        }
        // Which is faster is not known before single cycles were measured.
        if (self.single.is_none() || self.is_single_measured()) && self.look_ahead(most) {
            return Ok(());
        }
        if self.single.is_some() {
            return self.advance_single(most);
        }
        for (half, level) in [(Half::High, true), (Half::Low, false)] {
            if let Some(clock) = self.clock {
                self.simulator.lanes.fill(clock, level);
                match self.level {
                    Some(register) if !level => self.simulator.lanes.fill(register, false),
                    _ => self.settle()?,
                }
            }
            let window = &mut self.window;
            self.simulator.lanes.outputs(|port, bit, chunk, word| {
                if port == 0 {
                    window.set(half, bit, chunk, word);
                }
            });
        }
        self.window.cycles = 1;
        self.push_state();
        Ok(())
    }

    /// Simulates many cycles at once, if that is likely to be faster. Returns whether it did.
    fn look_ahead(&mut self, most: u64) -> bool {
        let lookahead = self.lookahead.as_mut().filter(|lookahead| lookahead.is_due(most));
        let Some(lookahead) = lookahead else { return false };
        let begun = Instant::now();
        let ahead = lookahead.advance(most, &mut self.simulator.lanes);
        self.is_ahead = ahead.is_some();
        if let Some((state, has_written)) = ahead {
            self.has_written = has_written;
            for (leaf, level) in self.registers.iter().zip(state) {
                self.simulator.lanes.fill(*leaf, *level);
            }
        }
        let ahead = if self.is_ahead { lookahead.window().cycles as u64 } else { 0 };
        let saved = saved(self.single_speed, ahead, begun.elapsed());
        lookahead.judge(saved.unwrap_or(if self.is_ahead { 1.0 } else { -1.0 }));
        self.is_ahead
    }

    fn is_single_measured(&self) -> bool {
        self.single_speed.1 >= MEASURED
    }

    /// Simulates cycles one after another with words.
    fn advance_single(&mut self, most: u64) -> Result<(), ForeignError> {
        let is_measured = self.is_single_measured();
        let Some(single) = &mut self.single else { return Ok(()) };
        let (lanes, window) = (&mut self.simulator.lanes, &mut self.window);
        let most = most.min((CHUNKS * LANES_PER_WORD) as u64);
        let Some(lookahead) = &mut self.lookahead else {
            self.has_written = single.run(most as usize, lanes, window, NO_SAMPLE)?;
            return Ok(());
        };
        let pause = if is_measured { lookahead.pause() } else { MEASURED };
        if pause == 0 {
            let cycles = most.min(lookahead.recorded());
            let begun = Instant::now();
            let push = |state: &mut dyn Iterator<Item = bool>| lookahead.push(state);
            self.has_written = single.run(cycles as usize, lanes, window, Some(push))?;
            let saved = saved(self.single_speed, cycles, begun.elapsed());
            lookahead.attempts.prepared(saved.unwrap_or(0.0));
            return Ok(());
        }
        let (begun, cycles) = (Instant::now(), most.min(pause));
        self.has_written = single.run(cycles as usize, lanes, window, NO_SAMPLE)?;
        let (time, measured) = &mut self.single_speed;
        (*time, *measured) = (*time + begun.elapsed(), *measured + cycles);
        if *measured >= 2 * MEASURED {
            (*time, *measured) = (*time / 2, *measured / 2);
        }
        lookahead.pass(cycles);
        Ok(())
    }

    /// Notes the state after a cycle.
    fn push_state(&mut self) {
        if let Some(lookahead) = &mut self.lookahead {
            let lanes = &self.simulator.lanes;
            lookahead.push(self.registers.iter().map(|leaf| lanes.get(*leaf, 0)[0] & 1 == 1));
        }
    }

    fn settle(&mut self) -> Result<(), ForeignError> {
        self.simulator.settle(&FIRST)?;
        self.has_written |= self.simulator.lanes.commit_writes(1);
        Ok(())
    }

    /// Waits until the design is compiled. Returns whether single cycles are simulated with words.
    pub fn compile(&mut self) -> bool {
        if let Some(compilation) = self.compilation.take() {
            self.single = compilation.join().ok().flatten();
        }
        self.single.is_some()
    }

    /// Whether the design is still being compiled.
    pub fn is_compiling(&self) -> bool {
        self.compilation.is_some()
    }

    /// The cycles that were simulated many at once.
    pub fn parallel_cycles(&self) -> u64 {
        self.lookahead.as_ref().map_or(0, |lookahead| lookahead.cycles)
    }

    /// What was observed in the cycles of the last [`advance`](Self::advance).
    pub fn window(&self) -> &Window {
        match &self.lookahead {
            Some(lookahead) if self.is_ahead => lookahead.window(),
            _ => &self.window,
        }
    }
}

/// The time that some cycles would take one by one, less the time that they took, in seconds.
/// `None` before the speed one by one is known: a time and a number of cycles.
fn saved(single_speed: (Duration, u64), cycles: u64, took: Duration) -> Option<f64> {
    let (time, measured) = single_speed;
    let single = (measured > 0).then(|| time.as_secs_f64() / measured as f64)?;
    Some(single * cycles as f64 - took.as_secs_f64())
}

/// A design whose only outputs are these, and `$unstable`.
fn observing(design: &ForeignDesign, observed: &[Edge]) -> ForeignDesign {
    let unstable = design.netlist.outputs.last().cloned();
    let observed = OutputPort { name: "$observed".into(), bits: observed.to_vec() };
    let outputs = [observed].into_iter().chain(unstable).collect();
    let netlist = Netlist { outputs, ..design.netlist.clone() };
    ForeignDesign { netlist, ..design.clone() }
}
