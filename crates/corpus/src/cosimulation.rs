//! Cosimulation of rust-hdl's simulation with a model.

use std::fmt;

use fastrand::Rng;
use rust_hdl_rtl::BlockSimulation;

use crate::case::{Case, Script};
use crate::interface::{Interface, Port, PortKind};
use crate::script_ports::ScriptPorts;
use crate::stimulus::RandomInputs;

/// The numbers of cycles between power-ups, which end states that have no other exit, such as
/// errors.
const EPISODES: [u64; 4] = [256, 2048, 8192, 32768];

/// The probability, of 256, that other inputs change before a clock edge: mostly before it rises.
const CHANGES_BEFORE_RISE: u8 = 250;
const CHANGES_BEFORE_FALL: u8 = 40;

/// A model that should behave like the Rust simulation.
pub trait Model {
    /// Resets the model to power-up, with all inputs 0.
    fn power_up(&mut self) -> Result<(), String>;
    /// Changes inputs and settles. The outputs are those expected then; `drives` has whether the
    /// block drives each bidirectional port. The environment drives the others.
    fn step(
        &mut self,
        changes: &[(usize, u128)],
        outputs: &[u128],
        drives: &[bool],
    ) -> Result<(), String>;
}

/// Why a cosimulation stopped.
#[derive(Debug)]
pub enum Failure {
    /// The Rust simulation failed.
    Rust(String),
    /// The model failed or differs.
    Model(String),
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Rust(message) | Failure::Model(message) => f.write_str(message),
        }
    }
}

/// The coverage of a cosimulation.
pub struct RunSummary {
    /// Rising edges of the slowest clock, or steps if there is no clock.
    pub cycles: u64,
    /// The outputs, each with whether it never changed.
    pub outputs: Vec<(String, bool)>,
}

/// Simulates at least `cycles` cycles of every clock, always with the same stimulus.
pub fn cosimulate(case: &Case, cycles: u64, model: &mut dyn Model) -> Result<RunSummary, Failure> {
    let interface = case.interface();
    let mut cosimulation = Cosimulation::new(case, &interface);
    let mut episode = 0;
    while cosimulation.cycles() < cycles {
        cosimulation.power_up(model)?;
        let end = cosimulation.cycles() + EPISODES[episode % EPISODES.len()];
        episode += 1;
        let mut random_inputs = RandomInputs::new(case, &interface);
        let mut script = case.new_script();
        while cosimulation.cycles() < end.min(cycles) {
            cosimulation.next_step(&mut random_inputs, script.as_mut(), model)?;
        }
    }
    let outputs = interface.outputs.iter().zip(&cosimulation.changed);
    let outputs = outputs.map(|(port, changed)| (port.name.clone(), !changed));
    Ok(RunSummary { cycles: cosimulation.cycles(), outputs: outputs.collect() })
}

struct Cosimulation<'a> {
    case: &'a Case,
    interface: &'a Interface,
    clocks: Vec<usize>,
    random: Rng,
    block: BlockSimulation,
    inputs: Vec<u128>,
    outputs: Vec<u128>,
    /// For each output, whether it was seen to change.
    changed: Vec<bool>,
    /// The rising edges of each clock, or the steps if there is no clock.
    risen: Vec<u64>,
}

impl<'a> Cosimulation<'a> {
    fn new(case: &'a Case, interface: &'a Interface) -> Cosimulation<'a> {
        let is_clock = |index: &usize| interface.inputs[*index].kind == PortKind::Clock;
        let clocks: Vec<usize> = (0..interface.inputs.len()).filter(is_clock).collect();
        Cosimulation {
            risen: vec![0; clocks.len().max(1)],
            case,
            interface,
            clocks,
            random: Rng::with_seed(1),
            block: case.power_up(),
            inputs: vec![0; interface.inputs.len()],
            outputs: vec![0; interface.outputs.len()],
            changed: vec![false; interface.outputs.len()],
        }
    }

    fn cycles(&self) -> u64 {
        self.risen.iter().copied().min().unwrap_or(0)
    }

    fn power_up(&mut self, model: &mut dyn Model) -> Result<(), Failure> {
        self.block = self.case.power_up();
        self.inputs.fill(0);
        for limit in &self.case.limits {
            let is_limited = |port: &Port| port.name == limit.input;
            let index = self.interface.inputs.iter().position(is_limited);
            let index = index.unwrap_or_else(|| panic!("there is no port `{}`", limit.input));
            self.inputs[index] = *limit.values.start();
        }
        model.power_up().map_err(Failure::Model)?;
        let changes: Vec<_> = self.inputs.iter().copied().enumerate().collect();
        // The first values of outputs do not count as changes.
        let changed = self.changed.clone();
        self.settle(&changes, model)?;
        self.changed = changed;
        Ok(())
    }

    /// Possibly changes inputs other than clocks, then changes a clock.
    fn next_step(
        &mut self,
        random_inputs: &mut RandomInputs,
        script: Option<&mut Script>,
        model: &mut dyn Model,
    ) -> Result<(), Failure> {
        let which = self.random.usize(..self.risen.len());
        let clock = self.clocks.get(which).copied();
        let rises = clock.is_none_or(|index| self.inputs[index] == 0);
        let chance = if rises { CHANGES_BEFORE_RISE } else { CHANGES_BEFORE_FALL };
        let before = self.inputs.clone();
        if self.random.u8(..) < chance {
            random_inputs.change(&mut self.inputs, &mut self.random);
        }
        if let Some(script) = script {
            let mut ports = ScriptPorts {
                interface: self.interface,
                inputs: &mut self.inputs,
                outputs: &self.outputs,
                next_clock: clock,
            };
            script(&mut ports, &mut self.random);
        }
        let changes: Vec<_> = (self.inputs.iter().copied().enumerate())
            .filter(|(index, value)| before[*index] != *value)
            .collect();
        if !changes.is_empty() {
            self.settle(&changes, model)?;
        }
        if let Some(index) = clock {
            self.inputs[index] ^= 1;
            self.settle(&[(index, self.inputs[index])], model)?;
        }
        self.risen[which] += u64::from(rises);
        Ok(())
    }

    fn settle(&mut self, changes: &[(usize, u128)], model: &mut dyn Model) -> Result<(), Failure> {
        for (index, value) in changes {
            self.block.set(self.interface.inputs[*index].place, &(*value).into());
        }
        self.block.settle().map_err(|error| Failure::Rust(error.to_string()))?;
        for (index, output) in self.outputs.iter_mut().enumerate() {
            let value = self.block.get(self.interface.outputs[index].place);
            let value = value.to_u128().expect("at most 128 bits");
            self.changed[index] |= value != *output;
            *output = value;
        }
        let drives: Vec<bool> =
            self.interface.buses().map(|bus| self.block.is_driven(bus.place)).collect();
        model.step(changes, &self.outputs, &drives).map_err(Failure::Model)
    }
}
