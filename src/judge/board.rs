//! The pins of many copies of a foreign `task5`.

use std::collections::BTreeMap;

use thiserror::Error;

use super::Observation;
use crate::de1_soc::{BoardOutputs, KEYS, LIGHTS_AND_DISPLAYS, output_bit};
use crate::foreign::{ForeignDesign, ForeignError, Simulator};
use crate::simulation::{RESET_KEY, STEP_KEY};
use crate::waveform::{Recorder, Recording, Trace};
use rust_hdl_gates::masks::{ALL, Countdown, NONE};
use rust_hdl_gates::{Execution, Word, lane_values};

/// Why a design cannot be judged.
#[derive(Debug, Error)]
pub enum JudgeError {
    #[error(
        "module `{top}` is not a task5: it has no {}; --top NAME chooses another module",
        missing.join(", ")
    )]
    NoBoard { top: String, missing: Vec<String> },
    #[error(transparent)]
    Foreign(#[from] ForeignError),
    #[error(transparent)]
    Observation(#[from] Observation),
}

/// When the copies wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum WaitPhase {
    /// Before KEY0 is pressed.
    Up,
    /// While KEY0 is down.
    Down,
}

/// How keys are pressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Timing {
    /// Cycles of CLOCK_50 after each change of a key.
    pub hold: usize,
    pub wait: WaitPhase,
}

/// Copies of a design, and their pins.
pub(super) struct Board {
    simulator: Simulator,
    pub timing: Timing,
    clock: u32,
    keys: u32,
    /// For each output port and bit of the design, the bit of [`BoardOutputs`].
    places: Vec<Vec<Option<usize>>>,
    everywhere: Vec<Word>,
    recorder: Option<Recorder>,
}

impl Board {
    /// Takes `chunks` * 256 copies at power-up, with the keys up.
    pub fn new(design: &ForeignDesign, chunks: usize, timing: Timing) -> Result<Board, JudgeError> {
        let simulator = Simulator::new(design, chunks, Execution::Fastest);
        let netlist = &design.netlist;
        let mut missing = Vec::new();
        let mut input = |name: &str, width: usize| {
            let port = netlist.input(name).filter(|port| port.width as usize >= width);
            if port.is_none() {
                missing.push(format!("input {}", described(name, width)));
            }
            port.map_or(0, |port| port.leaf)
        };
        let (clock, keys) = (input("CLOCK_50", 1), input("KEY", KEYS));
        for (name, width) in LIGHTS_AND_DISPLAYS {
            let port = netlist.output(name).filter(|port| port.bits.len() >= width);
            if port.is_none() {
                missing.push(format!("output {}", described(name, width)));
            }
        }
        if !missing.is_empty() {
            return Err(JudgeError::NoBoard { top: design.top.clone(), missing });
        }
        let place = |name: &str, bit: usize| {
            let (_, width) = LIGHTS_AND_DISPLAYS.iter().find(|(other, _)| *other == name)?;
            (bit < *width).then(|| output_bit(name) + bit)
        };
        let places = netlist.outputs.iter();
        let places = places
            .map(|port| (0..port.bits.len()).map(|bit| place(&port.name, bit)).collect())
            .collect();
        let everywhere = vec![ALL; chunks];
        let mut board =
            Board { simulator, timing, clock, keys, places, everywhere, recorder: None };
        board.release_keys()?;
        Ok(board)
    }

    /// Returns all copies to power-up, with the keys up.
    pub fn power_up(&mut self) -> Result<(), JudgeError> {
        self.simulator.lanes.power_up();
        self.release_keys()
    }

    fn release_keys(&mut self) -> Result<(), JudgeError> {
        (self.keys..self.keys + 4).for_each(|key| self.simulator.lanes.fill(key, true));
        Ok(self.simulator.settle_all()?)
    }

    /// One copy, whose named signals are recorded.
    pub fn recorded(design: &ForeignDesign, timing: Timing) -> Result<Board, JudgeError> {
        let design = design.with_signals_as_outputs();
        let mut board = Board::new(&design, 1, timing)?;
        board.recorder = Some(Recorder::new(Recording::WHOLE, board.simulator.first_outputs()));
        Ok(board)
    }

    /// The recorded signals.
    pub fn into_trace(self) -> Trace {
        self.recorder.map(Recorder::into_trace).unwrap_or_default()
    }

    /// Runs CLOCK_50 for one cycle in these copies.
    fn cycle(&mut self, copies: &[Word]) -> Result<(), JudgeError> {
        for is_high in [true, false] {
            for (chunk, word) in copies.iter().enumerate() {
                self.simulator.lanes.set(self.clock, chunk, if is_high { *word } else { NONE });
            }
            self.simulator.settle(copies)?;
            if let Some(recorder) = &mut self.recorder {
                recorder.clock_changed(is_high, || self.simulator.first_outputs());
            }
        }
        Ok(())
    }

