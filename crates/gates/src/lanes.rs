//! Many copies of a design at once: lane `n` of every word belongs to copy `n`.

use super::execute::{Executable, Execution, LANES_PER_WORD, Slot, Word};
use super::graph::{Edge, Node};
use super::netlist::Netlist;
use super::program::Program;
use rust_hdl_rtl::Oscillation;

/// More rounds of self-made clock edges than any ripple of registers needs.
const MAXIMUM_ROUNDS: usize = 1000;

/// No lane.
pub const NONE: Word = [0; 4];

/// Every lane of a word.
pub const ALL: Word = [u64::MAX; 4];

/// Copies of a design, 256 in each of its chunks. Inputs, clocks and resets are each lane's own.
pub struct Lanes {
    netlist: Netlist,
    /// Slots of one chunk.
    stride: usize,
    chunks: usize,
    memory: Vec<Slot>,
    layout: Layout,
    /// The levels of the clocks.
    clocks: Routine,
    /// For each clock, its registers' next values where its mask says so.
    domains: Vec<Routine>,
    /// The same for all clocks at once.
    all_domains: Routine,
    outputs: Routine,
    check: Routine,
    /// For each chunk, the level of each clock when everything had last settled.
    levels: Vec<Vec<Word>>,
    /// For each input bit, what a pulse on it amounts to.
    pulses: Vec<Pulse>,
}

/// The leaves that a simulation adds to those of the netlist.
#[derive(Clone, Copy)]
struct Layout {
    /// The lanes in which each clock rises.
    masks: u32,
    /// What each output bit should be.
    expected: u32,
}

struct Routine {
    executable: Executable,
    results: Vec<u32>,
}

/// What happens when an input bit leaves its level and comes back.
#[derive(Clone, Copy)]
enum Pulse {
    /// It is the clock of that number and nothing else: only its domain has work to do.
    Clock { clock: usize, is_also_data: bool, rises_to: bool },
    /// Anything may happen.
    General,
}

impl Lanes {
    /// Copies at power-up: registers hold their power-up values, inputs are 0.
    pub fn new(netlist: Netlist, chunks: usize, execution: Execution) -> Lanes {
        let mut graph = netlist.graph.clone();
        let outputs: Vec<Edge> =
            netlist.outputs.iter().flat_map(|port| port.bits.clone()).collect();
        let masks = netlist.leaves() as u32;
        let expected = masks + netlist.clocks.len() as u32;
        let leaves = expected as usize + outputs.len();
        let layout = Layout { masks, expected };

        let mut domains = vec![vec![]; netlist.clocks.len()];
        for register in &netlist.registers {
            let mask = graph.leaf(masks + register.clock as u32);
            let held = graph.leaf(register.leaf);
            domains[register.clock].push((register.leaf, graph.mux(mask, register.next, held)));
        }
        let mut wrong = Edge::ZERO;
        for (number, output) in outputs.iter().enumerate() {
            let expected = graph.leaf(expected + number as u32);
            let different = graph.xor(*output, expected);
            wrong = graph.or(wrong, different);
        }

        let clocks = Program::of(&graph, &netlist.clocks, leaves);
        let all_domains = Program::update(&graph, &domains.concat(), leaves);
        let domains: Vec<Program> =
            domains.iter().map(|updates| Program::update(&graph, updates, leaves)).collect();
        let outputs = Program::of(&graph, &outputs, leaves);
        let check = Program::of(&graph, &[wrong], leaves);
        let programs = [&clocks, &all_domains, &outputs, &check];
        let stride = programs.into_iter().chain(&domains).map(|p| p.slots).max().unwrap_or(leaves);

        let pulses = pulses(&netlist, &domains);
        let ready = |program: &Program| Routine {
            executable: Executable::new(program, execution, stride),
            results: program.results.clone(),
        };
        let mut lanes = Lanes {
            stride,
            chunks,
            memory: vec![Slot(NONE); stride * chunks],
            layout,
            clocks: ready(&clocks),
            domains: domains.iter().map(ready).collect(),
            all_domains: ready(&all_domains),
            outputs: ready(&outputs),
            check: ready(&check),
            levels: vec![vec![NONE; netlist.clocks.len()]; chunks],
            pulses,
            netlist,
        };
        lanes.power_up();
        lanes
    }

    /// Puts every lane back to power-up, with all inputs 0.
    pub fn power_up(&mut self) {
        self.memory.fill(Slot(NONE));
        for register in self.netlist.registers.clone() {
            if register.power_up {
                self.fill(register.leaf, true);
            }
        }
        self.levels = self.clock_levels();
    }

    /// The design.
    pub fn netlist(&self) -> &Netlist {
        &self.netlist
    }

    /// How many copies there are.
    pub fn lanes(&self) -> usize {
        self.chunks * LANES_PER_WORD
    }

    /// How many chunks of 256 copies there are.
    pub fn chunks(&self) -> usize {
        self.chunks
    }

    /// Gives a leaf (an input bit; or, to force a state, a register bit) one value in every lane.
    /// Takes effect with the next [`settle`](Self::settle) or [`pulse`](Self::pulse).
    pub fn fill(&mut self, leaf: u32, value: bool) {
        for chunk in 0..self.chunks {
            self.set(leaf, chunk, if value { ALL } else { NONE });
        }
    }

    /// Gives a leaf its values in the lanes of a chunk.
    pub fn set(&mut self, leaf: u32, chunk: usize, lanes: Word) {
        self.memory[chunk * self.stride + leaf as usize].0 = lanes;
    }

    /// The values of a leaf in the lanes of a chunk.
    pub fn get(&self, leaf: u32, chunk: usize) -> Word {
        self.memory[chunk * self.stride + leaf as usize].0
    }

