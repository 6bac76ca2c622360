//! Random netlists, interpreted and compiled: more live values than vector registers, several
//! clocks, falling edges, derived clocks, and different stimulus in every lane.

use fastrand::Rng;
use rust_hdl_gates::Netlist;
use rust_hdl_gates::graph::{Edge, Graph};
use rust_hdl_gates::netlist::{InputPort, OutputPort, RegisterBit};
use rust_hdl_lanes::{Execution, LANES_PER_WORD, Lanes, Word};

use crate::reference::Reference;

const NETLISTS: u64 = 30;
const ACTIONS: usize = 60;
const CHUNKS: usize = 2;
/// The lanes that are compared with a reference.
const CHECKED: [usize; 6] = [0, 63, 64, 255, 256, 511];

/// Two clock pins, then data.
const INPUTS: u32 = 10;
const CLOCK_PINS: u32 = 2;
const REGISTERS: u32 = 24;

/// A netlist with two clock pins, which are data as well. Half of the netlists have two clocks: one
/// pin rising, the other falling. The others have six: both edges of a pin, the other pin, a gated
/// clock and both edges of a divider.
fn random_netlist(random: &mut Rng) -> Netlist {
    let mut graph = Graph::default();
    let mut edges: Vec<Edge> = vec![Edge::ZERO, Edge::ONE];
    edges.extend((0..INPUTS + REGISTERS).map(|leaf| graph.leaf(leaf)));
    for _ in 0..random.usize(20..400) {
        let [a, b, c] = std::array::from_fn(|_| random_edge(&edges, random));
        edges.push(match random.u32(..3) {
            0 => graph.and(a, b),
            1 => graph.xor(a, b),
            _ => graph.mux(a, b, c),
        });
    }
    let pins = [graph.leaf(0), graph.leaf(1)];
    let gate = graph.leaf(CLOCK_PINS);
    let divider = graph.leaf(INPUTS);
    let clocks = match random.bool() {
        true => vec![pins[0], !pins[1]],
        false => vec![pins[0], pins[1], !pins[0], graph.and(pins[1], gate), divider, !divider],
    };
    let registers = (0..REGISTERS)
        .map(|bit| RegisterBit {
            name: format!("register[{bit}]"),
            leaf: INPUTS + bit,
            next: match bit {
                0 => !divider,
                _ => random_edge(&edges, random),
            },
            // The first register divides the clock of a pin. Registers on the divided clock do not
            // drive clocks.
            clock: if bit == 0 { 0 } else { random.usize(..clocks.len()) },
            power_up: random.bool(),
        })
        .collect();
    let inputs = [("clocks", CLOCK_PINS, 0), ("data", INPUTS - CLOCK_PINS, CLOCK_PINS)];
    let inputs = inputs.map(|(name, width, leaf)| InputPort { name: name.into(), width, leaf });
    let mut output = |name: &str, bits: usize| OutputPort {
        name: name.into(),
        bits: (0..bits).map(|_| random_edge(&edges, random)).collect(),
    };
    let mut outputs = vec![output("narrow", 1), output("wide", 40)];
    outputs.push(OutputPort {
        name: "plain".into(),
        bits: vec![Edge::ZERO, Edge::ONE, gate, !gate, gate],
    });
    Netlist {
        name: "random".into(),
        inputs: inputs.to_vec(),
        outputs,
        registers,
        clocks,
        signals: vec![],
        graph,
    }
}

fn random_edge(edges: &[Edge], random: &mut Rng) -> Edge {
    let edge = edges[random.usize(..edges.len())];
    if random.bool() { edge } else { !edge }
}

fn random_words(random: &mut Rng) -> [Word; CHUNKS] {
    std::array::from_fn(|_| std::array::from_fn(|_| random.u64(..)))
}

fn bit(words: &[Word], lane: usize) -> bool {
    let (chunk, lane) = (lane / LANES_PER_WORD, lane % LANES_PER_WORD);
    words[chunk][lane / 64] >> (lane % 64) & 1 == 1
}

/// A simulator and the references for some of its lanes.
struct Pair<'a> {
    lanes: Lanes,
    references: Vec<Reference<'a>>,
}

