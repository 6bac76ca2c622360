//! A block of kernels in Rust, as a typed design and as gates, at many inputs.

use baccarat::gates::{Execution, LANES_PER_WORD, Lanes, Word, blast};
use baccarat::rtl::{Design, Evaluator, ModuleId, Pins, SignalKind, elaborate, mask};
use rust_hdl::prelude::simulate;

use crate::kernel::Kernels;

/// More passes than a block without children needs to come to rest.
const MAXIMUM_PASSES: usize = 10;

/// How many stimuli a block gets that has too many for all.
const RANDOM_STIMULI: usize = 2000;

/// A value for each input, in the order of the ports.
pub type Stimulus = Vec<u128>;

/// A block of kernels and the inputs that it is tried at.
pub struct Case {
    /// The name of its module.
    pub name: String,
    /// The width of each input.
    pub width: u32,
    pub stimuli: Vec<Stimulus>,
    design: fn(&str) -> Design,
    simulate: fn(&[Stimulus]) -> Vec<Vec<u128>>,
}

impl Case {
    /// A block with inputs of `width` bits, at every value of all of them.
    pub fn exhaustive<B: Kernels>(width: u32) -> Case {
        let inputs = B::pins().inputs.len() as u32;
        let patterns = 0..1_u128 << (inputs * width);
        let port = |pattern: u128, index: u32| pattern >> (index * width) & mask(width);
        let stimuli =
            patterns.map(|pattern| (0..inputs).map(|index| port(pattern, index)).collect());
        Case::new::<B>(width, stimuli.collect())
    }

    /// A block with three inputs of `width` bits, at the ends of their range and at random values.
    pub fn sampled<B: Kernels>(width: u32) -> Case {
        let middle = 1 << (width - 1);
        let corners = [0, 1, middle - 1, middle, mask(width) - 1, mask(width)];
        let mut stimuli = Vec::new();
        for a in corners {
            for b in corners {
                stimuli.extend(corners.map(|c| vec![a, b, c]));
            }
        }
        let mut random = fastrand::Rng::with_seed(width.into());
        let mut value = || random.u128(..) & mask(width);
        stimuli.extend((0..RANDOM_STIMULI).map(|_| vec![value(), value(), value()]));
        Case::new::<B>(width, stimuli)
    }

    fn new<B: Kernels>(width: u32, stimuli: Vec<Stimulus>) -> Case {
        Case {
            name: format!("{}_{width}", B::NAME.to_lowercase()),
            width,
            stimuli,
            design: |name| {
                elaborate(&[(name, &B::default())])
                    .unwrap_or_else(|error| panic!("{name}: {error}"))
            },
            simulate: |stimuli| in_rust::<B>(&B::pins(), stimuli),
        }
    }

    /// The typed design: one module.
    pub fn design(&self) -> Design {
        (self.design)(&self.name)
    }

    /// What Rust makes of each stimulus: a value for each output, in the order of the ports.
    pub fn in_rust(&self) -> Vec<Vec<u128>> {
        (self.simulate)(&self.stimuli)
    }

    /// The first difference between Rust and another reading of the design, if there is one.
    pub fn complaint(&self) -> Option<String> {
        let (design, rust) = (self.design(), self.in_rust());
        let readings = [
            ("the design", evaluated(&design, &self.stimuli)),
            ("the gates, interpreted,", in_gates(&design, &self.stimuli, Execution::Interpreted)),
            ("the gates", in_gates(&design, &self.stimuli, Execution::Fastest)),
        ];
        readings.iter().find_map(|(reader, values)| self.difference(&design, &rust, reader, values))
    }

