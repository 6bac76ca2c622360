//! Every signal needs exactly one driver, on every path.

use rust_hdl::prelude::*;

use super::Inverter;

rejected! { self:
    an_if_without_else: #[hdl_gen] { pub a: Signal<In, Bit>, pub y: Signal<Out, Bit>, } {
        if self.a.val() {
            self.y.next = true;
        }
    } "module `device`: `y` keeps its old value on some path through the kernel, which is a latch; \
       assign it a default before the `if` or `match`, or add the missing `else` or `_` arm"

    a_match_without_an_arm: #[hdl_gen] { pub a: Signal<In, Bits<2>>, pub y: Signal<Out, Bit>, } {
        match self.a.val().index() {
            0 => self.y.next = true,
            1 => self.y.next = false,
            _ => {}
        }
    } "module `device`: `y` keeps its old value on some path through the kernel, which is a latch; \
       assign it a default before the `if` or `match`, or add the missing `else` or `_` arm"

    a_register_without_a_value_on_some_path: #[hdl_gen] {
        pub clock: Signal<In, Clock>,
        pub a: Signal<In, Bit>,
        pub y: Signal<Out, Bit>,
        held: DFF<Bit>,
    } {
        clock!(self, clock, held);
        if self.a.val() {
            self.held.d.next = true;
        }
        self.y.next = self.held.q.val();
    } "module `device`: the next value of the register `held` is not assigned on some path through the kernel; \
       name it in `dff_setup!` at the beginning of the kernel, with which it holds its value"

    an_output_without_driver: #[hdl_gen] { pub a: Signal<In, Bit>, pub y: Signal<Out, Bit>, } {} "module `device`: nothing drives `y`; assign `self.y.next` in the kernel"

    a_local_signal_without_driver: #[hdl_gen] { unset: Signal<Local, Bit>, pub y: Signal<Out, Bit>, } {
        self.y.next = self.unset.val();
    } "module `device`: nothing drives `unset`; assign `self.unset.next` in the kernel"

    a_field_of_a_struct_without_driver: #[hdl_gen] {
        pub a: Signal<In, Bits<3>>,
        pub y: Signal<Out, crate::statements::Pixel>,
    } {
        self.y.next.red = self.a.val();
        self.y.next.bright = true;
    } "module `device`: nothing drives `y`; assign `self.y.next` in the kernel"

    an_input_of_a_child_without_driver: #[hdl_gen] { pub y: Signal<Out, Bit>, inverter: Inverter, } {
        self.y.next = self.inverter.y.val();
    } "module `device`: nothing drives `inverter.a`; assign `self.inverter.a.next` in the kernel"

    a_register_without_clock: #[hdl_gen] { pub y: Signal<Out, Bit>, held: DFF<Bit>, } {
        self.held.d.next = !self.held.q.val();
        self.y.next = self.held.q.val();
    } "module `device`: nothing drives `held.clock`; assign `self.held.clock.next` in the kernel"

    a_register_without_next_value: #[hdl_gen] {
        pub clock: Signal<In, Clock>,
        pub y: Signal<Out, Bit>,
        held: DFF<Bit>,
    } {
        clock!(self, clock, held);
        self.y.next = self.held.q.val();
    } "module `device`: nothing drives `held.d`; assign `self.held.d.next` in the kernel"

    an_input_that_is_driven: #[hdl_gen] { pub a: Signal<In, Bit>, pub y: Signal<Out, Bit>, } {
        self.a.next = false;
        self.y.next = self.a.val();
    } "module `device`: the kernel assigns the input `a`; inputs are driven from outside, so make it an output or a local signal"

    an_output_of_a_child_that_is_driven: #[hdl_gen] { pub y: Signal<Out, Bit>, inverter: Inverter, } {
        self.inverter.a.next = false;
        self.inverter.y.next = false;
        self.y.next = self.inverter.y.val();
    } "module `device`: `inverter.y` has two drivers: the instance `inverter` and the kernel; remove one"

    a_register_s_output_that_is_driven: #[hdl_gen] {
        pub clock: Signal<In, Clock>,
        pub y: Signal<Out, Bit>,
        held: DFF<Bit>,
    } {
        dff_setup!(self, clock, held);
        self.held.q.next = true;
        self.y.next = self.held.q.val();
    } "module `device`: `held.q` has two drivers: the register and the kernel; remove one"
}
