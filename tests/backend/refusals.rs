//! What hardware cannot be made of, and what its author is told.

use baccarat::rtl::elaborate;
use rust_hdl::prelude::*;
use rust_hdl_describe::*;

use crate::harness::try_design;

/// A block each, and all that is said of it.
macro_rules! refused {
    ($($test:ident: { $($fields:tt)* } { $($logic:tt)* } $message:literal)*) => {
        $(#[allow(unused_variables, non_snake_case)] // Names are what some of them get wrong.
        mod $test {
            use super::*;

            #[derive(Default, LogicBlock)]
            pub struct Device { $($fields)* }

            impl Logic for Device { $($logic)* }

            #[test]
            fn is_refused() {
                let error = try_design::<Device>().expect_err("a refusal");
                assert_eq!(error.to_string(), $message);
            }
        })*
    };
}

#[derive(Copy, Clone, Debug, PartialEq, LogicState)]
pub enum State {
    Idle,
    Run,
    Stop,
}
use State::Run;

const LIMIT: LiteralType = 3;

#[derive(Clone, Default, LogicBlock)]
pub struct Inverter {
    pub a: Signal<In, Bit>,
    pub y: Signal<Out, Bit>,
}

impl Logic for Inverter {
    #[hdl_gen]
    fn update(&mut self) {
        self.y.next = !self.a.val();
    }
}

