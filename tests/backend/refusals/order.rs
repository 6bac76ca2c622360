//! Values come before those that read them, without circles.

use rust_hdl::prelude::*;

use super::Inverter;

refused! {
    a_signal_read_before_it_is_assigned: {
        pub a: Signal<In, Bit>,
        pub y: Signal<Out, Bit>,
        middle: Signal<Local, Bit>,
    } {
        #[hdl_gen]
        fn update(&mut self) {
            self.y.next = self.middle.val();
            self.middle.next = self.a.val();
        }
    } "module `device`: `middle` is read before its last assignment, by what drives `y`; \
       assign it completely first, or give the intermediate value a signal of its own"

    a_register_that_takes_an_intermediate_value: {
        pub clock: Signal<In, Clock>,
        pub a: Signal<In, Bits<2>>,
        pub y: Signal<Out, Bits<2>>,
        middle: Signal<Local, Bits<2>>,
        held: DFF<Bits<2>>,
    } {
        #[hdl_gen]
        fn update(&mut self) {
            clock!(self, clock, held);
            self.middle.next = self.a.val();
            self.held.d.next = self.middle.val();
            self.middle.next = self.held.q.val();
            self.y.next = self.middle.val();
        }
    } "module `device`: `middle` is read before its last assignment, by what drives `held`; \
       assign it completely first, or give the intermediate value a signal of its own"

    two_signals_that_drive_each_other: {
        pub a: Signal<In, Bit>,
        pub y: Signal<Out, Bit>,
        p: Signal<Local, Bit>,
        q: Signal<Local, Bit>,
    } {
        #[hdl_gen]
        fn update(&mut self) {
            self.p.next = self.q.val() | self.a.val();
            self.q.next = !self.p.val();
            self.y.next = self.q.val();
        }
    } "module `device`: `q` is read before its last assignment, by what drives `p`; \
       assign it completely first, or give the intermediate value a signal of its own"

    a_child_that_drives_itself: { pub y: Signal<Out, Bit>, inverter: Inverter, } {
        #[hdl_gen]
        fn update(&mut self) {
            self.inverter.a.next = self.inverter.y.val();
            self.y.next = self.inverter.y.val();
        }
    } "combinational loop in `device`: y -> inverter.a and back; put a register into the loop, \
       or give a signal that serves two purposes two names"

    children_that_drive_each_other: {
        pub a: Signal<In, Bit>,
        pub y: Signal<Out, Bit>,
        first: Inverter,
        second: Inverter,
        gated: Signal<Local, Bit>,
    } {
        #[hdl_gen]
        fn update(&mut self) {
            self.gated.next = self.second.y.val() & self.a.val();
            self.first.a.next = self.gated.val();
            self.second.a.next = self.first.y.val();
            self.y.next = self.gated.val();
        }
    } "combinational loop in `device`: gated -> first_y -> second_y and back; put a register into the loop, \
       or give a signal that serves two purposes two names"

    a_value_read_back_from_a_child_s_input: { pub a: Signal<In, Bit>, pub y: Signal<Out, Bit>, inverter: Inverter, } {
        #[hdl_gen]
        fn update(&mut self) {
            self.inverter.a.next = self.a.val();
            self.y.next = self.inverter.a.val();
        }
    } "module `device`: reading `inverter.a`, which the kernel drives in a child, cannot be carried over to \
       hardware here; read what drives it"

    a_value_read_back_from_a_register_s_input: {
        pub clock: Signal<In, Clock>,
        pub y: Signal<Out, Bit>,
        held: DFF<Bit>,
    } {
        #[hdl_gen]
        fn update(&mut self) {
            dff_setup!(self, clock, held);
            self.y.next = self.held.d.val();
        }
    } "module `device`: reading `held.d`, which the kernel drives in a child, cannot be carried over to \
       hardware here; read what drives it"

    a_clock_under_a_condition: {
        pub clock: Signal<In, Clock>,
        pub a: Signal<In, Bit>,
        pub y: Signal<Out, Bit>,
        held: DFF<Bit>,
    } {
        #[hdl_gen]
        fn update(&mut self) {
            dff_setup!(self, clock, held);
            if self.a.val() {
                self.held.clock.next = !self.clock.val();
            }
            self.y.next = self.held.q.val();
        }
    } "module `device`: the clock of register `held`, which is assigned under conditions, cannot be carried over \
       to hardware here; assign it once, at the top of the kernel"
}
