//! The engine: `baccarat-hdl`'s modules, elaborated, seen to agree with their Rust simulation, and made into files.

pub mod self_check;
mod timing;

use std::fmt;
use std::path::Path;

use baccarat_hdl::statemachine::StateMachine;
use baccarat_hdl::task5::Task5;
use baccarat_hdl::task5_direct::Task5Direct;
use thiserror::Error;

use crate::fpga::board::{self, BoardError, DE1_SOC, Package, Port, Project};
use crate::output::{Artifact, Folder, MARKER};
use rust_hdl_rtl::{self as rtl, Design, Mismatch, Module, SignalKind};
use rust_hdl_systemverilog::{self as systemverilog, Options, Unit};

/// The name of the top module with either clocking: the lab's.
pub const TOP: &str = "task5";

/// The name of the testbench, which works with either clocking, and of the file that holds it.
pub const TESTBENCH: &str = "task5_tb";

/// How the machine is clocked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clocking {
    /// One clock, CLOCK_50; the keys pass synchronisers.
    Synchronised,
    /// KEY\[0\] is a clock, as the lab handout draws it.
    Direct,
}

/// As the command line names it.
impl fmt::Display for Clocking {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Clocking::Synchronised => "synchronised",
            Clocking::Direct => "direct",
        })
    }
}

/// Why the files cannot be made.
#[derive(Debug, Error)]
pub enum EngineError {
    /// The modules cannot be translated.
    #[error(transparent)]
    Design(#[from] rtl::Error),
    /// The translation is not what the Rust simulation does.
    #[error("{0}; no file was made")]
    Mismatch(#[from] Mismatch),
    /// The top does not fit on the board.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// The modules do not include the top.
    #[error("the design has no module `{TOP}`")]
    NoTop,
}

/// The engine's modules: those of the top, and the lab's seven whether the top uses them or not.
///
/// # Errors
///
/// [`EngineError::Design`]
pub fn design(clocking: Clocking) -> Result<Design, EngineError> {
    let lab_statemachine: StateMachine = StateMachine::default();
    Ok(match clocking {
        Clocking::Synchronised => {
            rtl::elaborate(&[(TOP, &Task5::default()), ("statemachine", &lab_statemachine)])?
        }
        Clocking::Direct => rtl::elaborate(&[(TOP, &Task5Direct::default())])?,
    })
}

/// Makes every file of the engine: its modules, their testbench, the constraints, the Quartus project and the FuseSoC
/// cores.
/// `constraints_from_generated` is the relative path that the project names.
///
/// # Errors
///
/// Any [`EngineError`]. No file is made of hardware that has not been seen to agree with its Rust simulation.
pub fn artifacts(
    clocking: Clocking,
    constraints_from_generated: &Path,
) -> Result<Vec<Artifact>, EngineError> {
    let design = design(clocking)?;
    self_check::run(&design, clocking)?;

    let sources: Vec<Artifact> = sources(&design)
        .into_iter()
        .map(|source| Artifact {
            folder: Folder::Generated,
            name: source.name,
            contents: source.text,
        })
        .collect();
    let top = design.find(TOP).ok_or(EngineError::NoTop)?;
    let project = Project {
        top: TOP.to_string(),
        ports: ports(design.module(top)),
        sources: sources.iter().map(|source| source.name.clone()).collect(),
        timing: timing::of(clocking),
        package: package(),
    };
    let board = board::files(&DE1_SOC, &project, constraints_from_generated)?;
    let in_folder = |folder| {
        move |file: board::TextFile| Artifact { folder, name: file.name, contents: file.text }
    };
    let project_files = board.project.into_iter().map(in_folder(Folder::Generated));
    let constraints = board.constraints.into_iter().map(in_folder(Folder::Constraints));
    Ok(sources.into_iter().chain([testbench()]).chain(project_files).chain(constraints).collect())
}

/// The names of the modules' files among the engine's artifacts, children before their parents; the testbench, which no
/// synthesis takes, is left out.
pub fn source_names(artifacts: &[Artifact]) -> impl Iterator<Item = &str> {
    let names = artifacts.iter().map(|artifact| artifact.name.as_str());
    names.filter(|name| name.strip_suffix(".sv").is_some_and(|stem| stem != TESTBENCH))
}

/// What the engine is called where it is taken into other projects.
fn package() -> Package {
    Package {
        name: "baccarat".into(),
        // Without what Cargo lets a version end in.
        version: concat!(
            env!("CARGO_PKG_VERSION_MAJOR"),
            ".",
            env!("CARGO_PKG_VERSION_MINOR"),
            ".",
            env!("CARGO_PKG_VERSION_PATCH")
        )
        .into(),
        description: "Punto banco: deals a hand by the rules and shows who wins".into(),
        testbench: TESTBENCH.into(),
    }
}

fn testbench() -> Artifact {
    let name = format!("{TESTBENCH}.sv");
    let contents = format!(
        "// {name}: {MARKER} from src/engine/{name}. Edit that file instead of this one.\n//\n{}",
        include_str!("task5_tb.sv")
    );
    Artifact { folder: Folder::Generated, name, contents }
}

/// The design as SystemVerilog, a file for each package and module, children before their parents.
pub fn sources(design: &Design) -> Vec<systemverilog::SourceFile> {
    let header = |unit: &Unit| {
        let source = unit.source.unwrap_or("a Rust-HDL module");
        format!("{}.sv: {MARKER} from {source}. Edit that file instead of this one.", unit.name)
    };
    systemverilog::print_all(design, &Options { header: &header, ..Options::default() })
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
