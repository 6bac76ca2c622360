//! Clock edges until nothing changes, and what is observed.

use std::ops::Range;

use cranelift::module::FuncId;

use super::compile::{Code, CompileError, Compiler, Function};
use super::dependencies::{DRIVEN, GROUPS, INPUTS, LEVELS, dependencies};
use super::functions::{Domain, Words, clocks, edges, force, load_all};
use super::netlist::{Id, Netlist, Operation};
use super::observation::{Packed, compile, pack, places, words};

pub use super::compile::Memories;
pub use super::observation::Place;

/// The largest number of clocks, of which each has a bit.
const MAXIMUM_CLOCKS: usize = 64;

/// The largest number of times that registers load after a change of the inputs.
const MAXIMUM_LOADS: usize = 1000;

/// Why a netlist is not simulated.
#[derive(Debug, thiserror::Error)]
pub enum SimulatorError {
    /// There are more clocks than masks have bits.
    #[error("the design has {0} clocks, and {MAXIMUM_CLOCKS} are possible")]
    Clocks(usize),
    /// The netlist cannot be compiled.
    #[error(transparent)]
    Compile(#[from] CompileError),
}

/// Registers load without end.
#[derive(Debug, thiserror::Error)]
#[error("the design oscillates")]
pub struct Oscillation;

/// A design with its state.
///
/// Clock edges follow each other in delta cycles: all registers whose clocks rise at the same time
/// load what depends on the state before. If that makes other clocks rise, their registers load
/// next.
pub struct Simulator {
    code: Code,
    /// The words of the state, and those that only the functions use.
    state: Vec<u64>,
    /// The word of the clock that is driven.
    driven: u32,
    /// The word with its level at the last edges, if it is the only clock and nothing forces
    /// registers.
    only_clock: Option<usize>,
    /// Returns the clocks that rise.
    edges: Function,
    /// For each clock, loads its registers. Returns the bits of the groups that have loaded.
    loads: Vec<Function>,
    /// Forces registers to what their levels demand.
    force: Function,
    /// Loads the registers of some clocks and forces those that have a level. Returns whether
    /// anything changes.
    load_all: Function,
    /// What changes what registers are forced to, and what has changed since that was found out.
    forced_by: u64,
    may_force: u64,
    /// Stores the observed words that change with the argument, what may change them, and where
    /// they are.
    observe: Function,
    observed_by: u64,
    observed: Range<usize>,
    /// The same for the sampled words.
    sample: Function,
    sampled: Range<usize>,
    /// What has changed since the last observation.
    changed: u64,
    /// The word that tells whether a word of a memory has changed.
    written: usize,
}

/// Adds words to the state for those that are packed. Returns where they are.
fn reserve(netlist: &mut Netlist, first: u32, packed: &[Packed]) -> Range<usize> {
    netlist.states = first + words(packed);
    first as usize..netlist.states as usize
}

impl Simulator {
    /// Compiles a netlist. All words of the state are 0. `driven` is the clock input that
    /// [`half_cycle`](Self::half_cycle) changes. Bits are observed after each half cycle, and
    /// sampled at any time. Returns the places of both, too.
    ///
    /// # Errors
    ///
    /// [`SimulatorError`]
    pub fn new(
        mut netlist: Netlist,
        driven: u32,
        [observed, sampled]: [&[(Id, u32)]; 2],
    ) -> Result<(Simulator, [Vec<Place>; 2]), SimulatorError> {
        let clocks = clocks(&netlist);
        if clocks.len() > MAXIMUM_CLOCKS {
            return Err(SimulatorError::Clocks(clocks.len()));
        }
        let mut domains: Vec<Domain> =
            clocks.iter().map(|clock| Domain::new(&mut netlist, *clock)).collect();
        let mut register_bits = vec![0; netlist.registers.len()];
        let mut write_bits = vec![0; netlist.writes.len()];
        let mut bits = (0..).map(|number: u32| 1 << number.min(GROUPS - 1));
        for domain in &mut domains {
            for group in &mut domain.groups {
                group.bit = bits.next().unwrap_or(0);
                group.registers.iter().for_each(|(index, _)| register_bits[*index] = group.bit);
            }
            let first = domain.groups.first().map_or(0, |group| group.bit);
            domain.writes.iter().for_each(|index| write_bits[*index] = first);
        }
        let depends = dependencies(&netlist, driven, &register_bits, &write_bits);
        let levels = netlist.registers.iter().filter_map(|register| register.force);
        let levels = levels.flat_map(|force| [force.set, force.clear]);
        let forced_by = levels.fold(0, |by, id| by | depends[id.index()] | INPUTS);
        let is_driven = |id: &Id| netlist.node(*id).operation == Operation::State(driven);
        let is_only_clock = forced_by == 0 && matches!(&clocks[..], [clock] if is_driven(clock));
        let observed = pack(&mut netlist, observed, |id| depends[id.index()]);
        let sampled = pack(&mut netlist, sampled, |_| 0);
        let words = Words::new(&netlist, clocks.len());
        let first = words.end(&netlist);
        let observed_words = reserve(&mut netlist, first, &observed);
        let sampled_words = reserve(&mut netlist, observed_words.end as u32, &sampled);

        let mut compiler = Compiler::new(&netlist)?;
        let edges = compiler.function(|body| edges(body, &clocks, &words))?;
        let load = |domain: &Domain| compiler.function(|body| domain.load(body, &netlist, &words));
        let loads: Vec<FuncId> = domains.iter().map(load).collect::<Result<_, _>>()?;
        let force = compiler.function(|body| force(body, &netlist))?;
        let load_all = compiler.function(|body| load_all(body, &netlist, &clocks, &words))?;
        let observe = compile(&mut compiler, &observed, observed_words.start as u32)?;
        let sample = compile(&mut compiler, &sampled, sampled_words.start as u32)?;
        let code = compiler.finish()?;
        let function = |id: FuncId| code.function(id);
        let simulator = Simulator {
            state: vec![0; netlist.states as usize],
            driven,
            only_clock: is_only_clock.then_some(words.levels as usize),
            edges: function(edges),
            loads: loads.into_iter().map(function).collect(),
            force: function(force),
            load_all: function(load_all),
            forced_by,
            may_force: u64::MAX,
            observe: function(observe),
            observed_by: observed.iter().fold(INPUTS, |by, packed| by | packed.by),
            observed: observed_words,
            sample: function(sample),
            sampled: sampled_words,
            changed: u64::MAX,
            written: words.written as usize,
            code,
        };
        Ok((simulator, [places(&observed), places(&sampled)]))
    }

