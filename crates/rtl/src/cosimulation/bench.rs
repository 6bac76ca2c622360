//! The testbench: a block and a design with common inputs.

use std::fmt;

use super::super::design::{Design, ItemKind, ModuleId, Signal, SignalId, SignalKind, Value};
use super::super::evaluate::Evaluator;
use super::clocks::clock_bits;
use super::fatal::FatalValues;
use super::{BlockSimulation, Compared, Mismatch, SimulationError};

/// The block, the design and the values of their inputs.
pub(super) struct Bench {
    module: String,
    simulation: BlockSimulation,
    evaluator: Evaluator,
    fatal_values: FatalValues,
    pub inputs: Vec<Input>,
    outputs: Vec<Output>,
    /// For each bidirectional port, its place among the simulation's ports, and the design's signal
    /// for whether the module drives it.
    drivers: Vec<(usize, SignalId)>,
    registers: Vec<SignalId>,
    pub has_state: bool,
}

/// An input of both, or what drives a bidirectional port from outside.
pub(super) struct Input {
    /// Its place among the simulation's ports.
    port: usize,
    id: SignalId,
    pub width: u32,
    /// A mask of the bits that clock a register or a memory.
    pub clocks: Value,
    pub value: Value,
}

/// An output of both, or the value of a bidirectional port.
struct Output {
    port: usize,
    id: SignalId,
    /// The value at power-up.
    first: Option<Value>,
    has_changed: bool,
}

impl Bench {
    pub fn new(
        simulation: BlockSimulation,
        design: &Design,
        id: ModuleId,
    ) -> Result<Bench, Mismatch> {
        let evaluator = Evaluator::new(design, id)?;
        let module = design.module(id).name.clone();
        match_ports(&simulation, design, id)?;

        let flat = &evaluator.flat().module;
        let find = |name: &str| {
            let unknown = || Mismatch::UnknownPort { module: module.clone(), port: name.into() };
            flat.find(name).ok_or_else(unknown)
        };
        let clocks = clock_bits(flat);
        let (mut inputs, mut outputs, mut drivers) = (vec![], vec![], vec![]);
        for (port, simulated) in simulation.ports().iter().enumerate() {
            let name = &simulated.name;
            let id = find(name)?;
            if simulated.kind != SignalKind::Output {
                let clocks = clocks.get(&id).cloned().unwrap_or_default();
                let (width, value) = (simulated.width, Value::ZERO);
                inputs.push(Input { port, id, width, clocks, value });
            }
            let id = match simulated.kind {
                SignalKind::Output => id,
                SignalKind::InOut => {
                    drivers.push((port, find(&format!("{name}.driven"))?));
                    find(&format!("{name}.value"))?
                }
                _ => continue,
            };
            outputs.push(Output { port, id, first: None, has_changed: false });
        }
        if outputs.is_empty() {
            return Err(Mismatch::NothingToCompare { module });
        }
        let registers = flat.items.iter().filter_map(|item| match &item.kind {
            ItemKind::Register(register) => Some(register.target),
            _ => None,
        });
        let registers: Vec<SignalId> = registers.collect();
        let fatal_values = FatalValues::of(flat);
        let has_state = !registers.is_empty() || !flat.memories.is_empty();
        Ok(Bench {
            module,
            simulation,
            evaluator,
            fatal_values,
            inputs,
            outputs,
            drivers,
            registers,
            has_state,
        })
    }

    pub fn input_bits(&self) -> u32 {
        self.inputs.iter().map(|input| input.width).sum()
    }

    /// Returns the number of register bits.
    pub fn register_bits(&self) -> u32 {
        let flat = &self.evaluator.flat().module;
        self.registers.iter().map(|register| flat.signal_width(*register)).sum()
    }

    /// Returns the values of the design's registers.
    pub fn state(&self) -> Vec<Value> {
        self.registers.iter().map(|register| self.evaluator.get(*register)).collect()
    }

