//! Two's complement numbers: every operator on a signal and on results of other operators.

use rust_hdl::prelude::*;
use rust_hdl_describe::*;

use crate::case::{Case, assert_match};

/// A block for each operand, with every operator, on either side of binary ones.
macro_rules! under_every_operator {
    ($hash:tt $hdl_gen:tt $self:ident: $($block:ident { $($x:tt)* })*) => {
        $(kernels! { $hash $hdl_gen $self: $block {
            plus_u: Signed<N> = { ($($x)*) + $self.u.val() }
            minus_u: Signed<N> = { ($($x)*) - $self.u.val() }
            u_plus: Signed<N> = { $self.u.val() + ($($x)*) }
            u_minus: Signed<N> = { $self.u.val() - ($($x)*) }
            equals_u: Bit = { ($($x)*) == $self.u.val() }
            differs_from_u: Bit = { ($($x)*) != $self.u.val() }
            below_u: Bit = { ($($x)*) < $self.u.val() }
            at_most_u: Bit = { ($($x)*) <= $self.u.val() }
            above_u: Bit = { ($($x)*) > $self.u.val() }
            at_least_u: Bit = { ($($x)*) >= $self.u.val() }
            u_below: Bit = { $self.u.val() < ($($x)*) }

            negative: Signed<N> = { -($($x)*) }
            minus_1: Signed<N> = { ($($x)*) + (-1).into() }
            at_least_minus_1: Bit = { ($($x)*) >= (-1).into() }
            below_0: Bit = { ($($x)*) < 0.into() }

            lowest_bit: Bit = { ($($x)*).get_bit(0) }
            chosen_bit: Bit = { ($($x)*).get_bit($self.place.val().index()) }
            upper_bits: Signed<2> = { ($($x)*).get_bits::<2>(1) }
            chosen_bits: Signed<N> = { ($($x)*).get_bits::<N>($self.place.val().index()) }
            more_bits: Signed<8> = { ($($x)*).get_bits::<8>(0) }

            as_bits: Bits<N> = { unsigned_cast($($x)*) }
            as_wider_bits: Bits<8> = { bit_cast::<8, N>(unsigned_cast($($x)*)) }
            bits_below_c: Bit = { unsigned_cast($($x)*) < $self.c.val() }
            half_of_bits: Bits<N> = { unsigned_cast($($x)*) >> 1 }
            back_and_forth: Signed<N> = { signed_cast(unsigned_cast($($x)*) ^ $self.c.val()) }
            back_and_forth_below: Bit = { signed_cast(!unsigned_cast($($x)*)) < $self.u.val() }
        } {
            condition: Signed<N> =>
            $self.condition.next = $self.u.val();
            if ($($x)*) > $self.u.val() {
                $self.condition.next = -$self.u.val();
            }
        } })*

        /// Every block at every width.
        fn nested() -> Vec<Case> {
            vec![$(
                Case::of::<$block<1>>(1),
                Case::of::<$block<2>>(2),
                Case::of::<$block<3>>(3),
                Case::of::<$block<4>>(4),
            )*]
        }
    };
}

under_every_operator! { #[hdl_gen] self:
    Number { self.s.val() }
    SignedSum { self.s.val() + self.t.val() }
    Negative { -self.s.val() }
}

// Other widths. In Rust, `signed_bit_cast` of a type's most negative number recurses without end.
// The operands are differences of two non-negative numbers, which never have that value.
kernels! { #[hdl_gen] self: SignedWidths {
    wider: Signed<8> = { signed_bit_cast::<8, N>(self.s.val().get_bits::<N>(1) - self.t.val().get_bits::<N>(1)) }
    narrower: Signed<2> = { signed_bit_cast::<2, N>(self.s.val().get_bits::<N>(1) - self.t.val().get_bits::<N>(1)) }
    negated_before: Signed<8> = { signed_bit_cast::<8, N>(-self.s.val().get_bits::<N>(1)) }
    negated_after: Signed<8> = { -signed_bit_cast::<8, N>(-self.s.val().get_bits::<N>(1)) }
    wide_sum: Signed<8> = { signed_bit_cast::<8, N>(-self.s.val().get_bits::<N>(1))
        + signed_bit_cast::<8, N>(self.t.val().get_bits::<N>(1) - self.u.val().get_bits::<N>(1)) }
} {
    wide_is_less: Bit =>
    self.wide_is_less.next =
        signed_bit_cast::<8, N>(-self.s.val().get_bits::<N>(1)) < self.wider.val();
} }

