//! Clock edges until nothing changes, and what is observed.

use std::ops::Range;

use super::activity::{Noted, divide};
use super::cache::Cache;
use super::dependencies::{DRIVEN, GROUPS, INPUTS, LEVELS, dependencies};
use super::domain::Domain;
use super::forces::Forces;
use super::functions::{Changed, Words, clocks, cycles, edges, load_all};
use super::machine_code::{Code, CompileError, Compiler, FuncId, Function};
use super::netlist::{Id, Netlist, Operation, Register, WORD, Write};
use super::observation::{Observation, Places, pack_all};
use super::tables::tabulate;
use super::together::Together;

pub use super::machine_code::Memories;
pub use super::observation::MAXIMUM_CYCLES;

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

/// A change of an observed word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    /// The number of half cycles before it.
    pub time: u64,
    /// The value since then.
    pub value: u64,
}

/// A design with its state.
///
/// Clock edges follow each other in delta cycles: all registers whose clocks rise at the same time
/// load what depends on the state before. If that makes other clocks rise, their registers load
/// next.
pub struct Simulator {
    code: Code,
    /// The words of the state, and those that only the functions use.
    state: Vec<u64>,
    /// The words of the clocks that are driven.
    driven: Vec<u32>,
    /// Returns the clocks that rise.
    edges: Function,
    /// For each clock, loads its registers. Returns the bits of the groups that have loaded.
    loads: Vec<Function>,
    /// The same for clocks that rise at the same time.
    together: Together,
    /// Forces registers to what their levels demand.
    force: Function,
    /// Loads the registers of some clocks and forces those that have a level. Returns whether
    /// anything changes.
    load_all: Function,
    /// Simulates as many cycles as the argument says, if the only clock is the only one that is
    /// driven, and only inputs force registers.
    cycles: Option<Function>,
    /// What changes what registers are forced to, what has changed since that was found out, and
    /// the word for the latter.
    forced_by: u64,
    may_force: u64,
    force_mask: usize,
    /// Records the changes of observed words that what the argument says may have changed.
    observe: Function,
    observed: Vec<Places>,
    /// The number of half cycles in which changes were recorded, and the word with it.
    time: usize,
    counted: usize,
    /// Stores the sampled words, and where they are.
    sample: Function,
    sampled: Range<usize>,
    /// What has changed since the last observation.
    changed: u64,
    /// The word that tells whether a word of a memory has changed.
    written: usize,
    /// The words that count how often groups of registers have loaded.
    load_counts: Vec<u32>,
    /// The words of the activity.
    activity: Range<usize>,
}

/// Replaces functions of few bits by entries of tables, and the nodes that are computed at clock
/// edges and observed by ones that are computed only if their inputs have changed. Returns the
/// words that count how often groups have loaded.
fn keep(
    netlist: &mut Netlist,
    domains: &mut [Domain],
    forces: &mut Forces,
    observation: &mut Observation,
) -> Vec<u32> {
    let mut needed: Vec<Id> = domains.iter_mut().flat_map(Domain::nodes).map(|id| *id).collect();
    needed.extend(observation.nodes().map(|id| *id));
    let mut writes = std::mem::take(&mut netlist.writes);
    netlist.writes.clone_from(&writes);
    needed.extend(writes.iter_mut().flat_map(Write::nodes).map(|id| *id));
    let mut registers = std::mem::take(&mut netlist.registers);
    netlist.registers.clone_from(&registers);
    needed.extend(registers.iter_mut().flat_map(Register::levels).map(|id| *id));
    needed.extend(forces.nodes().map(|id| *id));
    let tables = tabulate(netlist, &needed);
    needed.iter_mut().for_each(|id| *id = tables[id]);
    let groups = domains.iter_mut().flat_map(|domain| &mut domain.groups);
    let cache = Cache::new(netlist, groups, &needed);
    let nodes = domains.iter_mut().flat_map(Domain::nodes).chain(observation.nodes());
    let nodes = nodes.chain(writes.iter_mut().flat_map(Write::nodes)).chain(forces.nodes());
    for id in nodes.chain(registers.iter_mut().flat_map(Register::levels)) {
        *id = cache.replaced(tables[id]);
    }
    (netlist.writes, netlist.registers) = (writes, registers);
    let groups = domains.iter().flat_map(|domain| &domain.groups);
    groups.filter_map(|group| group.loads).collect()
}

