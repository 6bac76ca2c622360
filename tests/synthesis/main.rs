//! The netlist of FPGA cells that Yosys synthesises is equivalent to the design, and
//! `docs/synthesis.md` is up to date.
//!
//! Most of these tests need Yosys. They are ignored by default; `make verify` runs them, and they
//! fail if Yosys is not installed. The test of `docs/synthesis.md` needs the version that the
//! document names.

mod document;
mod equivalence;
mod every_hand;
mod gates;
mod mapped;
