//! Finds the input bits that are clocks.

use std::collections::{BTreeMap, BTreeSet};

use super::super::design::{ItemKind, MemoryWrite, Module, Register, SignalId, SignalKind, Value};
use super::super::walk;

/// Returns, for each input that a clock of a register or a memory depends on, a mask of those bits.
pub(super) fn clock_bits(flat: &Module) -> BTreeMap<SignalId, Value> {
    let mut bits: BTreeMap<SignalId, Value> = BTreeMap::new();
    let mut open = Vec::new();
    for item in &flat.items {
        let (ItemKind::Register(Register { clock, .. })
        | ItemKind::MemoryWrite(MemoryWrite { clock, .. })) = &item.kind
        else {
            continue;
        };
        clock.for_each_read(&mut |signal, read| {
            *bits.entry(signal).or_default() |= flat.bits(signal, read);
            open.push(signal);
        });
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
