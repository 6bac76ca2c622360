//! Cycles with words.
//!
//! A cycle of a word-level simulation takes much less time than one of the gates. The state is that
//! of the gates: it is taken from them before some cycles, unless these follow others.

use super::clocks::Instants;
use super::window::{Change, Half, Window, words};
use foreign_designs::ForeignDesign;
use foreign_sources::ForeignError;
use rust_hdl_gates::graph::Edge;
use rust_hdl_gates::netlist::RegisterBit;
use rust_hdl_lanes::Lanes;
use word_simulator::Simulator;
use word_simulator::netlist::{Id, Memory};
use word_simulator::simulator::{MAXIMUM_CYCLES, Memories};

/// The largest number of cycles at once.
pub const CYCLES: usize = MAXIMUM_CYCLES;

/// Simulates cycles of CLOCK_50.
pub struct WordCycles {
    simulator: Simulator,
    memories: Vec<Memory>,
    /// For each input bit and register bit of the gates that has a place in a word of the state,
    /// its leaf and this place.
    states: Vec<(u32, u32, u32)>,
    /// The number of observed words.
    observed: usize,
}

impl WordCycles {
    /// For a design whose clocks are these input bits, and whose first output are the observed
    /// bits. `None` if it has no netlist of words.
    pub fn new(design: &ForeignDesign, clocks: &[u32]) -> Option<WordCycles> {
        let mut netlist = design.words.as_deref()?.clone();
        let gates = &design.netlist;
        let mut graph = gates.graph.clone();
        let driven = clocks.iter().map(|clock| Some(netlist.state(graph.leaf(*clock))?.0));
        let driven: Vec<u32> = driven.collect::<Option<_>>()?;
        let registers = gates.registers.iter().map(|register| register.leaf);
        let inputs = gates.inputs.iter().flat_map(|input| input.leaf..input.leaf + input.width);
        let state = |leaf: u32| {
            let (state, bit) = netlist.state(graph.leaf(leaf))?;
            Some((leaf, state, bit))
        };
        let states = inputs.chain(registers).filter_map(state).collect();
        // The level of a clock at the end of a cycle is the present one.
        let value = |register: &RegisterBit| match design.levels.contains(&register.leaf) {
            true => register.next,
            false => graph.leaf(register.leaf),
        };
        let sampled: Vec<Edge> = gates.registers.iter().map(value).collect();
        let mut bits = |edges: &[Edge]| -> Option<Vec<(Id, u32)>> {
            edges.iter().map(|edge| netlist.bit(*edge)).collect()
        };
        let sampled = bits(&sampled)?;
        let edges = &gates.outputs.first()?.bits;
        let observed = words(edges.len()).map(|word| bits(&edges[word]));
        let observed: Vec<Vec<(Id, u32)>> = observed.collect::<Option<_>>()?;
        let simulator = Simulator::new(netlist.netlist.clone(), &driven, &observed, &sampled);
        let mut simulator = simulator.ok()?;
        for (state, value) in (0..).zip(&netlist.power_up) {
            simulator.set(state, *value);
        }
        let memories = netlist.netlist.memories.clone();
        Some(WordCycles { simulator, memories, states, observed: observed.len() })
    }

    /// Takes the state from the lanes.
    pub fn take_state(&mut self, lanes: &mut Lanes) {
        for (leaf, state, bit) in &self.states {
            let level = lanes.get(*leaf, 0)[0] & 1;
            let value = self.simulator.get(*state);
            self.simulator.set(*state, value & !(1 << bit) | level << bit);
        }
        self.simulator.begin(&mut Memories::new(&self.memories, lanes.memory_bytes()));
    }

    /// Simulates the cycles with these instants, at most [`CYCLES`] pairs. Returns the registers,
    /// packed in words, and whether a word of a memory has changed.
    ///
    /// # Errors
    ///
    /// [`ForeignError::Oscillation`]
    pub fn run(
        &mut self,
        instants: &Instants,
        lanes: &mut Lanes,
        window: &mut Window,
    ) -> Result<(&[u64], bool), ForeignError> {
        let mut memories = Memories::new(&self.memories, lanes.memory_bytes());
        self.simulator.forget_changes();
        let simulator = &mut self.simulator;
        let ran = match instants.are_of_clock_50() {
            true => simulator.run(instants.pairs(), &mut memories),
            false => (0..instants.pairs()).try_for_each(|pair| {
                simulator.drive(instants.levels(Half::High, pair), &mut memories)?;
                simulator.drive(instants.levels(Half::Low, pair), &mut memories)
            }),
        };
        ran.map_err(|_| ForeignError::Oscillation)?;
        window.begin(instants);
        for word in 0..self.observed {
            window.extend(word, self.simulator.changes(word).map(change));
        }
        let has_written = self.simulator.has_written();
        Ok((self.simulator.sample(&mut memories), has_written))
    }
}

fn change(change: word_simulator::simulator::Change) -> Change {
    let half = if change.time.is_multiple_of(2) { Half::High } else { Half::Low };
    Change { pair: change.time as usize / 2, half, value: change.value }
}
