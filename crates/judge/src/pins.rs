//! The pins of many copies of a foreign `task5`.

use thiserror::Error;

use super::{Observation, remedies};
use baccarat_sim::every_hand::{Driver, Timing};
use board_simulation::{BoardLanes, Copies};
use de1_soc::{KEYS, LIGHTS_AND_DISPLAYS, PERIOD};
use foreign_designs::{ForeignDesign, Simulator};
use foreign_sources::ForeignError;
use rust_hdl_gates::netlist::{Memory, OutputPort};
use rust_hdl_lanes::{Execution, Lanes, Word};
use rust_hdl_rtl::Value;
use serde::Serialize;
use waveform::{Recorder, Recording, Trace};

/// The most that a copy may have in memories that are written, in bytes. Each thread simulates tens
/// of thousands of copies.
const MAXIMUM_MEMORY: u64 = 8 << 10;

/// Why a design cannot be judged.
#[derive(Debug, Error)]
pub enum JudgeError {
    #[error(
        "module `{top}` is not a task5: it has no {}; {} chooses another module",
        missing.join(", "),
        foreign_sources::remedies::TOP
    )]
    NoBoard { top: String, missing: Vec<String> },
    #[error(
        "`{top}` writes memories of {} KiB, but the judge simulates many copies, each with {} KiB at most",
        bytes.div_ceil(1024),
        MAXIMUM_MEMORY / 1024
    )]
    LargeMemories { top: String, bytes: u64 },
    #[error(
        "`{top}` has registers with the clock of a PLL, but only CLOCK_50 and the keys are simulated: use CLOCK_50 instead{}",
        remedies::OR_BOARD
    )]
    Plls { top: String },
    #[error(transparent)]
    Foreign(#[from] ForeignError),
    #[error(transparent)]
    Observation(#[from] Observation),
}

/// Returns `chunks` * 256 boards at power-up, with a driver of their keys.
pub(super) fn driver(
    design: &ForeignDesign,
    chunks: usize,
    timing: Timing,
) -> Result<Driver<Simulator>, JudgeError> {
    Ok(Driver::new(boards(design, chunks)?, timing))
}

/// Returns `chunks` * 256 boards at power-up.
pub(super) fn boards(
    design: &ForeignDesign,
    chunks: usize,
) -> Result<BoardLanes<Simulator>, JudgeError> {
    let memories = design.memories.iter().filter(|memory| !memory.writes.is_empty());
    let bytes = memories.map(Memory::bytes).sum();
    if bytes > MAXIMUM_MEMORY {
        return Err(JudgeError::LargeMemories { top: design.top.clone(), bytes });
    }
    let shown = with_first_outputs(design, [])?;
    with_pins(design, Simulator::new(&shown, chunks, Execution::Fastest))
}

/// Returns boards whose first copy is recorded with all named signals.
pub(super) fn recorded(
    design: &ForeignDesign,
    timing: Timing,
) -> Result<Driver<Recorded>, JudgeError> {
    let shown = with_first_outputs(design, design.signals())?;
    let simulator = Simulator::new(&shown, 1, Execution::Fastest);
    let keys = design.netlist.input("KEY").ok_or_else(|| no_board(design))?.leaf;
    let copies = Recorded { simulator, keys, recorder: None, steps: vec![] };
    let boards = with_pins(design, copies)?;
    Ok(Driver::new(boards, timing))
}

fn with_pins<C: Copies<Error = ForeignError>>(
    design: &ForeignDesign,
    copies: C,
) -> Result<BoardLanes<C>, JudgeError> {
    BoardLanes::new(copies)?.ok_or_else(|| no_board(design))
}

/// Returns the design with LEDR and the displays as its first outputs, and then `others`.
fn with_first_outputs(
    design: &ForeignDesign,
    others: impl IntoIterator<Item = OutputPort>,
) -> Result<ForeignDesign, JudgeError> {
    let output = |(name, width): (&str, usize)| {
        let bits = design.netlist.output(name)?.bits.get(..width)?;
        Some(OutputPort { name: name.to_string(), bits: bits.to_vec() })
    };
    let outputs: Option<Vec<OutputPort>> = LIGHTS_AND_DISPLAYS.into_iter().map(output).collect();
    let outputs = outputs.ok_or_else(|| no_board(design))?.into_iter().chain(others);
    let design = design.with_outputs(outputs);
    if design.plls.iter().any(|pll| design.depends_on(pll.leaf)) {
        return Err(JudgeError::Plls { top: design.top });
    }
    Ok(design)
}

/// The error of a design without the pins of a `task5`.
fn no_board(design: &ForeignDesign) -> JudgeError {
    let netlist = &design.netlist;
    let lacks_input = |(name, width): &(&str, usize)| {
        netlist.input(name).is_none_or(|port| (port.width as usize) < *width)
    };
    let lacks_output = |(name, width): &(&str, usize)| {
        netlist.output(name).is_none_or(|port| port.bits.len() < *width)
    };
    let inputs = [("CLOCK_50", 1), ("KEY", KEYS)].into_iter().filter(lacks_input);
    let outputs = LIGHTS_AND_DISPLAYS.into_iter().filter(lacks_output);
    let missing = inputs.map(|port| described("input", port));
    let missing = missing.chain(outputs.map(|port| described("output", port))).collect();
    JudgeError::NoBoard { top: design.top.clone(), missing }
}

fn described(direction: &str, (name, width): (&str, usize)) -> String {
    match width {
        1 => format!("{direction} {name}"),
        _ => format!("{direction} {name}[{}:0]", width - 1),
    }
}

/// What the keys of a board do, and then its clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Step {
    /// The levels of KEY\[3:0\]: 0 is pressed.
    pub keys: u64,
    /// The cycles of CLOCK_50 until the next step.
    pub cycles: u64,
}

