//! The SystemVerilog from `baccarat generate`, with either clocking, in external tools.
//!
//! The tests are ignored by default; `make verify` runs them. A test fails if its tool is not
//! installed.

mod casino_hands;
mod constructs;
mod course;
mod emitted;
mod equivalence;
mod every_hand;
mod examples;
mod foreign;
mod fusesoc;
mod icarus;
mod intel;
mod judging;
mod plls;
mod projects;
mod properties;
mod slang;
mod testbenches;
mod verilated;
mod verilator;
mod virtual_board;
mod yosys;
