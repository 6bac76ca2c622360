//! Clocks: registers that mean the same in SystemVerilog as in Rust's simulation.

mod change;
mod circuit;
mod events;
mod power_up;

use std::collections::{BTreeMap, BTreeSet};

use super::overrides::choice;
use super::process_cycles::{is_assignment, parts};
use crate::design::*;
use crate::error::Error;
use crate::network::Network;
use crate::order::{Ends, overlap};
use circuit::{Circuit, clock_logic};

/// What Rust's simulation of a module depends on, and the module does not show.
#[derive(Default)]
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

/// Checks the clocks of a design, and lets registers power up as they do in Rust. `paths` has the block of each module.
///
/// # Errors
///
/// Returns [`Error::Clock`] if a register might load something else than in Rust.
pub(super) fn check(
    design: &mut Design,
    paths: &[String],
    details: &[RustDetails],
) -> Result<(), Error> {
    separate(design, paths)?;
    for top in &design.tops {
        let network = Network::of(design, *top);
        events::check(&Circuit::of(&network, design, details)?)?;
    }
    power_up(design, details)
}

/// Gives each clock that is computed a process of its own, without intermediate values: those would be clock edges.
fn separate(design: &mut Design, paths: &[String]) -> Result<(), Error> {
    loop {
        let mut any = false;
        let mut clock_logic = BTreeSet::new();
        for top in &design.tops {
            clock_logic.extend(logic_of_clocks(design, *top)?);
        }
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

/// Returns the processes, other than plain assignments, that compute clocks: their modules and the indices of their items.
fn logic_of_clocks(design: &Design, top: ModuleId) -> Result<Vec<(ModuleId, usize)>, Error> {
    let network = Network::of(design, top);
    let circuit = Circuit::of(&network, design, &[])?;
    let clocks = circuit.clock_bits();
    let items = network.module.items.iter().enumerate();
    let computes = |item: &Item| {
        let writes = Ends::of(item, &network.module).writes;
        writes.iter().any(|(id, bits)| clocks.get(id).is_some_and(|clock| overlap(clock, bits)))
    };
    let processes =
        items.filter(|(_, item)| computes(item) && !is_assignment(item, &network.module));
    Ok(processes.filter_map(|(index, _)| network.item(index)).collect())
}

/// Makes a process that computes a clock one assignment, or a choice between two values, which is printed as one expression.
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

const AT_POWER_UP: &str = "is high at power-up in this instance, so rust-hdl's simulation loads it once before the first edge";
const AT_POWER_UP_REMEDY: &str = "invert the clock in the block of the register, so that all instances are equal, or let the \
                                  register keep its value at power-up";

/// Sets the values with which registers power up: those that they have in Rust after its first delta cycles.
fn power_up(design: &mut Design, details: &[RustDetails]) -> Result<(), Error> {
    let mut loaded: Vec<BTreeMap<SignalId, Value>> = Vec::new();
    for index in 0..design.modules.len() {
        let network = Network::of(design, ModuleId(index));
        let circuit = Circuit::of(&network, design, details)?;
        let mut own = BTreeMap::new();
        for (id, value) in power_up::settle(&circuit)? {
            let (owner, local) = (network.owners[id.0], network.locals[id.0]);
            if owner == 0 {
                own.insert(local, value);
            } else if loaded[network.instances[owner].0].get(&local) != Some(&value) {
                let clocked = circuit.clocked.iter().find(|clocked| clocked.target() == Some(id));
                let error =
                    |clocked| circuit.error(clocked, AT_POWER_UP.into(), AT_POWER_UP_REMEDY);
                return clocked.map_or(Ok(()), |clocked| Err(error(clocked)));
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
