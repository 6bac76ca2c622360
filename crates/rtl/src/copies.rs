//! Copies of signals, split where a part of one of the signals has a driver of its own.
//!
//! A struct that is assigned field by field and then connected as a whole would make every field
//! depend on all of them.

use std::collections::{BTreeMap, BTreeSet};

use super::design::*;
use super::walk;

/// For each signal, the bits at which a part begins or ends.
type Cuts = BTreeMap<SignalId, BTreeSet<u32>>;

/// Returns the items of a module, in which an assignment of bits of one signal to another is one
/// assignment for each part.
pub(super) fn split_copies(module: &Module) -> Vec<Item> {
    let cuts = cuts(module);
    let split = |item: &Item| match &item.kind {
        ItemKind::Combinational(body) => {
            let kind = ItemKind::Combinational(split_body(body, &cuts, module));
            Item { kind, ..item.clone() }
        }
        _ => item.clone(),
    };
    module.items.iter().map(split).collect()
}

/// Returns the cuts that targets make, in all signals that are copied from each other.
fn cuts(module: &Module) -> Cuts {
    let mut cuts = Cuts::new();
    let mut copies = Vec::new();
    for item in &module.items {
        let ItemKind::Combinational(body) = &item.kind else {
            continue;
        };
        walk::for_each_target(body, &mut |target| {
            let Slice { offset, width } = slice_of(target, module);
            cuts.entry(target.signal).or_default().extend([offset, offset + width]);
        });
        walk::for_each(body, &mut |statement| {
            if let StatementKind::Assign(target, value) = &statement.kind
                && let Some((source, offset)) = source(value)
            {
                copies.push((target.signal, slice_of(target, module), source, offset));
            }
        });
    }
    loop {
        let mut is_settled = true;
        for (target, Slice { offset, width }, source, from) in &copies {
            for (one, at, other, start) in
                [(target, offset, source, from), (source, from, target, offset)]
            {
                let own = cuts.get(one).into_iter().flatten();
                let inside = own.filter(|cut| (*at..=at + width).contains(cut));
                let moved: Vec<u32> = inside.map(|cut| cut - at + start).collect();
                let others = cuts.entry(*other).or_default();
                is_settled &= moved.iter().all(|cut| others.contains(cut));
                others.extend(moved);
            }
        }
        if is_settled {
            return cuts;
        }
    }
}

fn slice_of(target: &Target, module: &Module) -> Slice {
    let whole = Slice { offset: 0, width: module.signal_width(target.signal) };
    target.slice.unwrap_or(whole)
}

/// Returns the signal whose bits a value is, and the lowest one.
fn source(value: &Expression) -> Option<(SignalId, u32)> {
    match &value.kind {
        ExpressionKind::Signal(id) => Some((*id, 0)),
        ExpressionKind::Slice { base, offset, .. } => {
            source(base).map(|(id, lowest)| (id, lowest + offset))
        }
        _ => None,
    }
}

fn split_body(body: &[Statement], cuts: &Cuts, module: &Module) -> Vec<Statement> {
    let mut split = Vec::new();
    for statement in body {
        match &statement.kind {
            StatementKind::Assign(target, value) => {
                split.extend(parts(statement, target, value, cuts, module));
            }
            _ => {
                let mut statement = statement.clone();
                for block in statement.blocks_mut() {
                    *block = split_body(block, cuts, module);
                }
                split.push(statement);
            }
        }
    }
    split
}

/// Returns an assignment as one for each part, if it is a copy or assigns a constant.
fn parts(
    statement: &Statement,
    target: &Target,
    value: &Expression,
    cuts: &Cuts,
    module: &Module,
) -> Vec<Statement> {
    let Slice { offset, width } = slice_of(target, module);
    let own = cuts.get(&target.signal).into_iter().flatten().copied();
    let edges: Vec<u32> = own.filter(|cut| (offset..=offset + width).contains(cut)).collect();
    let copied = source(value);
    if edges.len() <= 2 || copied.is_none() && value.as_literal().is_none() {
        return vec![statement.clone()];
    }
    let part = |edges: &[u32]| {
        let slice = Slice { offset: edges[0], width: edges[1] - edges[0] };
        let (from, width) = (slice.offset - offset, slice.width);
        let ty = Type::Bits(width);
        let kind = match (copied, value.as_literal()) {
            (Some((id, lowest)), _) => {
                let base = Box::new(Expression::signal(id, module.signal(id).ty));
                ExpressionKind::Slice { base, offset: lowest + from, width }
            }
            (None, Some(value)) => ExpressionKind::Literal(value.slice(from, width)),
            (None, None) => value.kind.clone(),
        };
        let value = Expression { kind, ty };
        let target = Target { signal: target.signal, slice: Some(slice) };
        Statement { kind: StatementKind::Assign(target, value), ..statement.clone() }
    };
    edges.windows(2).map(part).collect()
}