impl Pair<'_> {
    fn set(&mut self, leaf: u32, words: &[Word]) {
        (0..CHUNKS).for_each(|chunk| self.lanes.set(leaf, chunk, words[chunk]));
        for (reference, lane) in self.references.iter_mut().zip(CHECKED) {
            reference.set(leaf, bit(words, lane));
        }
    }

    fn settle(&mut self) {
        self.lanes.settle().expect("no oscillation");
        self.references.iter_mut().for_each(Reference::settle);
    }

    fn pulse(&mut self, leaf: u32, masks: &[Word]) {
        self.lanes.pulse(leaf, masks).expect("no oscillation");
        for (reference, lane) in self.references.iter_mut().zip(CHECKED) {
            if bit(masks, lane) {
                reference.pulse(leaf);
            }
        }
    }

    fn compare(&mut self, what: &str) {
        let mut found = vec![vec![]; CHECKED.len()];
        self.lanes.outputs(|_, _, chunk, word| {
            for (found, lane) in found.iter_mut().zip(CHECKED) {
                if lane / LANES_PER_WORD == chunk {
                    found.push(bit(&[word], lane % LANES_PER_WORD));
                }
            }
        });
        for ((reference, found), lane) in self.references.iter().zip(&found).zip(CHECKED) {
            assert_eq!(found, &reference.outputs(), "the outputs of lane {lane}, {what}");
            for leaf in INPUTS..INPUTS + REGISTERS {
                let words: Vec<Word> =
                    (0..CHUNKS).map(|chunk| self.lanes.get(leaf, chunk)).collect();
                let held = bit(&words, lane);
                assert_eq!(held, reference.get(leaf), "leaf {leaf} of lane {lane}, {what}");
            }
        }
        self.compare_reports(&found, what);
    }

    /// Checks `Lanes::check`: it reports exactly the lanes with an output bit other than expected.
    fn compare_reports(&mut self, found: &[Vec<bool>], what: &str) {
        let outputs = found[0].len();
        let mut words = vec![vec![[0; 4]; CHUNKS]; outputs];
        let mut output = 0;
        self.lanes.outputs(|port, bit, chunk, word| {
            output = if (port, bit) == (0, 0) { 0 } else { output + 1 };
            words[output][chunk] = word;
        });
        // One output bit has wrong expected values in a few lanes.
        let odd = [1 << 5 | 1 << 63, 0, 1, 1 << 62];
        words[outputs / 2][1] = std::array::from_fn(|part| words[outputs / 2][1][part] ^ odd[part]);
        for (output, words) in words.iter().enumerate() {
            (0..CHUNKS).for_each(|chunk| self.lanes.expect(output, chunk, words[chunk]));
        }
        self.lanes.check(|chunk, wrong| {
            assert_eq!(wrong, if chunk == 1 { odd } else { [0; 4] }, "chunk {chunk}, {what}");
        });
    }
}

#[test]
fn random_netlists_match_the_reference_in_every_checked_lane() {
    for seed in 0..NETLISTS {
        for execution in [Execution::Interpreted, Execution::Fastest] {
            let mut random = Rng::with_seed(seed);
            let netlist = random_netlist(&mut random);
            let mut pair = Pair {
                lanes: Lanes::new(netlist.clone(), CHUNKS, execution),
                references: CHECKED.iter().map(|_| Reference::new(&netlist)).collect(),
            };
            pair.compare("at power-up");
            for action in 0..ACTIONS {
                let words = random_words(&mut random);
                match random.u32(..3) {
                    0 => {
                        pair.set(random.u32(..INPUTS), &words);
                        pair.settle();
                    }
                    1 => pair.pulse(random.u32(..INPUTS), &words),
                    // Force the state of a register.
                    _ => {
                        pair.set(INPUTS + random.u32(..REGISTERS), &words);
                        pair.settle();
                    }
                }
                pair.compare(&format!("netlist {seed}, action {action}, {execution:?}"));
            }
        }
    }
}

#[test]
fn a_hundred_live_values_survive_spilling() {
    const LEAVES: u32 = 100;
    let mut graph = Graph::default();
    let leaves: Vec<Edge> = (0..LEAVES).map(|leaf| graph.leaf(leaf)).collect();
    // The operands of each layer come from distant gates of the layer before.
    let mut layer = leaves.clone();
    for _ in 0..5 {
        let gates = (0..LEAVES as usize).map(|index| {
            let (left, right) = (layer[LEAVES as usize - 1 - index], layer[(index + 37) % 100]);
            match index % 3 {
                0 => graph.xor(left, !right),
                1 => graph.and(!left, right),
                _ => graph.mux(left, right, leaves[index]),
            }
        });
        layer = gates.collect();
    }
    let netlist = Netlist {
        name: "pressure".into(),
        graph,
        inputs: vec![InputPort { name: "data".into(), width: LEAVES, leaf: 0 }],
        outputs: vec![OutputPort { name: "result".into(), bits: layer }],
        registers: vec![],
        clocks: vec![],
        signals: vec![],
    };
    for execution in [Execution::Interpreted, Execution::Fastest] {
        let mut random = Rng::with_seed(1);
        let mut lanes = Lanes::new(netlist.clone(), 1, execution);
        let mut references: Vec<Reference> = (0..4).map(|_| Reference::new(&netlist)).collect();
        for leaf in 0..LEAVES {
            let word: Word = std::array::from_fn(|_| random.u64(..));
            lanes.set(leaf, 0, word);
            for (lane, reference) in references.iter_mut().enumerate() {
                reference.set(leaf, bit(&[word], 67 * lane));
            }
        }
        let mut found = vec![vec![]; 4];
        lanes.outputs(|_, _, _, word| {
            (0..4).for_each(|lane| found[lane].push(bit(&[word], 67 * lane)));
        });
        for (reference, found) in references.iter().zip(found) {
            assert_eq!(found, reference.outputs(), "{execution:?}");
        }
    }
}
