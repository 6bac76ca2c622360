//! The netlist of FPGA cells that Yosys synthesises is equivalent to the design, and has the cells
//! that `docs/synthesis.md` lists.
//!
//! Most of these tests need Yosys, one also Verilator. They are ignored by default; `make verify`
//! runs them, and they fail if Yosys is not installed. The tests of `docs/synthesis.md` need the
//! version that the document names.

mod document;
mod equivalence;
mod every_hand;
mod gates;
mod mapped;
mod sources;
