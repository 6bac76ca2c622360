//! Bit-parallel simulation of many copies of a design: lane `n` of every word belongs to copy `n`.

mod counts;
mod memories;

use super::execute::{Executable, Execution, LANES_PER_WORD, Slot, Word};
use super::load::Load;
use super::logic::{Compiled, Logic};
use super::masks::{ALL, NONE};
use super::memory::LaneMemory;
use super::program::Program;
use super::pulse::{Pulse, drives_clocks, pulses};
use super::transpose::to_bytes;
use rust_hdl_gates::graph::Edge;
use rust_hdl_gates::netlist::{Netlist, NetlistWithMemories};
use rust_hdl_rtl::Oscillation;

/// The limit for rounds of derived clock edges; no ripple counter needs as many.
const MAXIMUM_ROUNDS: usize = 1000;

/// A simulator of many copies (lanes) of a design, in chunks of 256. Each lane has its own inputs,
/// clocks and resets.
pub struct Lanes {
    netlist: Netlist,
    /// The number of slots in a chunk.
    stride: usize,
    chunks: usize,
    /// The number of chunks that are simulated.
    used: usize,
    slots: Vec<Slot>,
    memories: Vec<LaneMemory>,
    layout: Layout,
    /// Computes the levels of the clocks.
    clocks: Routine,
    /// For each clock, loads its registers in the lanes of its mask.
    domains: Vec<Load>,
    /// Loads the registers of all clocks at once.
    all_domains: Load,
    outputs: Routine,
    check: Routine,
    /// For each chunk, the level of each clock after the last settling.
    levels: Vec<Vec<Word>>,
    /// For each input bit, how a pulse on it is simulated.
    pulses: Vec<Pulse>,
    /// For each leaf, whether a clock depends on it.
    drives_clocks: Vec<bool>,
    /// Whether no such leaf has been set since the last settling, so that no clock can rise.
    is_settled: bool,
}

/// The first of the leaves that the simulator adds to the netlist.
#[derive(Clone, Copy)]
struct Layout {
    /// For each clock, the lanes in which it rises.
    masks: u32,
    /// For each output bit, its expected value.
    expected: u32,
}

struct Routine {
    executable: Executable,
    results: Vec<u32>,
}

impl Lanes {
    /// Creates `chunks` * 256 copies at power-up: registers and memories have their power-up
    /// values, inputs are 0.
    pub fn new(
        source: impl Into<NetlistWithMemories>,
        chunks: usize,
        execution: Execution,
    ) -> Lanes {
        Lanes::of(source.into(), chunks, execution, false)
    }

    /// Creates `chunks` * 256 lanes that are consecutive moments of one copy. They share memories:
    /// a lane reads what it and lower lanes have written, until
    /// [`commit_writes`](Self::commit_writes).
    pub fn moments(
        source: impl Into<NetlistWithMemories>,
        chunks: usize,
        execution: Execution,
    ) -> Lanes {
        Lanes::of(source.into(), chunks, execution, true)
    }

    fn of(
        source: NetlistWithMemories,
        chunks: usize,
        execution: Execution,
        moments: bool,
    ) -> Lanes {
        let netlist = &source.netlist;
        let mut graph = netlist.graph.clone();
        let outputs: Vec<Edge> =
            netlist.outputs.iter().flat_map(|port| port.bits.clone()).collect();
        let masks = netlist.leaves() as u32;
        let expected = masks + netlist.clocks.len() as u32;
        let leaves = expected as usize + outputs.len();
        let layout = Layout { masks, expected };

        let mut wrong = Edge::ZERO;
        for (number, output) in outputs.iter().enumerate() {
            let expected = graph.leaf(expected + number as u32);
            let different = graph.xor(*output, expected);
            wrong = graph.or(wrong, different);
        }
        let clocks = Program::of(&graph, &netlist.clocks, leaves);
        let compile = |logic: Logic| {
            let compiled = logic.compile(true, leaves);
            (logic, compiled)
        };
        let all_domains = compile(Logic::new(&source, |_| true, masks));
        let domains: Vec<(Logic, Compiled)> = (0..netlist.clocks.len())
            .map(|clock| compile(Logic::new(&source, |other| other == clock, masks)))
            .collect();
        let outputs = Program::of(&graph, &outputs, leaves);
        let check = Program::of(&graph, &[wrong], leaves);
        let programs = [&clocks, &all_domains.1.program, &outputs, &check].into_iter();
        let programs = programs.chain(domains.iter().map(|(_, compiled)| &compiled.program));
        let stride = programs.map(|program| program.slots).max().unwrap_or(leaves);

        let pulses = pulses(netlist, &domains);
        let drives_clocks = drives_clocks(netlist, leaves);
        let routine = |program: &Program| Routine {
            executable: Executable::new(program, execution, stride),
            results: program.results.clone(),
        };
        let load = |(logic, compiled): (Logic, Compiled), clocks: std::ops::Range<usize>| {
            let masks = clocks.map(|clock| masks + clock as u32).collect();
            Load::new(logic, compiled, masks, leaves, execution, stride)
        };
        let mut lanes = Lanes {
            stride,
            chunks,
            used: chunks,
            slots: vec![Slot(NONE); stride * chunks],
            memories: source
                .memories
                .iter()
                .map(|memory| LaneMemory::new(memory, chunks, moments))
                .collect(),
            layout,
            clocks: routine(&clocks),
            all_domains: load(all_domains, 0..netlist.clocks.len()),
            domains: (0..)
                .zip(domains)
                .map(|(clock, domain)| load(domain, clock..clock + 1))
                .collect(),
            outputs: routine(&outputs),
            check: routine(&check),
            levels: vec![vec![NONE; netlist.clocks.len()]; chunks],
            pulses,
            drives_clocks,
            is_settled: false,
            netlist: source.netlist,
        };
        lanes.set_power_up_values();
        lanes
    }

