//! A top as a project for the board.

use rust_hdl_rtl::{Design, Module, ModuleId, SignalKind};

use super::{Clocking, GeneratorError, MARKER, Top, timing};
use crate::fpga::board::{Generator, Package, Port, Project};

/// Describes the project of a top, with the files that it needs, in compile order.
///
/// # Errors
///
/// [`GeneratorError::NoTop`]
pub(super) fn of(top: Top, design: &Design) -> Result<Project, GeneratorError> {
    let name = top.module();
    let module = design.find(name).ok_or(GeneratorError::NoTop(name))?;
    let mut needed = design.hierarchy(module);
    // The lab's seven modules belong to its project even if the top does not use them.
    if top == Top::Task5(Clocking::Synchronised) {
        needed.extend(design.find("statemachine"));
    }
    let file_of = |module: ModuleId| format!("{}.sv", design.module(module).name);
    // Packages come first. The order does not depend on the other modules of the design.
    let uses = |module: &ModuleId, package: &str| {
        let enums = &design.module(*module).enums;
        enums.iter().any(|definition| definition.package.as_deref() == Some(package))
    };
    let packages = design.packages().into_iter().map(|package| package.name);
    let packages = packages.filter(|package| needed.iter().any(|module| uses(module, package)));
    let packages: Vec<String> = packages.map(|package| format!("{package}.sv")).collect();
    let sources = packages.into_iter().chain(needed.into_iter().map(file_of)).collect();
    Ok(Project {
        top: name.to_string(),
        pins: top.pins().to_string(),
        ports: ports(design.module(module)),
        sources,
        timing: timing::of(top),
        package: package(top),
        generator: Generator { marker: MARKER, command: "baccarat generate" },
    })
}

/// The FuseSoC package of a top.
fn package(top: Top) -> Package {
    let (name, description) = match top {
        Top::Task5(_) => ("baccarat", "Punto banco: deals a hand by the rules and shows who wins"),
        Top::Casino => ("casino", "Punto banco with a shoe of eight decks, bets and a bankroll"),
    };
    Package {
        name: name.into(),
        // Without a pre-release suffix.
        version: concat!(
            env!("CARGO_PKG_VERSION_MAJOR"),
            ".",
            env!("CARGO_PKG_VERSION_MINOR"),
            ".",
            env!("CARGO_PKG_VERSION_PATCH")
        )
        .into(),
        description: description.into(),
        testbench: top.testbench().into(),
    }
}

fn ports(top: &Module) -> Vec<Port> {
    top.ports()
        .map(|(id, port)| {
            let width = top.signal_width(id) as usize;
            match port.kind {
                SignalKind::Input => Port::input(&port.name, width),
                _ => Port::output(&port.name, width),
            }
        })
        .collect()
}
