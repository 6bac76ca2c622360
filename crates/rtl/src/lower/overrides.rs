//! Hides values that a process overrides from processes that would keep it awake.
//!
//! A process that assigns a default and then overrides it changes its target for a moment, even if
//! the final value is the same. An event-driven simulator runs the readers of that target then.
//! Without a cycle of processes this ends, but Icarus Verilog 11 also runs all processes that come
//! before a reader, and may never stop. So such a process computes the value in a signal of its
//! own, and assigns its target once. SystemVerilog replaces a bit by assigning the whole value and
//! then the bit, so that counts, too.

use std::collections::{BTreeMap, BTreeSet};

use super::super::design::*;
use super::super::network::{Merge, Network};
use super::super::order::{Ends, groups_of_bits, overlap};
use super::super::paths::{self, Assigned};
use super::super::walk;
use super::process_cycles::{cyclic, is_assignment};

/// Hides overridden values until no processes keep each other awake.
///
/// Processes that have run with the final values of their inputs assign the final values of their
/// targets. From then on, only overridden values wake a process, and only a process that overrides
/// values wakes others. After it is hidden, an overridden value wakes no reader, or only processes
/// that come before its own.
pub(super) fn hide(design: &mut Design) {
    loop {
        let awake: BTreeSet<(usize, ModuleId, usize)> = design
            .tops
            .iter()
            .flat_map(|top| Simulation::of(&Network::of(design, *top, Merge::Nets)).awake())
            .collect();
        // Hiding few signals may be enough: the others keep their plain text.
        let Some((_, id, index)) = awake.first().copied() else {
            return;
        };
        hide_in(&mut design.modules[id.0], index);
    }
}

/// Which processes wake which in an event-driven simulator.
struct Simulation<'a> {
    network: &'a Network,
    ends: Vec<Ends>,
    /// For each item, the bits that it overrides. They are visible for a moment.
    overridden: Vec<Assigned>,
    /// For each item, whether it is a plain assignment rather than a process.
    assignments: Vec<bool>,
    /// For each signal, the items that read it.
    readers: BTreeMap<SignalId, Vec<usize>>,
}

impl Simulation<'_> {
    fn of(network: &Network) -> Simulation<'_> {
        let ends = network.ends();
        let items = &network.module.items;
        let overridden = items.iter().map(|item| overridden(item, &network.module));
        let mut readers: BTreeMap<SignalId, Vec<usize>> = BTreeMap::new();
        for (index, ends) in ends.iter().enumerate() {
            for signal in ends.reads.keys() {
                readers.entry(*signal).or_default().push(index);
            }
        }
        let assignments = items.iter().map(|item| is_assignment(item, &network.module));
        Simulation {
            overridden: overridden.collect(),
            assignments: assignments.collect(),
            network,
            ends,
            readers,
        }
    }

    /// Returns the processes that keep each other awake and that others hear, each after the number
    /// of signals that it overrides.
    fn awake(&self) -> Vec<(usize, ModuleId, usize)> {
        let overriding: Vec<usize> =
            (0..self.ends.len()).filter(|index| !self.overridden[*index].is_empty()).collect();
        let place = |index: usize| {
            let place = self.network.places[index];
            (self.network.ranks[place.instance], place.item)
        };
        let mut wakes = Vec::new();
        let mut heard = BTreeSet::new();
        for driver in &overriding {
            let listeners = self.listeners(*driver);
            heard.extend(listeners.iter().any(|listener| listener != driver).then_some(*driver));
            let last = listeners.iter().map(|listener| place(*listener)).max();
            let woken = overriding
                .iter()
                .filter(|other| listeners.contains(other) || Some(place(**other)) < last);
            wakes.extend(woken.filter(|other| *other != driver).map(|other| (*driver, *other)));
        }
        let awake = cyclic(&wakes).into_iter().filter(|index| heard.contains(index));
        let item = |index: usize| {
            let (module, item) = self.network.item(index)?;
            Some((self.overridden[index].len(), module, item))
        };
        awake.filter_map(item).collect()
    }

    /// Returns the processes that a process wakes by the values that it overrides, directly or
    /// through plain assignments. One that reads a slice of such a target of its own listens, too,
    /// in Icarus Verilog 11.
    fn listeners(&self, driver: usize) -> BTreeSet<usize> {
        let mut listeners = BTreeSet::new();
        if self.reads_own_slice(driver) {
            listeners.insert(driver);
        }
        let mut open: Vec<(SignalId, Value)> =
            self.overridden[driver].clone().into_iter().collect();
        let mut seen = BTreeSet::new();
        while let Some((signal, bits)) = open.pop() {
            for reader in self.readers.get(&signal).into_iter().flatten() {
                if !self.assignments[*reader] {
                    // It wakes for any bit of a signal that it reads.
                    listeners.insert(*reader);
                } else if overlap(&bits, &self.ends[*reader].reads[&signal]) && seen.insert(*reader)
                {
                    open.extend(self.ends[*reader].writes.clone());
                }
            }
        }
        listeners
    }

    fn body(&self, index: usize) -> &[Statement] {
        match &self.network.module.items[index].kind {
            ItemKind::Combinational(body) => body,
            _ => &[],
        }
    }

    fn reads_own_slice(&self, index: usize) -> bool {
        let mut any = false;
        let is_own = |base: &Expression| {
            base.as_signal().is_some_and(|signal| self.overridden[index].contains_key(&signal))
        };
        let mut visit = |value: &Expression| {
            any |= match &value.kind {
                ExpressionKind::Slice { base, .. } | ExpressionKind::Index { base, .. } => {
                    is_own(base)
                }
                _ => false,
            };
        };
        walk::for_each(self.body(index), &mut |statement| {
            statement.expression().into_iter().for_each(|value| for_each_part(value, &mut visit));
        });
        any
    }
}