    /// Returns every lane to power-up, with all inputs 0.
    pub fn power_up(&mut self) {
        self.slots.fill(Slot(NONE));
        self.memories.iter_mut().for_each(LaneMemory::power_up);
        self.set_power_up_values();
    }

    fn set_power_up_values(&mut self) {
        let registers = self.netlist.registers.iter().filter(|register| register.power_up);
        for leaf in registers.map(|register| register.leaf).collect::<Vec<_>>() {
            self.fill(leaf, true);
        }
        self.ignore_edges();
    }

    /// Returns the simulated netlist.
    pub fn netlist(&self) -> &Netlist {
        &self.netlist
    }

    /// Returns the number of copies.
    pub fn lanes(&self) -> usize {
        self.chunks * LANES_PER_WORD
    }

    /// Returns the number of chunks of 256 copies.
    pub fn chunks(&self) -> usize {
        self.chunks
    }

    /// Simulates only the first `chunks` from now on.
    pub fn use_chunks(&mut self, chunks: usize) {
        self.used = chunks.min(self.chunks);
        self.is_settled = false;
    }

    /// Sets a leaf to the same value in every lane. Leaves are input bits and, to force a state,
    /// register bits. Takes effect with the next [`settle`](Self::settle) or
    /// [`pulse`](Self::pulse).
    #[inline]
    pub fn fill(&mut self, leaf: u32, value: bool) {
        for chunk in 0..self.chunks {
            self.set(leaf, chunk, if value { ALL } else { NONE });
        }
    }

    /// Sets a leaf in the lanes of a chunk.
    #[inline]
    pub fn set(&mut self, leaf: u32, chunk: usize, lanes: Word) {
        self.is_settled &= !self.drives_clocks[leaf as usize];
        self.put(leaf, chunk, lanes);
    }

    /// Sets a leaf on which no clock depends.
    #[inline]
    fn put(&mut self, leaf: u32, chunk: usize, lanes: Word) {
        self.slots[chunk * self.stride + leaf as usize].0 = lanes;
    }

    /// Returns the values of a leaf in the lanes of a chunk.
    #[inline]
    pub fn get(&self, leaf: u32, chunk: usize) -> Word {
        self.slots[chunk * self.stride + leaf as usize].0
    }

    /// Returns the numbers that up to eight leaves form in the lanes of a chunk, the lowest bit
    /// first.
    pub fn numbers(&self, leaves: &[u32], chunk: usize) -> [u8; LANES_PER_WORD] {
        let mut planes = [NONE; 8];
        for (plane, leaf) in planes.iter_mut().zip(leaves) {
            *plane = self.get(*leaf, chunk);
        }
        to_bytes(planes)
    }

    /// Makes the current clock levels the initial ones: input changes since the last
    /// [`settle`](Self::settle) are not clock edges.
    pub fn ignore_edges(&mut self) {
        let levels = self.clock_levels();
        self.levels.splice(..levels.len(), levels);
        self.is_settled = true;
    }

