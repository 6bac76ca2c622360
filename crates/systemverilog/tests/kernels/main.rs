//! Generated kernels: each operator, width, sign and nesting, at every value of inputs of up to 4
//! bits.
//!
//! | module | contents |
//! |---|---|
//! | `miscompiled` | the nine kernels that `rust-hdl`'s own Verilog generator gets wrong |
//! | `unsigned`, `booleans`, `signed` | every operator on signals and on results, in Rust |
//! | `products`, `wide` | operands that are too wide for an exhaustive test |
//! | `trees` | every operator on the result of every other, and deeper trees, without Rust source |
//! | `tools` | all of them in Verilator, Icarus Verilog and Yosys, with `--ignored` |

#[macro_use]
mod kernel;

mod booleans;
mod case;
mod miscompiled;
mod products;
mod signed;
mod tools;
mod trees;
mod unsigned;
mod wide;
