//! Names slices where Icarus Verilog would take one process for another.
//!
//! Up to version 13 at least, it lists what wakes an `always_comb`, with an entry for each slice of
//! a signal, and lets processes with equal lists share one. But it does not compare the first
//! entries: a process that reads `a[0]` and `a[1]` may replace the list of one that reads `b` and
//! `a[1]`, which no longer runs when `b` changes. It may not if `a[0]` is a signal of its own.

use std::collections::{BTreeMap, BTreeSet};

use super::super::design::*;
use super::super::network::{Merge, Network};
use super::super::walk;
use super::process_cycles::is_assignment;
use super::truncation::{free_name, names_of_modules};

/// Names slices until no process can be taken for another, as far as it reads slices.
pub(super) fn separate(design: &mut Design) {
    loop {
        let ambiguous: BTreeSet<(ModuleId, usize)> = design
            .tops
            .iter()
            .flat_map(|top| ambiguous(&Network::of(design, *top, Merge::WholeSignals)))
            .collect();
        let mut any = false;
        // From the last item on, because the assignment of a slice moves those after it.
        for (id, index) in ambiguous.into_iter().rev() {
            any |= name_slice(&mut design.modules[id.0], index);
        }
        if !any {
            return;
        }
    }
}

/// Returns the processes that could replace the list of another. Which slices are equal depends on
/// what Icarus Verilog simplifies, so signals are compared.
fn ambiguous(network: &Network) -> Vec<(ModuleId, usize)> {
    let module = &network.module;
    let list = |item| -> Option<(SignalId, BTreeSet<SignalId>)> {
        let mut signals = slices(item, module).into_iter().map(|(signal, _)| signal);
        Some((signals.next()?, signals.collect()))
    };
    let lists: Vec<_> = module.items.iter().map(list).collect();
    let mut firsts: BTreeMap<&BTreeSet<SignalId>, BTreeSet<SignalId>> = BTreeMap::new();
    for (first, others) in lists.iter().flatten() {
        firsts.entry(others).or_default().insert(*first);
    }
    let found = lists.iter().enumerate().filter(|(_, list)| {
        let list = list.as_ref();
        list.is_some_and(|(first, others)| others.contains(first) && firsts[others].len() > 1)
    });
    found.filter_map(|(index, _)| network.item(index)).collect()
}

/// Returns what wakes a process, in the order in which it is read: each slice once.
fn slices(item: &Item, module: &Module) -> Vec<(SignalId, Option<Slice>)> {
    let mut slices = vec![];
    if let ItemKind::Combinational(body) = &item.kind
        && !is_assignment(item, module)
    {
        let mut own = BTreeSet::new();
        walk::for_each_target(body, &mut |target| {
            own.insert(target.signal);
        });
        walk::for_each_read_bits(body, &mut |signal, slice| {
            if !own.contains(&signal) && !slices.contains(&(signal, slice)) {
                slices.push((signal, slice));
            }
        });
    }
    slices
}

/// Gives the first slice of the signal that a process reads first a signal of its own. Returns
/// whether there is one.
fn name_slice(module: &mut Module, index: usize) -> bool {
    let read = slices(&module.items[index], module);
    let found = read.iter().find_map(|(signal, slice)| Some((*signal, (*slice)?)));
    let Some((signal, slice)) = found.filter(|(signal, _)| *signal == read[0].0) else {
        return false;
    };
    let name =
        free_name(module, &names_of_modules(module), &slice_name(module.signal(signal), slice));
    let id = SignalId(module.signals.len());
    let mut named: Option<Expression> = None;
    if let ItemKind::Combinational(body) = &mut module.items[index].kind {
        walk::for_each_mut(body, &mut |statement| {
            if let Some(value) = statement.expression_mut() {
                replace(value, (signal, slice), id, &mut named);
            }
        });
    }
    let Some(value) = named else {
        return false;
    };
    module.signals.push(Signal {
        name,
        documentation: String::new(),
        kind: SignalKind::Internal,
        ty: value.ty,
        radix: module.signal(signal).radix,
        power_up: None,
    });
    let body = vec![StatementKind::Assign(Target::whole(id), value).into()];
    let line = module.items[index].line;
    let assignment = Item { line, ..Item::from(ItemKind::Combinational(body)) };
    module.items.insert(index, assignment);
    true
}

/// Returns `a_3` for a bit of `a`, and `a_5_3` for more.
fn slice_name(signal: &Signal, Slice { offset, width }: Slice) -> String {
    match width {
        1 => format!("{}_{offset}", signal.name),
        _ => format!("{}_{}_{offset}", signal.name, offset + width - 1),
    }
}

/// Replaces a slice of a signal by `id` and puts it into `named`. Of slices that differ in their
/// type, one is replaced.
fn replace(
    value: &mut Expression,
    of: (SignalId, Slice),
    id: SignalId,
    named: &mut Option<Expression>,
) {
    if let ExpressionKind::Slice { base, offset, width } = &value.kind
        && (base.as_signal(), Slice { offset: *offset, width: *width }) == (Some(of.0), of.1)
    {
        let is_bit = |ty: Type| matches!(ty, Type::Bit | Type::Bits(1));
        let ty = named.get_or_insert_with(|| value.clone()).ty;
        if ty == value.ty || is_bit(ty) && is_bit(value.ty) {
            *value = Expression::signal(id, value.ty);
        }
        return;
    }
    value.operands_mut().into_iter().for_each(|operand| replace(operand, of, id, named));
}
