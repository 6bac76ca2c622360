//! The functions of a simulator: what happens at clock edges.

use std::ops::Range;

use super::activity::Noted;
use super::compile::{Body, When};
use super::dependencies::DRIVEN;
use super::domain::{Domain, Writing};
use super::emit::*;
use super::netlist::{Force, Id, Netlist, WORD};
use super::observation::Observation;

/// Where words that only the functions use are.
pub struct Words {
    /// The level of the first clock after the last edges.
    pub levels: u32,
    /// Whether a word of a memory has changed.
    pub written: u32,
    /// What the first register loads next.
    pub next: u32,
    /// The address that each write port writes, before its word.
    pub writes: Vec<u32>,
    /// What counts how often groups have loaded.
    pub loads: Vec<u32>,
    /// What has changed since it was found out whether registers are forced to change.
    pub may_force: u32,
    /// Whether the first group of forced registers changes.
    pub forced: u32,
    /// The activity of the edge before. A bit is 1 if a group of registers with a condition has
    /// loaded, if a memory was written, or if other registers have changed; all are 1 after calls
    /// that may have changed anything.
    pub activity: Range<u32>,
    pub noted: Noted,
}

impl Words {
    /// Adds them to the state.
    pub fn new(
        netlist: &mut Netlist,
        clocks: usize,
        forces: usize,
        loads: Vec<u32>,
        noted: Noted,
    ) -> Words {
        let levels = netlist.reserve(clocks as u32);
        let written = netlist.reserve(1);
        let next = netlist.reserve(netlist.registers.len() as u32);
        let writes = netlist.writes.iter().map(|write| 1 + write.data.len() as u32);
        let writes: Vec<u32> = writes.collect();
        let writes = writes.into_iter().map(|words| netlist.reserve(words)).collect();
        let (may_force, forced) = (netlist.reserve(1), netlist.reserve(forces as u32));
        let first = netlist.reserve(noted.words);
        let activity = first..first + noted.words;
        Words { levels, written, next, writes, loads, may_force, forced, activity, noted }
    }

    /// Notes a bit of the activity.
    pub fn note(&self, body: &mut Body, bit: u32) {
        let word = self.activity.start + bit / WORD;
        let bit = body.constant(1 << (bit % WORD));
        let noted = body.load(word);
        let noted = body.builder.ins().bor(noted, bit);
        body.store(word, noted);
    }
}

/// The clocks of a netlist.
pub fn clocks(netlist: &Netlist) -> Vec<Id> {
    let loads = netlist.registers.iter().filter_map(|register| Some(register.load?.0));
    let mut clocks: Vec<Id> = loads.chain(netlist.writes.iter().map(|write| write.clock)).collect();
    clocks.sort_unstable();
    clocks.dedup();
    clocks
}

/// Simulates as many cycles of the only clock as the argument says.
pub fn cycles(
    body: &mut Body,
    netlist: &Netlist,
    domain: &Domain,
    words: &Words,
    driven: u32,
    observation: &Observation,
) -> Value {
    body.repeat(|body| {
        let level = body.constant(1);
        body.store(driven, level);
        let mut changed = Changed::default();
        body.scoped(|body| {
            let activity: Vec<Value> = words.activity.clone().map(|word| body.load(word)).collect();
            let none = body.constant(0);
            words.activity.clone().for_each(|word| body.store(word, none));
            changed = domain.load(body, netlist, words, Some(&activity));
        });
        changed.always |= DRIVEN;
        observation.observe(body, &changed);
        let level = body.constant(0);
        body.store(driven, level);
        observation.observe(body, &Changed { always: DRIVEN, ..Changed::default() });
    });
    body.constant(0)
}

