//! Splits processes that wake each other in a cycle.
//!
//! A process that drives several signals can depend on itself through other processes although none
//! of its signals does: a hub selects a device and passes on its answer. With one process for each
//! signal there is no such cycle.

use std::collections::{BTreeMap, BTreeSet};

use petgraph::algo::tarjan_scc;
use petgraph::graph::DiGraph;

use super::super::design::*;
use super::super::error::Error;
use super::super::network::{Merge, Network};
use super::super::order::{Ends, groups_of_bits, order, overlap};
use super::super::paths;
use super::super::walk;
use super::flow::signals_together;

/// Splits the processes of every cycle. `paths` has the block of each module, for errors.
///
/// # Errors
///
/// Returns [`Error::ProcessCycle`] if a cycle is left.
pub(super) fn split(design: &mut Design, paths: &[String]) -> Result<(), Error> {
    loop {
        // No bit depends on itself: that has been checked for each module.
        let cyclic: BTreeSet<(ModuleId, usize)> = design
            .tops
            .iter()
            .flat_map(|top| cyclic_processes(&Network::of(design, *top, Merge::Nets)))
            .collect();
        let Some((id, index)) = cyclic.first().copied() else {
            return Ok(());
        };
        let mut any = false;
        // From the last item on, because a split moves those after it.
        for (id, index) in cyclic.iter().copied().rev() {
            let module = &mut design.modules[id.0];
            let parts = parts(&module.items[index], module);
            any |= parts.len() > 1;
            module.items.splice(index..=index, parts);
        }
        if !any && cyclic.iter().all(|(id, index)| settles(*index, design.module(*id))) {
            return Ok(());
        }
        if !any {
            let module = design.module(id);
            let driven = Ends::of(&module.items[index], module).writes.into_keys();
            return Err(Error::ProcessCycle {
                module: paths[id.0].clone(),
                signals: driven.map(|id| module.signal(id).name.clone()).collect(),
            });
        }
    }
}

/// Whether a process ends in its final values in any event-driven simulator although it wakes
/// itself through ports of a child: it assigns each bit once, so that it wakes others only with new
/// values. In its module alone, it does not wake itself.
fn settles(index: usize, module: &Module) -> bool {
    let item = &module.items[index];
    let ItemKind::Combinational(body) = &item.kind else {
        return false;
    };
    // It is printed as two assignments.
    let mut replaces_a_bit = false;
    walk::for_each(body, &mut |statement| {
        let value = statement.expression();
        let is_replaced =
            |value: &Expression| matches!(value.kind, ExpressionKind::ReplaceBit { .. });
        replaces_a_bit |= value.is_some_and(is_replaced);
    });
    !replaces_a_bit
        && paths::assigned_again(body, module).is_empty()
        && !Ends::of(item, module).own_reads
        && order(&module.items, module).is_ok()
}

/// Returns the processes that depend on themselves through others: their modules and the indices of
/// their items.
fn cyclic_processes(network: &Network) -> BTreeSet<(ModuleId, usize)> {
    let ends = network.ends();
    let mut readers: BTreeMap<SignalId, Vec<usize>> = BTreeMap::new();
    for (index, ends) in ends.iter().enumerate() {
        for signal in ends.reads.keys() {
            readers.entry(*signal).or_default().push(index);
        }
    }
    let mut wakes = Vec::new();
    for (driver, driven) in ends.iter().enumerate() {
        for (signal, bits) in &driven.writes {
            let readers = readers.get(signal).into_iter().flatten();
            let readers = readers.filter(|reader| overlap(bits, &ends[**reader].reads[signal]));
            wakes.extend(readers.map(|reader| (driver, *reader)));
        }
    }
    cyclic(&wakes).into_iter().filter_map(|index| network.item(index)).collect()
}

/// Returns the nodes of a graph that are on a cycle with others.
fn cyclic(edges: &[(usize, usize)]) -> Vec<usize> {
    let graph: DiGraph<(), (), usize> = DiGraph::from_edges(edges);
    let cycles = tarjan_scc(&graph).into_iter().filter(|cycle| cycle.len() > 1);
    cycles.flatten().map(|node| node.index()).collect()
}

/// The bits that a part of a process drives.
type Group = BTreeMap<SignalId, Value>;

/// Returns an item for each signal that a process drives, or for each slice if they are plain
/// assignments. Signals stay together if one is assigned from an intermediate value of the other.
pub(super) fn parts(item: &Item, module: &Module) -> Vec<Item> {
    let ItemKind::Combinational(body) = &item.kind else {
        return vec![item.clone()];
    };
    let signals = signals_together(body, module);
    let whole = |signal| (signal, module.bits(signal, None));
    let mut groups: Vec<Group> =
        signals.into_iter().map(|group| group.into_iter().map(whole).collect()).collect();
    if groups.len() == 1 && is_assignment(item, module) {
        let bits = groups_of_bits(body, module);
        groups = bits.into_iter().map(|group| BTreeMap::from([group])).collect();
    }
    let is_in = |target: &Target, group: &Group| {
        let bits = group.get(&target.signal);
        bits.is_some_and(|bits| overlap(bits, &module.bits(target.signal, target.slice)))
    };
    let assigns = |statement: &Statement, group: &Group| {
        let mut any = false;
        walk::for_each_target(std::slice::from_ref(statement), &mut |t| any |= is_in(t, group));
        any
    };
    // In the order of their first statements.
    groups.sort_by_key(|group| body.iter().position(|statement| assigns(statement, group)));
    let mut used_comments = BTreeSet::new();
    let part = |group: &Group| {
        let (mut above, mut line, mut statements) = (vec![], None, Vec::new());
        for (index, statement) in body.iter().enumerate() {
            let mut kept = walk::filter(std::slice::from_ref(statement), &|t| is_in(t, group));
            let Some(first) = kept.first_mut() else {
                continue;
            };
            // A comment appears once, above the first part that it is about.
            let mut comments = std::mem::take(&mut first.comments);
            if index == 0 {
                comments = item.comments.clone();
            }
            if !used_comments.insert(index) {
                comments.clear();
            }
            if statements.is_empty() {
                line = if index == 0 { item.line } else { first.line };
                above = comments;
            } else {
                first.comments = comments;
            }
            statements.append(&mut kept);
        }
        Item { comments: above, line, kind: ItemKind::Combinational(statements) }
    };
    groups.iter().map(part).collect()
}

/// Whether an item only assigns once what it does not read: simulators evaluate that when a bit
/// changes that it reads.
pub(super) fn is_assignment(item: &Item, module: &Module) -> bool {
    let ItemKind::Combinational(body) = &item.kind else {
        return false;
    };
    body.iter().all(|statement| statement.target().is_some())
        && paths::assigned_again(body, module).is_empty()
        && !Ends::of(item, module).own_reads
}
