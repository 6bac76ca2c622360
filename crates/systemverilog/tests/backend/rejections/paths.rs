//! Messages name a signal as the author writes it: `s.d`, not `s_d` or `s`.

use rust_hdl::prelude::*;

#[derive(Copy, Clone, Debug, Default, PartialEq, LogicStruct)]
pub struct Pair {
    pub d: Bits<3>,
    pub e: Bit,
}

#[derive(Copy, Clone, Debug, Default, PartialEq, LogicStruct)]
pub struct Pairs {
    pub first: Pair,
    pub second: Pair,
}

#[derive(Clone, Debug, Default, LogicInterface)]
#[join = "Producer"]
pub struct Consumer {
    pub d: Signal<In, Bits<3>>,
    pub ready: Signal<Out, Bit>,
}

#[derive(Clone, Debug, Default, LogicInterface)]
#[join = "Consumer"]
pub struct Producer {
    pub d: Signal<Out, Bits<3>>,
    pub ready: Signal<In, Bit>,
}

blocks! { self:
    Stage: #[hdl_gen] {
        pub d: Signal<In, Bits<3>>,
        pub q: Signal<Out, Bits<3>>,
        pub bus: Consumer,
    } {
        self.q.next = self.d.val();
        self.bus.ready.next = self.bus.d.val().any();
    }
}

rejected! { self:
    of_a_register: #[hdl_gen] { pub clock: Signal<In, Clock>, pub y: Signal<Out, Bits<3>>, s: DFF<Bits<3>>, } {
        clock!(self, clock, s);
        self.s.d.next = 9.into();
        self.y.next = self.s.q.val();
    } "module `device`, in the assignment to `s.d`: 9 does not fit in 3 bits, and rust-hdl would panic; \
       use a wider type or another value"

    of_a_child: #[hdl_gen] { pub y: Signal<Out, Bits<3>>, s: Stage, } {
        self.s.d.next = 9.into();
        self.s.bus.d.next = 1.into();
        self.y.next = self.s.q.val();
    } "module `device`, in the assignment to `s.d`: 9 does not fit in 3 bits, and rust-hdl would panic; \
       use a wider type or another value"

    of_an_interface_of_a_child: #[hdl_gen] { pub y: Signal<Out, Bits<3>>, s: [Stage; 2], } {
        self.s[0].d.next = 1.into();
        self.s[1].d.next = 1.into();
        self.s[0].bus.d.next = 1.into();
        self.y.next = self.s[0].q.val() + self.s[1].q.val();
    } "module `device`: nothing drives `s[1].bus.d`; assign `self.s[1].bus.d.next` in the kernel"

    of_an_interface: #[hdl_gen] { pub s: Producer, } {} "module `device`: nothing drives `s.d`; assign `self.s.d.next` in the kernel"

    of_an_input_of_an_interface: #[hdl_gen] { pub s: Consumer, } {
        self.s.ready.next = true;
        self.s.d.next = 1.into();
    } "module `device`: the kernel assigns the input `s.d`; inputs are driven from outside, so make it an output or a \
       local signal"

    of_a_struct: #[hdl_gen] { pub s: Signal<Out, Pair>, } {
        self.s.next.d = 9.into();
        self.s.next.e = true;
    } "module `device`, in the assignment to `s.d`: 9 does not fit in 3 bits, and rust-hdl would panic; \
       use a wider type or another value"

    of_a_struct_in_a_struct: #[hdl_gen] { pub s: Signal<Out, Pairs>, } {
        self.s.next.second.d = 9.into();
    } "module `device`, in the assignment to `s.second.d`: 9 does not fit in 3 bits, and rust-hdl would panic; \
       use a wider type or another value"

    of_a_signal_that_is_read_early: #[hdl_gen] {
        pub a: Signal<In, Bits<3>>,
        pub y: Signal<Out, Bits<3>>,
        s: [Stage; 1],
        middle: [Signal<Local, Bits<3>>; 1],
    } {
        if self.a.val().any() {
            self.middle[0].next = 1.into();
        }
        self.s[0].d.next = self.middle[0].val();
        self.middle[0].next = self.a.val();
        self.s[0].bus.d.next = 1.into();
        self.y.next = self.middle[0].val();
    } "module `device`: `middle[0]` is read before its last assignment, in the process that drives `s[0].d`; \
       assign it completely first, or use another signal for the intermediate value"
}