impl Simulator {
    /// Compiles a netlist. All words of the state are 0. `driven` are the clock inputs that are
    /// driven. The changes of observed words are recorded: of each, these are its bits, at most 64.
    /// Bits are sampled at any time.
    ///
    /// # Errors
    ///
    /// [`SimulatorError`]
    pub fn new(
        mut netlist: Netlist,
        driven: &[u32],
        observed: &[Vec<(Id, u32)>],
        sampled: &[(Id, u32)],
    ) -> Result<Simulator, SimulatorError> {
        let clocks = clocks(&netlist);
        if clocks.len() > MAXIMUM_CLOCKS {
            return Err(SimulatorError::Clocks(clocks.len()));
        }
        let mut domains: Vec<Domain> =
            clocks.iter().map(|clock| Domain::new(&mut netlist, *clock)).collect();
        let noted = match (&mut *domains, driven) {
            ([domain], [_]) => divide(&netlist, domain),
            _ => Noted::default(),
        };
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
        let mut forces = Forces::new(&mut netlist, |id| depends[id.index()]);
        let forced_by = forces.by();
        let only_clock = match *driven {
            [clock] if forced_by & !INPUTS == 0 => {
                let is_driven = |id: &Id| netlist.node(*id).operation == Operation::State(clock);
                clocks.iter().all(is_driven).then_some(clock)
            }
            _ => None,
        };
        let mut observation = Observation::new(&mut netlist, observed, |id| depends[id.index()]);
        let samples = pack_all(&mut netlist, sampled);
        let counted = keep(&mut netlist, &mut domains, &mut forces, &mut observation);
        let words = Words::new(&mut netlist, clocks.len(), forces.len(), counted.clone(), noted);
        let sampled = netlist.reserve(samples.len() as u32);
        observation.reserve_records(&mut netlist);

        let mut compiler = Compiler::new(&netlist)?;
        let edges = compiler.function(|body| edges(body, &clocks, &words))?;
        let load = |domain: &Domain| {
            compiler.function(|body| {
                let changed = domain.load(body, &netlist, &words, None);
                changed.bits(body)
            })
        };
        let loads: Vec<FuncId> = domains.iter().map(load).collect::<Result<_, _>>()?;
        let force = compiler.function(|body| forces.force(body, &netlist, &domains, &words))?;
        let load_all = compiler.function(|body| load_all(body, &netlist, &clocks, &words))?;
        let observe = compiler.function(|body| {
            let changed = Changed { mask: Some(body.argument), ..Changed::default() };
            observation.observe(body, &changed);
            body.constant(0)
        })?;
        let cycles = domains.first().zip(only_clock).map(|(domain, clock)| {
            compiler.function(|body| cycles(body, &netlist, domain, &words, clock, &observation))
        });
        let cycles = cycles.transpose()?;
        let sample = compiler.function(|body| {
            body.compute(&samples);
            for (state, word) in (sampled..).zip(&samples) {
                let value = body.value(*word);
                body.store(state, value);
            }
            body.constant(0)
        })?;
        let code = compiler.finish()?;
        let function = |id: FuncId| code.function(id);
        let mut state = vec![0; netlist.states as usize];
        for table in &netlist.tables {
            state[table.first as usize..][..table.words.len()].copy_from_slice(&table.words);
        }
        // No keys are all ones.
        for key in netlist.blocks.iter().flat_map(|block| &block.keys) {
            state[*key as usize] = u64::MAX;
        }
        let mut simulator = Simulator {
            state,
            driven: driven.to_vec(),
            edges: function(edges),
            loads: loads.into_iter().map(function).collect(),
            force: function(force),
            load_all: function(load_all),
            cycles: cycles.map(function),
            forced_by,
            may_force: u64::MAX,
            force_mask: words.may_force as usize,
            observe: function(observe),
            observed: observation.places(),
            time: 0,
            counted: observation.time as usize,
            sample: function(sample),
            sampled: sampled as usize..sampled as usize + samples.len(),
            changed: u64::MAX,
            written: words.written as usize,
            load_counts: counted,
            activity: words.activity.start as usize..words.activity.end as usize,
            code,
            together: Together::new(netlist, domains, words),
        };
        simulator.forget_changes();
        Ok(simulator)
    }

    /// A word of the state.
    pub fn get(&self, state: u32) -> u64 {
        self.state[state as usize]
    }

    /// Sets a word of the state. Bits above the width of the word have to be 0.
    pub fn set(&mut self, state: u32, value: u64) {
        self.state[state as usize] = value;
        self.load_counts.iter().for_each(|loads| self.state[*loads as usize] += 1);
        self.note(u64::MAX);
    }

