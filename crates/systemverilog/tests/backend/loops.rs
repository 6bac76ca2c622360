//! Designs that seem to have a combinational loop: a bit depends on itself only if processes, or
//! the values that a signal has one after another, are taken for one.

use rust_hdl::prelude::*;
use rust_hdl_describe::*;

use crate::harness::printed;

blocks! { self:
    Peripheral: #[kernel] {
        pub select: Signal<In, Bit>,
        pub address: Signal<In, Bits<4>>,
        pub ready: Signal<Out, Bit>,
        pub data: Signal<Out, Bits<4>>,
    } {
        self.ready.next = self.select.val();
        self.data.next = self.address.val() + 1;
    }

    /// Selects a child, names its answer, and reads that in the same statement.
    Decoder: #[kernel] {
        pub address: Signal<In, Bits<4>>,
        pub ready: Signal<Out, Bit>,
        pub data: Signal<Out, Bits<4>>,
        peripheral: Peripheral,
    } {
        self.ready.next = false;
        self.data.next = 0.into();
        self.peripheral.select.next = false;
        self.peripheral.address.next = 0.into();
        if self.address.val() == 3 {
            self.peripheral.select.next = true;
            self.peripheral.address.next = self.address.val();
            self.ready.next = self.peripheral.ready.val();
            if self.ready.val() {
                self.data.next = self.peripheral.data.val();
            }
        }
    }

    Increment: #[kernel] {
        pub a: Signal<In, Bits<4>>,
        pub y: Signal<Out, Bits<4>>,
    } {
        self.y.next = self.a.val() + 1;
    }

    /// Passes a value through an array of children.
    Chain: #[kernel] {
        pub a: Signal<In, Bits<4>>,
        pub y: Signal<Out, Bits<4>>,
        value: Signal<Local, Bits<4>>,
        steps: [Increment; 3],
    } {
        self.value.next = self.a.val();
        for i in 0..3 {
            self.steps[i].a.next = self.value.val();
            self.value.next = self.steps[i].y.val();
        }
        self.y.next = self.value.val();
    }

    /// The same with an output, whose values are changed on the way, and names that are taken.
    Adjusted: #[kernel] {
        pub a: Signal<In, Bits<4>>,
        pub y: Signal<Out, Bits<4>>,
        y_0: Signal<Local, Bits<4>>,
        step: Increment,
        next_step: Increment,
    } {
        self.y_0.next = self.a.val() ^ 3;
        self.y.next = self.y_0.val();
        if self.a.val() == 2 {
            self.y.next = 7.into();
        }
        self.step.a.next = self.y.val();
        self.y.next = self.step.y.val() + self.y.val();
        self.next_step.a.next = self.y.val();
        self.y.next = self.y.val() ^ self.next_step.y.val();
        if self.y.val() == 1 {
            self.y.next = self.y.val() + 1;
        }
    }
}

#[derive(Copy, Clone, Debug, Default, PartialEq, LogicStruct, FromBits)]
pub struct Halves {
    low: Bits<4>,
    high: Bits<4>,
}

blocks! { self:
    /// Signals of which different bits depend on each other.
    Crossed: #[kernel] {
        pub a: Signal<In, Bits<4>>,
        pub choose: Signal<In, Bit>,
        pub y: Signal<Out, Bits<4>>,
        pub z: Signal<Out, Bits<4>>,
        halves: Signal<Local, Halves>,
        middle: Signal<Local, Bits<4>>,
    } {
        if self.choose.val() {
            self.halves.next.low = self.a.val();
            self.middle.next = self.halves.val().low + 1;
            self.halves.next.high = self.middle.val();
        } else {
            self.halves.next.low = 1.into();
            self.halves.next.high = 2.into();
            self.middle.next = self.a.val();
        }
        self.y.next = self.halves.val().low ^ self.middle.val();
        self.z.next = self.halves.val().high;
    }
}

#[test]
fn values_one_after_another_have_signals_of_their_own() {
    let text = printed::<Chain>();
    assert!(
        text.contains("  increment steps_1 (\n    .a (value_1),\n    .y (value_2)\n  );"),
        "{text}"
    );
}

matches_rust! {
    an_answer_that_a_decoder_names: Decoder,
    a_value_that_passes_through_children: Chain,
    an_output_that_is_assigned_again: Adjusted,
    bits_of_two_signals_that_depend_on_each_other: Crossed,
}
