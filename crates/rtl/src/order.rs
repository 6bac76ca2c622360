//! The order in which processes can run: each after those that drive what it reads.

use std::collections::{BTreeMap, BTreeSet};

use petgraph::algo::tarjan_scc;
use petgraph::graph::{DiGraph, NodeIndex};

use super::copies::split_copies;
use super::design::*;
use super::error::Error;
use super::lower::signals_together;
use super::walk;

/// Returns the items of a module with each combinational process after those that drive what it
/// reads. Outputs of instances count as driven from the start.
///
/// # Errors
///
/// Returns [`Error::CombinationalLoop`] if processes drive each other in a cycle.
pub fn drivers_first(module: &Module) -> Result<Vec<Item>, Error> {
    // Processes that depend on each other may be free of loops if they are split.
    let in_order = |items: Vec<Item>| -> Result<Vec<Item>, Error> {
        let order = order(&items, module)?;
        Ok(order.into_iter().map(|index| items[index].clone()).collect())
    };
    let in_parts = |module: &Module| -> Vec<Item> {
        split(module).into_iter().map(|(_, part)| part).collect()
    };
    in_order(module.items.clone())
        .or_else(|_| in_order(in_parts(module)))
        .or_else(|error| in_order(in_parts(&with_split_copies(module))).map_err(|_| error))
}

/// Returns the module with [`split_copies`].
pub(super) fn with_split_copies(module: &Module) -> Module {
    Module { items: split_copies(module), ..module.clone() }
}

/// Splits each process into one for each group of bits that it assigns, or, if it reads its own
/// targets, for the signals of which one is assigned from an intermediate value of another. Each
/// part comes with the index of its item.
pub(super) fn split(module: &Module) -> Vec<(usize, Item)> {
    let mut split = Vec::new();
    for (index, item) in module.items.iter().enumerate() {
        let ItemKind::Combinational(body) = &item.kind else {
            split.push((index, item.clone()));
            continue;
        };
        let bits = groups_of_bits(body, module);
        let groups: Vec<Group> = match Ends::of(item, module).own_reads {
            false => bits.into_iter().map(|group| vec![group]).collect(),
            true => {
                let of = |signals: BTreeSet<SignalId>| {
                    bits.iter().filter(|(signal, _)| signals.contains(signal)).cloned().collect()
                };
                let groups = signals_together(body, module).into_iter().map(of).collect();
                without_cycles(groups, body, module)
            }
        };
        split.extend(groups.iter().map(|group| (index, part(group, body, module))));
    }
    split
}

/// Bits that a process drives.
type Group = Vec<(SignalId, Value)>;

/// The part of a process that drives these bits.
fn part(group: &Group, body: &[Statement], module: &Module) -> Item {
    let is_driven = |target: &Target| {
        let bits = module.bits(target.signal, target.slice);
        group.iter().any(|(signal, of)| *signal == target.signal && overlap(of, &bits))
    };
    ItemKind::Combinational(walk::filter(body, &is_driven)).into()
}

/// Joins groups whose parts of a process read each other, such as different fields of two signals.
fn without_cycles(groups: Vec<Group>, body: &[Statement], module: &Module) -> Vec<Group> {
    let ends: Vec<Ends> =
        groups.iter().map(|group| Ends::of(&part(group, body, module), module)).collect();
    let reads = |reader: &Ends, driver: &Ends| {
        let mut driven = driver.writes.iter();
        driven.any(|(id, bits)| reader.reads.get(id).is_some_and(|read| overlap(bits, read)))
    };
    let mut graph: DiGraph<usize, ()> = DiGraph::new();
    let nodes: Vec<_> = (0..groups.len()).map(|group| graph.add_node(group)).collect();
    // `Ends` leaves out what a part reads of its own bits.
    for driver in &nodes {
        let driven = &ends[driver.index()];
        let readers = nodes.iter().filter(|reader| reads(&ends[reader.index()], driven));
        graph.extend_with_edges(readers.map(|reader| (*driver, *reader)));
    }
    let mut cycles = tarjan_scc(&graph);
    // In the order of the groups.
    cycles.iter_mut().for_each(|cycle| cycle.sort_unstable());
    cycles.sort_unstable();
    let of = |node: NodeIndex| groups[node.index()].clone();
    cycles.into_iter().map(|cycle| cycle.into_iter().flat_map(of).collect()).collect()
}

