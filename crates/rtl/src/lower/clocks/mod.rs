//! Clocks: registers that mean the same in SystemVerilog as in Rust's simulation.

mod change;
mod circuit;
mod cone;
mod events;
mod power_up;

use std::collections::{BTreeMap, BTreeSet};

use super::process_cycles::{is_assignment, parts};
use crate::design::*;
use crate::error::Error;
use crate::network::{Merge, Network};
use crate::order::{Ends, overlap};
use crate::paths;
use circuit::{Circuit, clock_logic};

/// Details of a Rust block that affect its simulation, but are not in its module.
#[derive(Clone, Default)]
pub(super) struct RustDetails {
    /// The inputs of children and registers that the kernel reads back.
    pub read_back: BTreeSet<SignalId>,
    /// The ports that do not start at 0.
    pub not_zero: BTreeSet<SignalId>,
}

impl RustDetails {
    /// Adds those of another block with the same module.
    pub fn extend(&mut self, other: RustDetails) {
        self.read_back.extend(other.read_back);
        self.not_zero.extend(other.not_zero);
    }
}

/// Gives the logic of clocks a form without intermediate values, checks all clocks, and sets the
/// values with which registers power up. `paths` has the path of the block of each module.
///
/// # Errors
///
/// Returns [`Error::Clock`] or [`Error::ClockLogic`] if a register might load something else than
/// in Rust, and [`Error::CombinationalLoop`].
pub(super) fn resolve(
    design: &mut Design,
    paths: &[String],
    details: &[RustDetails],
) -> Result<(), Error> {
    separate(design, paths)?;
    assign_once(design)?;
    for top in &design.tops {
        let network = Network::of(design, *top, Merge::Nets);
        events::check(&Circuit::of(&network, design, details)?.at(&paths[top.0]))?;
    }
    power_up(design, paths, details)
}

/// Gives each clock that is computed a process of its own, without intermediate values: those would
/// be clock edges.
fn separate(design: &mut Design, paths: &[String]) -> Result<(), Error> {
    loop {
        let mut any = false;
        let mut clock_logic = BTreeSet::new();
        for top in &design.tops {
            clock_logic.extend(logic_of_clocks(design, *top)?);
        }
        // From the last to the first, because one item may become several.
        for (id, index) in clock_logic.into_iter().rev() {
            let module = &mut design.modules[id.0];
            let parts = parts(&module.items[index], module);
            if parts.len() > 1 {
                any = true;
                module.items.splice(index..=index, parts);
                continue;
            }
            let ends = Ends::of(&module.items[index], module);
            if !ends.own_reads && make_choice(&mut module.items[index]) {
                continue;
            }
            let driven = ends.writes.keys();
            let names: Vec<&str> = driven.map(|id| module.signal(*id).name.as_str()).collect();
            return Err(Error::ClockLogic {
                module: paths[id.0].clone(),
                clock: names.join("`, `"),
            });
        }
        if !any {
            return Ok(());
        }
    }
}

/// Returns the processes, other than plain assignments, that compute clocks: their modules and the
/// indices of their items.
fn logic_of_clocks(design: &Design, top: ModuleId) -> Result<Vec<(ModuleId, usize)>, Error> {
    items_of_clocks(design, top, |item, module, clocks| {
        let writes = Ends::of(item, module).writes;
        let mut writes = writes.iter().filter_map(|(id, bits)| Some((clocks.get(id)?, bits)));
        writes.any(|(clock, bits)| overlap(clock, bits)) && !is_assignment(item, module)
    })
}

/// Returns the items of a kind. `is_wanted` gets an item, its module, and the bits that clocks
/// depend on.
fn items_of_clocks(
    design: &Design,
    top: ModuleId,
    is_wanted: impl Fn(&Item, &Module, &BTreeMap<SignalId, Value>) -> bool,
) -> Result<Vec<(ModuleId, usize)>, Error> {
    let network = Network::of(design, top, Merge::Nets);
    let clocks = Circuit::of(&network, design, &[])?.clock_bits();
    let items = network.module.items.iter().enumerate();
    let wanted = items.filter(|(_, item)| is_wanted(item, &network.module, &clocks));
    Ok(wanted.filter_map(|(index, _)| network.item(index)).collect())
}

/// Lets registers that clock others be assigned once on every path: each assignment to a register
/// is an event of its own (IEEE 1800-2012, 4.6), so a register that is assigned twice could be a
/// clock with a glitch.
fn assign_once(design: &mut Design) -> Result<(), Error> {
    for top in design.tops.clone() {
        let registers = items_of_clocks(
            design,
            top,
            |item, _, clocks| matches!(&item.kind, ItemKind::Register(register) if clocks.contains_key(&register.target)),
        )?;
        for (id, index) in registers {
            let module = &design.modules[id.0];
            if let ItemKind::Register(register) = &module.items[index].kind
                && !paths::assigned_again(&register.body, module).is_empty()
            {
                let body = without_overrides(&register.body, module);
                if let ItemKind::Register(register) = &mut design.modules[id.0].items[index].kind {
                    register.body = body;
                }
            }
        }
    }
    Ok(())
}

