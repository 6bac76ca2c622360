//! Names slices where Icarus Verilog would take one process for another.
//!
//! Version 12 lists what wakes an `always_comb`, with an entry for each slice of a signal, and lets
//! processes with equal lists share one. But it does not compare the first entries: a process that
//! reads `a[0]` and `a[1]` may replace the list of one that reads `b` and `a[1]`, which no longer
//! runs when `b` changes. It may not if `a[0]` is a signal of its own.

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
            .flat_map(|top| ambiguous(&Network::of(design, *top, Merge::Nets)))
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

/// Returns the processes that could replace the list of another: they read a slice of a signal that
/// they also read otherwise, and the other reads one signal more. The order and the number of the
/// entries depend on what Icarus Verilog simplifies, so they are not compared.
fn ambiguous(network: &Network) -> Vec<(ModuleId, usize)> {
    let module = &network.module;
    let nets = Nets::of(network);
    let nets_read = |item| -> BTreeSet<SignalId> {
        slices(item, module).into_iter().map(|(signal, _)| nets.of_signal(signal)).collect()
    };
    let read: Vec<BTreeSet<SignalId>> = module.items.iter().map(nets_read).collect();
    let without_one = |nets: &BTreeSet<SignalId>| -> Vec<BTreeSet<SignalId>> {
        nets.iter().map(|one| nets.iter().filter(|net| *net != one).copied().collect()).collect()
    };
    let of_others: BTreeSet<BTreeSet<SignalId>> = read.iter().flat_map(without_one).collect();
    let found = (0..read.len()).filter(|index| {
        repeated_slice(&module.items[*index], module).is_some() && of_others.contains(&read[*index])
    });
    found.filter_map(|index| network.item(index)).collect()
}

/// For each port that is connected to a whole signal, or the reverse, what drives it.
struct Nets(BTreeMap<SignalId, SignalId>);

impl Nets {
    fn of(network: &Network) -> Nets {
        let items = network.places.iter().zip(&network.module.items);
        let joined = items.filter(|(place, _)| place.item.is_none()).filter_map(|(_, item)| {
            let ItemKind::Combinational(body) = &item.kind else {
                return None;
            };
            let StatementKind::Assign(target, value) = &body.first()?.kind else {
                return None;
            };
            Some((target.slice.is_none().then_some(target.signal)?, value.as_signal()?))
        });
        Nets(joined.collect())
    }

    fn of_signal(&self, signal: SignalId) -> SignalId {
        self.0.get(&signal).map_or(signal, |driver| self.of_signal(*driver))
    }
}

/// Returns what wakes a process, each slice once. A slice of a signal that it drives does, too.
fn slices(item: &Item, module: &Module) -> Vec<(SignalId, Option<Slice>)> {
    let mut slices = vec![];
    if let ItemKind::Combinational(body) = &item.kind
        && !is_assignment(item, module)
    {
        let driven = walk::targets(item);
        walk::for_each_read_bits(body, &mut |signal, slice| {
            let is_listed = slice.is_some() || !driven.contains(&signal);
            if is_listed && !slices.contains(&(signal, slice)) {
                slices.push((signal, slice));
            }
        });
    }
    slices
}

/// Returns a slice of a signal that a process also reads otherwise and does not drive.
fn repeated_slice(item: &Item, module: &Module) -> Option<(SignalId, Slice)> {
    let (driven, read) = (walk::targets(item), slices(item, module));
    read.iter().find_map(|(signal, slice)| {
        let times = read.iter().filter(|(other, _)| other == signal).count();
        let is_found = times > 1 && !driven.contains(signal);
        Some((*signal, (*slice).filter(|_| is_found)?))
    })
}

/// Gives a slice of a signal that a process also reads otherwise a signal of its own. Returns
/// whether there is one.
fn name_slice(module: &mut Module, index: usize) -> bool {
    let Some((signal, slice)) = repeated_slice(&module.items[index], module) else {
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
    module.add_internal(name, value.ty, module.signal(signal).radix);
    let line = module.items[index].line;
    module.items.insert(index, Item { line, ..Item::assignment(id, value) });
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
