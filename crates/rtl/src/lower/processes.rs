//! Partitions a kernel into instances, combinational processes and registers.
//!
//! A statement stays in one process: a `match` that assigns eight signals becomes one
//! `always_comb`, together with their defaults. Each register has its own process. A signal that
//! only copies an output of a child or a register replaces it.

mod instances;
mod registers;

use std::collections::{BTreeMap, BTreeSet};

use super::super::design::{
    BlackBox, Design, Expression, ExpressionKind, Item, ItemKind, Memory, SignalId, Statement,
    StatementKind, Target, Value,
};
use super::super::error::Error;
use super::super::walk;
use super::aliases::Aliases;
use super::drivers;
use super::flow::{self, FinalRead, Reads};
use super::kernel::Kernel;
use super::symbols::{Role, Symbols};
use super::{unite, wires};

/// The body of a module, over [`Symbols::drafts`].
#[derive(Default)]
pub(super) struct Body {
    pub items: Vec<Item>,
    /// For each register output that a signal of the module replaces, that signal.
    pub replaced_registers: BTreeMap<SignalId, SignalId>,
    /// The power-up values of registers outside [`Symbols::registers`].
    pub power_up: BTreeMap<SignalId, Value>,
    pub memories: Vec<Memory>,
    pub black_box: Option<BlackBox>,
    /// The inputs of children and registers that the kernel reads back.
    pub read_back: BTreeSet<SignalId>,
}

/// Partitions a kernel.
pub(super) fn partition(kernel: Kernel, symbols: &Symbols, design: &Design) -> Result<Body, Error> {
    let Kernel { mut statements, wires: same_wire, .. } = kernel;
    drivers::check_targets(&statements, symbols)?;
    drivers::remove_unread(&mut statements, symbols);
    let reads = flow::reads(&statements, symbols);
    drivers::check_driven(&statements, symbols, &reads.early)?;
    let aliases = Aliases::find(&statements, symbols);
    aliases.apply(&mut statements);
    let read_back = wires::read_back(&statements, symbols);
    let wires = wires::find(&statements, symbols, &reads.early);
    let mut partitioner = ProcessPartitioner {
        symbols,
        design,
        aliases,
        reads,
        wires,
        same_wire,
        items: BTreeMap::new(),
        used_comments: BTreeSet::new(),
        statements,
    };
    partitioner.instances();
    partitioner.combinational()?;
    partitioner.registers();
    let items = partitioner.items.into_values().flatten().collect();
    let replaced_registers = partitioner.aliases.registers;
    Ok(Body { items, replaced_registers, read_back, ..Body::default() })
}

struct ProcessPartitioner<'a> {
    symbols: &'a Symbols,
    design: &'a Design,
    aliases: Aliases,
    reads: Reads,
    /// The inputs of children and registers that need their own signal and process.
    wires: BTreeSet<SignalId>,
    /// Pairs of bidirectional signals that are the same wire.
    same_wire: Vec<(SignalId, SignalId)>,
    statements: Vec<Statement>,
    /// The items, by the index of the first statement that they come from.
    items: BTreeMap<usize, Vec<Item>>,
    /// The statements whose comments an item has taken.
    used_comments: BTreeSet<usize>,
}