    /// Makes the present levels of the clocks and of the observed words the initial ones: changes
    /// of words and memories until now are neither clock edges nor recorded.
    pub fn begin(&mut self, memories: &mut Memories) {
        self.code.call(self.edges, &mut self.state, memories, 0);
        self.note(u64::MAX);
        self.code.call(self.observe, &mut self.state, memories, u64::MAX);
        self.forget_changes();
    }

    /// Forgets the changes that were recorded.
    pub fn forget_changes(&mut self) {
        self.time = 0;
        for places in &self.observed {
            self.state[places.cursor as usize] = u64::from(places.records * WORD / 8);
        }
        self.state[self.counted] = 0;
    }

    /// Simulates this many cycles, each from a rising edge of the first driven clock until before
    /// the next one. Other clocks are 0. [`begin`](Self::begin) has to follow other changes of the
    /// memories.
    ///
    /// # Errors
    ///
    /// [`Oscillation`]
    ///
    /// # Panics
    ///
    /// If changes were recorded in so many cycles that there are more than [`MAXIMUM_CYCLES`].
    pub fn run(&mut self, cycles: usize, memories: &mut Memories) -> Result<(), Oscillation> {
        let mut rest = cycles;
        while rest > 0 {
            match self.cycles.filter(|_| self.changed == 0) {
                Some(function) => {
                    self.count(2 * rest);
                    self.code.call(function, &mut self.state, memories, rest as u64);
                    rest = 0;
                }
                None => {
                    self.drive(1, memories)?;
                    self.drive(0, memories)?;
                    rest -= 1;
                }
            }
        }
        Ok(())
    }

    /// Changes will be recorded in so many half cycles.
    fn count(&mut self, half_cycles: usize) {
        self.time += half_cycles;
        assert!(self.time <= 2 * MAXIMUM_CYCLES, "too many cycles are recorded");
    }

    /// Sets the levels of the clocks that are driven, a bit for each, and simulates what follows
    /// from these changes at the same time. This is a half cycle.
    ///
    /// # Errors
    ///
    /// [`Oscillation`]
    ///
    /// # Panics
    ///
    /// As [`run`](Self::run).
    pub fn drive(&mut self, levels: u64, memories: &mut Memories) -> Result<(), Oscillation> {
        self.count(1);
        for (bit, clock) in self.driven.iter().enumerate() {
            self.state[*clock as usize] = levels >> bit & 1;
        }
        self.note(DRIVEN);
        self.settle(memories)?;
        let changed = std::mem::take(&mut self.changed);
        self.code.call(self.observe, &mut self.state, memories, changed);
        Ok(())
    }

    fn settle(&mut self, memories: &mut Memories) -> Result<(), Oscillation> {
        for _ in 0..MAXIMUM_LOADS {
            let edges = self.code.call(self.edges, &mut self.state, memories, 0);
            let may_force = std::mem::take(&mut self.may_force) & self.forced_by;
            self.state[self.force_mask] = may_force;
            let may_force = may_force != 0;
            if edges == 0 {
                if !may_force || self.code.call(self.force, &mut self.state, memories, 1) == 0 {
                    return Ok(());
                }
                self.note(LEVELS);
                continue;
            }
            let forces = may_force && self.code.call(self.force, &mut self.state, memories, 0) != 0;
            let load = match edges.is_power_of_two() {
                true => Some((&self.code, self.loads[edges.trailing_zeros() as usize])),
                false => self.together.load(edges),
            };
            let changed = match load.filter(|_| !forces) {
                Some((code, load)) => code.call(load, &mut self.state, memories, 0),
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
        self.state[self.activity.clone()].fill(u64::MAX);
        self.changed |= by;
        self.may_force |= by;
    }

    /// The value of an observed word after the last half cycle.
    pub fn observed(&self, word: usize) -> u64 {
        self.state[self.observed[word].value as usize]
    }

    /// The changes of an observed word, in order.
    pub fn changes(&self, word: usize) -> impl Iterator<Item = Change> {
        let Places { cursor, records, .. } = self.observed[word];
        let end = self.state[cursor as usize] as usize * 8 / WORD as usize;
        let (records, _) = self.state[records as usize..end].as_chunks();
        records.iter().map(|[time, value]| Change { time: *time, value: *value })
    }

    /// The sampled bits now, 64 in each word.
    pub fn sample(&mut self, memories: &mut Memories) -> &[u64] {
        self.code.call(self.sample, &mut self.state, memories, 0);
        &self.state[self.sampled.clone()]
    }

    /// Whether a word of a memory has changed since this was asked before.
    pub fn has_written(&mut self) -> bool {
        std::mem::take(&mut self.state[self.written]) != 0
    }
}
