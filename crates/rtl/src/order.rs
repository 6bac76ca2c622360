//! The order in which processes can run: each after those that drive what it reads.

use std::collections::BTreeMap;

use super::design::*;
use super::error::Error;
use super::walk;

/// Returns the items of a module with each combinational process after those that drive what it
/// reads. Outputs of instances count as driven from the start.
///
/// # Errors
///
/// Returns [`Error::CombinationalLoop`] if processes drive each other in a cycle.
pub fn drivers_first(module: &Module) -> Result<Vec<Item>, Error> {
    // Processes that depend on each other may be free of loops if each signal has its own.
    let in_order = |items: Vec<Item>| -> Result<Vec<Item>, Error> {
        let order = order(&items, module)?;
        Ok(order.into_iter().map(|index| items[index].clone()).collect())
    };
    in_order(module.items.clone())
        .or_else(|_| in_order(split(module).into_iter().map(|(_, part)| part).collect()))
}

/// Splits each process that does not read its own targets into one for each group of bits that it
/// assigns. Each part comes with the index of its item.
pub(super) fn split(module: &Module) -> Vec<(usize, Item)> {
    let mut split = Vec::new();
    for (index, item) in module.items.iter().enumerate() {
        let body = match &item.kind {
            ItemKind::Combinational(body) if !Ends::of(item, module).own_reads => body,
            _ => {
                split.push((index, item.clone()));
                continue;
            }
        };
        for (signal, bits) in groups_of_bits(body, module) {
            let part = walk::filter(body, &|target| {
                target.signal == signal && overlap(&module.bits(signal, target.slice), &bits)
            });
            split.push((index, Item::from(ItemKind::Combinational(part))));
        }
    }
    split
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
