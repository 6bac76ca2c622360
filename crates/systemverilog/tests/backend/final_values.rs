//! Signals that are read before their first assignment: rust-hdl runs a kernel until nothing
//! changes, so the read returns the final value.

use rust_hdl::prelude::*;
use rust_hdl_describe::*;

use crate::harness::printed;

blocks! { self:
    /// Each statement reads what the next one assigns.
    Backwards: #[kernel] {
        pub a: Signal<In, Bits<4>>,
        pub b: Signal<In, Bits<4>>,
        pub y: Signal<Out, Bits<4>>,
        sum: Signal<Local, Bits<4>>,
        stages: [Signal<Local, Bits<4>>; 4],
    } {
        self.y.next = self.stages[0].val();
        for i in 0..3 {
            self.stages[i].next = self.stages[i + 1].val() + 1;
        }
        self.stages[3].next = self.sum.val() ^ 5;
        self.sum.next = self.a.val() + self.b.val();
    }

    /// The reader and the signal are assigned in the same branches.
    Together: #[kernel] {
        pub a: Signal<In, Bits<4>>,
        pub choose: Signal<In, Bits<2>>,
        pub y: Signal<Out, Bits<4>>,
        pub is_large: Signal<Out, Bit>,
        value: Signal<Local, Bits<4>>,
    } {
        if self.value.val() > 9 {
            self.is_large.next = true;
        } else {
            self.is_large.next = false;
        }
        match self.choose.val().index() {
            0 => {
                self.y.next = self.value.val() + 1;
                self.value.next = self.a.val();
            }
            1 => {
                self.y.next = 3.into();
                self.value.next = self.a.val() + self.a.val();
            }
            _ => {
                self.y.next = !self.value.val();
                self.value.next = 7.into();
            }
        }
    }

    /// Some bits are read before their assignment, others after it.
    Halves: #[kernel] {
        pub a: Signal<In, Bits<4>>,
        pub y: Signal<Out, Bits<4>>,
        pub z: Signal<Out, Bits<4>>,
        value: Signal<Local, Bits<4>>,
    } {
        self.y.next = self.value.val() + 1;
        self.value.next = 0.into();
        if self.a.val().any() {
            self.value.next = self.value.val() + self.a.val();
        }
        self.z.next = self.value.val() ^ self.y.val();
    }

    /// A register is loaded from a value that is assigned afterwards.
    Loaded: #[kernel] {
        pub clock: Signal<In, Clock>,
        pub a: Signal<In, Bits<4>>,
        pub y: Signal<Out, Bits<4>>,
        held: DFF<Bits<4>>,
        value: Signal<Local, Bits<4>>,
    } {
        dff_setup!(self, clock, held);
        self.held.d.next = self.value.val();
        self.value.next = self.held.q.val() + self.a.val();
        self.y.next = self.held.q.val();
    }
}

#[test]
fn each_signal_has_its_own_process() {
    let text = printed::<Together>();
    for part in ["2'd0:    y = value + 4'd1;", "2'd0:    value = a;"] {
        assert!(text.contains(part), "{part}\n{text}");
    }
    assert_eq!(text.matches("case (choose)").count(), 2, "{text}");
}

matches_rust! {
    statements_in_the_reverse_order: Backwards,
    signals_that_are_assigned_together: Together,
    a_signal_with_a_default: Halves,
    a_register: Loaded,
}
