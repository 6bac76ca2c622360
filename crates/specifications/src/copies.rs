//! Many copies of a module in the simulator of gates, each with its own inputs.
//!
//! rust-hdl's own simulation is too slow to try everything. `baccarat generate` and the tests of
//! `crates/lanes` check that the gates behave like it.

use rust_hdl::prelude::Block;
use rust_hdl_gates::{NetlistWithMemories, bit_blast_keeping_memories, bit_blast_observed};
use rust_hdl_lanes::masks::{ALL, NONE, has_lane, set_lane};
use rust_hdl_lanes::{Execution, LANES_PER_WORD, Lanes, Word, lane_planes};
use rust_hdl_rtl::elaborate;

/// Copies of a module, numbered from 0.
pub struct Copies {
    lanes: Lanes,
}

impl Copies {
    /// Makes `count` copies of a block at power-up, rounded up to a multiple of 256.
    pub fn of(name: &str, block: &dyn Block, count: usize) -> Copies {
        let design = elaborate(&[(name, block)]).expect("the module is synthesizable");
        let netlist = bit_blast_keeping_memories(&design, design.top());
        Copies::simulating(netlist.expect("it has no loops of gates"), count)
    }

    /// Makes copies with these outputs alone, and without the state that none of them depends on.
    pub fn observed(name: &str, block: &dyn Block, outputs: &[&str], count: usize) -> Copies {
        let design = elaborate(&[(name, block)]).expect("the module is synthesizable");
        let netlist = bit_blast_observed(&design, design.top(), outputs);
        Copies::simulating(netlist.expect("it has no loops of gates"), count)
    }

    fn simulating(netlist: NetlistWithMemories, count: usize) -> Copies {
        Copies { lanes: Lanes::new(netlist, count.div_ceil(LANES_PER_WORD), Execution::Fastest) }
    }

    /// Returns the number of copies.
    pub fn count(&self) -> usize {
        self.lanes.lanes()
    }

    /// Returns all copies to power-up.
    pub fn power_up(&mut self) {
        self.lanes.power_up();
    }

    /// Sets an input port of all copies.
    pub fn set(&mut self, port: &str, value: u64) {
        self.set_each(port, |_| value);
    }

    /// Sets an input port of each copy by its number.
    pub fn set_each(&mut self, port: &str, value: impl Fn(usize) -> u64) {
        let port = self.lanes.netlist().input(port).unwrap_or_else(|| panic!("no input `{port}`"));
        let leaves: Vec<u32> = (port.leaf..port.leaf + port.width).collect();
        self.write(&leaves, value);
    }

    /// Forces a register of each copy by its number, named by its path.
    pub fn force_each(&mut self, register: &str, value: impl Fn(usize) -> u64) {
        let leaves = self.register(register);
        self.write(&leaves, value);
    }

    /// Inverts a bit of a register of one copy.
    pub fn flip(&mut self, leaf: u32, copy: usize) {
        let (chunk, lane) = (copy / LANES_PER_WORD, copy % LANES_PER_WORD);
        let mut word = [self.lanes.get(leaf, chunk)];
        let level = has_lane(&word, lane);
        set_lane(&mut word, lane, !level);
        self.lanes.set(leaf, chunk, word[0]);
    }

    /// Returns the paths and leaves of all bits of registers.
    pub fn register_bits(&self) -> Vec<(String, u32)> {
        let registers = self.lanes.netlist().registers.iter();
        registers.map(|bit| (bit.name.clone(), bit.leaf)).collect()
    }

    /// Runs the clock, an input port, for some cycles.
    pub fn clock(&mut self, port: &str, cycles: usize) {
        let leaf = self.lanes.netlist().input(port).expect("the clock").leaf;
        let all = vec![ALL; self.lanes.chunks()];
        for _ in 0..cycles {
            self.lanes.pulse(leaf, &all).expect("no derived clocks");
        }
    }

    /// Runs the clock for some cycles after power-up while the bits of registers start one by one.
    /// A bit keeps its value until `starts`, asked for a word of copies in each cycle, has its
    /// copy.
    pub fn start_one_by_one(
        &mut self,
        port: &str,
        cycles: usize,
        mut starts: impl FnMut() -> Word,
    ) {
        let leaves: Vec<u32> = self.register_bits().into_iter().map(|(_, leaf)| leaf).collect();
        let chunks = 0..self.lanes.chunks();
        let places = leaves.iter().flat_map(|leaf| chunks.clone().map(move |chunk| (*leaf, chunk)));
        let mut waiting: Vec<(u32, usize, Word, Word)> =
            places.map(|(leaf, chunk)| (leaf, chunk, self.lanes.get(leaf, chunk), ALL)).collect();
        for _ in 0..cycles {
            for (.., held) in &mut waiting {
                let started = starts();
                *held = std::array::from_fn(|part| held[part] & !started[part]);
            }
            self.clock(port, 1);
            for (leaf, chunk, initial, held) in &waiting {
                let next = self.lanes.get(*leaf, *chunk);
                let word = |part: usize| initial[part] & held[part] | next[part] & !held[part];
                self.lanes.set(*leaf, *chunk, std::array::from_fn(word));
            }
        }
    }

