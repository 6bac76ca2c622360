//! The SystemVerilog from `baccarat generate`, with either clocking, in external tools.
//!
//! The tests are ignored by default; `make verify` runs them. A test fails if its tool is not
//! installed.

mod casino_hands;
mod emitted;
mod equivalence;
mod every_hand;
mod fusesoc;
mod icarus;
mod properties;
mod slang;
mod testbenches;
mod verilator;
mod yosys;
