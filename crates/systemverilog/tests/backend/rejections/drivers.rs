//! Every signal needs exactly one driver, on every path.

use rust_hdl::prelude::*;

use super::Inverter;

rejected! {
    an_if_without_else: { pub a: Signal<In, Bit>, pub y: Signal<Out, Bit>, } {
        #[hdl_gen]
        fn update(&mut self) {
            if self.a.val() {
                self.y.next = true;
            }
        }
    } "module `device`: `y` keeps its old value on some path through the kernel, which is a latch; \
       assign it a default before the `if` or `match`, or add the missing `else` or `_` arm"

    a_match_without_an_arm: { pub a: Signal<In, Bits<2>>, pub y: Signal<Out, Bit>, } {
        #[hdl_gen]
        fn update(&mut self) {
            match self.a.val().index() {
                0 => self.y.next = true,
                1 => self.y.next = false,
                _ => {}
            }
        }
    } "module `device`: `y` keeps its old value on some path through the kernel, which is a latch; \
       assign it a default before the `if` or `match`, or add the missing `else` or `_` arm"

    a_register_without_a_value_on_some_path: {
        pub clock: Signal<In, Clock>,
        pub a: Signal<In, Bit>,
        pub y: Signal<Out, Bit>,
        held: DFF<Bit>,
    } {
        #[hdl_gen]
        fn update(&mut self) {
            clock!(self, clock, held);
            if self.a.val() {
                self.held.d.next = true;
            }
            self.y.next = self.held.q.val();
        }
    } "module `device`: `held.d` keeps its old value on some path through the kernel, which is a latch; \
       assign it a default before the `if` or `match`, or add the missing `else` or `_` arm"

    an_output_without_driver: { pub a: Signal<In, Bit>, pub y: Signal<Out, Bit>, } {
        #[hdl_gen]
        fn update(&mut self) {}
    } "module `device`: nothing drives `y`; assign `self.y.next` in the kernel"

    a_local_signal_without_driver: { unset: Signal<Local, Bit>, pub y: Signal<Out, Bit>, } {
        #[hdl_gen]
        fn update(&mut self) {
            self.y.next = self.unset.val();
        }
    } "module `device`: nothing drives `unset`; assign `self.unset.next` in the kernel"

    a_field_of_a_struct_without_driver: {
        pub a: Signal<In, Bits<3>>,
        pub y: Signal<Out, crate::statements::Pixel>,
    } {
        #[hdl_gen]
        fn update(&mut self) {
            self.y.next.red = self.a.val();
            self.y.next.bright = true;
        }
    } "module `device`: nothing drives `y`; assign `self.y.next` in the kernel"

    an_input_of_a_child_without_driver: { pub y: Signal<Out, Bit>, inverter: Inverter, } {
        #[hdl_gen]
        fn update(&mut self) {
            self.y.next = self.inverter.y.val();
        }
    } "module `device`: nothing drives `inverter.a`; assign `self.inverter.a.next` in the kernel"

    a_register_without_clock: { pub y: Signal<Out, Bit>, held: DFF<Bit>, } {
        #[hdl_gen]
        fn update(&mut self) {
            self.held.d.next = !self.held.q.val();
            self.y.next = self.held.q.val();
        }
    } "module `device`: nothing drives `held.clock`; assign `self.held.clock.next` in the kernel"

    a_register_without_next_value: {
        pub clock: Signal<In, Clock>,
        pub y: Signal<Out, Bit>,
        held: DFF<Bit>,
    } {
        #[hdl_gen]
        fn update(&mut self) {
            clock!(self, clock, held);
            self.y.next = self.held.q.val();
        }
    } "module `device`: nothing drives `held.d`; assign `self.held.d.next` in the kernel"

    an_input_that_is_driven: { pub a: Signal<In, Bit>, pub y: Signal<Out, Bit>, } {
        #[hdl_gen]
        fn update(&mut self) {
            self.a.next = false;
            self.y.next = self.a.val();
        }
    } "module `device`: the kernel assigns the input `a`; inputs are driven from outside, so make it an output or a local signal"

    an_output_of_a_child_that_is_driven: { pub y: Signal<Out, Bit>, inverter: Inverter, } {
        #[hdl_gen]
        fn update(&mut self) {
            self.inverter.a.next = false;
            self.inverter.y.next = false;
            self.y.next = self.inverter.y.val();
        }
    } "module `device`: `inverter.y` has two drivers: the instance `inverter` and the kernel; remove one"

    a_register_s_output_that_is_driven: {
        pub clock: Signal<In, Clock>,
        pub y: Signal<Out, Bit>,
        held: DFF<Bit>,
    } {
        #[hdl_gen]
        fn update(&mut self) {
            dff_setup!(self, clock, held);
            self.held.q.next = true;
            self.y.next = self.held.q.val();
        }
    } "module `device`: `held.q` has two drivers: the register and the kernel; remove one"
}
