//! A kernel cut into instances, combinational processes and registers.
//!
//! What the author wrote in one statement stays in one process: a `match` that assigns eight signals becomes one
//! `always_comb`, and their defaults come with it. Where such a process would wait for itself, because one of its signals
//! depends on another by way of a child or a second process, each signal has its own. Each register has a process of its
//! own. A signal that only passes on what a child or a register shows takes its place.

mod instances;
mod registers;

use std::collections::{BTreeMap, BTreeSet};

use super::super::design::{
    BlackBox, Connection, Design, Expression, Instance, Item, ItemKind, Memory, SignalId,
    Statement, StatementKind, Target,
};
use super::super::error::Error;
use super::super::flatten::{combinational_paths, flatten};
use super::super::walk;
use super::aliases::Aliases;
use super::drivers;
use super::flow::{self, EarlyRead};
use super::kernel::Kernel;
use super::symbols::{Role, Symbols};
use super::wires;

/// The body of a module, still over [`Symbols::drafts`].
#[derive(Default)]
pub(super) struct Body {
    pub items: Vec<Item>,
    /// For each register's output that a signal of the module stands in for, that signal.
    pub stand_ins: BTreeMap<SignalId, SignalId>,
    /// The power-up values of registers that are not in [`Symbols::registers`].
    pub power_up: BTreeMap<SignalId, u128>,
    pub memories: Vec<Memory>,
    pub black_box: Option<BlackBox>,
}

/// Cuts the kernel up.
pub(super) fn partition(kernel: Kernel, symbols: &Symbols, design: &Design) -> Result<Body, Error> {
    let Kernel { mut statements, wires: joined } = kernel;
    drivers::check_targets(&statements, symbols)?;
    drivers::remove_unread(&mut statements, symbols);
    let early = flow::early_reads(&statements, symbols);
    drivers::check_driven(&statements, symbols, &early)?;
    let aliases = Aliases::find(&statements, symbols);
    aliases.apply(&mut statements);
    let wires = wires::find(&statements, symbols, &early);
    let mut partitioner = ProcessPartitioner {
        symbols,
        design,
        aliases,
        early,
        wires,
        joined,
        items: BTreeMap::new(),
        said: BTreeSet::new(),
        statements,
    };
    partitioner.instances();
    partitioner.combinational()?;
    partitioner.registers();
    let items = partitioner.items.into_values().flatten().collect();
    Ok(Body { items, stand_ins: partitioner.aliases.registers, ..Body::default() })
}

struct ProcessPartitioner<'a> {
    symbols: &'a Symbols,
    design: &'a Design,
    aliases: Aliases,
    early: BTreeSet<EarlyRead>,
    /// The inputs of children and registers that need a signal and a process of their own.
    wires: BTreeSet<SignalId>,
    /// Pairs of bidirectional signals that are one wire.
    joined: Vec<(SignalId, SignalId)>,
    statements: Vec<Statement>,
    /// By the place of the first statement that they come from.
    items: BTreeMap<usize, Vec<Item>>,
    /// The statements whose comments have been given to an item.
    said: BTreeSet<usize>,
}

