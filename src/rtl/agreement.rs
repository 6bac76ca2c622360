//! The typed design beside `rust-hdl`'s own simulation of the block that it came from.
//!
//! Both get the same stimuli. A module without registers and with few inputs sees every input there is; any other sees
//! many random steps, on each of which either one clock changes or the other inputs do, so that no result hangs on which
//! of two simultaneous changes comes first.

use std::any::Any;
use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};

use rust_hdl::prelude::{Bit, Bits, Block, Clock, In, Out, Signal, Synth, ToBits, simulate};
use thiserror::Error;

use super::design::*;
use super::evaluate::{Evaluator, Oscillation};
use super::walk;

/// A type of port values that can be written as a pattern of bits.
pub trait Pattern: Synth {
    /// The value with that pattern.
    fn from_pattern(pattern: u128) -> Self;
    /// The pattern of a value.
    fn pattern(self) -> u128;
}

impl<const N: usize> Pattern for Bits<N> {
    fn from_pattern(pattern: u128) -> Self {
        if N <= 64 { (pattern as u64).into() } else { pattern.to_bits() }
    }

    fn pattern(self) -> u128 {
        self.to_u128()
    }
}

impl Pattern for Bit {
    fn from_pattern(pattern: u128) -> Self {
        pattern != 0
    }

    fn pattern(self) -> u128 {
        self.into()
    }
}

impl Pattern for Clock {
    fn from_pattern(pattern: u128) -> Self {
        (pattern != 0).into()
    }

    fn pattern(self) -> u128 {
        self.clk.into()
    }
}

/// Sets an input of a block.
pub trait Drive {
    fn drive(&mut self, pattern: u128);
}

impl<T: Pattern> Drive for Signal<In, T> {
    fn drive(&mut self, pattern: u128) {
        self.next = T::from_pattern(pattern);
    }
}

/// Reads an output of a block.
pub trait Sense {
    fn sense(&self) -> u128;
}

impl<T: Pattern> Sense for Signal<Out, T> {
    fn sense(&self) -> u128 {
        self.val().pattern()
    }
}

/// An input by name, and how to set it.
pub type InputPin<B> = (&'static str, fn(&mut B, u128));

/// An output by name, and how to read it.
pub type OutputPin<B> = (&'static str, fn(&B) -> u128);

/// The ports of a block by name. A probe can only look; this can also set. Made by [`pins!`](crate::pins).
pub struct Pins<B> {
    pub inputs: Vec<InputPin<B>>,
    pub outputs: Vec<OutputPin<B>>,
}

/// The ports of a block: `pins!(Adder { a, b => sum })`, inputs first.
#[macro_export]
macro_rules! pins {
    ($block:ty { $($input:ident),* => $($output:ident),* }) => {
        $crate::rtl::Pins::<$block> {
            inputs: vec![$((stringify!($input), |block: &mut $block, pattern| {
                $crate::rtl::Drive::drive(&mut block.$input, pattern)
            })),*],
            outputs: vec![$((stringify!($output), |block: &$block| $crate::rtl::Sense::sense(&block.$output))),*],
        }
    };
}

/// How two descriptions of one module differ, or why they could not be compared.
#[derive(Debug, Error)]
pub enum Disagreement {
    #[error(
        "module `{module}`: the design is not what Rust simulates: `{signal}` is {design:#x}, in Rust {rust:#x}, \
         {stimulus}. This is a fault of the translation, or of a construct that rust-hdl's tree \
         does not show (a guard on a match arm is one)"
    )]
    Value { module: String, signal: String, rust: u128, design: u128, stimulus: String },

    #[error(
        "module `{module}`: there is no Rust block to compare it with; name one, with its pins"
    )]
    NothingToCompare { module: String },

    #[error("module `{module}`: no pin was given for the port `{port}`; name it in `pins!`")]
    MissingPin { module: String, port: String },

    #[error("module `{module}`: the pin `{pin}` is no such port")]
    UnknownPin { module: String, pin: String },

    #[error("module `{module}`: rust-hdl's simulation panics, {stimulus}: {message}")]
    Panic { module: String, message: String, stimulus: String },

    #[error("module `{module}`: rust-hdl's simulation does not come to rest, {stimulus}")]
    Unstable { module: String, stimulus: String },

    #[error("module `{module}`: {oscillation}, {stimulus}")]
    Oscillation { module: String, oscillation: Oscillation, stimulus: String },

    #[error(transparent)]
    Design(#[from] super::Error),
}

/// At most so many input bits are tried in every combination.
const EXHAUSTIVE_BITS: u32 = 14;

