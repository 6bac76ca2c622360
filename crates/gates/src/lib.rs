//! A `rust-hdl` design at gate level: bit-blasting, bit-parallel simulation, equivalence checking,
//! structural Verilog.
//!
//! [`bit_blast()`] turns a typed design of `rust-hdl-rtl` into a [`Netlist`]. [`Lanes`] simulates
//! hundreds of copies of a netlist at once, [`compare`] checks two netlists for equivalence,
//! [`verilog()`] writes one as text. For [`Lanes`], [`bit_blast_keeping_memories`] does not make
//! gates of memories, and [`bit_blast_observed`] leaves out what some outputs do not depend on.
//!
//! | module | contents |
//! |---|---|
//! | `bit_blast` | from words to bits: a typed design as a netlist |
//! | [`netlist`] | ports, register bits and clocks over a graph of gates |
//! | [`symbolic`] | statements and expressions with words of gates as values |
//! | [`graph`] | structurally hashed AND, XOR and MUX gates |
//! | [`words`] | arithmetic, comparisons and shifts of words of gates |
//! | `rebuild` | copying gates between graphs with substitutions; structural support |
//! | `program` | gates as straight-line code |
//! | `execute` | the interpreter of that code |
//! | `jit` | the compiler of that code to x86-64 machine code, or to WebAssembly (feature `jit`) |
//! | `transpose` | from bit planes to a number for each lane, and back |
//! | `memory` | memories as an array of words for each lane |
//! | `write_log` | what moments of one copy have written to a memory |
//! | `logic` | what registers and memories do at clock edges, as roots of a graph |
//! | `guards` | clock enables, found in the gates |
//! | `samples` | how often each candidate for a clock enable is 0 in a running simulation |
//! | `pulse` | pulses on input bits, and which are periods of one clock |
//! | `load` | clock edges simulated, without the gates of registers that hold |
//! | [`masks`] | sets of lanes, and a number of cycles for each |
//! | [`lanes`] | the simulator: each bit of a machine word belongs to another copy of the design |
//! | `stimulus` | every combination of some input bits, lane by lane |
//! | `equivalence` | equivalence checking |
//! | `verilog` | a netlist as structural Verilog |
//!
//! # Features
//!
//! `jit`, on by default, compiles netlists to machine code on x86-64 CPUs with AVX2. In a program
//! that is WebAssembly, it needs a host as `rust-hdl-webassembly` describes it. Without the
//! feature, and on other CPUs, they are interpreted; results are the same. The compiler has the
//! only `unsafe` code of this crate.
//!
//! `serde` makes netlists serialisable.

#![warn(missing_docs)]

mod bit_blast;
mod equivalence;
mod execute;
pub mod graph;
mod guards;
#[cfg(all(feature = "jit", any(target_arch = "x86_64", target_family = "wasm")))]
#[expect(unsafe_code, reason = "machine code is called through a function pointer")]
mod jit;
pub mod lanes;
mod load;
mod logic;
pub mod masks;
mod memory;
pub mod netlist;
mod program;
mod pulse;
mod rebuild;
mod samples;
mod stimulus;
pub mod symbolic;
mod transpose;
mod verilog;
pub mod words;
mod write_log;

pub use bit_blast::{bit_blast, bit_blast_flat, bit_blast_keeping_memories, bit_blast_observed};
pub use equivalence::{Comparison, compare};
pub use execute::{Execution, LANES_PER_WORD, ProgramCounts, Word};
pub use lanes::Lanes;
pub use netlist::{Netlist, NetlistWithMemories};
pub use program::fanin_cone;
/// The typed design that netlists are made of, and [`elaborate`](rtl::elaborate), which makes one
/// of `rust-hdl` blocks.
pub use rust_hdl_rtl as rtl;
pub use stimulus::exhaustive_stimulus;
pub use transpose::{lane_planes, lane_values, transpose};
pub use verilog::verilog;

/// The examples of the README, compiled as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExamples;
