//! Checks two counters for equivalence. They differ, although only in states that they never reach.

use rust_hdl::prelude::*;
use rust_hdl_gates::rtl::{Error, elaborate};
use rust_hdl_gates::{Netlist, bit_blast};
use rust_hdl_lanes::compare;

/// Counts modulo 10 by comparing with 9.
#[derive(Clone, Default, LogicBlock)]
struct Equal {
    pub clock: Signal<In, Clock>,
    pub count: Signal<Out, Bits<4>>,
    value: DFF<Bits<4>>,
}

impl Logic for Equal {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, value);
        if self.value.q.val() == 9 {
            self.value.d.next = 0.into();
        } else {
            self.value.d.next = self.value.q.val() + 1;
        }
        self.count.next = self.value.q.val();
    }
}

/// Counts modulo 10 by testing two bits. Only after 11, 13 and 15, which it never reaches, is its
/// next value another one.
#[derive(Clone, Default, LogicBlock)]
struct Bitwise {
    pub clock: Signal<In, Clock>,
    pub count: Signal<Out, Bits<4>>,
    value: DFF<Bits<4>>,
}

impl Logic for Bitwise {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, value);
        if self.value.q.val().get_bit(3) & self.value.q.val().get_bit(0) {
            self.value.d.next = 0.into();
        } else {
            self.value.d.next = self.value.q.val() + 1;
        }
        self.count.next = self.value.q.val();
    }
}

fn netlist(counter: &dyn Block) -> Result<Netlist, Error> {
    let design = elaborate(&[("counter", counter)])?;
    bit_blast(&design, design.top())
}

fn main() -> Result<(), Error> {
    let equal = netlist(&Equal::default())?;
    println!("{:?}", compare(&equal, &equal));
    println!("{:?}", compare(&equal, &netlist(&Bitwise::default())?));
    Ok(())
}
