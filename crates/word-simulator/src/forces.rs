//! Registers that levels force: asynchronous resets, and latches.
//!
//! Most levels are inactive most of the time. What they force is computed only while they are
//! active, and only if something has changed on which it depends.

use std::collections::{BTreeMap, HashMap};

use super::compile::{Body, When};
use super::dependencies::INPUTS;
use super::domain::Domain;
use super::emit::*;
use super::functions::{Words, forced};
use super::netlist::{Force, Id, Netlist, Operation};

/// The registers that levels force.
pub struct Forces {
    groups: Vec<Group>,
}

/// Registers that are forced under the same condition, and by changes of the same words.
struct Group {
    /// `None` if some bits may be forced at any time.
    condition: Option<Id>,
    /// The inputs of the condition and of the forced values, as bits of dependencies.
    by: u64,
    /// Their indices.
    registers: Vec<usize>,
}

impl Forces {
    /// Removes the levels that are never active from a netlist, and groups the others. `by` says
    /// what changes a node.
    pub fn new(netlist: &mut Netlist, by: impl Fn(Id) -> u64) -> Forces {
        let mut groups: BTreeMap<(u64, Option<Id>), Group> = BTreeMap::new();
        for index in 0..netlist.registers.len() {
            let Some(force) = netlist.registers[index].force else { continue };
            let condition = match condition(netlist, force) {
                Condition::Never => {
                    netlist.registers[index].force = None;
                    continue;
                }
                Condition::If(condition) => Some(condition),
                Condition::Any => None,
            };
            let by = INPUTS | by(force.set) | by(force.clear);
            let group = Group { condition, by, registers: vec![] };
            groups.entry((by, condition)).or_insert(group).registers.push(index);
        }
        Forces { groups: groups.into_values().collect() }
    }

    /// What changes what registers are forced to. 0 if there are none.
    pub fn by(&self) -> u64 {
        self.groups.iter().fold(0, |all, group| all | group.by)
    }

    /// The number of groups, each of which needs a word of the state.
    pub fn len(&self) -> usize {
        self.groups.len()
    }

    /// The conditions.
    pub fn nodes(&mut self) -> impl Iterator<Item = &mut Id> {
        self.groups.iter_mut().filter_map(|group| group.condition.as_mut())
    }

    /// Returns whether registers are forced to change, and changes them if the argument is not 0.
    pub fn force(
        &self,
        body: &mut Body,
        netlist: &Netlist,
        domains: &[Domain],
        words: &Words,
    ) -> Value {
        let mask = body.load(words.may_force);
        let zero = body.constant(0);
        (words.forced..).take(self.groups.len()).for_each(|flag| body.store(flag, zero));
        let mut first = words.forced;
        for groups in self.groups.chunk_by(|one, next| one.by == next.by) {
            let may_change = body.builder.ins().band_imm(mask, groups[0].by as i64);
            body.when(When::If(may_change), |body| {
                let conditions: Vec<Id> =
                    groups.iter().filter_map(|group| group.condition).collect();
                body.compute(&conditions);
                for (group, flag) in groups.iter().zip(first..) {
                    group.compute(body, netlist, words, flag);
                }
            });
            first += groups.len() as u32;
        }
        let mut changes = body.constant(0);
        for flag in (words.forced..).take(self.groups.len()) {
            let change = body.load(flag);
            changes = body.builder.ins().bor(changes, change);
        }
        let loads = load_counts(domains);
        body.when(When::If(body.argument), |body| {
            for (group, flag) in self.groups.iter().zip(words.forced..) {
                let change = body.load(flag);
                body.when(When::If(change), |body| {
                    group.store(body, netlist, words);
                    let mut counts: Vec<u32> = group
                        .registers
                        .iter()
                        .filter_map(|index| loads.get(index))
                        .copied()
                        .collect();
                    counts.sort_unstable();
                    counts.dedup();
                    counts.into_iter().for_each(|loads| body.count(loads));
                });
            }
        });
        changes
    }
}

impl Group {
    /// Computes what the registers become, and stores a number that is not 0 if one changes.
    fn compute(&self, body: &mut Body, netlist: &Netlist, words: &Words, flag: u32) {
        let Some(condition) = self.condition else {
            return self.compute_always(body, netlist, words, flag);
        };
        let holds = body.truth(condition);
        body.when(When::If(holds), |body| self.compute_always(body, netlist, words, flag));
    }

    fn compute_always(&self, body: &mut Body, netlist: &Netlist, words: &Words, flag: u32) {
        let registers = || self.registers.iter().map(|index| (index, &netlist.registers[*index]));
        let needed = registers().filter_map(|(_, register)| register.force);
        let needed: Vec<Id> = needed.flat_map(|force| [force.set, force.clear]).collect();
        body.compute(&needed);
        let mut changes = body.constant(0);
        for (index, register) in registers() {
            let held = body.load(register.state);
            let next = forced(body, register.force, held);
            let change = body.builder.ins().bxor(next, held);
            changes = body.builder.ins().bor(changes, change);
            body.store(words.next + *index as u32, next);
        }
        body.store(flag, changes);
    }

    fn store(&self, body: &mut Body, netlist: &Netlist, words: &Words) {
        for index in &self.registers {
            let next = body.load(words.next + *index as u32);
            body.store(netlist.registers[*index].state, next);
        }
    }
}

/// For the registers of groups that count how often they load, by their indices, the word that
/// does.
fn load_counts(domains: &[Domain]) -> HashMap<usize, u32> {
    let groups = domains.iter().flat_map(|domain| &domain.groups);
    let groups = groups.filter_map(|group| Some((group, group.loads?)));
    groups
        .flat_map(|(group, loads)| group.registers.iter().map(move |(index, _)| (*index, loads)))
        .collect()
}

/// When bits are forced.
enum Condition {
    Never,
    If(Id),
    Any,
}

fn condition(netlist: &Netlist, force: Force) -> Condition {
    let is_zero = |id: Id| netlist.node(id).operation == Operation::Constant(0);
    let of = |id: Id| match netlist.node(id).operation {
        _ if is_zero(id) => Condition::Never,
        Operation::Mux { select, zero, .. } if is_zero(zero) => Condition::If(select),
        _ => Condition::Any,
    };
    match (of(force.set), of(force.clear)) {
        (Condition::Never, other) | (other, Condition::Never) => other,
        (Condition::If(set), Condition::If(clear)) if set == clear => Condition::If(set),
        _ => Condition::Any,
    }
}
