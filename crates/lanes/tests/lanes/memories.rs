//! Memories as arrays compared with memories as register bits, and both with the statement-level
//! simulator.

use fastrand::Rng;
use rust_hdl_gates::{NetlistWithMemories, bit_blast, bit_blast_keeping_memories};
use rust_hdl_lanes::{Execution, LANES_PER_WORD, Lanes, Word};
use rust_hdl_rtl::{Design, Evaluator, Value};

use crate::random_designs::random_design;

const DESIGNS: u64 = 40;
/// Long enough for the simulator to leave out the gates of registers that hold.
const STEPS: usize = 600;
const CHUNKS: usize = 2;
/// The lanes that are compared with the statement-level simulator.
const EVALUATED: [usize; 3] = [0, 77, 511];

/// A design in its three simulators.
struct Simulators {
    bits: Lanes,
    arrays: Lanes,
    source: NetlistWithMemories,
    evaluators: Vec<Evaluator>,
}

impl Simulators {
    fn new(design: &Design, execution: Execution) -> Simulators {
        let source = bit_blast_keeping_memories(design, design.top()).expect("no loops");
        let bits = bit_blast(design, design.top()).expect("no loops");
        let evaluator = Evaluator::new(design, design.top()).expect("no loops");
        Simulators {
            bits: Lanes::new(bits, CHUNKS, execution),
            arrays: Lanes::new(source.clone(), CHUNKS, execution),
            source,
            evaluators: vec![evaluator; EVALUATED.len()],
        }
    }

    /// Sets an input bit of both in every lane, or pulses it in the lanes of the words.
    fn drive(&mut self, port: &str, bit: u32, words: &[Word; CHUNKS], is_pulse: bool) {
        let leaf = self.source.netlist.input(port).expect("the input").leaf + bit;
        for lanes in [&mut self.bits, &mut self.arrays] {
            if is_pulse {
                lanes.pulse(leaf, words).expect("no oscillation");
            } else {
                (0..CHUNKS).for_each(|chunk| lanes.set(leaf, chunk, words[chunk]));
                lanes.settle().expect("no oscillation");
            }
        }
        for (evaluator, lane) in self.evaluators.iter_mut().zip(EVALUATED) {
            let signal = evaluator.flat().module.find(port).expect("the input");
            let old = evaluator.get(signal);
            let level = is_set(words, lane);
            let values = match (is_pulse, level) {
                (true, true) => vec![old.with_bit(bit, !old.bit(bit)), old],
                (true, false) => vec![],
                (false, _) => vec![old.with_bit(bit, level)],
            };
            for value in values {
                evaluator.set(signal, value);
                evaluator.settle().expect("no oscillation");
            }
        }
    }

    /// Compares registers and memories in all lanes, and outputs with the statement-level
    /// simulator.
    fn compare(&mut self, what: &str) {
        for register in &self.bits.netlist().registers {
            let array_leaf =
                self.arrays.netlist().registers.iter().find(|r| r.name == register.name);
            for chunk in 0..CHUNKS {
                let expected = self.bits.get(register.leaf, chunk);
                let found = match array_leaf {
                    Some(register) => self.arrays.get(register.leaf, chunk),
                    None => self.memory_bit(&register.name, chunk),
                };
                assert_eq!(found, expected, "{} in chunk {chunk}, {what}", register.name);
            }
        }
        let mut found = vec![vec![Value::ZERO; self.source.netlist.outputs.len()]; EVALUATED.len()];
        self.arrays.outputs(|port, bit, chunk, word| {
            for (found, lane) in found.iter_mut().zip(EVALUATED) {
                if lane / LANES_PER_WORD == chunk {
                    let level = is_set(&[word], lane % LANES_PER_WORD);
                    found[port] = found[port].with_bit(bit as u32, level);
                }
            }
        });
        for (evaluator, found) in self.evaluators.iter().zip(found) {
            for (port, found) in self.source.netlist.outputs.iter().zip(found) {
                let signal = evaluator.flat().module.find(&port.name).expect("the output");
                assert_eq!(found, evaluator.get(signal), "{}, {what}", port.name);
            }
        }
    }

    /// Returns a bit of a memory by its name: `memory_1[12][3]`.
    fn memory_bit(&self, name: &str, chunk: usize) -> Word {
        let mut parts = name.split(['[', ']']).filter(|part| !part.is_empty());
        let memory = parts.next().expect("a name");
        let [address, bit] =
            [0; 2].map(|_| parts.next().expect("an index").parse().expect("a number"));
        let memories = self.source.memories.iter();
        let memory = memories.clone().position(|one| one.name == memory).expect("the memory");
        let mut word = [0; 4];
        for lane in 0..LANES_PER_WORD {
            let bytes = self.arrays.memory_word(memory, chunk * LANES_PER_WORD + lane, address);
            word[lane / 64] |= u64::from(bytes[bit / 8] >> (bit % 8) & 1) << (lane % 64);
        }
        word
    }
}

fn is_set(words: &[Word], lane: usize) -> bool {
    words[lane / LANES_PER_WORD][lane % LANES_PER_WORD / 64] >> (lane % 64) & 1 == 1
}

/// Lanes of which all, none, half or a few are set.
fn random_words(random: &mut Rng) -> [Word; CHUNKS] {
    let density = random.u8(..4);
    std::array::from_fn(|_| {
        std::array::from_fn(|_| match density {
            0 => u64::MAX,
            1 => random.u64(..) & random.u64(..) & random.u64(..) & random.u64(..),
            2 if random.bool() => 0,
            _ => random.u64(..),
        })
    })
}

#[test]
fn arrays_match_register_bits_and_the_statement_level_simulator() {
    let (mut kept, mut not_kept) = (0, 0);
    for seed in 0..DESIGNS {
        let mut random = Rng::with_seed(seed);
        let design = random_design(&mut random);
        let execution = if seed % 2 == 0 { Execution::Fastest } else { Execution::Interpreted };
        let mut simulators = Simulators::new(&design, execution);
        kept += simulators.source.memories.len();
        not_kept += design.modules[0].memories.len() - simulators.source.memories.len();
        for step in 0..STEPS {
            let (port, bit, is_pulse) = match random.u8(..8) {
                0..5 => (if random.bool() { "clock_0" } else { "clock_1" }, 0, random.bool()),
                5 | 6 => ("data", random.u32(..12), false),
                _ => ("more", random.u32(..12), false),
            };
            simulators.drive(port, bit, &random_words(&mut random), is_pulse);
            if step % 100 == 99 {
                simulators.compare(&format!("step {step} of design {seed}"));
            }
        }
        for lanes in [&mut simulators.bits, &mut simulators.arrays] {
            lanes.power_up();
        }
        simulators.evaluators.fill(Evaluator::new(&design, design.top()).expect("no loops"));
        simulators.compare(&format!("power-up of design {seed}"));
    }
    assert!(kept > 40 && not_kept > 8, "{kept} memories are arrays, {not_kept} are not");
}
