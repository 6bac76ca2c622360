//! Exhaustive proofs about the hardware of the engine, for every input and every state.
//!
//! | module | contents |
//! |---|---|
//! | [`modules`] | every module meets its specification, for all inputs and states |
//! | [`control`] | keys and shoe: when a card is dealt, and that it is a rank |
//! | [`reachability`] | invariants of all reachable states of the top |
//! | [`metastability`] | a key that changes at any time deals only ranks, with equal probability |
//! | [`mutants`] | the mutants of the hardware, and the rules that reject some of them |
//! | [`mutation`] | mutation testing: every mutant is killed by these proofs or is equivalent |
//! | [`lanes`] | bit-parallel simulation agrees with the statement-level simulator |
//! | [`self_check`] | the self-check finds every visible mutant |
//! | [`exhaustive`] | the checker that enumerates inputs and states |
//!
//! The specifications in [`modules`] are independent of the kernels.

mod control;
mod exhaustive;
mod lanes;
mod metastability;
mod modules;
mod mutants;
mod mutation;
mod properties;
mod reachability;
mod self_check;
mod text_mutants;

use baccarat::generator;
use baccarat_hdl::top::{Clocking, TASK5};
use rust_hdl_gates::{Netlist, bit_blast};
use rust_hdl_rtl::Design;

const CLOCKINGS: [Clocking; 2] = [Clocking::Synchronised, Clocking::Direct];

fn design(clocking: Clocking) -> Design {
    generator::design(clocking).expect("the engine's design")
}

fn netlist(design: &Design, module: &str) -> Netlist {
    let id = design.find(module).expect("the module");
    bit_blast(design, id).expect("no combinational loop")
}

fn top(clocking: Clocking) -> Netlist {
    netlist(&design(clocking), TASK5)
}