/// After so many steps every input bit gets a new inclination to be 1, so that resets are long absent and long present.
const STEPS_OF_ONE_MOOD: usize = 256;

/// Compares a module of a design with the block that it came from. Random stimuli go on for `steps` steps and are the
/// same for the same `seed`. Returns how many stimuli were tried.
///
/// # Errors
///
/// The first [`Disagreement`].
pub fn agree<B: Block>(
    design: &Design,
    module: ModuleId,
    mut block: B,
    pins: &Pins<B>,
    steps: usize,
    seed: u64,
) -> Result<usize, Disagreement> {
    block.connect_all();
    let mut evaluator = Evaluator::new(design, module)?;
    // `rust-hdl` simulates from all signals low, so that an inverted clock rises at once. Hardware has no such edge.
    evaluator.raise_clocks();
    let mut bench = Bench::new(block, pins, evaluator, &design.module(module).name)?;
    bench.compare("at power-up")?;
    let registers = bench
        .evaluator
        .flat()
        .module
        .items
        .iter()
        .any(|item| matches!(item.kind, ItemKind::Register(_)));
    let bits: u32 = bench.inputs.iter().map(|input| input.width).sum();
    if !registers && bits <= EXHAUSTIVE_BITS {
        bench.every_input(bits)
    } else {
        bench.random_steps(steps, seed)
    }
}

/// More delta cycles than any block needs: one for each level and each ripple of a clock.
const MAXIMUM_UPDATES: usize = 1000;

struct Input<B> {
    id: SignalId,
    name: &'static str,
    width: u32,
    /// The bits that clock a register.
    clocks: u128,
    drive: fn(&mut B, u128),
    value: u128,
}

struct Output<B> {
    id: SignalId,
    name: &'static str,
    sense: fn(&B) -> u128,
}

struct Bench<B> {
    module: String,
    block: B,
    evaluator: Evaluator,
    inputs: Vec<Input<B>>,
    outputs: Vec<Output<B>>,
}

impl<B: Block> Bench<B> {
    fn new(
        block: B,
        pins: &Pins<B>,
        evaluator: Evaluator,
        module: &str,
    ) -> Result<Bench<B>, Disagreement> {
        let flat = &evaluator.flat().module;
        let find = |pin: &str| {
            let port = flat.ports().find(|(_, port)| port.name == pin).map(|(id, _)| id);
            port.ok_or_else(|| Disagreement::UnknownPin { module: module.into(), pin: pin.into() })
        };
        for (_, port) in flat.ports() {
            let known = |name: &&str| *name == port.name;
            let inputs = pins.inputs.iter().map(|(name, _)| *name);
            if !inputs.chain(pins.outputs.iter().map(|(name, _)| *name)).any(|name| known(&name)) {
                return Err(Disagreement::MissingPin {
                    module: module.into(),
                    port: port.name.clone(),
                });
            }
        }
        let clocks = clock_bits(flat);
        let mut inputs = Vec::new();
        for (name, drive) in &pins.inputs {
            let id = find(name)?;
            let clocks = clocks.get(&id).copied().unwrap_or(0);
            inputs.push(Input {
                id,
                name,
                width: flat.signal_width(id),
                clocks,
                drive: *drive,
                value: 0,
            });
        }
        let mut outputs = Vec::new();
        for (name, sense) in &pins.outputs {
            outputs.push(Output { id: find(name)?, name, sense: *sense });
        }
        Ok(Bench { module: module.to_string(), block, evaluator, inputs, outputs })
    }

    fn every_input(&mut self, bits: u32) -> Result<usize, Disagreement> {
        for pattern in 0..1_u128 << bits {
            let mut rest = pattern;
            for input in &mut self.inputs {
                input.value = rest & mask(input.width);
                rest >>= input.width;
            }
            self.compare("")?;
        }
        Ok(1 << bits)
    }

