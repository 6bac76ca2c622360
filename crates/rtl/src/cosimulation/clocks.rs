//! Finds the input bits that are clocks.

use std::collections::{BTreeMap, BTreeSet};

use super::super::design::{ItemKind, Module, SignalId, SignalKind, Value};
use super::super::walk;

/// Returns, for each input that a register's clock depends on, a mask of those bits.
pub(super) fn clock_bits(flat: &Module) -> BTreeMap<SignalId, Value> {
    let mut bits: BTreeMap<SignalId, Value> = BTreeMap::new();
    let mut open = Vec::new();
    for item in &flat.items {
        if let ItemKind::Register(register) = &item.kind {
            register.clock.for_each_read(&mut |signal, read| {
                *bits.entry(signal).or_default() |= flat.bits(signal, read);
                open.push(signal);
            });
        }
    }
    let mut seen = BTreeSet::new();
    while let Some(signal) = open.pop() {
        if !seen.insert(signal) {
            continue;
        }
        for item in &flat.items {
            let ItemKind::Combinational(body) = &item.kind else {
                continue;
            };
            let body = walk::filter(body, &|target| target.signal == signal);
            walk::for_each_read_bits(&body, &mut |signal, read| {
                *bits.entry(signal).or_default() |= flat.bits(signal, read);
                open.push(signal);
            });
        }
    }
    bits.retain(|id, _| flat.signal(*id).kind == SignalKind::Input);
    bits
}
