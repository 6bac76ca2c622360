//! Support for the tests of several crates.
//!
//! | module | contents |
//! |---|---|
//! | [`cyclone_v`] | Yosys's models of FPGA cells |
//! | [`external_tool`] | running Verilator, Icarus Verilog, Yosys and others |
//! | [`sandbox`] | running a command-line program in a temporary folder, on request with fake tools |
//! | [`output`] | what a process printed, with assertions |
//! | [`svg`] | checks of SVG files |
//! | [`verilated`] | designs at the pins of Verilator models |

#![warn(missing_docs)]

use std::path::Path;

pub mod cyclone_v;
pub mod external_tool;
pub mod output;
pub mod sandbox;
pub mod svg;
pub mod verilated;

pub use external_tool::ExternalTool;
pub use output::Output;
pub use sandbox::Sandbox;
pub use verilated::Verilated;

/// The Python script that runs slang with all warnings: `PYTHON.run(folder, [SLANG_SCRIPT, …])`.
pub const SLANG_SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/src/slang.py");

/// The folder of the repository.
pub fn repository() -> &'static Path {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent();
    crates.and_then(Path::parent).expect("the crate is two folders below the repository")
}