// Where nothing else tells the width, `#[kernel]` keeps it.
kernels! { #[kernel] self: KeptWidths {
    nested: Signed<8> = { signed_bit_cast::<8, 6>(signed_bit_cast::<6, N>(-self.s.val().get_bits::<N>(1))) }
    back: Signed<N> = { signed_bit_cast::<N, 8>(-signed_bit_cast::<8, N>(-self.s.val().get_bits::<N>(1))) }
    below: Bit = { signed_bit_cast::<8, N>(-self.s.val().get_bits::<N>(1))
        < signed_bit_cast::<8, N>(-self.t.val().get_bits::<N>(1)) }
    sum_at_most_3: Bit = { signed_bit_cast::<8, N>(-self.s.val().get_bits::<N>(1))
        - signed_bit_cast::<8, N>(-self.t.val().get_bits::<N>(1)) <= 3.into() }
    narrow_is_minus_1: Bit = { signed_bit_cast::<2, N>(-self.s.val().get_bits::<N>(1)) == (-1).into() }
    as_bits: Bits<8> = { unsigned_cast(signed_bit_cast::<8, N>(-self.s.val().get_bits::<N>(1))) }
    sign: Bit = { signed_bit_cast::<8, N>(-self.s.val().get_bits::<N>(1)).get_bit(7) }
    part: Signed<3> = { signed_bit_cast::<8, N>(-self.s.val().get_bits::<N>(1)).get_bits::<3>(2) }
    cast: Bits<6> = { bit_cast::<6, 8>(unsigned_cast(-signed_bit_cast::<8, N>(-self.s.val().get_bits::<N>(1)))) }
} {
    condition: Bit =>
    self.condition.next = false;
    if signed_bit_cast::<6, N>(-self.s.val().get_bits::<N>(1)) < (-2).into() {
        self.condition.next = true;
    }
} }

// Literals, on the right only, as Rust has none on the left. They fit in 3 bits and more.
kernels! { #[hdl_gen] self: SignedNumbers {
    plus_3: Signed<N> = { self.s.val() + 3.into() }
    minus_least: Signed<N> = { self.s.val() - (-4).into() }
    below_minus_2: Bit = { self.s.val() < (-2).into() }
    above_2: Bit = { self.s.val() + self.t.val() > 2.into() }
    is_minus_4: Bit = { self.s.val() == (-4).into() }
    typed: Signed<N> = { self.s.val() + 3.to_signed_bits::<N>() }
    typed_negative: Bit = { self.s.val() >= (-3).to_signed_bits::<N>() }
} {
    constant: Signed<N> =>
    self.constant.next = (-3).into();
} }

/// Every block at every width that it supports.
pub fn cases() -> Vec<Case> {
    let mut cases = nested();
    cases.extend([
        Case::of::<SignedWidths<1>>(1),
        Case::of::<SignedWidths<2>>(2),
        Case::of::<SignedWidths<3>>(3),
        Case::of::<SignedWidths<4>>(4),
        Case::of::<KeptWidths<1>>(1),
        Case::of::<KeptWidths<2>>(2),
        Case::of::<KeptWidths<3>>(3),
        Case::of::<KeptWidths<4>>(4),
        Case::of::<SignedNumbers<3>>(3),
        Case::of::<SignedNumbers<4>>(4),
    ]);
    cases
}

#[test]
fn every_operator_on_signed_numbers() {
    assert_match(&cases());
}