impl ProcessPartitioner<'_> {
    /// Returns the indices of the top-level statements that assign a wanted target.
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

    /// Takes the comments above these statements, unless another item has them.
    fn comments(&mut self, indices: &[usize]) -> Vec<String> {
        let fresh = indices.iter().filter(|index| self.used_comments.insert(**index));
        fresh.flat_map(|index| self.statements[*index].comments.clone()).collect()
    }

    fn add(&mut self, place: usize, comments: Vec<String>, kind: ItemKind) {
        let first = match &kind {
            // Not `dff_setup!`, which comes first and assigns the held value.
            ItemKind::Register(register) => register.body.first(),
            _ => None,
        };
        let line = first.or(self.statements.get(place)).and_then(|statement| statement.line);
        self.items.entry(place).or_default().push(Item { comments, line, kind });
    }

    /// Returns the value of a signal that has a single assignment, at the top level.
    fn only_value(&self, signal: SignalId) -> Option<(usize, &Expression)> {
        let indices = self.statements_for(|target| target.signal == signal);
        match (indices.as_slice(), indices.first().map(|index| &self.statements[*index].kind)) {
            ([index], Some(StatementKind::Assign(target, value))) if target.slice.is_none() => {
                Some((*index, value))
            }
            _ => None,
        }
    }

    /// Whether the input of a child is connected to an expression rather than to a signal of its
    /// own. In connections, Yosys fails on a value whose sign is changed.
    fn is_inlined(&self, signal: SignalId) -> bool {
        self.only_value(signal).is_some_and(|(_, value)| !is_sign_cast(value))
            && !self.wires.contains(&signal)
            && !self.reads.early.iter().any(|read| read.reader == signal)
    }

    /// Adds the combinational processes. Signals share one if they are assigned in the same
    /// top-level statement or read early.
    fn combinational(&mut self) -> Result<(), Error> {
        let read_early = self.read_early_together();
        let mut groups = read_early.clone();
        for together in self.assigned_together() {
            unite(&mut groups, together);
        }
        let (separate, mut groups): (Vec<_>, Vec<_>) = groups.into_iter().partition(|group| {
            self.reads_own_wire(group).is_some() || self.reads_own_final_value(group).is_some()
        });
        for signal in separate.into_iter().flatten() {
            let together = read_early.iter().find(|group| group.contains(&signal)).cloned();
            unite(&mut groups, together.unwrap_or(BTreeSet::from([signal])));
        }
        for group in groups {
            if let Some(wire) = self.reads_own_wire(&group) {
                return Err(Error::CombinationalLoop {
                    module: self.symbols.module.clone(),
                    path: vec![self.symbols.draft(wire).path.clone()],
                });
            }
            if let Some(read) = self.reads_own_final_value(&group) {
                let module = self.symbols.module.clone();
                let signal = self.symbols.draft(read.signal).path.clone();
                let reader = self.symbols.draft(read.reader).path.clone();
                return Err(match read.is_loop {
                    true => Error::CombinationalLoop { module, path: vec![signal] },
                    false => Error::ReadBeforeAssignment { module, signal, reader },
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
                if position == 0 || !self.used_comments.insert(*index) {
                    sliced.iter_mut().for_each(|statement| statement.comments.clear());
                }
                body.append(&mut sliced);
            }
            self.add(first, comments, ItemKind::Combinational(body));
        }
        Ok(())
    }

    /// Returns the combinational signals that each top-level statement assigns.
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

    /// Returns the groups of signals of which one is assigned from another before the latter's last
    /// assignment.
    fn read_early_together(&self) -> Vec<BTreeSet<SignalId>> {
        let mut groups = Vec::new();
        for read in self.reads.early.iter().filter(|read| self.is_combinational(read.reader)) {
            unite(&mut groups, BTreeSet::from([read.signal, read.reader]));
        }
        groups
    }

    /// Returns a wire that the process of a group both drives and reads. The process would depend
    /// on itself, because Rust reads the settled value.
    fn reads_own_wire(&self, group: &BTreeSet<SignalId>) -> Option<SignalId> {
        let mut own = group.intersection(&self.wires).copied().peekable();
        own.peek()?;
        let reads = self.reads_of_process(group);
        own.find(|wire| reads.contains(wire))
    }

    /// Returns a read, in the process of a group, of the final value of a signal that the process
    /// drives.
    fn reads_own_final_value(&self, group: &BTreeSet<SignalId>) -> Option<&FinalRead> {
        let mut reads = self.reads.of_final_values.iter();
        reads.find(|read| group.contains(&read.signal) && group.contains(&read.reader))
    }

    /// Returns the signals that the process of a group reads.
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
            Role::Local | Role::Output | Role::Property => true,
            Role::ChildInput(..) => !self.is_inlined(signal),
            _ => self.wires.contains(&signal),
        }
    }
}

/// Whether the expression is a value whose sign is changed.
fn is_sign_cast(expression: &Expression) -> bool {
    matches!(&expression.kind, ExpressionKind::Resize(operand)
        if operand.ty.is_signed() != expression.ty.is_signed())
}
