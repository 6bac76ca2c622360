//! Designs without a combinational loop, whose processes would wake each other for ever in an
//! event-driven simulator.

use rust_hdl::prelude::*;
use rust_hdl_describe::*;

use crate::harness::{design, text, try_design};

blocks! { self:
    /// Drives both outputs in one statement.
    Hub: #[kernel] {
        pub request: Signal<In, Bit>,
        pub ready: Signal<In, Bit>,
        pub select: Signal<Out, Bit>,
        pub granted: Signal<Out, Bit>,
    } {
        // Nothing without a request.
        self.select.next = false;
        self.granted.next = false;
        // A request is granted at once.
        if self.request.val() {
            self.select.next = true;
            self.granted.next = self.ready.val();
        }
    }
}

blocks! { self:
    /// Drives both outputs in one statement.
    Responder: #[hdl_gen] {
        pub select: Signal<In, Bit>,
        pub busy: Signal<In, Bit>,
        pub ready: Signal<Out, Bit>,
        pub active: Signal<Out, Bit>,
    } {
        self.ready.next = false;
        self.active.next = false;
        if !self.busy.val() {
            self.ready.next = true;
            self.active.next = self.select.val();
        }
    }

    /// Wires a hub to a responder, and has a responder outside of any cycle.
    Bus: #[hdl_gen] {
        pub request: Signal<In, Bit>,
        pub busy: Signal<In, Bit>,
        pub granted: Signal<Out, Bit>,
        pub active: Signal<Out, Bit>,
        pub spare: Signal<Out, Bit>,
        hub: Hub,
        responder: Responder,
        idle: Responder,
    } {
        self.hub.request.next = self.request.val();
        self.hub.ready.next = self.responder.ready.val();
        self.responder.select.next = self.hub.select.val();
        self.responder.busy.next = self.busy.val();
        self.granted.next = self.hub.granted.val();
        self.active.next = self.responder.active.val();
        self.idle.select.next = self.request.val();
        self.idle.busy.next = false;
        self.spare.next = self.idle.ready.val() & self.idle.active.val();
    }

    /// A responder behind another level of hierarchy, whose own process is part of the cycle.
    Gate: #[hdl_gen] {
        pub select: Signal<In, Bit>,
        pub busy: Signal<In, Bit>,
        pub open: Signal<In, Bit>,
        pub ready: Signal<Out, Bit>,
        pub active: Signal<Out, Bit>,
        passed: Signal<Local, Bit>,
        responder: Responder,
    } {
        self.responder.busy.next = self.busy.val();
        self.ready.next = false;
        self.passed.next = false;
        if self.open.val() {
            self.ready.next = self.responder.ready.val();
            self.passed.next = self.select.val();
        }
        self.responder.select.next = self.passed.val();
        self.active.next = self.responder.active.val();
    }

    GatedBus: #[hdl_gen] {
        pub request: Signal<In, Bit>,
        pub busy: Signal<In, Bit>,
        pub open: Signal<In, Bit>,
        pub granted: Signal<Out, Bit>,
        pub active: Signal<Out, Bit>,
        hub: Hub,
        gate: Gate,
    } {
        self.hub.request.next = self.request.val();
        self.hub.ready.next = self.gate.ready.val();
        self.gate.select.next = self.hub.select.val();
        self.gate.busy.next = self.busy.val();
        self.gate.open.next = self.open.val();
        self.granted.next = self.hub.granted.val();
        self.active.next = self.gate.active.val();
    }

    /// A process with an intermediate value, in a cycle with a child.
    Stages: #[hdl_gen] {
        pub request: Signal<In, Bits<2>>,
        pub busy: Signal<In, Bit>,
        pub level: Signal<Out, Bits<2>>,
        pub active: Signal<Out, Bit>,
        sum: Signal<Local, Bits<2>>,
        chosen: Signal<Local, Bit>,
        responder: Responder,
    } {
        self.responder.busy.next = self.busy.val();
        self.chosen.next = false;
        self.sum.next = self.request.val();
        self.level.next = 0.into();
        if self.request.val().any() {
            self.chosen.next = true;
            if self.responder.ready.val() {
                self.sum.next = self.sum.val() + 1;
            }
            self.level.next = self.sum.val();
        }
        self.responder.select.next = self.chosen.val();
        self.active.next = self.responder.active.val();
    }

    /// Processes of one module in a cycle, without children.
    OneModule: #[hdl_gen] {
        pub a: Signal<In, Bit>,
        pub b: Signal<In, Bit>,
        pub w: Signal<Out, Bit>,
        pub x: Signal<Out, Bit>,
        pub y: Signal<Out, Bit>,
        pub z: Signal<Out, Bit>,
    } {
        self.w.next = false;
        self.y.next = false;
        if self.a.val() {
            self.w.next = true;
        }
        self.x.next = false;
        self.z.next = false;
        if self.b.val() {
            self.x.next = self.w.val();
            self.z.next = true;
        }
        if self.a.val() {
            self.y.next = self.z.val();
        }
    }
}