// Drivers.
refused! {
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

    a_match_on_an_enum_that_does_not_fill_its_bits: {
        pub clock: Signal<In, Clock>,
        pub y: Signal<Out, Bit>,
        state: DFF<State>,
    } {
        #[hdl_gen]
        fn update(&mut self) {
            dff_setup!(self, clock, state);
            match self.state.q.val() {
                State::Idle => self.y.next = true,
                State::Run => self.y.next = false,
                State::Stop => self.y.next = true,
            }
        }
    } "module `device`: `y` keeps its old value on some path through the kernel, which is a latch; \
       assign it a default before the `if` or `match`, or add the missing `else` or `_` arm"

    a_register_that_is_not_always_told: {
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

    a_part_of_a_struct_without_driver: {
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
    } "module `device`: the kernel assigns its own input `a`; inputs are driven from outside"

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

// Order and loops.
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

// Numbers and widths.
refused! {
    a_literal_that_does_not_fit: { pub a: Signal<In, Bits<4>>, pub y: Signal<Out, Bit>, } {
        #[hdl_gen]
        fn update(&mut self) {
            self.y.next = self.a.val() == 16;
        }
    } "module `device`, in what drives `y`: 16 does not fit in 4 bits; rust-hdl would panic on it"

    an_arm_that_does_not_fit: { pub a: Signal<In, Bits<2>>, pub y: Signal<Out, Bit>, } {
        #[hdl_gen]
        fn update(&mut self) {
            match self.a.val().index() {
                4 => self.y.next = true,
                _ => self.y.next = false,
            }
        }
    } "module `device`, in a `match` arm: 4 does not fit in 2 bits; rust-hdl would panic on it"

    a_bit_that_is_not_there: { pub a: Signal<In, Bits<4>>, pub y: Signal<Out, Bit>, } {
        #[hdl_gen]
        fn update(&mut self) {
            self.y.next = self.a.val().get_bit(4);
        }
    } "module `device`, in what drives `y`: bit 4 of a value of 4 bits is read; rust-hdl would panic on it"

    a_bit_far_away: { pub a: Signal<In, Bits<4>>, pub y: Signal<Out, Bit>, } {
        #[hdl_gen]
        fn update(&mut self) {
            self.y.next = self.a.val().get_bit(18446744073709551615_usize);
        }
    } "module `device`, in what drives `y`: bit 18446744073709551615 of a value of 4 bits is read; \
       rust-hdl would panic on it"

    bits_that_are_not_there: { pub a: Signal<In, Bits<4>>, pub y: Signal<Out, Bits<2>>, } {
        #[hdl_gen]
        fn update(&mut self) {
            if self.a.val().get_bits::<2>(5).any() {
                self.y.next = 0.into();
            } else {
                self.y.next = 1.into();
            }
        }
    } "module `device`, in an `if`: bit 5 of a value of 4 bits is read; rust-hdl would panic on it"

    a_signal_of_129_bits: { pub a: Signal<In, Bits<129>>, pub y: Signal<Out, Bit>, } {
        #[hdl_gen]
        fn update(&mut self) {
            self.y.next = self.a.val().any();
        }
    } "module `device`: `a` is 129 bits wide, and at most 128 can be handled; split it"

    a_value_of_129_bits: { pub a: Signal<In, Bits<4>>, pub y: Signal<Out, Bit>, } {
        #[hdl_gen]
        fn update(&mut self) {
            self.y.next = bit_cast::<129, 4>(self.a.val()).any();
        }
    } "module `device`: a value of 129 bits in what drives `y` cannot be carried over to hardware here; \
       keep to widths from 1 to 128"

    a_signal_without_bits: { pub a: Signal<In, Bits<0>>, pub y: Signal<Out, Bit>, } {
        #[hdl_gen]
        fn update(&mut self) {
            self.y.next = true;
        }
    } "module `device`: the signal `a`, which has no bits, cannot be carried over to hardware here; \
       remove it, or give its enum a second variant"

    an_enum_of_one_variant: { only: Signal<Local, Only>, pub y: Signal<Out, Bit>, } {
        #[hdl_gen]
        fn update(&mut self) {
            self.only.next = Only::One;
            self.y.next = self.only.val() == Only::One;
        }
    } "module `device`: the signal `only`, which has no bits, cannot be carried over to hardware here; \
       remove it, or give its enum a second variant"

    a_slice_without_bits: { pub a: Signal<In, Bits<4>>, pub y: Signal<Out, Bit>, } {
        #[hdl_gen]
        fn update(&mut self) {
            self.y.next = self.a.val().get_bits::<0>(1).any();
        }
    } "module `device`: a value of 0 bits in what drives `y` cannot be carried over to hardware here; \
       keep to widths from 1 to 128"

    a_shift_of_a_number: { pub a: Signal<In, Bits<4>>, pub y: Signal<Out, Bits<64>>, } {
        #[hdl_gen]
        fn update(&mut self) {
            self.y.next = 1_u64 << self.a.val();
        }
    } "module `device`: the shift of a bare number in what drives `y` cannot be carried over to hardware here; \
       use `bits`"
}

#[derive(Copy, Clone, Debug, PartialEq, LogicState)]
pub enum Only {
    One,
}

// Names.
refused! {
    a_constant_of_rust: { pub a: Signal<In, Bits<4>>, pub y: Signal<Out, Bit>, } {
        #[hdl_gen]
        fn update(&mut self) {
            self.y.next = self.a.val() == LIMIT;
        }
    } "module `device`: `LIMIT` is neither a signal, a constant, a port of a child nor an enum variant; \
       write constants as literals or as `Constant` fields, and variants as `Enum::Variant`"

    a_bare_variant: { state: Signal<Local, State>, pub y: Signal<Out, Bit>, } {
        #[hdl_gen]
        fn update(&mut self) {
            self.state.next = Run;
            self.y.next = self.state.val() == State::Run;
        }
    } "module `device`: `Run` is neither a signal, a constant, a port of a child nor an enum variant; \
       write constants as literals or as `Constant` fields, and variants as `Enum::Variant`"

    a_pattern_that_is_a_bare_variant: { state: Signal<Local, State>, pub y: Signal<Out, Bit>, } {
        #[hdl_gen]
        fn update(&mut self) {
            self.state.next = State::Run;
            match self.state.val() {
                Run => self.y.next = true,
                _ => self.y.next = false,
            }
        }
    } "module `device`: the match arm `Run` is no integer, no `Enum::Variant` and not `_`; a name on its own \
       binds in Rust and cannot be told from a constant here, so write the value"

    a_field_of_a_field: { pub a: Signal<In, Frame>, pub y: Signal<Out, Bit>, } {
        #[hdl_gen]
        fn update(&mut self) {
            self.y.next = self.a.val().head.flag;
        }
    } "module `device`: `a.val().head.flag` is neither a signal, a constant, a port of a child nor an enum \
       variant; write constants as literals or as `Constant` fields, and variants as `Enum::Variant`"

    an_element_before_the_first: { parts: [Signal<Local, Bit>; 2], pub y: Signal<Out, Bit>, } {
        #[hdl_gen]
        fn update(&mut self) {
            for i in 0..2 {
                self.parts[i].next = false;
            }
            for i in 0..2 {
                self.y.next = self.parts[i - 1].val();
            }
        }
    } "module `device`: `parts[i-1]` is neither a signal, a constant, a port of a child nor an enum \
       variant; write constants as literals or as `Constant` fields, and variants as `Enum::Variant`"

    a_keyword: { pub table: Signal<In, Bit>, pub y: Signal<Out, Bit>, } {
        #[hdl_gen]
        fn update(&mut self) {
            self.y.next = self.table.val();
        }
    } "module `device`: `table` is a SystemVerilog keyword; rename it"

    a_keyword_of_systemverilog_alone: { pub a: Signal<In, Bit>, logic: Signal<Local, Bit>, pub y: Signal<Out, Bit>, } {
        #[hdl_gen]
        fn update(&mut self) {
            self.logic.next = self.a.val() | self.a.val();
            self.y.next = !self.logic.val();
        }
    } "module `device`: `logic` is a SystemVerilog keyword; rename it"

    names_that_differ_in_case: { pub load: Signal<In, Bit>, pub Load: Signal<Out, Bit>, } {
        #[hdl_gen]
        fn update(&mut self) {
            self.Load.next = self.load.val();
        }
    } "module `device`: `Load` differs only in case from `load`; rename it"

    an_element_with_the_name_of_a_signal: { pub a: Signal<In, Bit>, parts: [Signal<Local, Bit>; 1], pub parts_0: Signal<Out, Bit>, } {
        #[hdl_gen]
        fn update(&mut self) {
            self.parts[0].next = !self.a.val();
            self.parts_0.next = !self.parts[0].val();
        }
    } "module `device`: `parts_0` is the name of two things in this module; rename it"

    a_port_with_the_name_of_the_module: { pub device: Signal<In, Bit>, pub y: Signal<Out, Bit>, } {
        #[hdl_gen]
        fn update(&mut self) {
            self.y.next = self.device.val();
        }
    } "module `device`: `device` is the name of two things in this module; rename it"

    a_variant_with_the_name_of_a_signal: { pub Run: Signal<In, Bit>, state: Signal<Local, State>, pub y: Signal<Out, Bit>, } {
        #[hdl_gen]
        fn update(&mut self) {
            self.state.next = State::Idle;
            if self.Run.val() {
                self.state.next = State::Stop;
            }
            self.y.next = self.state.val() == State::Stop;
        }
    } "module `device`: `Run` is the name of two things in this module; rename it"

    a_signal_with_the_name_of_a_type: { pub state_e: Signal<In, Bit>, state: Signal<Local, State>, pub y: Signal<Out, Bit>, } {
        #[hdl_gen]
        fn update(&mut self) {
            self.state.next = State::Idle;
            if self.state_e.val() {
                self.state.next = State::Stop;
            }
            self.y.next = self.state.val() == State::Stop;
        }
    } "module `device`: `state_e` is the name of two things in this module; rename it"

    two_enums_of_one_name: { state: Signal<Local, State>, other: Signal<Local, elsewhere::State>, pub y: Signal<Out, Bit>, } {
        #[hdl_gen]
        fn update(&mut self) {
            self.state.next = State::Stop;
            self.other.next = elsewhere::State::Off;
            self.y.next = self.state.val() == State::Run;
        }
    } "module `device`: `State` is the name of two enums in this module; rename it"

    a_name_that_rust_hdl_spoils: { pub a: Signal<In, Bit>, pub itself: Signal<Out, Bit>, } {
        #[hdl_gen]
        fn update(&mut self) {
            self.itself.next = self.a.val();
        }
    } "module `device`: `itself` ends in `self`, which rust-hdl cuts off in kernels; rename it"

    a_raw_identifier: { pub r#type: Signal<In, Bit>, pub y: Signal<Out, Bit>, } {
        #[hdl_gen]
        fn update(&mut self) {
            self.y.next = self.r#type.val();
        }
    } "module `device`: `r#type` is no SystemVerilog identifier: letters, digits and `_` only, no digit first; \
       rename it"

    a_loop_variable_with_the_name_of_a_signal: { pub i: Signal<In, Bits<2>>, pub y: Signal<Out, Bits<2>>, } {
        #[hdl_gen]
        fn update(&mut self) {
            self.y.next = 0.into();
            for i in 0..2 {
                self.y.next = self.i.val() + self.y.val();
            }
        }
    } "module `device`: the loop variable `i`, which has the name of a signal, cannot be carried over to \
       hardware here; give it a name of its own"
}

pub mod elsewhere {
    use rust_hdl::prelude::*;

    #[derive(Copy, Clone, Debug, PartialEq, LogicState)]
    pub enum State {
        On,
        Off,
    }
}

#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
pub struct Head {
    pub flag: Bit,
    pub number: Bits<2>,
}

#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
pub struct Frame {
    pub head: Head,
    pub tail: Bits<3>,
}

// Constructs.
refused! {
    signed_numbers: { pub a: Signal<In, Signed<4>>, pub y: Signal<Out, Bit>, } {
        #[hdl_gen]
        fn update(&mut self) {
            self.y.next = true;
        }
    } "module `device`: the signed signal `a` cannot be carried over to hardware here; \
       use `Bits` in two's complement"

    signed_arithmetic: { pub a: Signal<In, Bits<4>>, pub y: Signal<Out, Bit>, } {
        #[hdl_gen]
        fn update(&mut self) {
            self.y.next = signed_cast(self.a.val()) == signed_cast(self.a.val());
        }
    } "module `device`: signed arithmetic in what drives `y` cannot be carried over to hardware here; \
       use `Bits` in two's complement"

    a_bidirectional_port: { pub a: Signal<InOut, Bits<4>>, pub y: Signal<Out, Bit>, } {
        #[hdl_gen]
        fn update(&mut self) {
            self.y.next = self.a.val().any();
        }
    } "module `device`: the bidirectional signal `a` cannot be carried over to hardware here; \
       split it into an input, an output and an enable"

    an_enum_on_a_port: { pub a: Signal<In, State>, pub y: Signal<Out, Bit>, } {
        #[hdl_gen]
        fn update(&mut self) {
            self.y.next = self.a.val() == State::Run;
        }
    } "module `device`: the enum on port `a` cannot be carried over to hardware here; make the port `Bits`"

    a_replaced_bit: { pub a: Signal<In, Bits<4>>, pub y: Signal<Out, Bits<4>>, } {
        #[hdl_gen]
        fn update(&mut self) {
            self.y.next = self.a.val().replace_bit(1, true);
        }
    } "module `device`: `replace_bit` in what drives `y` cannot be carried over to hardware here; \
       combine the bits with `&` and `|`, or use a `LogicStruct`"

    a_loop_without_end: { pub a: Signal<In, Bits<4>>, pub y: Signal<Out, Bits<4>>, } {
        #[hdl_gen]
        fn update(&mut self) {
            self.y.next = self.a.val();
            for _i in 0..4294967296_usize {
                self.y.next = self.y.val() + 1;
            }
        }
    } "module `device`: the loop over `_i` from 32'h0 to 64'h100000000 cannot be carried over to hardware here; \
       count from 0 or more, and take at most 65536 turns"

    a_loop_from_below_zero: { pub a: Signal<In, Bits<4>>, pub y: Signal<Out, Bits<4>>, } {
        #[hdl_gen]
        fn update(&mut self) {
            self.y.next = self.a.val();
            for _i in (-1)..2 {
                self.y.next = self.y.val() + 1;
            }
        }
    } "module `device`: the loop over `_i` from 32'h-1 to 32'h2 cannot be carried over to hardware here; \
       count from 0 or more, and take at most 65536 turns"

    a_block_without_kernel: { pub a: Signal<In, Bit>, pub y: Signal<Out, Bit>, } {
        fn update(&mut self) {
            self.y.next = self.a.val();
        }
    } "module `device`: a block without a kernel cannot be carried over to hardware here; \
       put `#[hdl_gen]` on its `update`"

    a_block_in_verilog: { pub a: Signal<In, Bit>, pub y: Signal<Out, Bit>, } {
        fn update(&mut self) {
            self.y.next = self.a.val();
        }
        fn hdl(&self) -> Verilog {
            Verilog::Custom("assign y = a;".into())
        }
    } "module `device`: a block written in Verilog cannot be carried over to hardware here; write it as a kernel"

    a_wrapped_core: { pub a: Signal<In, Bit>, pub y: Signal<Out, Bit>, } {
        fn update(&mut self) {}
        fn hdl(&self) -> Verilog {
            Verilog::Wrapper(Wrapper { code: String::new(), cores: String::new() })
        }
    } "module `device`: a block written in Verilog cannot be carried over to hardware here; write it as a kernel"

    a_black_box: { pub a: Signal<In, Bit>, pub y: Signal<Out, Bit>, } {
        fn update(&mut self) {}
        fn hdl(&self) -> Verilog {
            Verilog::Blackbox(BlackBox { code: String::new(), name: "core".into() })
        }
    } "module `device`: a block written in Verilog cannot be carried over to hardware here; write it as a kernel"

    a_widget_in_verilog: {
        pub clock: Signal<In, Clock>,
        pub y: Signal<Out, Bit>,
        memory: RAM<Bit, 2>,
    } {
        #[hdl_gen]
        fn update(&mut self) {
            self.memory.read_clock.next = self.clock.val();
            self.memory.write_clock.next = self.clock.val();
            self.memory.read_address.next = 0.into();
            self.memory.write_address.next = 0.into();
            self.memory.write_enable.next = false;
            self.memory.write_data.next = false;
            self.y.next = self.memory.read_data.val();
        }
    } "module `memory`: a block written in Verilog cannot be carried over to hardware here; write it as a kernel"
}

/// A pattern that binds, although a field has its name.
#[derive(Clone, LogicBlock)]
pub struct Binding {
    pub a: Signal<In, Bits<4>>,
    limit: Constant<Bits<4>>,
    pub y: Signal<Out, Bit>,
}

impl Default for Binding {
    fn default() -> Binding {
        Binding { a: Signal::default(), limit: Constant::new(3.into()), y: Signal::default() }
    }
}

impl Logic for Binding {
    #[hdl_gen]
    fn update(&mut self) {
        #[allow(unused_variables)] // It binds, and that is what is wrong with it.
        match self.a.val() {
            limit => self.y.next = self.limit.val() == self.a.val(),
        }
    }
}

/// A struct for a trait of `rust-hdl` that its derive would not make: the tree is what the test says.
macro_rules! trees {
    ($($test:ident: $tree:expr => $message:literal)*) => {
        $(#[test]
        fn $test() {
            assert_eq!(refusal(&Tree::of($tree)), $message);
        })*
    };
}

/// A block whose kernel is any tree at all. It has an input `a` of 4 bits, `b` of 2, and an output `y` of 4.
pub struct Tree {
    a: Signal<In, Bits<4>>,
    b: Signal<In, Bits<2>>,
    y: Signal<Out, Bits<4>>,
    kernel: Vec<ast::VerilogStatement>,
}

impl Tree {
    fn of(value: Expression) -> Tree {
        Tree::with(vec![ast::VerilogStatement::Assignment(signal("y"), value)])
    }

    fn with(kernel: Vec<ast::VerilogStatement>) -> Tree {
        Tree { a: Signal::default(), b: Signal::default(), y: Signal::default(), kernel }
    }
}

impl Logic for Tree {
    fn update(&mut self) {}

    fn hdl(&self) -> Verilog {
        Verilog::Combinatorial(self.kernel.clone())
    }
}

impl Block for Tree {
    fn connect_all(&mut self) {}

    fn update_all(&mut self) {}

    fn has_changed(&self) -> bool {
        false
    }

    fn accept(&self, name: &str, probe: &mut dyn Probe) {
        probe.visit_start_scope(name, self);
        self.a.accept("a", probe);
        self.b.accept("b", probe);
        self.y.accept("y", probe);
        probe.visit_end_scope(name, self);
    }
}

use ast::{VerilogExpression as Expression, VerilogOp as Operator, VerilogOpUnary as Unary};

fn signal(name: &str) -> Expression {
    Expression::Signal(name.to_string())
}

fn number(value: u128) -> Expression {
    Expression::Literal(value.into())
}

fn binary(left: Expression, operator: Operator, right: Expression) -> Expression {
    Expression::Binary(Box::new(left), operator, Box::new(right))
}

fn refusal(block: &dyn Block) -> String {
    elaborate(&[("device", block)]).expect_err("a refusal").to_string()
}

trees! {
    operands_of_two_widths: binary(signal("a"), Operator::Add, signal("b")) =>
        "module `device`, in what drives `y`: 4 bits meet 2; bring both to one width with `bit_cast`"
    a_value_of_another_width: signal("b") =>
        "module `device`, in what drives `y`: 4 bits meet 2; bring both to one width with `bit_cast`"
    a_product: binary(signal("a"), Operator::Mul, signal("a")) =>
        "module `device`: the multiplication in what drives `y` cannot be carried over to hardware here; add and shift"
    a_number_below_zero: binary(number(1), Operator::Sub, number(2)) =>
        "module `device`: the arithmetic between numbers in what drives `y` cannot be carried over to hardware \
         here; write the result"
    a_product_of_great_numbers: binary(number(u128::MAX), Operator::Mul, number(2)) =>
        "module `device`: the multiplication in what drives `y` cannot be carried over to hardware here; add and shift"
    a_number_shifted_too_far: binary(number(1), Operator::Shl, number(128)) =>
        "module `device`: the arithmetic between numbers in what drives `y` cannot be carried over to hardware \
         here; write the result"
    a_negative_literal: Expression::Literal((-3_i32).into()) =>
        "module `device`: the negative number in what drives `y` cannot be carried over to hardware here; \
         use its bit pattern"
    an_inverted_number: Expression::Unary(Unary::Not, Box::new(number(3))) =>
        "module `device`: the bare number 3 in what drives `y` cannot be carried over to hardware here; \
         give it a width with `bits`"
    a_slice_of_enormous_width: Expression::Slice(Box::new(signal("a")), usize::MAX, Box::new(number(0))) =>
        "module `device`: a value of 18446744073709551615 bits in what drives `y` cannot be carried over to \
         hardware here; keep to widths from 1 to 128"
    a_slice_from_far_away: Expression::Slice(Box::new(signal("a")), 4, Box::new(number(u128::MAX))) =>
        "module `device`, in what drives `y`: bit 340282366920938463463374607431768211455 of a value of 4 bits \
         is read; rust-hdl would panic on it"
    a_cast_to_enormous_width: Expression::Cast(Box::new(signal("a")), 1 << 40) =>
        "module `device`: a value of 1099511627776 bits in what drives `y` cannot be carried over to hardware \
         here; keep to widths from 1 to 128"
    an_unclosed_index: signal("a[") =>
        "module `device`: `a[` is neither a signal, a constant, a port of a child nor an enum variant; \
         write constants as literals or as `Constant` fields, and variants as `Enum::Variant`"
}

#[test]
fn a_slice_that_is_assigned_must_be_there() {
    for (width, offset, said) in [
        (0, 0, "0 bits from bit 0 of 4"),
        (1, 4, "1 bits from bit 4 of 4"),
        (5, 0, "5 bits from bit 0 of 4"),
        (usize::MAX, usize::MAX, "18446744073709551615 bits from bit 18446744073709551615 of 4"),
    ] {
        let kernel = ast::VerilogStatement::SliceAssignment {
            base: signal("y"),
            width,
            offset: Expression::Literal(offset.into()),
            replacement: number(0),
        };
        assert_eq!(
            refusal(&Tree::with(vec![kernel])),
            format!(
                "module `device`: an assignment to {said} cannot be carried over to hardware here; \
                 assign to bits that are there"
            )
        );
    }
}

#[test]
fn assignments_go_to_signals() {
    let to = |target, offset| ast::VerilogStatement::SliceAssignment {
        base: target,
        width: 1,
        offset,
        replacement: number(0),
    };
    for (kernel, message) in [
        (
            to(signal("y"), signal("b")),
            "module `device`: an assignment to a bit chosen at run time cannot be carried over to hardware here; \
             use a `match`",
        ),
        (
            to(number(3), number(0)),
            "module `device`: an assignment to an expression cannot be carried over to hardware here; \
             assign to `self.signal.next`",
        ),
        (
            ast::VerilogStatement::Link(vec![ast::VerilogLink::Bidirectional(
                ast::VerilogLinkDetails {
                    my_name: String::new(),
                    owner_name: "a".into(),
                    other_name: "b".into(),
                },
            )]),
            "module `device`: the bidirectional link of `a` cannot be carried over to hardware here; \
             split it into an input, an output and an enable",
        ),
    ] {
        assert_eq!(refusal(&Tree::with(vec![kernel])), message);
    }
}

#[test]
fn a_name_on_its_own_is_no_pattern_even_if_a_field_has_it() {
    assert_eq!(
        refusal(&Binding::default()),
        "module `device`: the match arm `limit` is no integer, no `Enum::Variant` and not `_`; a name on its own \
         binds in Rust and cannot be told from a constant here, so write the value"
    );
}

/// Two modules that say that they have one name.
#[derive(Clone, Default, Module)]
#[module(name = "gate")]
pub struct AndGate {
    pub a: Signal<In, Bit>,
    pub y: Signal<Out, Bit>,
}

impl Logic for AndGate {
    #[kernel]
    fn update(&mut self) {
        self.y.next = self.a.val() & self.a.val();
    }
}

#[derive(Clone, Default, Module)]
#[module(name = "gate")]
pub struct NotGate {
    pub a: Signal<In, Bit>,
    pub y: Signal<Out, Bit>,
}

impl Logic for NotGate {
    #[kernel]
    fn update(&mut self) {
        self.y.next = !self.a.val();
    }
}

#[derive(Clone, Default, Module)]
#[module(name = "Gate")]
pub struct CapitalGate {
    pub a: Signal<In, Bit>,
    pub y: Signal<Out, Bit>,
}

impl Logic for CapitalGate {
    #[kernel]
    fn update(&mut self) {
        self.y.next = !self.a.val();
    }
}

#[test]
fn modules_have_names_of_their_own() {
    let (and, not, capital) = (AndGate::default(), NotGate::default(), CapitalGate::default());
    let refusal = |second: &dyn Block| {
        elaborate(&[("a", &and), ("b", second)]).expect_err("a refusal").to_string()
    };
    assert_eq!(
        refusal(&not),
        "two different modules are called `gate`: one from tests/backend/refusals.rs, one from \
         tests/backend/refusals.rs; name one of them with `#[module(name = ...)]`"
    );
    assert_eq!(
        refusal(&capital),
        "module `Gate`: `Gate` differs only in case from the module `gate`; rename it"
    );
    assert!(elaborate(&[("a", &and), ("b", &and)]).is_ok());
    let unnamed = [Inverter::default(), Inverter::default()];
    assert_eq!(
        elaborate(&[("begin", &unnamed[0])]).expect_err("a keyword").to_string(),
        "module `begin`: `begin` is a SystemVerilog keyword; rename it"
    );
    assert!(elaborate(&[("first", &unnamed[0]), ("second", &unnamed[1])]).is_ok());
}

#[test]
fn blocks_of_the_same_field_name_get_the_name_of_their_parent_too() {
    let design = crate::harness::design::<crate::hierarchy::Interfaces>();
    let names: Vec<&str> = design.modules.iter().map(|module| module.name.as_str()).collect();
    assert_eq!(names, ["source", "device_source", "sink", "device"]);
}
