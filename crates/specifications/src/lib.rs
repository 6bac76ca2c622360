//! What the modules of `task5` must do, independently of their kernels, checked for every input and
//! every state.
//!
//! | module | contents |
//! |---|---|
//! | [`modules`] | every module meets its specification, for all inputs and states |
//! | [`control`] | keys and shoe: when a card is dealt, and that it is a rank |
//! | [`reachability`] | invariants of all reachable states of the top |
//! | [`exhaustive`] | the checker that enumerates inputs and states |
//! | [`hand_player`] | hands at the pins of a Verilator model, against rules in C++ |
//! | [`copies`] | many copies of any module as gates, for tests with samples |

pub mod control;
pub mod copies;
pub mod exhaustive;
pub mod hand_player;
pub mod modules;
pub mod reachability;

use baccarat_hdl::top::{Clocking, TASK5};
use rust_hdl_gates::{Netlist, bit_blast};
use rust_hdl_rtl::Design;

/// Elaborates `task5`.
pub fn design(clocking: Clocking) -> Design {
    baccarat_sim::design(clocking).expect("the engine's design")
}

/// A module as gates.
pub fn netlist(design: &Design, module: &str) -> Netlist {
    let id = design.find(module).expect("the module");
    bit_blast(design, id).expect("no combinational loop")
}

/// `task5` as gates.
pub fn top(clocking: Clocking) -> Netlist {
    netlist(&design(clocking), TASK5)
}
