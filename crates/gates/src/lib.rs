//! A `rust-hdl` design at gate level: bit-blasting, words of gates, structural Verilog.
//!
//! [`bit_blast()`] turns a typed design of `rust-hdl-rtl` into a [`Netlist`], and [`verilog()`]
//! writes one as text. For simulation, [`bit_blast_keeping_memories`] does not make gates of
//! memories, and [`bit_blast_observed`] leaves out what some outputs do not depend on.
//!
//! | module | contents |
//! |---|---|
//! | `bit_blast` | from words to bits: a typed design as a netlist |
//! | [`netlist`] | ports, register bits and clocks over a graph of gates |
//! | [`symbolic`] | statements and expressions with words of gates as values |
//! | [`graph`] | structurally hashed AND, XOR and MUX gates |
//! | [`words`] | arithmetic, comparisons and shifts of words of gates |
//! | `cone` | fan-in cones, their leaves, and copies of them in other graphs |
//! | `verilog` | a netlist as structural Verilog |
//!
//! # Features
//!
//! `serde` makes netlists serialisable.

#![warn(missing_docs)]

mod bit_blast;
mod cone;
pub mod graph;
pub mod netlist;
pub mod symbolic;
mod verilog;
pub mod words;

pub use bit_blast::{bit_blast, bit_blast_flat, bit_blast_keeping_memories, bit_blast_observed};
pub use netlist::{Netlist, NetlistWithMemories};
/// The typed design that netlists are made of, and [`elaborate`](rtl::elaborate), which makes one
/// of `rust-hdl` blocks.
pub use rust_hdl_rtl as rtl;
pub use verilog::verilog;

/// The examples of the README, compiled as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExamples;
