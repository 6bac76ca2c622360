//! Signals with bits that are never read: these bits are assigned to an `unused_` signal, which
//! keeps linters quiet. A linter reports any other bit that is not read.

use std::collections::BTreeMap;

use super::super::design::{
    BinaryOperator, Connection, Expression, ExpressionKind, Item, ItemKind, Module, SignalId,
    SignalKind, Slice, Type, Value, mask,
};
use super::super::walk;

/// The number of ranges of unread bits up to which only these are read, so that the concatenation
/// stays short.
const MAXIMUM_RANGES: usize = 8;

/// Adds the `unused_` signals and their assignments.
pub(super) fn add(module: &mut Module) {
    let read = read_bits(module);
    let unread: Vec<(SignalId, Value)> = module
        .signals()
        .filter_map(|(id, signal)| {
            let read = read.get(&id).unwrap_or(&Value::ZERO);
            let unread = mask(module.signal_width(id)).without(read);
            let counts = match signal.kind {
                SignalKind::Input => true,
                // A signal that is never read already has the prefix.
                SignalKind::Internal => !read.is_zero(),
                SignalKind::Output | SignalKind::InOut => false,
            };
            let is_new = counts && !unread.is_zero() && !signal.name.starts_with("unused_");
            is_new.then_some((id, unread))
        })
        .collect();
    for (id, bits) in unread {
        let signal = module.signal(id).clone();
        let name = format!("unused_{}", signal.name);
        if module.find(&name).is_some() {
            continue;
        }
        let value = selected(id, &bits, module);
        let target = module.add_internal(name, value.ty, signal.radix);
        module.items.push(Item::assignment(target, value));
    }
}

/// Returns some bits of a signal, side by side; all of it if they are too many ranges.
fn selected(id: SignalId, bits: &Value, module: &Module) -> Expression {
    let (ty, width) = (module.signal(id).ty, module.signal_width(id));
    let whole = Expression::signal(id, ty);
    let slice = |Slice { offset, width }: Slice| {
        let base = Box::new(whole.clone());
        Expression { kind: ExpressionKind::Slice { base, offset, width }, ty: Type::Bits(width) }
    };
    let ranges = ranges(bits, width);
    match ranges[..] {
        [only] if only.width < width => return slice(only),
        [_, _, ..] if ranges.len() <= MAXIMUM_RANGES => {}
        _ => return whole,
    }
    let ty = Type::Bits(bits.count_ones());
    let mut offset = 0;
    let placed = ranges.into_iter().map(|range| {
        let part = Expression { kind: ExpressionKind::Resize(Box::new(slice(range))), ty };
        let by = offset;
        offset += range.width;
        if by == 0 { part } else { binary(BinaryOperator::ShiftLeft, part, amount(by)) }
    });
    placed.reduce(|low, high| binary(BinaryOperator::Or, high, low)).unwrap_or(whole)
}

fn amount(by: u32) -> Expression {
    Expression::literal(u128::from(by), Type::Bits(u32::BITS))
}

fn binary(operator: BinaryOperator, left: Expression, right: Expression) -> Expression {
    let ty = left.ty;
    Expression { kind: ExpressionKind::Binary(operator, Box::new(left), Box::new(right)), ty }
}

/// Returns the ranges of adjacent bits that are 1, the lowest first.
fn ranges(bits: &Value, width: u32) -> Vec<Slice> {
    let mut ranges: Vec<Slice> = Vec::new();
    for bit in (0..width).filter(|bit| bits.bit(*bit)) {
        match ranges.last_mut() {
            Some(last) if last.offset + last.width == bit => last.width += 1,
            _ => ranges.push(Slice { offset: bit, width: 1 }),
        }
    }
    ranges
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
