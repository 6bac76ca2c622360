//! A `rust-hdl` block turned into a typed design: modules, ports, registers with their clocks, combinational processes,
//! every expression with its exact width, every name legal.
//!
//! The Rust simulation of the block is the reference for what it means. `rust-hdl`'s own Verilog is not used.
//!
//! [`elaborate`] makes a [`Design`] of blocks, or an [`Error`] that says what hardware cannot be made of, where, and what to do.
//! [`cosimulate`] sets a design beside the Rust simulation of its block, [`Evaluator`] simulates a design by itself, and
//! [`mutation`] puts single faults into one, for asking of a test whether it would notice.
//!
//! What is carried over, what is refused and how modules get their names is said, with a complete example, in
//! `rust-hdl-systemverilog`, which prints designs.

#![warn(missing_docs)]

mod check;
mod collect;
mod cosimulation;
mod design;
mod error;
mod evaluate;
mod flatten;
mod hierarchy;
mod identifiers;
mod lower;
pub mod mutation;
mod nets;
mod packages;
mod paths;
mod type_names;
pub mod walk;

pub use check::check;
pub use cosimulation::{BitPattern, InputPin, Mismatch, OutputPin, Peek, Pins, Poke, cosimulate};
pub use design::*;
pub use error::Error;
pub use evaluate::{Evaluator, Oscillation, Snapshot};
pub use flatten::{Flat, flatten};
pub use hierarchy::{Scope, ScopedSignal};
pub use identifiers::identifier_error;
pub use packages::Package;

use rust_hdl::prelude::Block;

/// Elaborates blocks, with everything in them, into one design.
///
/// Each block is given with the name that its module gets if it does not describe itself; the
/// the names of the others come from descriptions and fields. A module that occurs several
/// times, in one block or in several, occurs once in the design. A block need not be connected or simulated before.
///
/// # Errors
///
/// The first thing found that hardware cannot be made of, with its module, its name and a remedy.
pub fn elaborate(blocks: &[(&str, &dyn Block)]) -> Result<Design, Error> {
    let scopes: Vec<_> =
        blocks.iter().map(|(name, block)| collect::collect(*block, name)).collect();
    lower::lower(&scopes)
}
