//! Support for the tests of several crates.
//!
//! | module | contents |
//! |---|---|
//! | [`cyclone_v`] | Yosys's models of FPGA cells |
//! | [`external_tool`] | running Verilator, Icarus Verilog, Yosys and others |
//! | [`sandbox`] | running a command-line program in a temporary folder, on request with fake tools |
//! | [`output`] | what a process printed, with assertions |
//! | [`svg`] | checks of SVG files |

#![warn(missing_docs)]

pub mod cyclone_v;
pub mod external_tool;
pub mod output;
pub mod sandbox;
pub mod svg;

pub use external_tool::ExternalTool;
pub use output::Output;
pub use sandbox::Sandbox;

/// The Python script that runs slang with all warnings: `PYTHON.run(folder, [SLANG_SCRIPT, …])`.
pub const SLANG_SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/src/slang.py");
