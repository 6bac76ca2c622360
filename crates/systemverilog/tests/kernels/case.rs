//! Compares kernels in Rust with the typed design, with gates and with the printed text.

use rust_hdl_gates::bit_blast;
use rust_hdl_lanes::{Execution, LANES_PER_WORD, Lanes, Word};
use rust_hdl_rtl::{
    BlockSimulation, Design, Evaluator, ModuleId, SignalKind, Value, elaborate, mask,
};
use rust_hdl_systemverilog::{Options, print, print_proven};

use crate::kernel::Kernels;

/// Inputs of up to this width are tested exhaustively.
const EXHAUSTIVE_WIDTH: u32 = 4;

/// The number of random stimuli for wider inputs.
const RANDOM_STIMULI: usize = 2000;

/// The number of random stimuli for inputs of more than 128 bits: `rust-hdl` simulates them bit by
/// bit.
const RANDOM_WIDE_STIMULI: usize = 100;

/// A value for each of the three inputs, in the order of the ports.
pub type Stimulus = [Value; 3];

/// A value for each output, in the order of the ports.
pub type Outputs = Vec<Value>;

/// Computes the expected outputs for each stimulus.
type Reference = dyn Fn(&[Stimulus]) -> Vec<Outputs> + Send + Sync;

/// A block of kernels with its stimuli.
pub struct Case {
    /// The name of its module.
    pub name: String,
    pub stimuli: Vec<Stimulus>,
    /// Whether the stimuli are all values of the inputs.
    is_exhaustive: bool,
    design: Box<dyn Fn(&str) -> Design + Send + Sync>,
    reference: Box<Reference>,
}

impl Case {
    /// A block with inputs of `width` bits; Rust's simulation is the reference.
    pub fn of<B: Kernels + 'static>(width: u32) -> Case {
        let design = |name: &str| {
            elaborate(&[(name, &B::default())]).unwrap_or_else(|error| panic!("{name}: {error}"))
        };
        Case::new(B::NAME, width, design, in_rust::<B>)
    }

    /// A design of one module with inputs of `width` bits and a reference.
    pub fn new(
        name: &str,
        width: u32,
        design: impl Fn(&str) -> Design + Send + Sync + 'static,
        reference: impl Fn(&[Stimulus]) -> Vec<Outputs> + Send + Sync + 'static,
    ) -> Case {
        let is_exhaustive = width <= EXHAUSTIVE_WIDTH;
        Case {
            name: format!("{}_{width}", name.to_lowercase()),
            stimuli: if is_exhaustive { every_stimulus(width) } else { some_stimuli(width) },
            is_exhaustive,
            design: Box::new(design),
            reference: Box::new(reference),
        }
    }

    /// The typed design: one module.
    pub fn design(&self) -> Design {
        (self.design)(&self.name)
    }

    /// The expected outputs for each stimulus.
    pub fn reference(&self) -> Vec<Outputs> {
        (self.reference)(&self.stimuli)
    }

    /// Returns the first mismatch of the printed text, the evaluator or the gates, if any.
    fn mismatch(&self) -> Option<String> {
        let design = self.design();
        if self.is_exhaustive
            && let Err(error) = print_proven(&design, &Options::default())
        {
            return Some(format!("{}: {error}", self.name));
        }
        let results = [
            ("the evaluator", evaluated(&design, &self.stimuli)),
            ("the gates", in_gates(&design, &self.stimuli)),
        ];
        let expected = self.reference();
        let mismatch =
            |(tool, found): &(&str, Vec<Outputs>)| self.difference(&design, &expected, tool, found);
        results.iter().find_map(mismatch)
    }

    /// Returns the first difference between expected and found outputs, if any, with the inputs and
    /// the statement.
    pub fn difference(
        &self,
        design: &Design,
        expected: &[Outputs],
        tool: &str,
        found: &[Outputs],
    ) -> Option<String> {
        assert_eq!(found.len(), expected.len(), "{}: results of {tool}", self.name);
        let step = (0..expected.len()).find(|step| expected[*step] != found[*step])?;
        let (expected, found) = (&expected[step], &found[step]);
        let output = (0..expected.len()).find(|output| expected[*output] != found[*output])?;
        let name = &port_names(design, SignalKind::Output)[output];
        let inputs = port_names(design, SignalKind::Input);
        let values = inputs.iter().zip(&self.stimuli[step]);
        let values: Vec<String> =
            values.map(|(name, value)| format!("{name} = {value:#x}")).collect();
        let text = text(design, &Options::default());
        let statement = text.split(';').find(|text| text.contains(&format!(" {name} =")));
        Some(format!(
            "{}.{name} at {}: expected {:#x}, {tool} has {:#x}, from{};",
            self.name,
            values.join(", "),
            expected[output],
            found[output],
            statement.unwrap_or_default()
        ))
    }
}

/// Asserts that no case has a mismatch. The text of those with narrow inputs is proven, too.
#[track_caller]
pub fn assert_match(cases: &[Case]) {
    let mismatches: Vec<String> = cases.iter().filter_map(Case::mismatch).collect();
    assert!(mismatches.is_empty(), "{}", mismatches.join("\n"));
}

