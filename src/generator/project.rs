//! A top as a project for the board.

use rust_hdl_rtl::{Design, Module, ModuleId};

use baccarat_hdl::top::{Clocking, Top};

use super::{GeneratorError, LICENCE, MARKER, timing};
use crate::constraints::{Port, Project};

/// Describes the project of a top of this design, with the files that it needs, in compile order.
///
/// # Errors
///
/// [`GeneratorError::NoTop`]
pub fn project(top: Top, design: &Design) -> Result<Project, GeneratorError> {
    let name = top.module();
    let module = design.find(name).ok_or(GeneratorError::NoTop(name))?;
    let needed = modules(top, design)?;
    let file_of = |module: ModuleId| format!("{}.sv", design.module(module).name);
    // Packages come first. The order does not depend on the other modules of the design.
    let uses = |module: &ModuleId, package: &str| {
        let module = design.module(*module);
        module.used_types().into_iter().any(|ty| module.package(ty) == Some(package))
    };
    let packages = design.packages().into_iter().map(|package| package.name);
    let packages = packages.filter(|package| needed.iter().any(|module| uses(module, package)));
    let packages: Vec<String> = packages.map(|package| format!("{package}.sv")).collect();
    let sources = packages.into_iter().chain(needed.into_iter().map(file_of)).collect();
    let (core, description) = match top {
        Top::Task5(_) => ("baccarat", "Punto banco: deals a hand by the rules and shows who wins"),
        Top::Casino => ("casino", "Punto banco with a shoe of eight decks, bets and a bankroll"),
    };
    Ok(Project {
        top: name,
        pins: top.pins(),
        ports: ports(design.module(module)),
        sources,
        timing: timing::of(top),
        core,
        // Without a pre-release suffix.
        version: concat!(
            env!("CARGO_PKG_VERSION_MAJOR"),
            ".",
            env!("CARGO_PKG_VERSION_MINOR"),
            ".",
            env!("CARGO_PKG_VERSION_PATCH")
        ),
        description,
        testbench: top.testbench(),
        licence: LICENCE,
        marker: MARKER,
    })
}

/// Returns the modules of a top's project, in compile order.
///
/// # Errors
///
/// [`GeneratorError::NoTop`]
pub fn modules(top: Top, design: &Design) -> Result<Vec<ModuleId>, GeneratorError> {
    let name = top.module();
    let module = design.find(name).ok_or(GeneratorError::NoTop(name))?;
    let mut modules = design.hierarchy(module);
    // The lab's seven modules belong to its project even if the top does not use them.
    if top == Top::Task5(Clocking::Synchronised) {
        modules.extend(design.find("statemachine"));
    }
    Ok(modules)
}

fn ports(top: &Module) -> Vec<Port> {
    let port =
        |id, name: &String| Port { name: name.clone(), width: top.signal_width(id) as usize };
    top.ports().map(|(id, signal)| port(id, &signal.name)).collect()
}