    /// A word of the state.
    pub fn get(&self, state: u32) -> u64 {
        self.state[state as usize]
    }

    /// Sets a word of the state. Bits above the width of the word have to be 0.
    pub fn set(&mut self, state: u32, value: u64) {
        self.state[state as usize] = value;
        self.note(u64::MAX);
    }

    /// Makes the present levels of the clocks the initial ones: changes of words and memories until
    /// now are not clock edges.
    pub fn ignore_edges(&mut self, memories: &mut Memories) {
        self.code.call(self.edges, &mut self.state, memories, 0);
        self.note(u64::MAX);
    }

    /// Sets the level of the clock that is driven, and simulates what follows.
    ///
    /// # Errors
    ///
    /// [`Oscillation`]
    #[inline]
    pub fn half_cycle(&mut self, level: bool, memories: &mut Memories) -> Result<(), Oscillation> {
        self.state[self.driven as usize] = u64::from(level);
        self.note(DRIVEN);
        match self.only_clock {
            Some(before) => {
                let before = std::mem::replace(&mut self.state[before], u64::from(level));
                if level && before == 0 {
                    let changed = self.code.call(self.loads[0], &mut self.state, memories, 0);
                    self.note(changed);
                }
            }
            None => self.settle(memories)?,
        }
        let changed = std::mem::take(&mut self.changed);
        if changed & self.observed_by != 0 {
            self.code.call(self.observe, &mut self.state, memories, changed);
        }
        Ok(())
    }

    fn settle(&mut self, memories: &mut Memories) -> Result<(), Oscillation> {
        for _ in 0..MAXIMUM_LOADS {
            let edges = self.code.call(self.edges, &mut self.state, memories, 0);
            let may_force = std::mem::take(&mut self.may_force) & self.forced_by != 0;
            if edges == 0 {
                if !may_force || self.code.call(self.force, &mut self.state, memories, 1) == 0 {
                    return Ok(());
                }
                self.note(LEVELS);
                continue;
            }
            let forces = may_force && self.code.call(self.force, &mut self.state, memories, 0) != 0;
            let load = self.loads.get(edges.trailing_zeros() as usize);
            let changed = match load.filter(|_| edges.is_power_of_two() && !forces) {
                Some(load) => self.code.call(*load, &mut self.state, memories, 0),
                None => {
                    self.code.call(self.load_all, &mut self.state, memories, edges);
                    u64::MAX
                }
            };
            self.note(changed);
        }
        Err(Oscillation)
    }

    /// Something has changed.
    fn note(&mut self, by: u64) {
        self.changed |= by;
        self.may_force |= by;
    }

    /// The observed words after the last half cycle.
    #[inline]
    pub fn observed(&self) -> &[u64] {
        &self.state[self.observed.clone()]
    }

    /// The sampled words now.
    pub fn sample(&mut self, memories: &mut Memories) -> &[u64] {
        self.code.call(self.sample, &mut self.state, memories, u64::MAX);
        &self.state[self.sampled.clone()]
    }

    /// Whether a word of a memory has changed since this was asked before.
    pub fn has_written(&mut self) -> bool {
        std::mem::take(&mut self.state[self.written]) != 0
    }
}
