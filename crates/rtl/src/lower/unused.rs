//! Signals with bits that are never read: each is assigned to an `unused_` signal, which keeps
//! linters quiet.

use std::collections::BTreeMap;

use super::super::design::{
    Connection, Expression, Item, ItemKind, Module, SignalId, SignalKind, Value, mask,
};
use super::super::walk;

/// Adds the `unused_` signals and their assignments.
pub(super) fn add(module: &mut Module) {
    let read = read_bits(module);
    let unread: Vec<SignalId> = module
        .signals()
        .filter(|(id, signal)| {
            let all = mask(module.signal_width(*id));
            let bits = read.get(id).unwrap_or(&Value::ZERO);
            let counts = match signal.kind {
                SignalKind::Input => true,
                // A signal that is never read already has the prefix.
                SignalKind::Internal => !bits.is_zero(),
                SignalKind::Output | SignalKind::InOut => false,
            };
            counts && *bits != all && !signal.name.starts_with("unused_")
        })
        .map(|(id, _)| id)
        .collect();
    for id in unread {
        let signal = module.signal(id).clone();
        let name = format!("unused_{}", signal.name);
        if module.find(&name).is_some() {
            continue;
        }
        let target = module.add_internal(name, signal.ty, signal.radix);
        module.items.push(Item::assignment(target, Expression::signal(id, signal.ty)));
    }
}

/// Returns a mask of the bits of each signal that are read.
fn read_bits(module: &Module) -> BTreeMap<SignalId, Value> {
    let mut read: BTreeMap<SignalId, Value> = BTreeMap::new();
    let mut visit = |id, slice| *read.entry(id).or_default() |= module.bits(id, slice);
    for item in &module.items {
        match &item.kind {
            ItemKind::Instance(instance) => {
                for connection in &instance.connections {
                    if let Connection::Input(value) = connection {
                        value.for_each_read(&mut visit);
                    }
                }
            }
            ItemKind::Combinational(body) => walk::for_each_read_bits(body, &mut visit),
            ItemKind::Register(register) => {
                register.clock.for_each_read(&mut visit);
                walk::for_each_read_bits(&register.body, &mut visit);
            }
            ItemKind::MemoryWrite(write) => {
                write.operands().iter().for_each(|value| value.for_each_read(&mut visit));
            }
            ItemKind::Tristate(driver) => {
                [&driver.enable, &driver.value].iter().for_each(|v| v.for_each_read(&mut visit));
            }
        }
    }
    read
}
