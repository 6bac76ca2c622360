//! A flat module for a choice of its outputs, without the state that they do not depend on, or with
//! a part of its state held.

use std::collections::BTreeSet;

use super::design::*;
use super::flatten::{Flat, Ids};
use super::walk;

impl Flat {
    /// Returns the module with some of its outputs alone, for faster simulation. `names` has them,
    /// and may have registers and memories inside. Registers and memories that none of these
    /// depends on are left out, with the logic that depends on those. Other signals inside the
    /// module are kept: they can be observed, too.
    pub fn observed_at(mut self, names: &[&str]) -> Flat {
        let module = &mut self.module;
        for signal in &mut module.signals {
            if signal.kind == SignalKind::Output && !names.contains(&signal.name.as_str()) {
                signal.kind = SignalKind::Internal;
            }
        }
        let ends: Vec<Ends> = module.items.iter().map(Ends::of).collect();
        let missing = missing_places(module, &ends, names);
        let mut ends = ends.iter();
        module.items.retain(|_| ends.next().is_some_and(|ends| ends.writes.is_disjoint(&missing)));
        remove(module, &missing);
        self
    }
}

impl Flat {
    /// Returns the module with some of its state held, by the names of registers and memories, to
    /// simulate the rest while that does not change: the registers become inputs, and the memories
    /// are only read.
    pub fn holding(mut self, is_held: impl Fn(&str) -> bool) -> Flat {
        let module = &mut self.module;
        let mut items = std::mem::take(&mut module.items);
        items.retain(|item| match &item.kind {
            ItemKind::Register(register) => {
                let signal = &mut module.signals[register.target.0];
                let is_held = signal.kind == SignalKind::Internal && is_held(&signal.name);
                if is_held {
                    (signal.kind, signal.power_up) = (SignalKind::Input, None);
                }
                !is_held
            }
            ItemKind::MemoryWrite(write) => !is_held(&module.memories[write.memory.0].name),
            _ => true,
        });
        module.items = items;
        self
    }
}

/// What an item reads or drives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Place {
    Signal(SignalId),
    Memory(MemoryId),
}

/// The places that an item reads, and those that it drives.
struct Ends {
    reads: BTreeSet<Place>,
    writes: BTreeSet<Place>,
}

impl Ends {
    fn of(item: &Item) -> Ends {
        let (mut reads, mut writes) = (BTreeSet::new(), BTreeSet::new());
        walk::for_each_expression(item, &mut |expression| add_reads(expression, &mut reads));
        match &item.kind {
            ItemKind::Combinational(body) => walk::for_each_target(body, &mut |target| {
                writes.insert(Place::Signal(target.signal));
            }),
            ItemKind::Register(register) => writes.extend([Place::Signal(register.target)]),
            ItemKind::MemoryWrite(write) => writes.extend([Place::Memory(write.memory)]),
            // A flat module has neither.
            ItemKind::Instance(_) | ItemKind::Tristate(_) => {}
        }
        Ends { reads, writes }
    }
}

fn add_reads(expression: &Expression, reads: &mut BTreeSet<Place>) {
    match &expression.kind {
        ExpressionKind::Signal(id) => reads.extend([Place::Signal(*id)]),
        ExpressionKind::Element { memory, .. } => reads.extend([Place::Memory(*memory)]),
        _ => {}
    }
    expression.operands().into_iter().for_each(|operand| add_reads(operand, reads));
}

/// Returns the registers and memories that nothing observed depends on, and the signals that depend
/// on those.
fn missing_places(module: &Module, ends: &[Ends], observed: &[&str]) -> BTreeSet<Place> {
    let is_observed = |name: &String| observed.contains(&name.as_str());
    let signals = module.signals().filter(|(_, signal)| is_observed(&signal.name));
    let signals = signals.map(|(id, _)| Place::Signal(id));
    let memories = module.memories.iter().zip((0..).map(MemoryId));
    let memories = memories.filter(|(memory, _)| is_observed(&memory.name));
    let observed = signals.chain(memories.map(|(_, id)| Place::Memory(id))).collect();
    let needed = closure(observed, ends, |ends, needed| {
        (!ends.writes.is_disjoint(needed)).then_some(&ends.reads)
    });
    let registers = module.signals().filter(|(_, signal)| signal.power_up.is_some());
    let registers = registers.map(|(id, _)| Place::Signal(id));
    let memories = (0..module.memories.len()).map(|index| Place::Memory(MemoryId(index)));
    let state = registers.chain(memories).filter(|place| !needed.contains(place));
    closure(state.collect(), ends, |ends, missing| {
        let is_kept = ends.reads.is_disjoint(missing) && ends.writes.is_disjoint(missing);
        (!is_kept).then_some(&ends.writes)
    })
}

/// Adds what `more` returns for any item and the places so far, until nothing is new.
fn closure(
    mut places: BTreeSet<Place>,
    ends: &[Ends],
    more: impl for<'e> Fn(&'e Ends, &BTreeSet<Place>) -> Option<&'e BTreeSet<Place>>,
) -> BTreeSet<Place> {
    loop {
        let before = places.len();
        for ends in ends {
            let new = more(ends, &places).cloned();
            places.extend(new.into_iter().flatten());
        }
        if places.len() == before {
            return places;
        }
    }
}

/// Removes signals and memories that no item uses.
fn remove(module: &mut Module, places: &BTreeSet<Place>) {
    let is_kept = |place| !places.contains(&place);
    let signals = (0..module.signals.len()).map(SignalId);
    let signals = signals.filter(|id| is_kept(Place::Signal(*id)));
    let memories = (0..module.memories.len()).map(MemoryId);
    let memories = memories.filter(|id| is_kept(Place::Memory(*id)));
    let ids = Ids {
        signals: signals.zip((0..).map(SignalId)).collect(),
        memories: memories.zip((0..).map(MemoryId)).collect(),
    };
    let mut items = std::mem::take(&mut module.items);
    for item in &mut items {
        ids.translate(module, &mut item.kind);
    }
    module.items = items;
    let mut signals = (0..).map(SignalId);
    module.signals.retain(|_| signals.next().is_some_and(|id| ids.signals.contains_key(&id)));
    let mut memories = (0..).map(MemoryId);
    module.memories.retain(|_| memories.next().is_some_and(|id| ids.memories.contains_key(&id)));
}
