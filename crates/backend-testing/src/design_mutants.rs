//! Designs with a single fault, to find out whether a test notices it.
//!
//! A fault is a plausible mistake: another operator, a constant that is off by one, a negated
//! condition, a missing assignment or arm of a case, another signal or connection of the same type,
//! another value at power-up. [`mutants`] lists all of them for a module.
//!
//! Some mutants violate the rules of designs (a missing default is a latch, for example): [`check`]
//! rejects those. Others are equivalent to the original, which `compare` of `rust-hdl-lanes`
//! proves.
//!
//! [`check`]: rust_hdl_rtl::check

mod connections;
mod expressions;
mod statements;

use rust_hdl_rtl::*;

/// A design with a single fault.
#[derive(Clone, Debug)]
pub struct Mutant {
    /// The module with the fault.
    pub module: ModuleId,
    /// A description of the fault in one line.
    pub fault: String,
    change: Change,
}

/// What the fault replaces.
#[derive(Clone, Debug)]
enum Change {
    Items(Vec<(usize, ItemKind)>),
    PowerUp(SignalId, Value),
}

/// A description of a fault, and the faulty part of the design.
type Faulty<T> = (String, T);

impl Mutant {
    /// Returns the design with the fault.
    pub fn apply(&self, design: &Design) -> Design {
        let mut design = design.clone();
        let module = &mut design.modules[self.module.0];
        match &self.change {
            Change::Items(items) => {
                for (index, kind) in items {
                    module.items[*index].kind = kind.clone();
                }
            }
            Change::PowerUp(signal, value) => {
                module.signals[signal.0].power_up = Some(value.clone())
            }
        }
        design
    }
}

/// Returns every single fault of a module. The faults of its instances' modules are not included.
///
/// A constant is incremented, decremented, and each of its bits is inverted; an enum constant
/// becomes each other variant. Operators, signals and connections are replaced by all others that
/// fit in their place.
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
        let Some(value) = &signal.power_up else {
            continue;
        };
        for other in expressions::other_values(module, signal.ty, value) {
            let fault = format!("{}: power-up value {value} becomes {other}", signal.name);
            add(fault, Change::PowerUp(id, other));
        }
    }
    mutants
}

/// Names a process by the first signal that it drives.
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
        // No faults are injected into memories and tristate drivers.
        ItemKind::MemoryWrite(_) | ItemKind::Tristate(_) => vec![],
    }
}
