//! The order of a module's items: a person reads them from top to bottom.

use std::collections::{BTreeMap, BTreeSet};

use rust_hdl_rtl::{Connection, Item, ItemKind, SignalId, walk};

/// Moves each group of items down, below the combinational processes that drive what it reads, and
/// below the instances that do, unless such an instance depends on the group. Otherwise the order
/// stays.
pub(super) fn drivers_above_readers(groups: Vec<&[Item]>) -> Vec<&[Item]> {
    let above = Above::of(&groups);
    let mut waiting: Vec<usize> = (0..groups.len()).collect();
    let mut is_placed = vec![false; groups.len()];
    let mut ordered = Vec::with_capacity(groups.len());
    while !waiting.is_empty() {
        let is_ready = |group: &usize| above.0[*group].iter().all(|driver| is_placed[*driver]);
        let continues = |group: &usize| match ordered.last() {
            Some(last) => {
                *group == last + 1 && is_process(groups[*last]) && is_process(groups[*group])
            }
            None => false,
        };
        // The processes of the kernel stay together. They can form a cycle if they drive different
        // bits of the same signals.
        let next = (waiting.iter().position(|group| continues(group) && is_ready(group)))
            .or_else(|| waiting.iter().position(is_ready))
            .unwrap_or(0);
        let group = waiting.remove(next);
        is_placed[group] = true;
        ordered.push(group);
    }
    ordered.into_iter().map(|group| groups[group]).collect()
}

fn is_process(group: &[Item]) -> bool {
    matches!(group, [Item { kind: ItemKind::Combinational(_), .. }])
}

/// For each group, those that have to be above it.
struct Above(Vec<Vec<usize>>);

impl Above {
    fn of(groups: &[&[Item]]) -> Above {
        let mut processes: BTreeMap<SignalId, Vec<usize>> = BTreeMap::new();
        let mut instances: BTreeMap<SignalId, Vec<usize>> = BTreeMap::new();
        for (index, group) in groups.iter().enumerate() {
            for signal in group.iter().flat_map(walk::targets) {
                processes.entry(signal).or_default().push(index);
            }
            for signal in group.iter().flat_map(outputs) {
                instances.entry(signal).or_default().push(index);
            }
        }
        let drivers = |reader: usize, of: &BTreeMap<SignalId, Vec<usize>>| -> Vec<usize> {
            let reads: BTreeSet<SignalId> = groups[reader].iter().flat_map(reads).collect();
            let drivers = reads.into_iter().filter_map(|read| of.get(&read));
            let drivers: BTreeSet<usize> = drivers.flatten().copied().collect();
            drivers.into_iter().filter(|driver| *driver != reader).collect()
        };
        let of_processes = (0..groups.len()).map(|group| drivers(group, &processes));
        let mut above = Above(of_processes.collect());
        for reader in 0..groups.len() {
            for instance in drivers(reader, &instances) {
                if !above.depends(instance, reader) {
                    above.0[reader].push(instance);
                }
            }
        }
        above
    }

    /// Whether a group has to be below another.
    fn depends(&self, group: usize, on: usize) -> bool {
        let (mut waiting, mut seen) = (vec![group], BTreeSet::new());
        while let Some(group) = waiting.pop() {
            if group == on {
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

/// The signals that an instance drives.
fn outputs(item: &Item) -> impl Iterator<Item = SignalId> {
    let connections = match &item.kind {
        ItemKind::Instance(instance) => instance.connections.as_slice(),
        _ => &[],
    };
    connections.iter().filter_map(|connection| match connection {
        Connection::Output(target) => Some(target.signal),
        _ => None,
    })
}
