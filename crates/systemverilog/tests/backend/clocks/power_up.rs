//! Blocks whose clocks are high at power-up, or may be.

use rust_hdl::prelude::*;
use rust_hdl_describe::Ports;

use super::blocks::{Counter, Words};

blocks! { # [hdl_gen] self:
    // Registers on a falling edge, which load something at power-up in Rust.
    Falling { clock: Signal<In, Clock>, data: Signal<In, Bits<4>>, y: Signal<Out, Bits<4>>, z: Signal<Out, Bits<4>>, } {
        inverted: Signal<Local, Clock>, counter: DFF<Bits<4>>, copied: DFF<Bits<4>>,
    } {
        self.inverted.next = !self.clock.val();
        dff_setup!(self, inverted, counter, copied);
        self.counter.d.next = self.counter.q.val() + 3;
        self.copied.d.next = self.data.val() ^ 5;
        self.y.next = self.counter.q.val();
        self.z.next = self.copied.q.val();
    }

    // Falling edges of a divided clock, which is high after the first edge at power-up.
    FallingDivided { clock: Signal<In, Clock>, y: Signal<Out, Bits<4>>, } {
        falling: Signal<Local, Clock>, half: Signal<Local, Clock>, divider: DFF<Bit>, slow: DFF<Bits<4>>,
    } {
        self.falling.next = !self.clock.val();
        dff_setup!(self, falling, divider);
        self.divider.d.next = !self.divider.q.val();
        self.half.next = self.divider.q.val().into();
        self.slow.clock.next = self.half.val();
        self.slow.d.next = self.slow.q.val() + 1;
        self.y.next = self.slow.q.val();
    }

    // A child that copies 0 at power-up, on falling edges.
    FallingChild { clock: Signal<In, Clock>, data: Signal<In, Bits<4>>, y: Signal<Out, Bits<4>>, } { copier: Copier, } {
        self.copier.clock.next = !self.clock.val();
        self.copier.data.next = self.data.val();
        self.y.next = self.copier.copy.val();
    }

    Copier { clock: Signal<In, Clock>, data: Signal<In, Bits<4>>, copy: Signal<Out, Bits<4>>, } { copied: DFF<Bits<4>>, } {
        self.copied.clock.next = self.clock.val();
        self.copied.d.next = self.data.val();
        self.copy.next = self.copied.q.val();
    }

    // A child that counts once at power-up, if its clock is inverted.
    FallingCounter { clock: Signal<In, Clock>, y: Signal<Out, Bits<4>>, } { counter: Counter, } {
        self.counter.clock.next = !self.clock.val();
        self.counter.data.next = 0.into();
        self.y.next = self.counter.count.val();
    }

    // An inverted clock that takes longer than its data, which is then an unknown input.
    FallingLate { clock: Signal<In, Clock>, data: Signal<In, Bits<4>>, y: Signal<Out, Bits<4>>, } {
        inverter: Inverter, copied: DFF<Bits<4>>,
    } {
        self.inverter.i.next = self.clock.val();
        self.copied.clock.next = self.inverter.o.val();
        self.copied.d.next = self.data.val();
        self.y.next = self.copied.q.val();
    }

    // The next value of a register, read back: it arrives late at power-up.
    FallingReadBack { clock: Signal<In, Clock>, y: Signal<Out, Bits<4>>, } {
        inverted: Signal<Local, Clock>, first: DFF<Bits<4>>, second: DFF<Bits<4>>,
    } {
        self.inverted.next = !self.clock.val();
        dff_setup!(self, inverted, first, second);
        self.first.d.next = 5.into();
        self.second.d.next = self.first.d.val();
        self.y.next = self.second.q.val();
    }

    // A child whose output does not start at 0.
    FallingDefault { clock: Signal<In, Clock>, data: Signal<In, Bits<4>>, y: Signal<Out, Bits<4>>, } {
        child: StartsAtFive, held: DFF<Bits<4>>,
    } {
        self.child.i.next = self.data.val();
        self.held.clock.next = !self.clock.val();
        self.held.d.next = self.child.o.val();
        self.y.next = self.held.q.val();
    }

    // Clocks that depend on no input.
    ClocksItself { y: Signal<Out, Bit>, } {
        first_clock: Signal<Local, Clock>, second_clock: Signal<Local, Clock>, first: DFF<Bit>, second: DFF<Bit>,
    } {
        self.first_clock.next = (self.first.q.val() == self.second.q.val()).into();
        self.second_clock.next = (self.first.q.val() != self.second.q.val()).into();
        self.first.clock.next = self.first_clock.val();
        self.second.clock.next = self.second_clock.val();
        self.first.d.next = !self.first.q.val();
        self.second.d.next = !self.second.q.val();
        self.y.next = self.first.q.val();
    }

    // A late inverted clock with data that is also the enable of another clock.
    FallingGate { clock: Signal<In, Clock>, open: Signal<In, Bit>, y: Signal<Out, Bit>, z: Signal<Out, Bit>, } {
        gated: Signal<Local, Clock>, inverter: Inverter, copied: DFF<Bit>, toggled: DFF<Bit>,
    } {
        self.gated.next = false.into();
        if self.open.val() {
            self.gated.next = self.clock.val();
        }
        self.toggled.clock.next = self.gated.val();
        self.toggled.d.next = !self.toggled.q.val();
        self.inverter.i.next = self.clock.val();
        self.copied.clock.next = self.inverter.o.val();
        self.copied.d.next = self.open.val();
        self.y.next = self.copied.q.val();
        self.z.next = self.toggled.q.val();
    }

    Inverter { i: Signal<In, Clock>, o: Signal<Out, Clock>, } {} {
        self.o.next = !self.i.val();
    }

    // A memory that is written on a falling edge.
    FallingMemory {
        clock: Signal<In, Clock>, address: Signal<In, Bits<2>>, y: Signal<Out, Bits<4>>,
    } { memory: Words, } {
        self.memory.clock.next = !self.clock.val();
        self.memory.address.next = self.address.val();
        self.y.next = self.memory.data.val();
    }
}

/// Copies its input. Its output starts at 5.
#[derive(Clone, LogicBlock)]
pub struct StartsAtFive {
    pub i: Signal<In, Bits<4>>,
    pub o: Signal<Out, Bits<4>>,
}

impl Default for StartsAtFive {
    fn default() -> StartsAtFive {
        StartsAtFive { i: Signal::default(), o: Signal::new_with_default(5.into()) }
    }
}

impl Logic for StartsAtFive {
    #[hdl_gen]
    fn update(&mut self) {
        self.o.next = self.i.val();
    }
}
