//! Proofs about the engine's hardware: what holds for every input and every state, not for those that a test thought of.
//!
//! | room | what is proved there |
//! |---|---|
//! | [`modules`] | every module does what its specification says, over all inputs and all states |
//! | [`control`] | keys and shoe: when a card is dealt, and that it is a rank |
//! | [`table`] | what holds in every state that the whole machine can reach |
//! | [`crossing`] | a key that moves at any moment catches only ranks, each as likely as the others |
//! | [`faults`] | which faults there are, and which of them make no design |
//! | [`mutants`] | every single fault of the hardware is noticed by all this, or is none |
//!
//! [`space`] goes through inputs and states; [`modules`] has the specifications, which know nothing of the kernels.

mod control;
mod crossing;
mod faults;
mod gates;
mod modules;
mod mutants;
mod self_check;
mod space;
mod table;

use baccarat::engine::{self, Clocking, TOP};
use rust_hdl_gates::{Netlist, bit_blast};
use rust_hdl_rtl::Design;

const CLOCKINGS: [Clocking; 2] = [Clocking::Synchronised, Clocking::Direct];

fn design(clocking: Clocking) -> Design {
    engine::design(clocking).expect("the engine's design")
}

fn netlist(design: &Design, module: &str) -> Netlist {
    let id = design.find(module).expect("a module of that name");
    bit_blast(design, id).expect("no combinational loop")
}

fn top(clocking: Clocking) -> Netlist {
    netlist(&design(clocking), TOP)
}
