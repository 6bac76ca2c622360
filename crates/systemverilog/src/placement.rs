//! The order of a module's items: a person reads them from top to bottom.

use std::collections::{BTreeMap, BTreeSet};
use std::mem::discriminant;

use rust_hdl_rtl::{Connection, Item, ItemKind, SignalId, walk};

/// Moves each group of items down, below the combinational processes that drive what it reads, and
/// below the instances that do, unless such an instance depends on the group. Of two instances that
/// read each other, the first one stays above. Groups of one kind that follow each other stay
/// together if they can. Bidirectional nets do not order their ends.
pub(super) fn drivers_above_readers(groups: Vec<&[Item]>) -> Vec<&[Item]> {
    let dependencies = Dependencies::of(&groups);
    let kind = |group: usize| groups[group].first().map(|item| discriminant(&item.kind));
    let is_process =
        |group: &usize| matches!(groups[*group], [Item { kind: ItemKind::Combinational(_), .. }]);
    let mut waiting: Vec<usize> = (0..groups.len()).collect();
    let mut is_placed = vec![false; groups.len()];
    let mut ordered: Vec<usize> = Vec::with_capacity(groups.len());
    while !waiting.is_empty() {
        let is_ready = |group: &usize| dependencies.0[*group].iter().all(|on| is_placed[*on]);
        let is_next = |group: &usize| {
            let last = ordered.last().filter(|last| **last + 1 == *group);
            last.is_some_and(|last| kind(*last) == kind(*group))
        };
        let next = (waiting.iter().position(|group| is_next(group) && is_ready(group)))
            .or_else(|| waiting.iter().position(is_ready))
            // Processes that drive different bits of the same signals can depend on each other.
            .or_else(|| waiting.iter().position(is_process))
            .unwrap_or(0);
        let group = waiting.remove(next);
        is_placed[group] = true;
        ordered.push(group);
    }
    ordered.into_iter().map(|group| groups[group]).collect()
}

/// For each group, those that have to be above it.
struct Dependencies(Vec<Vec<usize>>);

impl Dependencies {
    fn of(groups: &[&[Item]]) -> Dependencies {
        let mut driven: BTreeMap<SignalId, Vec<usize>> = BTreeMap::new();
        for (index, group) in groups.iter().enumerate() {
            for signal in group.iter().flat_map(drives) {
                driven.entry(signal).or_default().push(index);
            }
        }
        let drivers = |(reader, group): (usize, &&[Item])| -> BTreeSet<usize> {
            let read: BTreeSet<SignalId> = group.iter().flat_map(reads).collect();
            let drivers = read.into_iter().filter_map(|signal| driven.get(&signal)).flatten();
            drivers.copied().filter(|driver| *driver != reader).collect()
        };
        let drivers: Vec<BTreeSet<usize>> = groups.iter().enumerate().map(drivers).collect();
        let is_instance =
            |group: &usize| matches!(groups[*group], [Item { kind: ItemKind::Instance(_), .. }]);
        let processes = |drivers: &BTreeSet<usize>| {
            drivers.iter().copied().filter(|driver| !is_instance(driver)).collect()
        };
        let mut dependencies = Dependencies(drivers.iter().map(processes).collect());
        // First those that are above already.
        for is_above in [true, false] {
            for (reader, drivers) in drivers.iter().enumerate() {
                for instance in drivers.iter().copied().filter(is_instance) {
                    if (instance < reader) == is_above && !dependencies.is_below(instance, reader) {
                        dependencies.0[reader].push(instance);
                    }
                }
            }
        }
        dependencies
    }

    /// Whether a group has to be below another.
    fn is_below(&self, group: usize, other: usize) -> bool {
        let (mut waiting, mut seen) = (vec![group], BTreeSet::new());
        while let Some(group) = waiting.pop() {
            if group == other {
                return true;
            }
            waiting.extend(self.0[group].iter().copied().filter(|driver| seen.insert(*driver)));
        }
        false
    }
}

/// The signals that an item reads.
fn reads(item: &Item) -> BTreeSet<SignalId> {
    let mut reads = BTreeSet::new();
    walk::for_each_expression(item, &mut |expression| {
        expression.for_each_read(&mut |signal, _| {
            reads.insert(signal);
        });
    });
    reads
}

/// The signals that a combinational process or an instance drives.
fn drives(item: &Item) -> BTreeSet<SignalId> {
    let ItemKind::Instance(instance) = &item.kind else { return walk::targets(item) };
    let outputs = instance.connections.iter().filter_map(|connection| match connection {
        Connection::Output(target) => Some(target.signal),
        _ => None,
    });
    outputs.collect()
}
