//! Values have to be assigned before they are read, without combinational loops.

use rust_hdl::prelude::*;

use super::Inverter;

rejected! { self:
    a_signal_that_may_be_assigned_before_it_is_read: #[hdl_gen] {
        pub a: Signal<In, Bit>,
        pub y: Signal<Out, Bit>,
        middle: Signal<Local, Bit>,
    } {
        if self.a.val() {
            self.middle.next = false;
        }
        self.y.next = self.middle.val();
        self.middle.next = self.a.val();
    } "module `device`: `middle` is read before its last assignment, in the process that drives `y`; \
       assign it completely first, or use another signal for the intermediate value"

    two_signals_that_drive_each_other: #[hdl_gen] {
        pub a: Signal<In, Bit>,
        pub y: Signal<Out, Bit>,
        p: Signal<Local, Bit>,
        q: Signal<Local, Bit>,
    } {
        self.p.next = self.q.val() | self.a.val();
        self.q.next = !self.p.val();
        self.y.next = self.q.val();
    } "combinational loop in `device`: p -> q and back; insert a register, or split a signal that serves two purposes into two"

    a_signal_that_drives_itself: #[hdl_gen] { pub a: Signal<In, Bit>, pub y: Signal<Out, Bit>, } {
        self.y.next = self.a.val() ^ self.y.val();
    } "combinational loop in `device`: y and back; insert a register, or split a signal that serves two purposes into two"

    a_final_and_an_intermediate_value_for_one_signal: #[hdl_gen] {
        pub a: Signal<In, Bit>,
        pub y: Signal<Out, Bit>,
        middle: Signal<Local, Bit>,
        last: Signal<Local, Bit>,
    } {
        self.last.next = self.a.val();
        self.y.next = self.middle.val() ^ self.last.val();
        self.middle.next = self.last.val();
        self.last.next = false;
    } "module `device`: `middle` is read before its last assignment, in the process that drives `y`; \
       assign it completely first, or use another signal for the intermediate value"

    a_child_that_drives_itself: #[hdl_gen] { pub y: Signal<Out, Bit>, inverter: Inverter, } {
        self.inverter.a.next = self.inverter.y.val();
        self.y.next = self.inverter.y.val();
    } "combinational loop in `device`: y -> inverter.a and back; insert a register, or split a signal that serves two purposes into two"

    children_that_drive_each_other: #[hdl_gen] {
        pub a: Signal<In, Bit>,
        pub y: Signal<Out, Bit>,
        first: Inverter,
        second: Inverter,
        gated: Signal<Local, Bit>,
    } {
        self.gated.next = self.second.y.val() & self.a.val();
        self.first.a.next = self.gated.val();
        self.second.a.next = self.first.y.val();
        self.y.next = self.gated.val();
    } "combinational loop in `device`: gated -> first_y -> second_y and back; insert a register, or split a signal that serves two purposes into two"

}
