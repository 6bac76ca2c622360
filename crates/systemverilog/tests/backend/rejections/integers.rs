//! Rust integers that rust-hdl's tree does not determine, or on which it panics.

use rust_hdl::prelude::*;
use rust_hdl_describe::*;

use super::State;

impl State {
    /// An author's own conversion to an integer.
    fn index(self) -> usize {
        if self == State::Stop { 0 } else { 1 }
    }
}

rejected! { self:
    arithmetic_in_parentheses_of_bits_or_of_integers: #[hdl_gen] {
        pub word: Signal<In, Bits<32>>, pub a: Signal<In, Bits<3>>, pub y: Signal<Out, Bit>,
    } {
        self.y.next = self.word.val().get_bit((self.a.val().index() + self.a.val().index()) << 1);
    } "module `device`: arithmetic in the assignment to `y` that is either on `Bits` or on their `.index()` cannot be \
       translated to hardware; use `#[kernel]`, which records `.index()`, or assign the result to a local signal first"

    arithmetic_beside_a_loop_variable_of_unknown_type: #[hdl_gen] { pub a: Signal<In, Bits<2>>, pub y: Signal<Out, Bit>, } {
        self.y.next = false;
        for i in 0..4 {
            if self.a.val().index() + 1 == i {
                self.y.next = true;
            }
        }
    } "module `device`: arithmetic in an `if` that is either on `Bits` or on their `.index()` cannot be \
       translated to hardware; use `#[kernel]`, which records `.index()`, or assign the result to a local signal first"

    a_comparison_with_a_number_that_does_not_fit: #[hdl_gen] { pub a: Signal<In, Bits<4>>, pub y: Signal<Out, Bit>, } {
        self.y.next = self.a.val() == 20;
    } "module `device`: a comparison of 4 bits with 20 in the assignment to `y`, on which rust-hdl panics unless the \
       bits have `.index()`, cannot be translated to hardware; compare with a number that fits, or use `#[kernel]`, \
       which records `.index()`"

    a_comparison_of_an_index_with_a_number_that_does_not_fit: #[hdl_gen] { pub a: Signal<In, Bits<4>>, pub y: Signal<Out, Bit>, } {
        self.y.next = 20 > self.a.val().index() + self.a.val().index();
    } "module `device`: a comparison of 4 bits with 20 in the assignment to `y`, on which rust-hdl panics unless the \
       bits have `.index()`, cannot be translated to hardware; compare with a number that fits, or use `#[kernel]`, \
       which records `.index()`"

    a_comparison_with_a_loop_variable_that_does_not_fit: #[hdl_gen] { pub a: Signal<In, Bits<2>>, pub y: Signal<Out, Bit>, } {
        self.y.next = false;
        for i in 0..5 {
            if self.a.val() != i {
                self.y.next = true;
            }
        }
    } "module `device`: a comparison of 2 bits with 4 in an `if`, on which rust-hdl panics unless the \
       bits have `.index()`, cannot be translated to hardware; compare with a number that fits, or use `#[kernel]`, \
       which records `.index()`"

    a_comparison_with_a_number_that_does_not_fit_in_a_marked_kernel: #[kernel] {
        pub a: Signal<In, Bits<4>>, pub y: Signal<Out, Bit>,
    } {
        self.y.next = self.a.val() >= 16;
    } "module `device`, in the assignment to `y`: 16 does not fit in 4 bits, and rust-hdl would panic; use a wider type \
       or another value"

    a_comparison_of_a_signed_value_with_a_number_that_does_not_fit: #[hdl_gen] {
        pub a: Signal<In, Signed<4>>, pub y: Signal<Out, Bit>,
    } {
        self.y.next = self.a.val() < (-16).into();
    } "module `device`, in the assignment to `y`: -16 does not fit in 4 bits, and rust-hdl would panic; use a wider type \
       or another value"

    a_comparison_with_a_negative_number: #[hdl_gen] { pub a: Signal<In, Bits<4>>, pub y: Signal<Out, Bit>, } {
        self.y.next = false;
        for i in 0..2 {
            if self.a.val() == i - 1 {
                self.y.next = true;
            }
        }
    } "module `device`, in an `if`: -1 does not fit in 4 bits, and rust-hdl would panic; use a wider type or another value"

    an_index_of_more_than_32_bits: #[hdl_gen] { pub a: Signal<In, Bits<33>>, pub y: Signal<Out, Bit>, } {
        match self.a.val().index() {
            0 => self.y.next = true,
            _ => self.y.next = false,
        }
    } "module `device`: a Rust integer of 33 bits in a `match` cannot be translated to hardware; \
       select at most 32 bits with `get_bits`: rust-hdl panics on more"

    an_index_of_an_enum: #[hdl_gen] { pub word: Signal<In, Bits<4>>, pub state: Signal<In, State>, pub y: Signal<Out, Bit>, } {
        self.y.next = self.word.val().get_bit(self.state.val().index());
    } "module `device`: the enum `State` as a Rust integer in the assignment to `y` cannot be translated to hardware; \
       rust-hdl has `.index()` for `Bits` only, and does not record one of your own: write a `match`"

    a_match_on_the_index_of_an_enum: #[hdl_gen] { pub state: Signal<In, State>, pub y: Signal<Out, Bit>, } {
        match self.state.val().index() {
            0 => self.y.next = true,
            _ => self.y.next = false,
        }
    } "module `device`: the enum `State` as a Rust integer in a `match` cannot be translated to hardware; \
       rust-hdl has `.index()` for `Bits` only, and does not record one of your own: write a `match`"

    bits_of_unknown_width: #[kernel] { pub a: Signal<In, Bits<4>>, pub y: Signal<Out, Signed<8>>, } {
        self.y.next = signed_cast((self.a.val().index() + 1).to_bits());
    } "module `device`: a `to_bits` of unknown width in the assignment to `y` cannot be translated to hardware; \
       write the width, as in `to_bits::<8>()`"

    a_shift_by_more_than_64_bits: #[hdl_gen] { pub a: Signal<In, Bits<80>>, pub y: Signal<Out, Bits<80>>, } {
        self.y.next = self.a.val() << self.a.val();
    } "module `device`: a shift by `Bits<80>` in the assignment to `y` cannot be translated to hardware; \
       shift by `Bits` of at most 64 bits, which `bit_cast` makes"
}
