//! Values have to be assigned before they are read, without combinational loops.

use rust_hdl::prelude::*;

use super::Inverter;

rejected! { self:
    a_signal_read_before_it_is_assigned: #[hdl_gen] {
        pub a: Signal<In, Bit>,
        pub y: Signal<Out, Bit>,
        middle: Signal<Local, Bit>,
    } {
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
    } "module `device`: `q` is read before its last assignment, in the process that drives `p`; \
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
