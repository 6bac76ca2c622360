//! What Yosys makes of the machine, as cells of the board's FPGA, is still the machine.
//!
//! Nearly all of these tests need a Yosys, so they are ignored unless asked for: `make verify`. Without one they fail. That
//! `docs/synthesis.md` is current needs the Yosys that it names.

mod document;
mod equivalence;
mod every_hand;
mod mapped;
