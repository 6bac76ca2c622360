//! The testbench: a block and a design with common inputs.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

use rust_hdl::prelude::{Block, simulate};

use super::super::design::{ItemKind, SignalId, Value};
use super::super::evaluate::Evaluator;
use super::clocks::clock_bits;
use super::{Mismatch, Pins};

/// The most delta cycles of one step, well above the depth of any block.
const MAXIMUM_UPDATES: usize = 1000;

/// The block, the design and the values of their inputs.
pub(super) struct Bench<B> {
    module: String,
    block: B,
    evaluator: Evaluator,
    pub inputs: Vec<Input<B>>,
    outputs: Vec<Output<B>>,
    registers: Vec<SignalId>,
}

/// An input of both.
pub(super) struct Input<B> {
    id: SignalId,
    name: &'static str,
    pub width: u32,
    /// A mask of the bits that clock a register.
    pub clocks: Value,
    poke: fn(&mut B, &Value),
    pub value: Value,
}

struct Output<B> {
    id: SignalId,
    name: &'static str,
    peek: fn(&B) -> Value,
}

impl<B: Block> Bench<B> {
    pub fn new(
        block: B,
        pins: &Pins<B>,
        evaluator: Evaluator,
        module: &str,
    ) -> Result<Bench<B>, Mismatch> {
        let flat = &evaluator.flat().module;
        let find = |pin: &str| {
            let port = flat.ports().find(|(_, port)| port.name == pin).map(|(id, _)| id);
            port.ok_or_else(|| Mismatch::UnknownPin { module: module.into(), pin: pin.into() })
        };
        let named: Vec<&str> = (pins.inputs.iter().map(|(name, _)| *name))
            .chain(pins.outputs.iter().map(|(name, _)| *name))
            .collect();
        if let Some((_, port)) = flat.ports().find(|(_, port)| !named.contains(&&*port.name)) {
            let port = port.name.clone();
            return Err(Mismatch::MissingPin { module: module.into(), port });
        }
        let clocks = clock_bits(flat);
        let mut inputs = Vec::new();
        for (name, poke) in &pins.inputs {
            let id = find(name)?;
            inputs.push(Input {
                id,
                name,
                width: flat.signal_width(id),
                clocks: clocks.get(&id).cloned().unwrap_or_default(),
                poke: *poke,
                value: Value::ZERO,
            });
        }
        let mut outputs = Vec::new();
        for (name, peek) in &pins.outputs {
            outputs.push(Output { id: find(name)?, name, peek: *peek });
        }
        let registers = flat.items.iter().filter_map(|item| match &item.kind {
            ItemKind::Register(register) => Some(register.target),
            _ => None,
        });
        let registers = registers.collect();
        Ok(Bench { module: module.to_string(), block, evaluator, inputs, outputs, registers })
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
    pub fn compare(&mut self, when: &str) -> Result<(), Mismatch> {
        for input in &self.inputs {
            (input.poke)(&mut self.block, &input.value);
            self.evaluator.set(input.id, input.value.clone());
        }
        // A kernel may panic, for example on a bit index out of range. The block is not used after that.
        let mut block = AssertUnwindSafe(&mut self.block);
        let simulated = catch_unwind(move || simulate(*block, MAXIMUM_UPDATES));
        let (module, stimulus) = (|| self.module.clone(), || self.stimulus(when));
        match simulated {
            Ok(true) => {}
            Ok(false) => {
                return Err(Mismatch::Unstable { module: module(), stimulus: stimulus() });
            }
            Err(payload) => {
                let message = panic_message(payload.as_ref()).to_string();
                return Err(Mismatch::Panic { module: module(), message, stimulus: stimulus() });
            }
        }
        if let Err(oscillation) = self.evaluator.settle() {
            return Err(Mismatch::Oscillation {
                module: self.module.clone(),
                oscillation,
                stimulus: self.stimulus(when),
            });
        }
        for output in &self.outputs {
            let (rust, design) = ((output.peek)(&self.block), self.evaluator.get(output.id));
            if rust != design {
                return Err(Mismatch::Value {
                    module: self.module.clone(),
                    signal: output.name.to_string(),
                    rust,
                    design,
                    stimulus: self.stimulus(when),
                });
            }
        }
        Ok(())
    }

    fn stimulus(&self, when: &str) -> String {
        let inputs: Vec<String> = self
            .inputs
            .iter()
            .map(|input| format!("{} = {:#x}", input.name, input.value))
            .collect();
        let parts = [when.to_string(), inputs.join(", ")];
        let present: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
        present.join(" with ")
    }
}

/// Returns the message of a panic.
pub(crate) fn panic_message(payload: &(dyn Any + Send)) -> &str {
    match payload.downcast_ref::<String>() {
        Some(message) => message,
        None => payload.downcast_ref::<&str>().copied().unwrap_or("no message"),
    }
}