/// Every value of every input.
fn every_stimulus(width: u32) -> Vec<Stimulus> {
    let patterns = (0..1 << (3 * width)).map(Value::from);
    patterns.map(|pattern| [0, 1, 2].map(|input| pattern.slice(input * width, width))).collect()
}

/// The limits of the signed and unsigned range of every input, then random values.
fn some_stimuli(width: u32) -> Vec<Stimulus> {
    let (zero, one) = (Value::ZERO, Value::from(1));
    let signed = [mask(width - 1), mask(width - 1).inverted(width)];
    let unsigned = [mask(width) ^ &one, mask(width)];
    let ends = [[zero, one], signed, unsigned].concat();
    let mut stimuli = Vec::new();
    for a in &ends {
        for b in &ends {
            stimuli.extend(ends.iter().map(|c| [a, b, c].map(Value::clone)));
        }
    }
    let mut random = fastrand::Rng::with_seed(width.into());
    let count = if width > 128 { RANDOM_WIDE_STIMULI } else { RANDOM_STIMULI };
    stimuli
        .extend((0..count).map(|_| [(); 3].map(|()| (0..width).map(|_| random.bool()).collect())));
    stimuli
}

fn in_rust<B: Kernels + 'static>(stimuli: &[Stimulus]) -> Vec<Outputs> {
    let mut simulation = BlockSimulation::new(B::default());
    let outputs = 3..simulation.ports().len();
    let answer = |stimulus: &Stimulus| {
        for (input, value) in stimulus.iter().enumerate() {
            simulation.set(input, value);
        }
        simulation.settle().unwrap_or_else(|error| panic!("{}: {error}", B::NAME));
        outputs.clone().map(|output| simulation.get(output).clone()).collect()
    };
    stimuli.iter().map(answer).collect()
}

fn evaluated(design: &Design, stimuli: &[Stimulus]) -> Vec<Outputs> {
    let mut evaluator = Evaluator::new(design, ModuleId(0)).expect("no loops");
    let port = |kind| {
        let ports = evaluator.flat().module.ports();
        ports.filter(|(_, port)| port.kind == kind).map(|(id, _)| id).collect::<Vec<_>>()
    };
    let (inputs, outputs) = (port(SignalKind::Input), port(SignalKind::Output));
    let answer = |stimulus: &Stimulus| {
        for (input, value) in inputs.iter().zip(stimulus) {
            evaluator.set(*input, value.clone());
        }
        evaluator.settle().expect("no registers");
        outputs.iter().map(|output| evaluator.get(*output)).collect()
    };
    stimuli.iter().map(answer).collect()
}

/// Simulates the gates with one lane per stimulus.
fn in_gates(design: &Design, stimuli: &[Stimulus]) -> Vec<Outputs> {
    let netlist = bit_blast(design, ModuleId(0)).expect("no loops");
    let inputs = netlist.inputs.clone();
    let ports = netlist.outputs.len();
    let mut lanes = Lanes::new(netlist, stimuli.len().div_ceil(LANES_PER_WORD), Execution::Fastest);
    for (chunk, stimuli) in stimuli.chunks(LANES_PER_WORD).enumerate() {
        for (port, input) in inputs.iter().enumerate() {
            for bit in 0..input.width {
                let mut word: Word = Default::default();
                for (lane, stimulus) in stimuli.iter().enumerate() {
                    word[lane / 64] |= u64::from(stimulus[port].bit(bit)) << (lane % 64);
                }
                lanes.set(input.leaf + bit, chunk, word);
            }
        }
    }
    lanes.settle().expect("no clocks");
    let mut values = vec![vec![Value::ZERO; ports]; stimuli.len()];
    lanes.outputs(|port, bit, chunk, word| {
        for (lane, values) in values.iter_mut().skip(chunk * LANES_PER_WORD).enumerate() {
            let Some(word) = word.get(lane / 64) else {
                break;
            };
            values[port] = values[port].with_bit(bit as u32, word >> (lane % 64) & 1 == 1);
        }
    });
    values
}

/// The module of a design, without a header.
pub fn text(design: &Design, options: &Options) -> String {
    print(design, ModuleId(0), &Options { header: &|_| String::new(), ..*options }).text
}

fn port_names(design: &Design, kind: SignalKind) -> Vec<String> {
    let ports = design.module(ModuleId(0)).ports();
    ports.filter(|(_, port)| port.kind == kind).map(|(_, port)| port.name.clone()).collect()
}

#[test]
fn a_mismatch_is_reported_with_its_inputs_and_its_statement() {
    let case = crate::miscompiled::case();
    let expected = case.reference();
    let mut found = expected.clone();
    let step = case.stimuli.iter().position(|stimulus| *stimulus == [9, 8, 3]).expect("all inputs");
    found[step][1] ^= Value::from(16);
    assert_eq!(
        case.difference(&case.design(), &expected, "the tool", &found).as_deref(),
        Some(
            "miscompiled_4.sum_in_8_bits at a = 0x9, b = 0x8, c = 0x3: expected 0x1, the tool has 0x11, \
             from\n  assign sum_in_8_bits = {4'd0, a + b};"
        )
    );
    assert_eq!(case.difference(&case.design(), &expected, "the tool", &expected), None);
}