    fn random_steps(&mut self, steps: usize, seed: u64) -> Result<usize, Disagreement> {
        let mut random = fastrand::Rng::with_seed(seed);
        let clocks: Vec<(usize, u128)> = self
            .inputs
            .iter()
            .enumerate()
            .flat_map(|(index, input)| (0..input.width).map(move |bit| (index, 1 << bit)))
            .filter(|(index, bit)| self.inputs[*index].clocks & bit != 0)
            .collect();
        let mut moods: Vec<Vec<u8>> = Vec::new();
        for step in 0..steps {
            if step % STEPS_OF_ONE_MOOD == 0 {
                let mut mood = |_| *random.choice(&[16, 128, 240]).unwrap_or(&128);
                moods = self
                    .inputs
                    .iter()
                    .map(|input| (0..input.width).map(&mut mood).collect())
                    .collect();
            }
            if !clocks.is_empty() && random.u8(..) < 160 {
                let (index, bit) = clocks[random.usize(..clocks.len())];
                self.inputs[index].value ^= bit;
            } else {
                for (input, moods) in self.inputs.iter_mut().zip(&moods) {
                    for (bit, mood) in
                        moods.iter().enumerate().filter(|(bit, _)| input.clocks >> bit & 1 == 0)
                    {
                        let level = u128::from(random.u8(..) < *mood) << bit;
                        input.value = input.value & !(1 << bit) | level;
                    }
                }
            }
            self.compare(&format!("on step {step} of seed {seed}"))?;
        }
        Ok(steps)
    }

    /// Puts the inputs on both sides, lets them settle and compares every output.
    fn compare(&mut self, when: &str) -> Result<(), Disagreement> {
        for input in &self.inputs {
            (input.drive)(&mut self.block, input.value);
            self.evaluator.set(input.id, input.value);
        }
        // A kernel may panic, for one when it reads a bit that is not there. Nothing of the block is used after that.
        let block = AssertUnwindSafe(&mut self.block);
        match catch_unwind(|| simulate({ block }.0, MAXIMUM_UPDATES)) {
            Ok(true) => {}
            Ok(false) => {
                let stimulus = self.stimulus(when);
                return Err(Disagreement::Unstable { module: self.module.clone(), stimulus });
            }
            Err(payload) => {
                return Err(Disagreement::Panic {
                    module: self.module.clone(),
                    message: panic_message(payload.as_ref()).to_string(),
                    stimulus: self.stimulus(when),
                });
            }
        }
        if let Err(oscillation) = self.evaluator.settle() {
            let stimulus = self.stimulus(when);
            return Err(Disagreement::Oscillation {
                module: self.module.clone(),
                oscillation,
                stimulus,
            });
        }
        for output in &self.outputs {
            let (rust, design) = ((output.sense)(&self.block), self.evaluator.get(output.id));
            if rust != design {
                let (module, signal) = (self.module.clone(), output.name.to_string());
                return Err(Disagreement::Value {
                    module,
                    signal,
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
        let separator = if when.is_empty() { "" } else { " " };
        format!("{when}{separator}with {}", inputs.join(", "))
    }
}

/// What a panic says.
fn panic_message(payload: &(dyn Any + Send)) -> &str {
    match payload.downcast_ref::<String>() {
        Some(message) => message,
        None => payload.downcast_ref::<&str>().copied().unwrap_or("no message"),
    }
}

/// For each input that some register's clock depends on, the bits that it depends on.
fn clock_bits(flat: &Module) -> BTreeMap<SignalId, u128> {
    let mut bits = BTreeMap::new();
    let mut seen = BTreeSet::new();
    let mut open = Vec::new();
    for item in &flat.items {
        if let ItemKind::Register(register) = &item.kind {
            note_reads(&register.clock, flat, &mut bits, &mut open);
        }
    }
    while let Some(signal) = open.pop() {
        if !seen.insert(signal) {
            continue;
        }
        for item in &flat.items {
            let ItemKind::Combinational(body) = &item.kind else {
                continue;
            };
            let mut drives = false;
            walk::for_each_target(body, &mut |target| drives |= target.signal == signal);
            if drives {
                walk::for_each(body, &mut |statement| {
                    if let Some(value) = statement.expression() {
                        note_reads(value, flat, &mut bits, &mut open);
                    }
                });
            }
        }
    }
    bits.retain(|id, _| flat.signal(*id).kind == SignalKind::Input);
    bits
}

fn note_reads(
    value: &Expression,
    flat: &Module,
    bits: &mut BTreeMap<SignalId, u128>,
    open: &mut Vec<SignalId>,
) {
    match &value.kind {
        ExpressionKind::Signal(id) => {
            *bits.entry(*id).or_default() |= mask(flat.signal_width(*id));
            open.push(*id);
        }
        ExpressionKind::Slice { base, offset } if base.as_signal().is_some() => {
            if let Some(id) = base.as_signal() {
                let Type::Bits(width) = value.ty else {
                    *bits.entry(id).or_default() |= 1 << offset;
                    open.push(id);
                    return;
                };
                *bits.entry(id).or_default() |= mask(width) << offset;
                open.push(id);
            }
        }
        _ => value.operands().into_iter().for_each(|operand| note_reads(operand, flat, bits, open)),
    }
}