    /// Takes the inputs as having been what they are all along: their last change is no clock edge.
    pub fn rest(&mut self) {
        self.levels = self.clock_levels();
    }

    /// Lets everything come to rest, with every clock edge on the way.
    ///
    /// # Errors
    ///
    /// [`Oscillation`] if it does not.
    pub fn settle(&mut self) -> Result<(), Oscillation> {
        for _ in 0..MAXIMUM_ROUNDS {
            let levels = self.clock_levels();
            let mut any_edge = false;
            for (chunk, now) in levels.iter().enumerate() {
                for (clock, now) in now.iter().enumerate() {
                    let before = self.levels[chunk][clock];
                    let rises: Word = std::array::from_fn(|part| now[part] & !before[part]);
                    any_edge |= rises != NONE;
                    self.set(self.layout.masks + clock as u32, chunk, rises);
                }
            }
            self.levels = levels;
            if !any_edge {
                return Ok(());
            }
            self.all_domains.executable.run(&mut self.memory, self.stride);
        }
        Err(Oscillation)
    }

    /// In the lanes of `masks` (a word for each chunk) the input bit leaves its level and comes back, everything
    /// settling each time: one period of a clock, or a key pressed and released.
    ///
    /// Clock pins that have been set since the last [`settle`](Self::settle) have to be settled before. A pin that is a
    /// clock and no more takes a short way here, on which no other clock is looked at.
    ///
    /// # Errors
    ///
    /// [`Oscillation`]
    pub fn pulse(&mut self, leaf: u32, masks: &[Word]) -> Result<(), Oscillation> {
        match self.pulses[leaf as usize] {
            Pulse::Clock { clock, is_also_data, rises_to } => {
                for (chunk, mask) in masks.iter().enumerate() {
                    self.set(self.layout.masks + clock as u32, chunk, *mask);
                }
                if !is_also_data {
                    self.domains[clock].executable.run(&mut self.memory, self.stride);
                    return Ok(());
                }
                // The registers load when the pin is at the level that it rises to.
                let rest: Vec<Word> = (0..self.chunks).map(|chunk| self.get(leaf, chunk)).collect();
                self.fill(leaf, rises_to);
                self.domains[clock].executable.run(&mut self.memory, self.stride);
                (0..self.chunks).for_each(|chunk| self.set(leaf, chunk, rest[chunk]));
                Ok(())
            }
            Pulse::General => {
                self.toggle(leaf, masks)?;
                self.toggle(leaf, masks)
            }
        }
    }

    fn toggle(&mut self, leaf: u32, masks: &[Word]) -> Result<(), Oscillation> {
        for (chunk, mask) in masks.iter().enumerate() {
            let level = self.get(leaf, chunk);
            self.set(leaf, chunk, std::array::from_fn(|part| level[part] ^ mask[part]));
        }
        self.settle()
    }

    /// Works out the outputs. For each output bit, in the order of the ports, calls `visit` with the port, the bit,
    /// the chunk and the values.
    pub fn outputs(&mut self, mut visit: impl FnMut(usize, usize, usize, Word)) {
        self.outputs.executable.run(&mut self.memory, self.stride);
        for chunk in 0..self.chunks {
            let mut results = self.outputs.results.iter();
            for (port, output) in self.netlist.outputs.iter().enumerate() {
                for (bit, slot) in (0..output.bits.len()).zip(results.by_ref()) {
                    visit(port, bit, chunk, self.memory[chunk * self.stride + *slot as usize].0);
                }
            }
        }
    }

    /// Says what an output bit should be in the lanes of a chunk; outputs are numbered through all ports.
    pub fn expect(&mut self, output: usize, chunk: usize, lanes: Word) {
        self.set(self.layout.expected + output as u32, chunk, lanes);
    }

    /// Compares all outputs with what they should be: calls `wrong` with each chunk and its lanes that differ somewhere.
    pub fn check(&mut self, mut wrong: impl FnMut(usize, Word)) {
        self.check.executable.run(&mut self.memory, self.stride);
        for chunk in 0..self.chunks {
            wrong(chunk, self.memory[chunk * self.stride + self.check.results[0] as usize].0);
        }
    }

    fn clock_levels(&mut self) -> Vec<Vec<Word>> {
        self.clocks.executable.run(&mut self.memory, self.stride);
        let level = |chunk: usize, slot: &u32| self.memory[chunk * self.stride + *slot as usize].0;
        (0..self.chunks)
            .map(|chunk| self.clocks.results.iter().map(|slot| level(chunk, slot)).collect())
            .collect()
    }
}

/// For each input bit, what a pulse on it amounts to. The short way is open to pins that are one clock and feed no
/// other, in a design whose clocks are all pins.
fn pulses(netlist: &Netlist, domains: &[Program]) -> Vec<Pulse> {
    let inputs: u32 = netlist.inputs.iter().map(|port| port.width).sum();
    let pin = |clock: &Edge| match netlist.graph.node(clock.node()) {
        Node::Leaf(leaf) if leaf < inputs => Some(leaf),
        _ => None,
    };
    let pins: Option<Vec<u32>> = netlist.clocks.iter().map(pin).collect();
    (0..inputs)
        .map(|leaf| {
            let Some(pins) = &pins else {
                return Pulse::General;
            };
            let mut clocks = (0..pins.len()).filter(|clock| pins[*clock] == leaf);
            match (clocks.next(), clocks.next()) {
                (Some(clock), None) => {
                    let reads =
                        |step: &super::program::Step| step.left == leaf || step.right == leaf;
                    let is_also_data = domains[clock].steps.iter().any(reads);
                    let rises_to = !netlist.clocks[clock].is_inverted();
                    Pulse::Clock { clock, is_also_data, rises_to }
                }
                _ => Pulse::General,
            }
        })
        .collect()
}