/// A hand that was recorded.
#[derive(Clone, Debug)]
pub struct RecordedHand {
    /// All named signals, in the order of the netlist.
    pub trace: Trace,
    /// From power-up to the end of the hand.
    pub steps: Vec<Step>,
}

/// Copies of which the first is recorded.
pub(super) struct Recorded {
    simulator: Simulator,
    /// The leaf of KEY\[0\].
    keys: u32,
    recorder: Option<Recorder>,
    steps: Vec<Step>,
}

impl Recorded {
    /// What was recorded since power-up.
    pub fn into_recording(self) -> RecordedHand {
        let trace = self.recorder.map(Recorder::into_trace).unwrap_or_default();
        RecordedHand { trace, steps: self.steps }
    }

    fn step(&mut self) {
        let level = |key: u32| self.simulator.lanes.get(self.keys + key, 0)[0] & 1;
        let keys = (0..KEYS as u32).map(|key| level(key) << key).sum();
        self.steps.push(Step { keys, cycles: 0 });
    }

    fn signals(simulator: &mut Simulator) -> Vec<Value> {
        simulator.first_outputs().split_off(LIGHTS_AND_DISPLAYS.len())
    }
}

impl Copies for Recorded {
    type Error = ForeignError;

    fn lanes(&mut self) -> &mut Lanes {
        self.simulator.lanes()
    }

    fn start(&mut self) -> Result<(), ForeignError> {
        self.simulator.start()?;
        let signals = Recorded::signals(&mut self.simulator);
        self.recorder = Some(Recorder::new(PERIOD, Recording::WHOLE, signals));
        self.steps.clear();
        self.step();
        Ok(())
    }

    fn settle(&mut self) -> Result<(), ForeignError> {
        self.simulator.settle_all()?;
        self.step();
        if let Some(recorder) = &mut self.recorder {
            recorder.input_changed(|| Recorded::signals(&mut self.simulator));
        }
        Ok(())
    }

    /// `clock` is CLOCK_50: the judge holds keys for whole cycles.
    fn pulse(&mut self, clock: u32, copies: &[Word]) -> Result<(), ForeignError> {
        for is_high in [true, false] {
            self.simulator.lanes.toggle(clock, copies);
            self.simulator.settle(copies)?;
            if let Some(recorder) = &mut self.recorder {
                recorder.clock_changed(is_high, || Recorded::signals(&mut self.simulator));
            }
        }
        if let Some(step) = self.steps.last_mut() {
            step.cycles += 1;
        }
        Ok(())
    }
}