#[derive(Copy, Clone, Debug, Default, PartialEq, LogicStruct)]
pub struct Pair {
    pub first: Bit,
    pub second: Bit,
}

blocks! { self:
    /// A field depends on another field of the same struct through another signal.
    BitByBit: #[hdl_gen] {
        pub a: Signal<In, Bit>,
        pub b: Signal<In, Bit>,
        pub y: Signal<Out, Bit>,
        middle: Signal<Local, Bit>,
        pair: Signal<Local, Pair>,
    } {
        self.pair.next.first = false;
        if self.a.val() {
            self.pair.next.first = true;
        }
        self.middle.next = false;
        if self.pair.val().first {
            self.middle.next = self.b.val();
        }
        self.pair.next.second = false;
        if self.middle.val() {
            self.pair.next.second = true;
        }
        self.y.next = self.pair.val().second;
    }

    /// A chain of processes that override what they assign. Icarus Verilog 11 runs them for ever.
    Chain: #[hdl_gen] {
        pub a: Signal<In, Bits<2>>,
        pub b: Signal<In, Bits<2>>,
        pub y: Signal<Out, Bits<2>>,
        first: Signal<Local, Bits<2>>,
        second: Signal<Local, Bits<2>>,
        sum: Signal<Local, Bits<2>>,
    } {
        self.first.next = 0.into();
        match self.a.val().index() {
            1 => self.first.next = self.b.val(),
            2 => self.first.next = 3.into(),
            _ => {}
        }
        self.second.next = 0.into();
        match self.b.val().index() {
            0 => self.second.next = self.first.val(),
            1 => self.second.next = 2.into(),
            _ => {}
        }
        self.sum.next = self.second.val();
        if self.a.val().any() {
            self.sum.next = self.sum.val() + 1;
        }
        self.y.next = 0.into();
        match self.sum.val().index() {
            0 => self.y.next = 1.into(),
            1 => self.y.next = self.a.val(),
            _ => {}
        }
    }

    /// A process that replaces a bit assigns its target twice in SystemVerilog. It selects the bit
    /// by an input of a child.
    ReplacedBit: #[hdl_gen] {
        pub a: Signal<In, Bits<2>>,
        pub b: Signal<In, Bits<2>>,
        pub y: Signal<Out, Bits<2>>,
        pub active: Signal<Out, Bit>,
        number: Signal<Local, Bits<2>>,
        responder: Responder,
    } {
        if self.b.val().any() {
            self.number.next = self.b.val().replace_bit(
                bit_cast::<1, 1>(self.responder.busy.val().into()).index(),
                self.a.val().any(),
            );
        } else {
            self.number.next = 0.into();
        }
        self.responder.busy.next = false;
        if self.b.val().get_bit(0) {
            self.responder.busy.next = self.a.val().get_bit(1);
        }
        self.responder.select.next = self.a.val().any();
        match self.number.val().index() {
            0 => self.y.next = 1.into(),
            1 => self.y.next = self.a.val(),
            _ => self.y.next = 2.into(),
        }
        self.active.next = self.responder.active.val();
    }
}

matches_rust! {
    two_children_may_answer_each_other: Bus,
    an_answer_may_come_through_several_modules: GatedBus,
    intermediate_values_may_be_in_a_cycle: Stages,
    a_chain_of_processes_may_override_values: Chain,
    a_process_may_replace_a_bit_that_another_selects: ReplacedBit,
    processes_of_one_module_may_depend_on_each_other: OneModule,
}

#[test]
fn only_processes_of_a_cycle_are_split() {
    let design = design::<Bus>();
    let hub = text(&design, design.find("hub").unwrap());
    assert!(
        hub.ends_with(
            "
  // Nothing without a request.
  always_comb begin
    select = 1'b0;
    // A request is granted at once.
    if (request) begin
      select = 1'b1;
    end
  end

  assign granted = request ? ready : 1'b0;

endmodule
"
        ),
        "{hub}"
    );
}

#[test]
fn a_process_whose_bits_depend_on_each_other_is_rejected() {
    assert_eq!(
        try_design::<BitByBit>().unwrap_err().to_string(),
        "module `device`: some bits of `pair` depend on others of them through other signals, so their process wakes \
         itself; replace them by several signals"
    );
}
