//! A `rust-hdl` block as a typed design: modules, ports, registers with their clocks, combinational
//! processes, exact widths and legal names. It is for backends and tools: printers, simulators,
//! equivalence checkers, drawings.
//!
//! [`elaborate`] turns blocks into a [`Design`], or returns an [`Error`] that names the construct,
//! its place and a remedy. The reference for what a block means is its Rust simulation;
//! `rust-hdl`'s own Verilog is not used.
//!
//! | function or type | what it does |
//! |---|---|
//! | [`cosimulate`] | compares the design of a block with the block's Rust simulation |
//! | [`Evaluator`] | simulates a design |
//! | [`BlockSimulation`] | simulates a block in `rust-hdl`, with the same numbers as values |
//! | [`check`] | checks a design that was made or changed by hand |
//! | [`flatten`] | removes the hierarchy; [`Scope`] finds the original names again |
//! | [`Flat::observed_at`] | removes the state that some outputs do not depend on |
//! | [`drivers_first`] | sorts the items of a module for evaluation |
//! | [`Design::with_monitors`] | adds the properties of modules to a design that is simulated |
//! | [`walk`] | visits and filters statements |
//! | [`verilog_tokens`] | splits Verilog text of any origin into tokens |
//!
//! The guide of `rust-hdl-systemverilog`, which prints designs, lists what is translated and what
//! is rejected, and how modules get their names.

#![warn(missing_docs)]

mod check;
mod collect;
mod copies;
mod cosimulation;
mod design;
mod error;
mod evaluate;
mod flatten;
mod hierarchy;
mod identifiers;
mod lower;
mod nets;
mod network;
mod observe;
mod order;
mod packages;
mod paths;
mod type_names;
mod verilog_tokens;
pub mod walk;

pub use check::check;
pub use cosimulation::{
    BlockSimulation, Compared, Mismatch, PortList, SimulatedPort, SimulationError, WithPorts,
    cosimulate, cosimulate_module,
};
pub use design::*;
pub use error::Error;
pub use evaluate::{Evaluator, Oscillation, Snapshot};
pub use flatten::{Flat, flatten};
pub use hierarchy::{Scope, ScopedSignal};
pub use identifiers::{identifier_error, is_keyword};
pub use order::drivers_first;
pub use packages::Package;
pub use verilog_tokens::{VerilogToken, VerilogTokenKind, verilog_tokens};

use rust_hdl::prelude::Block;

/// Elaborates blocks and everything inside them into one design.
///
/// Each block comes with a name, which its module gets unless the block describes itself. The
/// modules inside are named after their descriptions or fields. Equal modules with the same name
/// appear once. The blocks need not be connected or simulated before.
///
/// # Errors
///
/// Returns the first [`Error`] found.
pub fn elaborate(blocks: &[(&str, &dyn Block)]) -> Result<Design, Error> {
    let scopes: Vec<_> =
        blocks.iter().map(|(name, block)| collect::collect(*block, name)).collect();
    lower::lower(&scopes)
}

/// What the expansion of [`ports!`] names. Not part of the interface.
#[doc(hidden)]
pub mod __private {
    pub use rust_hdl_describe::{PortName, Ports};
}

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
