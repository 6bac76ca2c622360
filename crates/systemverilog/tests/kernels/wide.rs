//! Wide words, at the limits of their range and at random values.

use rust_hdl::prelude::*;

use crate::case::{Case, assert_match};

kernels! { #[hdl_gen] self: Wide {
    plus_c: Bits<N> = { (self.a.val() + self.b.val()) + self.c.val() }
    minus_c: Bits<N> = { (self.a.val() + self.b.val()) - self.c.val() }
    and_c: Bits<N> = { (self.a.val() - self.b.val()) & self.c.val() }
    or_c: Bits<N> = { (self.a.val() - self.b.val()) | self.c.val() }
    xor_c: Bits<N> = { (self.a.val() + self.b.val()) ^ self.c.val() }
    shifted_left: Bits<N> = { (self.a.val() + self.b.val()) << 3 }
    shifted_right: Bits<N> = { (self.a.val() + self.b.val()) >> 3 }
    left_by_bits: Bits<N> = { self.a.val() << bit_cast::<5, N>(self.b.val()) }
    right_by_bits: Bits<N> = { self.a.val() >> bit_cast::<5, N>(self.b.val()) }
    equals_c: Bit = { self.a.val() + self.b.val() == self.c.val() }
    differs_from_c: Bit = { self.a.val() ^ self.b.val() != self.c.val() }
    below_c: Bit = { self.a.val() + self.b.val() < self.c.val() }
    at_most_c: Bit = { self.a.val() - self.b.val() <= self.c.val() }
    above_c: Bit = { self.a.val() + self.b.val() > self.c.val() }
    at_least_c: Bit = { !self.a.val() >= self.c.val() }
    wraps: Bit = { self.a.val() + 1 == 0 }
    from_0: Bits<N> = { 0 - self.a.val() }
    all: Bit = { (self.a.val() | self.b.val()).all() }
    any: Bit = { (self.a.val() & self.b.val()).any() }
    parity: Bit = { (self.a.val() ^ !self.b.val()).xor() }
    slice: Bits<7> = { (self.a.val() - self.b.val()).get_bits::<7>(1) }
    replaced: Bits<N> = { self.a.val().replace_bit(7, self.b.val().get_bit(0)) }
    plus_bit: Bits<N> = { self.a.val() + self.b.val().any() }

    negative: Signed<N> = { -self.s.val() }
    signed_difference: Signed<N> = { self.s.val() - self.t.val() }
    signed_below: Bit = { self.s.val() + self.t.val() < self.u.val() }
    signed_at_least: Bit = { -self.s.val() >= self.t.val() }
} {
    is_minus_1: Bit =>
    self.is_minus_1.next = self.s.val() == (-1).into();
} }

/// Widths around those at which rust-hdl changes its representation.
pub fn cases() -> Vec<Case> {
    vec![
        Case::of::<Wide<32>>(32),
        Case::of::<Wide<33>>(33),
        Case::of::<Wide<64>>(64),
        Case::of::<Wide<65>>(65),
        Case::of::<Wide<128>>(128),
    ]
}

#[test]
fn words_wider_than_a_machine_word() {
    assert_match(&cases());
}
