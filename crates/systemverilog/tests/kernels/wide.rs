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

// Bits on both sides of bit 128. In Rust, a shift amount has at most 64 bits and a bit index at
// most 32, and `signed_bit_cast` does not terminate for the most negative number.
kernels! { #[hdl_gen] self: Border {
    slice: Bits<7> = { (self.a.val() + self.b.val()).get_bits::<7>(125) }
    long_slice: Bits<100> = { (self.a.val() - self.b.val()).get_bits::<100>(29) }
    slice_by_bits: Bits<100> = { self.a.val().get_bits::<100>(bit_cast::<7, N>(self.b.val()).index()) }
    border_bit: Bit = { (self.a.val() ^ self.b.val()).get_bit(128) }
    bit_by_bits: Bit = { self.a.val().get_bit(bit_cast::<7, N>(self.b.val()).index()) }
    replaced: Bits<N> = { self.a.val().replace_bit(128, self.b.val().any()) }
    replaced_by_bits: Bits<N> = {
        self.a.val().replace_bit(bit_cast::<7, N>(self.b.val()).index(), self.c.val().any())
    }
    signed_slice: Signed<40> = { (self.s.val() + self.t.val()).get_bits::<40>(89) }
    left: Bits<N> = { self.a.val() << 128 }
    right: Bits<N> = { (self.a.val() - self.b.val()) >> 127 }
    left_by_bits: Bits<N> = { (self.a.val() + self.b.val()) << bit_cast::<10, N>(self.c.val()) }
    right_by_bits: Bits<N> = { (self.a.val() - self.b.val()) >> bit_cast::<64, N>(self.c.val()) }
    narrowed: Bits<128> = { bit_cast::<128, N>(self.a.val() - self.b.val()) }
    widened: Bits<600> = { bit_cast::<600, N>(self.a.val() - self.b.val()) }
    widened_sum: Bits<600> = {
        bit_cast::<600, N>(self.a.val()) + bit_cast::<600, N>(self.b.val())
    }
    joined: Bits<300> = {
        (bit_cast::<300, 100>(self.a.val().get_bits::<100>(29)) << 200)
            | (bit_cast::<300, 100>(self.b.val().get_bits::<100>(0)) << 100)
            | bit_cast::<300, 100>(self.c.val().get_bits::<100>(20))
    }
    equals_last: Bit = { self.a.val() == self.last.val() << 120 }
    literal: Bits<N> = { self.a.val() - 0xffff_ffff_ffff_ffff_u64 }
} {
    signed_widened: Signed<600>, signed_narrowed: Signed<129> =>
    self.signed_widened.next = signed_bit_cast::<600, N>(-signed_cast(self.a.val() >> 1));
    self.signed_narrowed.next = signed_bit_cast::<129, N>(-signed_cast(self.b.val() >> 1));
} }

/// Widths around those at which rust-hdl and the typed design change their representation.
pub fn cases() -> Vec<Case> {
    vec![
        Case::of::<Wide<32>>(32),
        Case::of::<Wide<33>>(33),
        Case::of::<Wide<64>>(64),
        Case::of::<Wide<65>>(65),
        Case::of::<Wide<128>>(128),
    ]
}

pub fn cases_above_128_bits() -> Vec<Case> {
    vec![
        Case::of::<Wide<129>>(129),
        Case::of::<Wide<130>>(130),
        Case::of::<Wide<192>>(192),
        Case::of::<Wide<256>>(256),
        // With wider words, a row of all ports exceeds the 8,192 bits that Verilator 5.006 reads.
        Case::of::<Wide<384>>(384),
        Case::of::<Border<129>>(129),
        Case::of::<Border<130>>(130),
        Case::of::<Border<192>>(192),
        Case::of::<Border<256>>(256),
        Case::of::<Border<512>>(512),
    ]
}

#[test]
fn words_wider_than_a_machine_word() {
    assert_match(&cases());
}

#[test]
fn words_of_more_than_128_bits() {
    assert_match(&cases_above_128_bits());
}
