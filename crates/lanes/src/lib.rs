//! Bit-parallel simulation and equivalence checking of the netlists of `rust-hdl-gates`.
//!
//! [`Lanes`] simulates hundreds of copies of a netlist at once, [`compare`] checks two netlists
//! for equivalence.
//!
//! | module | contents |
//! |---|---|
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
//!
//! # Features
//!
//! `jit`, on by default, compiles netlists to machine code on x86-64 CPUs with AVX2. In a program
//! that is WebAssembly, it needs a host as `rust-hdl-webassembly` describes it. Without the
//! feature, and on other CPUs, they are interpreted; results are the same. The compiler has the
//! only `unsafe` code of this crate.

#![warn(missing_docs)]

mod equivalence;
mod execute;
mod guards;
#[cfg(all(feature = "jit", any(target_arch = "x86_64", target_family = "wasm")))]
#[expect(unsafe_code, reason = "machine code is called through a function pointer")]
mod jit;
pub mod lanes;
mod load;
mod logic;
pub mod masks;
mod memory;
mod program;
mod pulse;
mod samples;
mod stimulus;
mod transpose;
mod write_log;

pub use equivalence::{Comparison, compare};
pub use execute::{Execution, LANES_PER_WORD, ProgramCounts, Word};
pub use lanes::Lanes;
/// The netlists that are simulated, and `bit_blast`, which makes one of a typed design.
pub use rust_hdl_gates as gates;
pub use stimulus::exhaustive_stimulus;
pub use transpose::{lane_planes, lane_values, transpose};

/// The examples of the README, compiled as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExamples;
