//! Unary operators and casts between widths. `tests/kernels` has every operator in every other.

use rust_hdl::prelude::*;
use rust_hdl_describe::Ports;

/// `op a`, `bit_cast(op a)`, `(op a) == b` for unary operators, and casts of sums.
#[derive(Clone, Default, LogicBlock, Ports)]
pub struct Unary<const N: usize, const NARROW: usize, const WIDE: usize> {
    pub a: Signal<In, Bits<N>>,
    pub b: Signal<In, Bits<N>>,
    pub inverted: Signal<Out, Bits<N>>,
    pub not_wide: Signal<Out, Bits<WIDE>>,
    pub not_narrow: Signal<Out, Bits<NARROW>>,
    pub not_equal: Signal<Out, Bit>,
    pub all: Signal<Out, Bit>,
    pub any: Signal<Out, Bit>,
    pub parity: Signal<Out, Bit>,
    pub all_of_sum: Signal<Out, Bit>,
    pub any_of_difference: Signal<Out, Bit>,
    pub parity_of_not: Signal<Out, Bit>,
    pub sum_wide: Signal<Out, Bits<WIDE>>,
    pub sum_narrow: Signal<Out, Bits<NARROW>>,
    pub shifted_narrow: Signal<Out, Bits<NARROW>>,
    pub wide_sum: Signal<Out, Bits<WIDE>>,
    pub wide_of_narrow: Signal<Out, Bits<WIDE>>,
    pub narrow_of_wide: Signal<Out, Bits<NARROW>>,
    pub double_not: Signal<Out, Bits<N>>,
    pub not_of_shift: Signal<Out, Bits<WIDE>>,
}

impl<const N: usize, const NARROW: usize, const WIDE: usize> Logic for Unary<N, NARROW, WIDE> {
    #[hdl_gen]
    fn update(&mut self) {
        self.inverted.next = !self.a.val();
        self.not_wide.next = bit_cast::<WIDE, N>(!self.a.val());
        self.not_narrow.next = bit_cast::<NARROW, N>(!self.a.val());
        self.not_equal.next = !self.a.val() == self.b.val();
        self.all.next = self.a.val().all();
        self.any.next = self.a.val().any();
        self.parity.next = self.a.val().xor();
        self.all_of_sum.next = (self.a.val() + self.b.val()).all();
        self.any_of_difference.next = (self.a.val() - self.b.val()).any();
        self.parity_of_not.next = (!self.a.val()).xor();
        self.sum_wide.next = bit_cast::<WIDE, N>(self.a.val() + self.b.val());
        self.sum_narrow.next = bit_cast::<NARROW, N>(self.a.val() - self.b.val());
        self.shifted_narrow.next = bit_cast::<NARROW, N>((self.a.val() + self.b.val()) >> 1);
        self.wide_sum.next = bit_cast::<WIDE, N>(self.a.val()) + bit_cast::<WIDE, N>(self.b.val());
        self.wide_of_narrow.next =
            bit_cast::<WIDE, NARROW>(bit_cast::<NARROW, N>(self.a.val() + self.b.val()));
        self.narrow_of_wide.next =
            bit_cast::<NARROW, WIDE>(bit_cast::<WIDE, N>(self.a.val() + self.b.val()) >> 1);
        self.double_not.next = !(!self.a.val() + self.b.val());
        self.not_of_shift.next = bit_cast::<WIDE, N>(!(self.a.val() << (self.b.val() & 3)));
    }
}

matches_rust! {
    casts_from_2_bits_to_1_and_3: Unary<2, 1, 3>,
    casts_from_4_bits_to_2_and_8: Unary<4, 2, 8>,
    casts_from_4_bits_to_3_and_5: Unary<4, 3, 5>,
    casts_from_33_bits_to_32_and_34: Unary<33, 32, 34>,
    casts_from_64_bits_to_31_and_128: Unary<64, 31, 128>,
    casts_from_32_bits_to_1_and_33: Unary<32, 1, 33>,
}
