//! Kernels written for the purpose: each operator, width and nesting at every value of its inputs, in Rust, as a typed
//! design and as gates; with `--ignored`, in Verilator and Icarus Verilog, too.

#[macro_use]
mod kernel;

mod case;
mod nine;
mod products;
mod signed;
mod tool;
mod tools;
mod trees;
mod truth;
mod unsigned;
mod wide;