    /// Returns the values of an output port of all copies.
    pub fn output(&mut self, port: &str) -> Vec<u64> {
        let index = self.lanes.netlist().outputs.iter().position(|output| output.name == port);
        let index = index.unwrap_or_else(|| panic!("no output `{port}`"));
        let mut values = vec![0; self.count()];
        self.lanes.outputs(|port, bit, chunk, word| {
            if port == index {
                gather(&mut values, bit, chunk, word);
            }
        });
        values
    }

    /// Returns the values of all output ports of all copies, in the order of the ports.
    pub fn outputs(&mut self) -> Vec<Vec<u64>> {
        let mut values = vec![vec![0; self.count()]; self.lanes.netlist().outputs.len()];
        self.lanes.outputs(|port, bit, chunk, word| gather(&mut values[port], bit, chunk, word));
        values
    }

    /// Returns the names of the output ports.
    pub fn output_names(&self) -> Vec<String> {
        self.lanes.netlist().outputs.iter().map(|output| output.name.clone()).collect()
    }

    /// Returns the values of all output ports of the first copy, in the order of the ports.
    pub fn first_outputs(&mut self) -> Vec<u64> {
        let mut values = vec![0; self.lanes.netlist().outputs.len()];
        self.lanes.outputs(|port, bit, chunk, word| {
            if chunk == 0 {
                values[port] |= (word[0] & 1) << bit;
            }
        });
        values
    }

    /// Returns the values of a register of all copies, named by its path.
    pub fn held(&self, register: &str) -> Vec<u64> {
        let mut values = vec![0; self.count()];
        for (bit, leaf) in self.register(register).into_iter().enumerate() {
            for chunk in 0..self.lanes.chunks() {
                gather(&mut values, bit, chunk, self.lanes.get(leaf, chunk));
            }
        }
        values
    }

    /// Whether a bit of a register is the same in all copies.
    pub fn is_same(&self, leaf: u32) -> bool {
        let first = self.lanes.get(leaf, 0);
        let words = (0..self.lanes.chunks()).map(|chunk| self.lanes.get(leaf, chunk));
        [ALL, NONE].contains(&first) && words.skip(1).all(|word| word == first)
    }

    /// Returns the copies in which a register is 0, in words of 256 copies.
    pub fn zeros(&self, register: &str) -> Vec<Word> {
        let leaves = self.register(register);
        let nonzero = |chunk: usize, part: usize| {
            leaves.iter().fold(0, |bits, leaf| bits | self.lanes.get(*leaf, chunk)[part])
        };
        let word = |chunk| std::array::from_fn(|part| !nonzero(chunk, part));
        (0..self.lanes.chunks()).map(word).collect()
    }

    /// Returns a word of the only memory of a copy.
    pub fn memory_word(&self, copy: usize, address: usize) -> u8 {
        self.lanes.memory_word(0, copy, address)[0]
    }

    /// Returns the leaves of a register, lowest bit first.
    fn register(&self, name: &str) -> Vec<u32> {
        let bits = self.lanes.netlist().registers.iter();
        let is_bit = |bit: &str| {
            bit == name || bit.strip_prefix(name).is_some_and(|index| index.starts_with('['))
        };
        let leaves: Vec<u32> = bits.filter(|bit| is_bit(&bit.name)).map(|bit| bit.leaf).collect();
        assert!(!leaves.is_empty(), "no register `{name}`");
        leaves
    }

    fn write(&mut self, leaves: &[u32], value: impl Fn(usize) -> u64) {
        for chunk in 0..self.lanes.chunks() {
            let copies = chunk * LANES_PER_WORD..(chunk + 1) * LANES_PER_WORD;
            let values: Vec<u64> = copies.map(&value).collect();
            for (leaf, word) in leaves.iter().zip(lane_planes(&values)[0]) {
                self.lanes.set(*leaf, chunk, word);
            }
        }
    }
}

/// Adds a bit of the copies of a chunk to their values.
fn gather(values: &mut [u64], bit: usize, chunk: usize, word: Word) {
    let first = chunk * LANES_PER_WORD;
    for (lane, value) in values[first..first + LANES_PER_WORD].iter_mut().enumerate() {
        *value |= u64::from(has_lane(&[word], lane)) << bit;
    }
}