    /// The first difference between Rust and what another reader makes of the design.
    pub fn difference(
        &self,
        design: &Design,
        rust: &[Vec<u128>],
        reader: &str,
        values: &[Vec<u128>],
    ) -> Option<String> {
        assert_eq!(values.len(), rust.len(), "{}: stimuli that {reader} answered", self.name);
        let names = port_names(design, SignalKind::Output);
        let outputs = |(step, (rust, values))| {
            names
                .iter()
                .zip(Iterator::zip(<[u128]>::iter(rust), <[u128]>::iter(values)))
                .find(|(_, (rust, value))| rust != value)
                .map(|(name, (rust, value))| (step, name, *rust, *value))
        };
        let pairs = rust.iter().map(Vec::as_slice).zip(values.iter().map(Vec::as_slice));
        let (step, output, rust, value): (usize, _, u128, u128) =
            pairs.enumerate().find_map(outputs)?;
        let inputs = port_names(design, SignalKind::Input);
        let inputs: Vec<String> = inputs
            .iter()
            .zip(&self.stimuli[step])
            .map(|(name, value)| format!("{name} = {value:#x}"))
            .collect();
        Some(format!(
            "{}.{output} at {}: {rust:#x} in Rust, {reader} says {value:#x}",
            self.name,
            inputs.join(", ")
        ))
    }
}

/// Fails with what is wrong with any of the cases.
#[track_caller]
pub fn assert_agreement(cases: &[Case]) {
    let complaints: Vec<String> = cases.iter().filter_map(Case::complaint).collect();
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

fn in_rust<B: Kernels>(pins: &Pins<B>, stimuli: &[Stimulus]) -> Vec<Vec<u128>> {
    let mut block = B::default();
    block.connect_all();
    let answer = |stimulus: &Stimulus| {
        for ((_, drive), value) in pins.inputs.iter().zip(stimulus) {
            drive(&mut block, *value);
        }
        assert!(simulate(&mut block, MAXIMUM_PASSES), "{} comes to rest", B::NAME);
        pins.outputs.iter().map(|(_, sense)| sense(&block)).collect()
    };
    stimuli.iter().map(answer).collect()
}

fn evaluated(design: &Design, stimuli: &[Stimulus]) -> Vec<Vec<u128>> {
    let mut evaluator = Evaluator::new(design, ModuleId(0)).expect("no loops");
    let port = |kind| {
        let ports = evaluator.flat().module.ports();
        ports.filter(|(_, port)| port.kind == kind).map(|(id, _)| id).collect::<Vec<_>>()
    };
    let (inputs, outputs) = (port(SignalKind::Input), port(SignalKind::Output));
    let answer = |stimulus: &Stimulus| {
        for (input, value) in inputs.iter().zip(stimulus) {
            evaluator.set(*input, *value);
        }
        evaluator.settle().expect("no registers");
        outputs.iter().map(|output| evaluator.get(*output)).collect()
    };
    stimuli.iter().map(answer).collect()
}

/// A lane for each stimulus.
fn in_gates(design: &Design, stimuli: &[Stimulus], execution: Execution) -> Vec<Vec<u128>> {
    let netlist = blast(design, ModuleId(0)).expect("no loops");
    let inputs = netlist.inputs.clone();
    let ports = netlist.outputs.len();
    let mut lanes = Lanes::new(netlist, stimuli.len().div_ceil(LANES_PER_WORD), execution);
    for (chunk, stimuli) in stimuli.chunks(LANES_PER_WORD).enumerate() {
        for (port, input) in inputs.iter().enumerate() {
            for bit in 0..input.width {
                let mut word: Word = Default::default();
                for (lane, stimulus) in stimuli.iter().enumerate() {
                    word[lane / 64] |= ((stimulus[port] >> bit & 1) as u64) << (lane % 64);
                }
                lanes.set(input.leaf + bit, chunk, word);
            }
        }
    }
    lanes.settle().expect("no clocks");
    let mut values = vec![vec![0; ports]; stimuli.len()];
    lanes.outputs(|port, bit, chunk, word| {
        for (lane, values) in values.iter_mut().skip(chunk * LANES_PER_WORD).enumerate() {
            let Some(word) = word.get(lane / 64) else {
                break;
            };
            values[port] |= u128::from(word >> (lane % 64) & 1) << bit;
        }
    });
    values
}

fn port_names(design: &Design, kind: SignalKind) -> Vec<String> {
    let ports = design.module(ModuleId(0)).ports();
    ports.filter(|(_, port)| port.kind == kind).map(|(_, port)| port.name.clone()).collect()
}
