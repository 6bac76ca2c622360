//! The SystemVerilog that `baccarat generate` emits, with either clocking, under other people's tools.
//!
//! These tests need the tools, so they are ignored unless asked for: `make verify`. Without its tool a test fails.

mod emitted;
mod equivalence;
mod every_hand;
mod fusesoc;
mod icarus;
mod slang;
mod testbenches;
mod verilator;
mod yosys;