impl ProcessPartitioner<'_> {
    /// The statements at the top of the kernel that assign one of the signals.
    fn statements_for(&self, wanted: impl Fn(&Target) -> bool) -> Vec<usize> {
        let assigns = |statement: &Statement| {
            let mut any = false;
            walk::for_each_target(std::slice::from_ref(statement), &mut |target| {
                any |= wanted(target)
            });
            any
        };
        (0..self.statements.len())
            .filter(|index| !self.aliases.statements.contains_key(index))
            .filter(|index| assigns(&self.statements[*index]))
            .collect()
    }

    /// What was written above these statements, unless it has been said.
    fn comments(&mut self, indices: &[usize]) -> Vec<String> {
        let fresh = indices.iter().filter(|index| self.said.insert(**index));
        fresh.flat_map(|index| self.statements[*index].comments.clone()).collect()
    }

    fn add(&mut self, place: usize, comments: Vec<String>, kind: ItemKind) {
        let first = match &kind {
            // Not the macro that sets it up, which assigns what it holds.
            ItemKind::Register(register) => register.body.first(),
            _ => None,
        };
        let line = first.or(self.statements.get(place)).and_then(|statement| statement.line);
        self.items.entry(place).or_default().push(Item { comments, line, kind });
    }

    /// The value that a signal gets by a single assignment at the top of the kernel.
    fn only_value(&self, signal: SignalId) -> Option<(usize, &Expression)> {
        let indices = self.statements_for(|target| target.signal == signal);
        match (indices.as_slice(), indices.first().map(|index| &self.statements[*index].kind)) {
            ([index], Some(StatementKind::Assign(target, value))) if target.slice.is_none() => {
                Some((*index, value))
            }
            _ => None,
        }
    }

    fn is_inlined(&self, signal: SignalId) -> bool {
        self.only_value(signal).is_some()
            && !self.wires.contains(&signal)
            && !self.early.iter().any(|read| read.reader == signal)
    }

    /// Signals that are assigned in one statement at the top of the kernel, or read early, share a process.
    fn combinational(&mut self) -> Result<(), Error> {
        let joined = self.read_early_together();
        let mut groups = joined.clone();
        for together in self.assigned_together() {
            unite(&mut groups, together);
        }
        let flows = self.flows_through_children()?;
        let waits_for_itself = |group: &BTreeSet<SignalId>| {
            self.reads_own_wire(group).is_some() || self.is_cyclic(group, &groups, &flows)
        };
        let (circular, sound): (Vec<_>, Vec<_>) =
            groups.iter().cloned().partition(waits_for_itself);
        let mut groups = sound;
        for signal in circular.into_iter().flatten() {
            let together = joined.iter().find(|group| group.contains(&signal)).cloned();
            unite(&mut groups, together.unwrap_or(BTreeSet::from([signal])));
        }
        for group in groups {
            if let Some(wire) = self.reads_own_wire(&group) {
                return Err(Error::CombinationalLoop {
                    module: self.symbols.module.clone(),
                    path: vec![self.symbols.kernel_name(wire)],
                });
            }
            let indices = self.statements_for(|target| group.contains(&target.signal));
            let Some(first) = indices.first().copied() else {
                continue;
            };
            let comments = self.comments(&[first]);
            let mut body = Vec::new();
            for (position, index) in indices.iter().enumerate() {
                let mut sliced =
                    walk::filter(std::slice::from_ref(&self.statements[*index]), &|target| {
                        group.contains(&target.signal)
                    });
                if position == 0 || !self.said.insert(*index) {
                    sliced.iter_mut().for_each(|statement| statement.comments.clear());
                }
                body.append(&mut sliced);
            }
            self.add(first, comments, ItemKind::Combinational(body));
        }
        Ok(())
    }

    /// The signals of each statement at the top of the kernel.
    fn assigned_together(&self) -> Vec<BTreeSet<SignalId>> {
        let statements = self.statements.iter().enumerate();
        statements
            .filter(|(index, _)| !self.aliases.statements.contains_key(index))
            .map(|(_, statement)| {
                let mut together = BTreeSet::new();
                walk::for_each_target(std::slice::from_ref(statement), &mut |target| {
                    if self.is_combinational(target.signal) {
                        together.insert(target.signal);
                    }
                });
                together
            })
            .collect()
    }

    /// Signals that cannot be parted from those that read them before their last assignment.
    fn read_early_together(&self) -> Vec<BTreeSet<SignalId>> {
        let mut groups = Vec::new();
        for read in self.early.iter().filter(|read| self.is_combinational(read.reader)) {
            unite(&mut groups, BTreeSet::from([read.signal, read.reader]));
        }
        groups
    }

    /// For each signal, the outputs of children, or what stands in for them, that follow it without a register between.
    fn flows_through_children(&self) -> Result<BTreeMap<SignalId, BTreeSet<SignalId>>, Error> {
        let mut flows: BTreeMap<SignalId, BTreeSet<SignalId>> = BTreeMap::new();
        for item in self.items.values().flatten() {
            let ItemKind::Instance(Instance { module, connections, .. }) = &item.kind else {
                continue;
            };
            let flat = flatten(self.design, *module)?;
            let ports: Vec<SignalId> = flat.module.ports().map(|(id, _)| id).collect();
            let end = |port: &SignalId| {
                ports.iter().position(|id| id == port).and_then(|place| connections.get(place))
            };
            for (input, output) in combinational_paths(&flat) {
                if let (Some(Connection::Input(value)), Some(Connection::Output(target))) =
                    (end(&input), end(&output))
                {
                    value.for_each_signal(&mut |signal| {
                        flows.entry(signal).or_default().insert(target.signal);
                    });
                }
            }
        }
        Ok(flows)
    }

    /// Whether something outside of the group depends on it, and it on that.
    fn is_cyclic(
        &self,
        group: &BTreeSet<SignalId>,
        groups: &[BTreeSet<SignalId>],
        flows: &BTreeMap<SignalId, BTreeSet<SignalId>>,
    ) -> bool {
        if group.len() < 2 {
            return false;
        }
        let reads: Vec<BTreeSet<SignalId>> =
            groups.iter().map(|group| self.reads_of_process(group)).collect();
        let mut open: Vec<SignalId> = group.iter().copied().collect();
        let mut seen: BTreeSet<SignalId> = group.clone();
        while let Some(signal) = open.pop() {
            let mut next: BTreeSet<SignalId> = flows.get(&signal).cloned().unwrap_or_default();
            for (other, reads) in groups.iter().zip(&reads) {
                if other != group && reads.contains(&signal) {
                    next.extend(other);
                }
            }
            open.extend(next.iter().filter(|signal| seen.insert(**signal)));
        }
        self.reads_of_process(group)
            .iter()
            .any(|signal| !group.contains(signal) && seen.contains(signal))
    }

    /// A wire that the process of a group both drives and reads. It is read when everything has settled, in Rust, so the
    /// process would wait for itself.
    fn reads_own_wire(&self, group: &BTreeSet<SignalId>) -> Option<SignalId> {
        let mut own = group.intersection(&self.wires).copied().peekable();
        own.peek()?;
        let reads = self.reads_of_process(group);
        own.find(|wire| reads.contains(wire))
    }

    /// What the process of a group reads.
    fn reads_of_process(&self, group: &BTreeSet<SignalId>) -> BTreeSet<SignalId> {
        let mut reads = BTreeSet::new();
        for index in self.statements_for(|target| group.contains(&target.signal)) {
            let sliced = walk::filter(std::slice::from_ref(&self.statements[index]), &|target| {
                group.contains(&target.signal)
            });
            walk::for_each_read(&sliced, &mut |signal| {
                reads.insert(signal);
            });
        }
        reads
    }

    fn is_combinational(&self, signal: SignalId) -> bool {
        match self.symbols.draft(signal).role {
            Role::Local | Role::Output => true,
            Role::ChildInput(..) => !self.is_inlined(signal),
            _ => self.wires.contains(&signal),
        }
    }
}

/// Adds a set of signals that belong together, and joins it with those that it touches.
fn unite(groups: &mut Vec<BTreeSet<SignalId>>, mut together: BTreeSet<SignalId>) {
    if together.is_empty() {
        return;
    }
    groups.retain(|group| {
        let apart = group.is_disjoint(&together);
        if !apart {
            together.extend(group);
        }
        apart
    });
    groups.push(together);
}