/// Returns statements for a register with the same result, of which none overrides another.
fn without_overrides(body: &[Statement], module: &Module) -> Vec<Statement> {
    let Some((last, before)) = body.split_last() else {
        return vec![];
    };
    let after_all = |branch: &[Statement]| without_overrides(&[before, branch].concat(), module);
    let kind = match &last.kind {
        StatementKind::Assign(target, _) if target.slice.is_none() => last.kind.clone(),
        StatementKind::If { condition, then, otherwise } => StatementKind::If {
            condition: condition.clone(),
            then: after_all(then),
            otherwise: after_all(otherwise),
        },
        StatementKind::Case { subject, arms, default } => {
            let body = |arm: &Arm| Arm { body: after_all(&arm.body), ..arm.clone() };
            let values: BTreeSet<&Value> = arms.iter().flat_map(|arm| &arm.values).collect();
            let is_complete =
                default.is_none() && paths::covers_all(values.len(), module.width(subject.ty));
            StatementKind::Case {
                subject: subject.clone(),
                arms: arms.iter().map(body).collect(),
                default: (!is_complete).then(|| after_all(default.as_deref().unwrap_or_default())),
            }
        }
        // Some bits, or a comment.
        _ => return body.to_vec(),
    };
    vec![Statement { kind, ..last.clone() }]
}

/// Makes a process that computes a clock one assignment, or a choice between two values, which is
/// printed as one expression.
fn make_choice(item: &mut Item) -> bool {
    let ItemKind::Combinational(body) = &mut item.kind else {
        return false;
    };
    let mut simple = body.clone();
    let is_assignment = |statement: &Statement| matches!(&statement.kind, StatementKind::Assign(target, _) if target.slice.is_none());
    if let Some(last) = simple.iter().rposition(is_assignment) {
        // It overrides those before it.
        simple.drain(..last);
    }
    if let Some(choice) = choice(&simple) {
        simple = vec![choice];
    }
    if clock_logic(&simple).is_none() {
        return false;
    }
    // The comments move to the whole process.
    crate::walk::for_each(body, &mut |statement| item.comments.extend(statement.comments.clone()));
    crate::walk::for_each_mut(&mut simple, &mut |statement| statement.comments.clear());
    *body = simple;
    true
}

/// Returns `x = a; if (c) x = b;` as `if (c) x = b; else x = a;`.
fn choice(body: &[Statement]) -> Option<Statement> {
    let [default, Statement { comments, line, kind }] = body else {
        return None;
    };
    let StatementKind::If { condition, then, otherwise } = kind else {
        return None;
    };
    let ([value], []) = (then.as_slice(), otherwise.as_slice()) else {
        return None;
    };
    let target = default.target()?;
    let mut own = value.target() != Some(target);
    condition.for_each_signal(&mut |signal| own |= signal == target.signal);
    value.expression()?.for_each_signal(&mut |signal| own |= signal == target.signal);
    let kind = StatementKind::If {
        condition: condition.clone(),
        then: then.clone(),
        otherwise: vec![default.clone()],
    };
    (!own).then(|| Statement { comments: comments.clone(), line: *line, kind })
}

const AT_POWER_UP: &str = "is high at power-up in this instance, so rust-hdl's simulation loads it once before the first edge";
const AT_POWER_UP_REMEDY: &str = "invert the clock in the block of the register, so that all instances are equal, or let the \
                                  register keep its value at power-up";

/// Sets the values with which registers power up: those that they have in Rust after its first
/// delta cycles.
fn power_up(design: &mut Design, paths: &[String], details: &[RustDetails]) -> Result<(), Error> {
    let mut loaded: Vec<BTreeMap<SignalId, Value>> = Vec::new();
    for (index, path) in paths.iter().enumerate() {
        let network = Network::of(design, ModuleId(index), Merge::Nets);
        let circuit = Circuit::of(&network, design, details)?.at(path);
        let mut own = BTreeMap::new();
        for (clocked, id, value) in power_up::settle(&circuit)? {
            let (owner, local) = (network.owners[id.0], network.locals[id.0]);
            if owner == 0 {
                own.insert(local, value);
            } else if loaded[network.instances[owner].0].get(&local) != Some(&value) {
                return Err(circuit.error(clocked, AT_POWER_UP.into(), AT_POWER_UP_REMEDY));
            }
        }
        loaded.push(own);
    }
    for (module, values) in design.modules.iter_mut().zip(loaded) {
        for (id, value) in values {
            module.signals[id.0].power_up = Some(value);
        }
    }
    Ok(())
}
