//! Constructs that the design cannot represent.

use rust_hdl::prelude::*;

use super::State;

rejected! { self:
    a_loop_without_end: #[hdl_gen] { pub a: Signal<In, Bits<4>>, pub y: Signal<Out, Bits<4>>, } {
        self.y.next = self.a.val();
        for _i in 0..4294967296_usize {
            self.y.next = self.y.val() + 1;
        }
    } "module `device`: the loop over `_i` from 32'h0 to 64'h100000000 cannot be translated to hardware; \
       start at 0 or above, and use at most 65536 iterations"

    a_loop_from_below_zero: #[hdl_gen] { pub a: Signal<In, Bits<4>>, pub y: Signal<Out, Bits<4>>, } {
        self.y.next = self.a.val();
        for _i in (-1)..2 {
            self.y.next = self.y.val() + 1;
        }
    } "module `device`: the loop over `_i` from 32'h-1 to 32'h2 cannot be translated to hardware; \
       start at 0 or above, and use at most 65536 iterations"

    a_block_without_kernel: #[inline] { pub a: Signal<In, Bit>, pub y: Signal<Out, Bit>, } {
        self.y.next = self.a.val();
    } "module `device`: a block without a kernel cannot be translated to hardware; \
       put `#[hdl_gen]` on its `update`"

    a_guard_before_the_same_value: #[hdl_gen] { pub a: Signal<In, Bits<2>>, pub b: Signal<In, Bit>, pub y: Signal<Out, Bit>, } {
        match self.a.val().index() {
            1 if self.b.val() => self.y.next = true,
            0x1 => self.y.next = false,
            _ => self.y.next = false,
        }
    } "module `device`: the arm `0x1` after one for the same value cannot be translated to hardware; \
       if the other has a guard, which rust-hdl drops, write it as an `if` inside the arm; if not, remove one"

    a_guard_before_the_same_variant: #[hdl_gen] { pub state: Signal<In, State>, pub b: Signal<In, Bit>, pub y: Signal<Out, Bit>, } {
        match self.state.val() {
            State::Run if self.b.val() => self.y.next = true,
            State::Idle => self.y.next = true,
            State::Run => self.y.next = false,
            State::Stop => self.y.next = false,
        }
    } "module `device`: the arm `State::Run` after one for the same value cannot be translated to hardware; \
       if the other has a guard, which rust-hdl drops, write it as an `if` inside the arm; if not, remove one"

    a_guard_on_every_value: #[hdl_gen] { pub a: Signal<In, Bits<2>>, pub b: Signal<In, Bit>, pub y: Signal<Out, Bit>, } {
        match self.a.val().index() {
            _ if self.b.val() => self.y.next = true,
            1 => self.y.next = true,
            _ => self.y.next = false,
        }
    } "module `device`: the arm `1` after one for the same value cannot be translated to hardware; \
       if the other has a guard, which rust-hdl drops, write it as an `if` inside the arm; if not, remove one"

    a_guard_in_a_match_of_a_constant: #[hdl_gen] { pub b: Signal<In, Bit>, pub y: Signal<Out, Bit>, } {
        self.y.next = false;
        for i in 0..2 {
            match i {
                _ if self.b.val() => self.y.next = true,
                _ => {}
            }
        }
    } "module `device`: the arm `_` after one for the same value cannot be translated to hardware; \
       if the other has a guard, which rust-hdl drops, write it as an `if` inside the arm; if not, remove one"

    a_number_that_does_not_fit_in_a_cast: #[hdl_gen] { pub a: Signal<In, Bits<8>>, pub y: Signal<Out, Bits<8>>, } {
        self.y.next = self.a.val() + bits::<8>(300);
    } "module `device`: a kernel on which rust-hdl panics (\"Value 0x12c does not fit into bitvector of length 8\") \
       cannot be translated to hardware; check its `bits`, `bit_cast` and constants"

    a_field_that_is_read_before_it_settles: #[hdl_gen] { pub s: Signal<In, Outer>, pub y: Signal<Out, Bits<2>>, } {
        self.y.next = self.s.next.inner.level;
    } "module `device`: a read of `s.next.inner.level` cannot be translated to hardware; read `.val()` instead of `.next`"
}

#[derive(Copy, Clone, Debug, Default, PartialEq, LogicStruct)]
pub struct Inner {
    pub level: Bits<2>,
    pub flag: Bit,
}

#[derive(Copy, Clone, Debug, Default, PartialEq, LogicStruct)]
pub struct Outer {
    pub inner: Inner,
    pub flag: Bit,
}
