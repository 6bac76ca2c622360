//! Kernels written for the purpose: each operator, width and nesting at every value of its inputs, in Rust, as a typed
//! design and as gates; with `--ignored`, in Verilator and Icarus Verilog, too.

#[macro_use]
mod kernel;

mod case;
mod unsigned;

#[test]
fn every_operator_on_the_result_of_every_other() {
    case::assert_agreement(&unsigned::cases());
}