    /// Runs CLOCK_50 in all copies.
    pub fn cycle_all(&mut self, cycles: usize) -> Result<(), JudgeError> {
        let everywhere = std::mem::take(&mut self.everywhere);
        let result = (0..cycles).try_for_each(|_| self.cycle(&everywhere));
        self.everywhere = everywhere;
        result
    }

    fn set_key(&mut self, key: usize, is_up: bool) -> Result<(), JudgeError> {
        self.simulator.lanes.fill(self.keys + key as u32, is_up);
        self.simulator.settle_all()?;
        if let Some(recorder) = &mut self.recorder {
            recorder.input_changed(|| self.simulator.first_outputs());
        }
        self.cycle_all(self.timing.hold)
    }

    /// Presses KEY0 and keeps it down.
    pub fn push(&mut self, waits: Option<&Countdown>) -> Result<(), JudgeError> {
        if self.timing.wait == WaitPhase::Up {
            self.wait(waits)?;
        }
        self.set_key(STEP_KEY, false)
    }

    /// Releases KEY0.
    pub fn release(&mut self, waits: Option<&Countdown>) -> Result<(), JudgeError> {
        if self.timing.wait == WaitPhase::Down {
            self.wait(waits)?;
        }
        self.set_key(STEP_KEY, true)
    }

    /// Presses and releases KEY0.
    pub fn press(&mut self, waits: Option<&Countdown>) -> Result<(), JudgeError> {
        self.push(waits)?;
        self.release(waits)
    }

    fn wait(&mut self, waits: Option<&Countdown>) -> Result<(), JudgeError> {
        waits.into_iter().flat_map(Countdown::cycles).try_for_each(|copies| self.cycle(copies))
    }

    /// Starts a new hand as the handout says: presses and releases KEY0 while KEY3 is down.
    pub fn reset(&mut self) -> Result<(), JudgeError> {
        self.set_key(RESET_KEY, false)?;
        self.press(None)?;
        self.set_key(RESET_KEY, true)
    }

    /// The outputs of all copies.
    pub fn outputs(&mut self) -> Vec<BoardOutputs> {
        let chunks = self.everywhere.len();
        let mut planes = vec![[NONE; 64]; chunks];
        let places = &self.places;
        self.simulator.lanes.outputs(|port, bit, chunk, word| {
            if let Some(place) = places[port][bit] {
                planes[chunk][place] = word;
            }
        });
        let mut outputs = Vec::with_capacity(chunks * 256);
        for planes in planes {
            outputs.extend(lane_values(&planes).map(BoardOutputs));
        }
        outputs
    }

    /// The path and the leaves of the register with the state of the game, if its name tells: the
    /// one with `state` in its name that is least deep in the design.
    pub fn state_register(&self) -> Option<(String, Vec<u32>)> {
        let registers = self.simulator.lanes.netlist().registers.iter();
        let mut found: BTreeMap<(usize, &str), BTreeMap<usize, u32>> = BTreeMap::new();
        for register in registers {
            let (path, bit) = register.path_and_bit();
            let name = path.rsplit('.').next().unwrap_or(path);
            if name.to_ascii_lowercase().contains("state") {
                let depth = path.matches('.').count();
                found.entry((depth, path)).or_default().insert(bit, register.leaf);
            }
        }
        let ((_, path), bits) = found.into_iter().next()?;
        Some((path.to_string(), bits.into_values().collect()))
    }

    /// The number that some leaves form in the first copy, the lowest bit first.
    pub fn first_value(&self, leaves: &[u32]) -> u64 {
        let bits = leaves.iter().rev().map(|leaf| self.simulator.lanes.get(*leaf, 0)[0] & 1);
        bits.fold(0, |value, bit| value << 1 | bit)
    }

    /// The copies of each chunk whose outputs differ from the expected ones: for each chunk, a word
    /// for each bit of [`BoardOutputs`].
    pub fn different(&mut self, expected: &[[Word; 64]]) -> Vec<Word> {
        let mut different = vec![NONE; expected.len()];
        let places = &self.places;
        self.simulator.lanes.outputs(|port, bit, chunk, word| {
            if let Some(place) = places[port][bit] {
                for (part, lanes) in different[chunk].iter_mut().enumerate() {
                    *lanes |= word[part] ^ expected[chunk][place][part];
                }
            }
        });
        different
    }
}

fn described(name: &str, width: usize) -> String {
    if width == 1 { name.into() } else { format!("{name}[{}:0]", width - 1) }
}