/// Returns the clocks that rise; keeps the levels of all.
pub fn edges(body: &mut Body, clocks: &[Id], words: &Words) -> Value {
    let levels: Vec<Value> = clocks.iter().map(|clock| body.value(*clock)).collect();
    let mut edges = body.constant(0);
    for (bit, level) in (0..).zip(&levels) {
        let before = body.load(words.levels + bit);
        let rises = body.builder.ins().band_not(*level, before);
        let rises = body.builder.ins().ishl_imm(rises, i64::from(bit));
        edges = body.builder.ins().bor(edges, rises);
    }
    for (bit, level) in (0..).zip(&levels) {
        body.store(words.levels + bit, *level);
    }
    edges
}

/// A value with the bits that are forced at present.
pub fn forced(body: &mut Body, force: Option<Force>, value: Value) -> Value {
    let Some(force) = force else { return value };
    let [set, clear] = [force.set, force.clear].map(|id| body.value(id));
    let value = body.builder.ins().bor(value, set);
    body.builder.ins().band_not(value, clear)
}

/// What has changed: bits as those of dependencies.
#[derive(Default)]
pub struct Changed {
    /// Bits that have changed in any case.
    pub always: u64,
    /// A number with further bits that have.
    pub mask: Option<Value>,
    /// Bits that have changed if a number is not 0.
    pub sometimes: Vec<(u64, Value)>,
}

impl Changed {
    /// When one of these bits has changed.
    pub fn any(&self, body: &mut Body, bits: u64) -> When {
        if self.always & bits != 0 {
            return When::Always;
        }
        let mask = self.mask.map(|mask| body.builder.ins().band_imm(mask, bits as i64));
        let sometimes = self.sometimes.iter().filter(|(bit, _)| bit & bits != 0);
        let numbers = mask.into_iter().chain(sometimes.map(|(_, number)| *number));
        numbers.fold(When::Never, |when, number| when.or(body, When::If(number)))
    }

    /// A number with all of them.
    pub fn bits(&self, body: &mut Body) -> Value {
        let mut all = body.constant(self.always);
        for (bits, number) in &self.sometimes {
            let [bits, none] = [*bits, 0].map(|bits| body.constant(bits));
            let bits = body.builder.ins().select(*number, bits, none);
            all = body.builder.ins().bor(all, bits);
        }
        match self.mask {
            Some(mask) => body.builder.ins().bor(all, mask),
            None => all,
        }
    }
}

/// Loads the registers of all clocks that the argument has, and forces others. Returns whether
/// anything changes.
pub fn load_all(body: &mut Body, netlist: &Netlist, clocks: &[Id], words: &Words) -> Value {
    let rises: Vec<Value> = (0..clocks.len())
        .map(|bit| {
            let shifted = body.builder.ins().ushr_imm(body.argument, bit as i64);
            body.builder.ins().band_imm(shifted, 1)
        })
        .collect();
    let of = |clock: Id| rises[clocks.binary_search(&clock).unwrap_or(0)];
    let mut changes = body.constant(0);
    let mut stores = vec![];
    for register in &netlist.registers {
        let held = body.load(register.state);
        let mut next = held;
        if let Some((clock, loaded)) = register.load {
            let loaded = body.value(loaded);
            next = body.builder.ins().select(of(clock), loaded, held);
        }
        next = forced(body, register.force, next);
        let change = body.builder.ins().bxor(next, held);
        changes = body.builder.ins().bor(changes, change);
        stores.push((register.state, next));
    }
    let writes: Vec<Writing> = (0..netlist.writes.len())
        .map(|index| {
            let mut writing = Writing::compute(body, netlist, words, &[index]);
            let rises = of(netlist.writes[index].clock);
            writing.enable = body.builder.ins().band(writing.enable, rises);
            writing
        })
        .collect();
    let written_before = body.load(words.written);
    let zero = body.constant(0);
    body.store(words.written, zero);
    for (state, next) in stores {
        body.store(state, next);
    }
    words.loads.iter().for_each(|loads| body.count(*loads));
    for writing in &writes {
        writing.store(body, netlist, words);
    }
    let written = body.load(words.written);
    changes = body.builder.ins().bor(changes, written);
    let written = body.builder.ins().bor(written, written_before);
    body.store(words.written, written);
    changes
}