fn for_each_part(value: &Expression, visit: &mut impl FnMut(&Expression)) {
    visit(value);
    value.operands().into_iter().for_each(|operand| for_each_part(operand, visit));
}

/// Returns the bits that an item overrides.
fn overridden(item: &Item, module: &Module) -> Assigned {
    let ItemKind::Combinational(body) = &item.kind else {
        return Assigned::new();
    };
    let mut overridden = paths::assigned_again(body, module);
    if !is_assignment(item, module) {
        walk::for_each(body, &mut |statement| {
            if let StatementKind::Assign(target, value) = &statement.kind
                && let ExpressionKind::ReplaceBit { .. } = value.kind
            {
                *overridden.entry(target.signal).or_default() |= paths::bits(target, module);
            }
        });
    }
    overridden
}

/// Lets a process assign each of its targets once, from a signal with the same value.
fn hide_in(module: &mut Module, index: usize) {
    let ItemKind::Combinational(body) = &module.items[index].kind else {
        return;
    };
    let body = choice(body).map_or_else(|| body.clone(), |choice| vec![choice]);
    let targets = groups_of_bits(&body, module);
    let item = Item::from(ItemKind::Combinational(body));
    let mut renamed: BTreeMap<SignalId, SignalId> = BTreeMap::new();
    for id in overridden(&item, module).into_keys() {
        renamed.insert(id, SignalId(module.signals.len()));
        let signal = module.signal(id).clone();
        let mut name = format!("{}_value", signal.name);
        while module.signals.iter().any(|other| other.name.eq_ignore_ascii_case(&name)) {
            name.push_str("_wire");
        }
        let (documentation, kind) = (String::new(), SignalKind::Internal);
        module.signals.push(Signal { name, documentation, kind, ..signal });
    }
    let rename = |id: SignalId| renamed.get(&id).copied().unwrap_or(id);
    let mut process = [item];
    walk::rename(&mut process, &rename, &rename);
    let [Item { kind: ItemKind::Combinational(mut body), .. }] = process else {
        return;
    };
    for (id, bits) in targets {
        let Some(hidden) = renamed.get(&id) else {
            continue;
        };
        let (width, mut value) =
            (bits.count_ones(), Expression::signal(*hidden, module.signal(id).ty));
        let mut target = Target::whole(id);
        if width < module.signal_width(id) {
            // Targets that overlap share a group, so its bits are adjacent.
            let offset = (0..).find(|bit| bits.bit(*bit)).unwrap_or(0);
            target.slice = Some(Slice { offset, width });
            let kind = ExpressionKind::Slice { base: Box::new(value), offset, width };
            value = Expression { kind, ty: Type::Bits(width) };
        }
        body.push(StatementKind::Assign(target, value).into());
    }
    module.items[index].kind = ItemKind::Combinational(body);
}

/// Returns `x = a; if (c) x = b;` as `if (c) x = b; else x = a;`.
pub(super) fn choice(body: &[Statement]) -> Option<Statement> {
    let [default, Statement { comments, line, kind }] = body else {
        return None;
    };
    let StatementKind::If { condition, then, otherwise } = kind else {
        return None;
    };
    let ([value], []) = (then.as_slice(), otherwise.as_slice()) else {
        return None;
    };
    let target = default.target()?;
    let mut own = value.target() != Some(target);
    condition.for_each_signal(&mut |signal| own |= signal == target.signal);
    value.expression()?.for_each_signal(&mut |signal| own |= signal == target.signal);
    let kind = StatementKind::If {
        condition: condition.clone(),
        then: then.clone(),
        otherwise: vec![default.clone()],
    };
    (!own).then(|| Statement { comments: comments.clone(), line: *line, kind })
}
