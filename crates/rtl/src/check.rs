//! The rules that every module of a design obeys.

use std::collections::BTreeSet;

use super::design::*;
use super::error::Error;
use super::paths::{self, Assigned};
use super::walk;

/// Checks that every signal of a module that is used is driven, and that there are no latches.
///
/// Modules from [`elaborate`](super::elaborate) pass. This is for modules that were made or changed
/// by hand.
///
/// # Errors
///
/// Returns [`Error::Undriven`], [`Error::Latch`] or [`Error::ReadBeforeAssignment`].
pub fn check(module: &Module) -> Result<(), Error> {
    let driven = Driven::of(module);
    for (id, signal) in module.signals() {
        let is_used = signal.kind == SignalKind::Output || driven.read.contains(&id);
        if matches!(signal.kind, SignalKind::Input | SignalKind::InOut) || !is_used {
            continue;
        }
        let whole = mask(module.signal_width(id));
        let covers = |bits: &Assigned| bits.get(&id) == Some(&whole);
        let (module, signal) = (module.name.clone(), signal.name.clone());
        if !covers(&driven.sometimes) {
            return Err(Error::Undriven { module, signal });
        }
        if !covers(&driven.always) {
            return Err(Error::Latch { module, signal });
        }
    }
    for item in &module.items {
        if let ItemKind::Combinational(body) = &item.kind {
            check_reads(body, module, &sometimes(body, module), &mut Assigned::new())?;
        }
    }
    Ok(())
}

/// The bits that are driven in a module, and the signals that are read.
#[derive(Default)]
struct Driven {
    sometimes: Assigned,
    always: Assigned,
    read: BTreeSet<SignalId>,
}

impl Driven {
    fn of(module: &Module) -> Driven {
        let mut driven = Driven::default();
        for item in &module.items {
            match &item.kind {
                ItemKind::Instance(instance) => driven.instance(module, instance),
                ItemKind::Combinational(body) => {
                    for (id, bits) in sometimes(body, module) {
                        *driven.sometimes.entry(id).or_default() |= bits;
                    }
                    let mut always = Assigned::new();
                    paths::assign(body, module, &mut always);
                    for (id, bits) in always {
                        *driven.always.entry(id).or_default() |= bits;
                    }
                    driven.reads_of(body);
                }
                ItemKind::Register(register) => {
                    driven.whole(&Target::whole(register.target), module);
                    register.clock.for_each_signal(&mut |id| {
                        driven.read.insert(id);
                    });
                    driven.reads_of(&register.body);
                }
                ItemKind::MemoryWrite(write) => driven.reads(&write.operands()),
                ItemKind::Tristate(driver) => {
                    driven.whole(&Target::whole(driver.target), module);
                    driven.reads(&[&driver.enable, &driver.value]);
                }
            }
        }
        driven
    }

    fn instance(&mut self, module: &Module, instance: &Instance) {
        for connection in &instance.connections {
            match connection {
                Connection::Input(value) => value.for_each_signal(&mut |id| {
                    self.read.insert(id);
                }),
                Connection::Output(target) => self.whole(target, module),
                Connection::InOut(net) => self.whole(&Target::whole(*net), module),
            }
        }
    }

    fn whole(&mut self, target: &Target, module: &Module) {
        add(&mut self.sometimes, target, module);
        add(&mut self.always, target, module);
    }

    fn reads(&mut self, values: &[&Expression]) {
        for value in values {
            value.for_each_signal(&mut |id| {
                self.read.insert(id);
            });
        }
    }

    fn reads_of(&mut self, body: &[Statement]) {
        walk::for_each_read(body, &mut |id| {
            self.read.insert(id);
        });
    }
}

fn add(assigned: &mut Assigned, target: &Target, module: &Module) {
    *assigned.entry(target.signal).or_default() |= paths::bits(target, module);
}

/// Returns the bits that statements assign on some path.
fn sometimes(body: &[Statement], module: &Module) -> Assigned {
    let mut assigned = Assigned::new();
    walk::for_each_target(body, &mut |target| add(&mut assigned, target, module));
    assigned
}

/// Checks that a process reads its own targets only after it has assigned them completely.
fn check_reads(
    body: &[Statement],
    module: &Module,
    own: &Assigned,
    assigned: &mut Assigned,
) -> Result<(), Error> {
    for statement in body {
        let mut early = None;
        if let Some(value) = statement.expression() {
            value.for_each_signal(&mut |id| {
                let bits_of = |assigned: &Assigned| assigned.get(&id).cloned().unwrap_or_default();
                if !bits_of(own).without(&bits_of(assigned)).is_zero() {
                    early = Some(id);
                }
            });
        }
        if let Some(id) = early {
            let readers = sometimes(std::slice::from_ref(statement), module);
            let reader = readers.into_keys().next().unwrap_or(id);
            return Err(Error::ReadBeforeAssignment {
                module: module.name.clone(),
                signal: module.signal(id).name.clone(),
                reader: module.signal(reader).name.clone(),
            });
        }
        for block in statement.blocks() {
            check_reads(block, module, own, &mut assigned.clone())?;
        }
        paths::assign(std::slice::from_ref(statement), module, assigned);
    }
    Ok(())
}
