//! What the benchmarks of hands and frames have in common.

mod table;
pub mod tools;
mod verilator;

pub use table::{Measured, Table};
pub use verilator::verilator;