    /// Loads registers on rising clock edges until there are none, derived clocks included.
    ///
    /// # Errors
    ///
    /// [`Oscillation`] if clock edges do not end.
    pub fn settle(&mut self) -> Result<(), Oscillation> {
        if self.is_settled {
            return Ok(());
        }
        for _ in 0..MAXIMUM_ROUNDS {
            let levels = self.clock_levels();
            let mut any_edge = false;
            for (chunk, now) in levels.iter().enumerate() {
                for (clock, now) in now.iter().enumerate() {
                    let before = self.levels[chunk][clock];
                    let rises: Word = std::array::from_fn(|part| now[part] & !before[part]);
                    any_edge |= rises != NONE;
                    self.put(self.layout.masks + clock as u32, chunk, rises);
                }
            }
            self.levels.splice(..levels.len(), levels);
            if !any_edge {
                self.is_settled = true;
                return Ok(());
            }
            let slots = &mut self.slots[..self.used * self.stride];
            self.all_domains.run(slots, 0, &mut self.memories);
        }
        Err(Oscillation)
    }

    /// Toggles an input bit twice in the lanes of `masks` (a word for each chunk), settling after
    /// each toggle: one clock period, or one press of a button.
    ///
    /// Inputs of clocks set since the last [`settle`](Self::settle) must be settled before. A bit
    /// that directly drives exactly one clock is simulated faster, without evaluating the other
    /// clocks.
    ///
    /// # Errors
    ///
    /// [`Oscillation`] if clock edges do not end.
    pub fn pulse(&mut self, leaf: u32, masks: &[Word]) -> Result<(), Oscillation> {
        match self.pulses[leaf as usize] {
            Pulse::Clock { clock, is_also_data, rises_to } => {
                for (chunk, mask) in masks.iter().enumerate() {
                    self.put(self.layout.masks + clock as u32, chunk, *mask);
                }
                if !is_also_data {
                    self.load(clock);
                    return Ok(());
                }
                // Registers load after the active edge of the pin.
                let rest: Vec<Word> = (0..self.chunks).map(|chunk| self.get(leaf, chunk)).collect();
                let is_settled = self.is_settled;
                self.fill(leaf, rises_to);
                self.load(clock);
                (0..self.chunks).for_each(|chunk| self.set(leaf, chunk, rest[chunk]));
                self.is_settled = is_settled;
                Ok(())
            }
            Pulse::General => (0..2).try_for_each(|_| {
                self.toggle(leaf, masks);
                self.settle()
            }),
        }
    }

    /// Inverts a leaf in the lanes of `masks`, a word for each chunk. Takes effect as
    /// [`set`](Self::set) does.
    pub fn toggle(&mut self, leaf: u32, masks: &[Word]) {
        for (chunk, mask) in masks.iter().enumerate() {
            let level = self.get(leaf, chunk);
            self.set(leaf, chunk, std::array::from_fn(|part| level[part] ^ mask[part]));
        }
    }

    /// Computes the outputs and calls `visit` with the port, the bit, the chunk and the values of
    /// each output bit, in the order of the ports.
    pub fn outputs(&mut self, mut visit: impl FnMut(usize, usize, usize, Word)) {
        let slots = &mut self.slots[..self.used * self.stride];
        self.outputs.executable.run(slots, self.stride);
        for chunk in 0..self.used {
            let mut results = self.outputs.results.iter();
            for (port, output) in self.netlist.outputs.iter().enumerate() {
                for (bit, slot) in (0..output.bits.len()).zip(results.by_ref()) {
                    visit(port, bit, chunk, self.slots[chunk * self.stride + *slot as usize].0);
                }
            }
        }
    }

    /// Sets the expected values of an output bit in the lanes of a chunk. Output bits are numbered
    /// across all ports.
    #[inline]
    pub fn expect(&mut self, output: usize, chunk: usize, lanes: Word) {
        self.put(self.layout.expected + output as u32, chunk, lanes);
    }

    /// Compares all outputs with their expected values and calls `report` with each chunk and its
    /// lanes that differ.
    pub fn check(&mut self, mut report: impl FnMut(usize, Word)) {
        let slots = &mut self.slots[..self.used * self.stride];
        self.check.executable.run(slots, self.stride);
        for chunk in 0..self.used {
            report(chunk, self.slots[chunk * self.stride + self.check.results[0] as usize].0);
        }
    }

    /// Loads the registers of a clock.
    fn load(&mut self, clock: usize) {
        let slots = &mut self.slots[..self.used * self.stride];
        self.domains[clock].run(slots, 0, &mut self.memories);
    }

    fn clock_levels(&mut self) -> Vec<Vec<Word>> {
        let slots = &mut self.slots[..self.used * self.stride];
        self.clocks.executable.run(slots, self.stride);
        let level = |chunk: usize, slot: &u32| self.slots[chunk * self.stride + *slot as usize].0;
        (0..self.used)
            .map(|chunk| self.clocks.results.iter().map(|slot| level(chunk, slot)).collect())
            .collect()
    }
}
