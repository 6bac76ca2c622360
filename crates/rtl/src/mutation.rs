//! Single faults of a design, for asking of a test whether it would notice them.
//!
//! A fault is a slip of the hand that still leaves a design: one operator taken for another, a constant one off, a
//! condition the other way round, an assignment or an arm of a case forgotten, a signal or a connection taken for
//! another of its type, another value at power-up. [`mutants`] lists every one of a module.
//!
//! Some faults break what every design keeps to, a forgotten default for example, which is a latch: [`check`] refuses
//! those. Some change nothing that can be seen from outside: `compare` of `rust-hdl-gates` proves it.
//!
//! [`check`]: super::check

mod connections;
mod expressions;
mod statements;

use super::design::*;
use super::walk;

/// A design with one fault in it.
#[derive(Clone, Debug)]
pub struct Mutant {
    /// Where the fault is.
    pub module: ModuleId,
    /// What the fault is, in a line.
    pub fault: String,
    change: Change,
}

/// What is put in the place of something.
#[derive(Clone, Debug)]
enum Change {
    Items(Vec<(usize, ItemKind)>),
    PowerUp(SignalId, u128),
}

/// What a fault is, and what it makes of a part of the design.
type Faulty<T> = (String, T);

impl Mutant {
    /// The design with the fault.
    pub fn apply(&self, design: &Design) -> Design {
        let mut design = design.clone();
        let module = &mut design.modules[self.module.0];
        match &self.change {
            Change::Items(items) => {
                for (index, kind) in items {
                    module.items[*index].kind = kind.clone();
                }
            }
            Change::PowerUp(signal, value) => module.signals[signal.0].power_up = Some(*value),
        }
        design
    }
}

/// Every single fault of a module; those of the modules inside it are theirs.
///
/// A constant is put one up and one down, and each of its bits is turned; one of an enum becomes each other variant.
/// Apart from that each thing is exchanged for everything that could stand in its place.
pub fn mutants(design: &Design, id: ModuleId) -> Vec<Mutant> {
    let module = design.module(id);
    let mut mutants = Vec::new();
    let mut add = |fault, change| mutants.push(Mutant { module: id, fault, change });
    for (index, item) in module.items.iter().enumerate() {
        for (fault, kind) in of_item(design, module, &item.kind) {
            let fault = match &item.kind {
                ItemKind::Instance(_) => fault,
                _ => format!("{}: {fault}", driven(module, item)),
            };
            add(fault, Change::Items(vec![(index, kind)]));
        }
    }
    for (fault, items) in connections::exchanged(design, module) {
        add(fault, Change::Items(items));
    }
    for (id, signal) in module.signals() {
        let Some(value) = signal.power_up else {
            continue;
        };
        for other in expressions::other_values(module, signal.ty, value) {
            let fault = format!("{}: power-up value {value} becomes {other}", signal.name);
            add(fault, Change::PowerUp(id, other));
        }
    }
    mutants
}

/// A process by the first signal that it drives.
fn driven(module: &Module, item: &Item) -> String {
    let mut targets = Vec::new();
    if let ItemKind::Combinational(body) | ItemKind::Register(Register { body, .. }) = &item.kind {
        walk::for_each_target(body, &mut |target| targets.push(target.signal));
    }
    let Some(first) = targets.first() else {
        return String::new();
    };
    let others = if targets.iter().any(|other| other != first) { " and others" } else { "" };
    format!("{}{others}", module.signal(*first).name)
}

fn of_item(design: &Design, module: &Module, item: &ItemKind) -> Vec<Faulty<ItemKind>> {
    match item {
        ItemKind::Instance(instance) => connections::of_instance(design, module, instance)
            .into_iter()
            .map(|(fault, instance)| (fault, ItemKind::Instance(instance)))
            .collect(),
        ItemKind::Combinational(body) => statements::of_block(module, body)
            .into_iter()
            .map(|(fault, body)| (fault, ItemKind::Combinational(body)))
            .collect(),
        ItemKind::Register(register) => {
            let clocks =
                expressions::faults(module, &register.clock).into_iter().map(|(fault, clock)| {
                    (format!("clock: {fault}"), Register { clock, ..register.clone() })
                });
            let bodies = statements::of_block(module, &register.body)
                .into_iter()
                .map(|(fault, body)| (fault, Register { body, ..register.clone() }));
            let registers = clocks.chain(bodies);
            registers.map(|(fault, register)| (fault, ItemKind::Register(register))).collect()
        }
        // Memories and tristate drivers have no faults of their own here.
        ItemKind::MemoryWrite(_) | ItemKind::Tristate(_) => vec![],
    }
}
