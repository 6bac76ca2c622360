//! Simulates netlists of words, one clock edge after another.
//!
//! A [`Netlist`] has operations on words of up to 64 bits, registers with several clocks,
//! asynchronous sets and clears, latches, and memories. [`Simulator`] compiles it to machine code
//! with Cranelift, a function for each clock: an edge costs what its registers cost. A program that
//! is WebAssembly itself has its host compile them, as `rust-hdl-webassembly` says.
//!
//! | module | contents |
//! |---|---|
//! | [`netlist`] | operations, registers and memories |
//! | `dependencies` | what a word depends on |
//! | `schedule` | what is computed only while some registers load |
//! | `activity` | registers that load nothing new at most edges |
//! | `order` | when what changes at an edge is computed and stored |
//! | `branches` | what is computed on one side of a multiplexer only |
//! | `evaluation` | the value of a node, from those of its operands |
//! | `sources` | the inputs that nodes are functions of |
//! | `tables` | functions of few bits, as tables |
//! | `cache` | what is computed only if its inputs have changed |
//! | `compile` | functions under construction |
//! | `emit` | their instructions |
//! | `machine_code` | functions as machine code, and calls of them |
//! | `operations` | the code of each operation |
//! | `functions` | what happens at clock edges |
//! | `forces` | registers that levels force |
//! | `domain` | what the registers and the write ports of a clock do |
//! | `together` | clocks that rise at the same time |
//! | `observation` | observed words, and records of their changes |
//! | [`simulator`] | clock edges until nothing changes, and what is observed |

#![warn(missing_docs)]

mod activity;
mod branches;
mod cache;
mod compile;
mod dependencies;
mod domain;
mod emit;
mod evaluation;
mod forces;
mod functions;
#[expect(unsafe_code, reason = "machine code is called through function pointers")]
mod machine_code;
pub mod netlist;
mod observation;
mod operations;
mod order;
mod schedule;
pub mod simulator;
mod sources;
mod tables;
mod together;

pub use netlist::Netlist;
pub use simulator::Simulator;
