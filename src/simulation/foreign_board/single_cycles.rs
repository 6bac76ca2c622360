//! One cycle after another, with words.
//!
//! A cycle of a word-level simulation takes much less time than one of the lanes, of which only one
//! would be used. The state is that of the lanes: it is taken from them before some cycles, and
//! given back after them.

use super::window::{Half, Window};
use crate::foreign::{ForeignDesign, ForeignError};
use rust_hdl_gates::graph::Edge;
use rust_hdl_gates::netlist::RegisterBit;
use rust_hdl_gates::{Lanes, transpose};
use word_simulator::Simulator;
use word_simulator::netlist::Id;
use word_simulator::simulator::{Memories, Place};

/// Simulates cycles of a clock.
pub struct SingleCycles {
    simulator: Simulator,
    memories: Vec<word_simulator::netlist::Memory>,
    /// For each input bit and register bit of the gates that has a place in a word of the state,
    /// its leaf and this place.
    states: Vec<(u32, u32, u32)>,
    /// For each register bit of the gates, its leaf, and its place in the sampled words.
    registers: Vec<(u32, Place)>,
    /// For each observed word, its bits, and the index of each among the observed bits.
    observed: Vec<Vec<(u32, usize)>>,
    block: Block,
}

impl SingleCycles {
    /// For a design whose clock is this input bit, and whose first output are the observed bits.
    /// `None` if it has no netlist of words.
    pub fn new(design: &ForeignDesign, clock: u32) -> Option<SingleCycles> {
        let mut words = design.words.as_deref()?.clone();
        let netlist = &design.netlist;
        let mut graph = netlist.graph.clone();
        let (driven, 0) = words.state(graph.leaf(clock))? else { return None };
        let registers: Vec<u32> = netlist.registers.iter().map(|register| register.leaf).collect();
        let inputs = netlist.inputs.iter().flat_map(|input| input.leaf..input.leaf + input.width);
        let state = |leaf: u32| {
            let (state, bit) = words.state(graph.leaf(leaf))?;
            Some((leaf, state, bit))
        };
        let states = inputs.chain(registers.iter().copied()).filter_map(state).collect();
        let observed = netlist.outputs.first()?.bits.iter().map(|edge| words.bit(*edge));
        let observed: Vec<(Id, u32)> = observed.collect::<Option<_>>()?;
        // The level of a clock at the end of a cycle is the present one.
        let value = |register: &RegisterBit| match design.levels.contains(&register.leaf) {
            true => register.next,
            false => graph.leaf(register.leaf),
        };
        let values: Vec<Edge> = netlist.registers.iter().map(value).collect();
        let sampled = values.into_iter().map(|edge| words.bit(edge));
        let sampled: Vec<(Id, u32)> = sampled.collect::<Option<_>>()?;
        let made = Simulator::new(words.netlist.clone(), driven, [&observed, &sampled]);
        let (mut simulator, [places, samples]) = made.ok()?;
        for (state, value) in (0..).zip(&words.power_up) {
            simulator.set(state, *value);
        }
        let mut observed = vec![vec![]; simulator.observed().len()];
        for (index, place) in places.iter().enumerate() {
            observed[place.word].push((place.bit, index));
        }
        let block = Block::new(observed.len());
        let memories = words.netlist.memories.clone();
        let registers = registers.into_iter().zip(samples).collect();
        Some(SingleCycles { simulator, memories, states, registers, observed, block })
    }

    /// Simulates some cycles, for as many of which the window has to have room. Calls `sample` with
    /// the registers after each of them, if it is not `None`. Returns whether a word of a memory
    /// has changed.
    ///
    /// # Errors
    ///
    /// [`ForeignError::Oscillation`]
    pub fn run(
        &mut self,
        cycles: usize,
        lanes: &mut Lanes,
        window: &mut Window,
        mut sample: Option<impl FnMut(&mut dyn Iterator<Item = bool>)>,
    ) -> Result<bool, ForeignError> {
        for (leaf, state, bit) in &self.states {
            let level = lanes.get(*leaf, 0)[0] & 1;
            let value = self.simulator.get(*state);
            self.simulator.set(*state, value & !(1 << bit) | level << bit);
        }
        let mut memories = Memories::new(&self.memories, lanes.memory_bytes());
        self.simulator.ignore_edges(&mut memories);
        for first in (0..cycles).step_by(64) {
            for cycle in 0..(cycles - first).min(64) {
                for (half, level) in [(Half::High, true), (Half::Low, false)] {
                    let ran = self.simulator.half_cycle(level, &mut memories);
                    ran.map_err(|_| ForeignError::Oscillation)?;
                    self.block.record(half, cycle, self.simulator.observed());
                }
                if let Some(sample) = &mut sample {
                    let words = self.simulator.sample(&mut memories);
                    sample(&mut self.registers.iter().map(|(_, place)| bit(words, *place)));
                }
            }
            self.block.write(&self.observed, window, first / 64);
        }
        window.cycles = cycles;
        let words = self.simulator.sample(&mut memories);
        drop(memories);
        for (leaf, place) in &self.registers {
            lanes.fill(*leaf, bit(words, *place));
        }
        let has_written = self.simulator.has_written();
        Ok(has_written)
    }
}

/// A bit of some words.
fn bit(words: &[u64], place: Place) -> bool {
    words[place.word] >> place.bit & 1 == 1
}

/// The observed words in up to 64 cycles.
struct Block {
    /// For each half of a cycle and each word, its values.
    values: [Vec<[u64; 64]>; 2],
    /// For each half of a cycle and each word, the bits that differ from those of the first cycle.
    varying: [Vec<u64>; 2],
}

impl Block {
    fn new(words: usize) -> Block {
        Block {
            values: [vec![[0; 64]; words], vec![[0; 64]; words]],
            varying: [vec![0; words], vec![0; words]],
        }
    }

    fn record(&mut self, half: Half, cycle: usize, observed: &[u64]) {
        let half = half as usize;
        for ((values, varying), word) in
            self.values[half].iter_mut().zip(&mut self.varying[half]).zip(observed)
        {
            values[cycle] = *word;
            *varying |= values[0] ^ word;
        }
    }

    /// Writes what was recorded to a part of 64 cycles of a window.
    fn write(&mut self, observed: &[Vec<(u32, usize)>], window: &mut Window, part: usize) {
        for half in [Half::High, Half::Low] {
            let words = self.values[half as usize].iter_mut().zip(&mut self.varying[half as usize]);
            for ((values, varying), bits) in words.zip(observed) {
                let first = values[0];
                let varies = std::mem::take(varying);
                if varies != 0 {
                    transpose(values);
                }
                for (bit, index) in bits {
                    let plane = match varies >> bit & 1 {
                        0 => (first >> bit & 1).wrapping_neg(),
                        _ => values[*bit as usize],
                    };
                    window.set_part(half, *index, part, plane);
                }
            }
        }
    }
}