/// Returns the assigned bits in groups; targets that overlap share a group.
pub(super) fn groups_of_bits(body: &[Statement], module: &Module) -> Vec<(SignalId, Value)> {
    let mut groups: Vec<(SignalId, Value)> = Vec::new();
    walk::for_each_target(body, &mut |target| {
        let mut bits = module.bits(target.signal, target.slice);
        groups.retain(|(signal, others)| {
            let apart = *signal != target.signal || !overlap(others, &bits);
            if !apart {
                bits |= others;
            }
            apart
        });
        groups.push((target.signal, bits));
    });
    groups
}

pub(super) fn overlap(left: &Value, right: &Value) -> bool {
    !(left & right).is_zero()
}

/// Returns the indices of the items: the registers, then the others, with drivers before readers.
pub(super) fn order(items: &[Item], module: &Module) -> Result<Vec<usize>, Error> {
    let is_register = |index: &usize| matches!(items[*index].kind, ItemKind::Register(_));
    let (mut order, processes): (Vec<usize>, Vec<usize>) = (0..items.len()).partition(is_register);
    let ends: Vec<Ends> = processes.iter().map(|index| Ends::of(&items[*index], module)).collect();
    let mut drivers: BTreeMap<SignalId, Vec<(usize, &Value)>> = BTreeMap::new();
    for (index, ends) in ends.iter().enumerate() {
        for (signal, bits) in &ends.writes {
            drivers.entry(*signal).or_default().push((index, bits));
        }
    }
    let mut search = Search {
        ends: &ends,
        drivers: &drivers,
        state: vec![Visit::New; processes.len()],
        order: vec![],
    };
    for index in 0..processes.len() {
        if search.state[index] == Visit::New
            && let Err(cycle) = search.visit(index)
        {
            let path = cycle.path.into_iter().map(|id| module.signal(id).name.clone()).collect();
            return Err(Error::CombinationalLoop { module: module.name.clone(), path });
        }
    }
    order.extend(search.order.iter().map(|index| processes[*index]));
    Ok(order)
}

/// The bits that a process reads from others, and those that it drives.
#[derive(Default)]
pub(super) struct Ends {
    pub reads: BTreeMap<SignalId, Value>,
    pub writes: BTreeMap<SignalId, Value>,
    /// Whether it reads bits that it drives. The lowering ensures that it assigns them first.
    pub own_reads: bool,
}

impl Ends {
    pub fn of(item: &Item, module: &Module) -> Ends {
        let mut ends = Ends::default();
        let ItemKind::Combinational(body) = &item.kind else {
            return ends;
        };
        walk::for_each_target(body, &mut |target| {
            *ends.writes.entry(target.signal).or_default() |=
                module.bits(target.signal, target.slice);
        });
        walk::for_each_read_bits(body, &mut |signal, slice| {
            let bits = module.bits(signal, slice);
            let own = ends.writes.get(&signal).unwrap_or(&Value::ZERO);
            ends.own_reads |= overlap(own, &bits);
            let others = bits.without(own);
            if !others.is_zero() {
                *ends.reads.entry(signal).or_default() |= others;
            }
        });
        ends
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Visit {
    New,
    Open,
    Done,
}

struct Search<'a> {
    ends: &'a [Ends],
    drivers: &'a BTreeMap<SignalId, Vec<(usize, &'a Value)>>,
    state: Vec<Visit>,
    order: Vec<usize>,
}

/// A combinational loop, as far as the search has unwound.
struct Cycle {
    /// The signals, each driving the next.
    path: Vec<SignalId>,
    /// The process that closes the loop; `None` once the search has unwound to it.
    start: Option<usize>,
}

impl Search<'_> {
    /// Adds the drivers of a process to the order, then the process.
    fn visit(&mut self, index: usize) -> Result<(), Cycle> {
        self.state[index] = Visit::Open;
        for (signal, bits) in &self.ends[index].reads {
            let drivers = self.drivers.get(signal).into_iter().flatten();
            for (driver, _) in drivers.filter(|(_, driven)| overlap(driven, bits)) {
                match self.state[*driver] {
                    Visit::Done => {}
                    Visit::New => self.visit(*driver).map_err(|mut cycle| {
                        if let Some(start) = cycle.start {
                            cycle.path.push(*signal);
                            cycle.start = (start != index).then_some(start);
                        }
                        cycle
                    })?,
                    Visit::Open => {
                        return Err(Cycle { path: vec![*signal], start: Some(*driver) });
                    }
                }
            }
        }
        self.state[index] = Visit::Done;
        self.order.push(index);
        Ok(())
    }
}