    /// Applies the inputs to both, lets them settle and compares every output.
    pub fn compare(&mut self, when: fmt::Arguments<'_>) -> Result<(), Mismatch> {
        for input in &self.inputs {
            self.simulation.set(input.port, &input.value);
        }
        let simulated = match self.fatal_value() {
            Some(message) => Err(SimulationError::Panic(message)),
            None => self.simulation.settle(),
        };
        for input in &mut self.inputs {
            input.value = self.simulation.outside(input.port).clone();
            self.evaluator.set(input.id, input.value.clone());
        }
        let module = || self.module.clone();
        match simulated {
            Ok(()) => {}
            Err(SimulationError::Unstable) => {
                return Err(Mismatch::Unstable { module: module(), stimulus: self.stimulus(when) });
            }
            Err(SimulationError::Panic(message)) => {
                let stimulus = self.stimulus(when);
                return Err(Mismatch::Panic { module: module(), message, stimulus });
            }
        }
        if let Err(oscillation) = self.evaluator.settle() {
            let (module, stimulus) = (self.module.clone(), self.stimulus(when));
            return Err(Mismatch::Oscillation { module, oscillation, stimulus });
        }
        self.compare_outputs(when)
    }

    /// Returns why the block's simulation would end the process, if it would. The design is a step
    /// ahead then.
    fn fatal_value(&mut self) -> Option<String> {
        if self.fatal_values.is_empty() {
            return None;
        }
        for input in &self.inputs {
            self.evaluator.set(input.id, self.simulation.outside(input.port).clone());
        }
        // An oscillation is reported afterwards.
        let _ = self.evaluator.settle();
        self.fatal_values.find(self.evaluator.state())
    }

    fn compare_outputs(&mut self, when: fmt::Arguments<'_>) -> Result<(), Mismatch> {
        let mismatch = |signal: &str, rust: Value, design: Value| Mismatch::Value {
            module: self.module.clone(),
            signal: signal.to_string(),
            rust,
            design,
            stimulus: self.stimulus(when),
        };
        for output in &self.outputs {
            let (rust, design) = (self.simulation.get(output.port), self.evaluator.get(output.id));
            if *rust != design {
                return Err(mismatch(self.name(output.port), rust.clone(), design));
            }
        }
        for (port, driven) in &self.drivers {
            let rust = Value::from(self.simulation.is_driven(*port));
            let design = self.evaluator.get(*driven);
            if rust != design {
                return Err(mismatch(&format!("{}.driven", self.name(*port)), rust, design));
            }
        }
        for output in &mut self.outputs {
            let value = self.simulation.get(output.port);
            output.has_changed |= output.first.get_or_insert_with(|| value.clone()) != value;
        }
        Ok(())
    }

    /// Returns what was compared with that number of stimuli.
    pub fn compared(&self, stimuli: usize) -> Compared {
        let constant = self.outputs.iter().filter(|output| !output.has_changed);
        let name = |output: &Output| self.name(output.port).to_string();
        Compared { stimuli, outputs: self.outputs.len(), constant: constant.map(name).collect() }
    }

    fn name(&self, port: usize) -> &str {
        &self.simulation.ports()[port].name
    }

    fn stimulus(&self, when: fmt::Arguments<'_>) -> String {
        let input = |input: &Input| format!("{} = {:#x}", self.name(input.port), input.value);
        let inputs: Vec<String> = self.inputs.iter().map(input).collect();
        let parts = [when.to_string(), inputs.join(", ")];
        let present: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
        present.join(" with ")
    }
}

/// Checks that the block has exactly the ports of the module.
fn match_ports(
    simulation: &BlockSimulation,
    design: &Design,
    id: ModuleId,
) -> Result<(), Mismatch> {
    let module = design.module(id);
    for (_, port) in module.ports() {
        if !simulation.ports().iter().any(|simulated| simulated.name == port.name) {
            let (module, port) = (module.name.clone(), port.name.clone());
            return Err(Mismatch::HiddenPort { module, port });
        }
    }
    for simulated in simulation.ports() {
        let is_same = |(id, port): (SignalId, &Signal)| {
            let ends = (&port.name, port.kind, module.signal_width(id));
            ends == (&simulated.name, simulated.kind, simulated.width)
        };
        if !module.ports().any(is_same) {
            let (module, port) = (module.name.clone(), simulated.name.clone());
            return Err(Mismatch::UnknownPort { module, port });
        }
    }
    Ok(())
}
