//! Kernels written for the purpose: each operator, width, sign and nesting, at every value of inputs of up to 4 bits.
//!
//! | room | what is tried there |
//! |---|---|
//! | `nine` | the nine kernels whose Verilog by `rust-hdl` means something else |
//! | `unsigned`, `truth`, `signed` | every operator on signals and on results, in Rust |
//! | `products`, `wide` | what takes more bits than can be counted through |
//! | `trees` | every operator on the result of every other, and deeper, without Rust source |
//! | `tools` | all of them in Verilator, Icarus Verilog and Yosys, with `--ignored` |

#[macro_use]
mod kernel;

mod case;
mod nine;
mod products;
mod signed;
mod tools;
mod trees;
mod truth;
mod unsigned;
mod wide;
