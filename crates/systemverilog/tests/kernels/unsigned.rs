//! Unsigned numbers: every operator on a signal and on results of other operators. `trees` has all
//! other pairs.

use rust_hdl::prelude::*;

use crate::case::{Case, assert_match};

/// A block for each operand, with every operator, on either side of binary ones.
macro_rules! under_every_operator {
    ($hash:tt $hdl_gen:tt $self:ident: $($block:ident { $($x:tt)* })*) => {
        $(kernels! { $hash $hdl_gen $self: $block {
            plus_c: Bits<N> = { ($($x)*) + $self.c.val() }
            minus_c: Bits<N> = { ($($x)*) - $self.c.val() }
            and_c: Bits<N> = { ($($x)*) & $self.c.val() }
            or_c: Bits<N> = { ($($x)*) | $self.c.val() }
            xor_c: Bits<N> = { ($($x)*) ^ $self.c.val() }
            left_by_c: Bits<N> = { ($($x)*) << $self.c.val() }
            right_by_c: Bits<N> = { ($($x)*) >> $self.c.val() }
            equals_c: Bit = { ($($x)*) == $self.c.val() }
            differs_from_c: Bit = { ($($x)*) != $self.c.val() }
            below_c: Bit = { ($($x)*) < $self.c.val() }
            at_most_c: Bit = { ($($x)*) <= $self.c.val() }
            above_c: Bit = { ($($x)*) > $self.c.val() }
            at_least_c: Bit = { ($($x)*) >= $self.c.val() }

            c_plus: Bits<N> = { $self.c.val() + ($($x)*) }
            c_minus: Bits<N> = { $self.c.val() - ($($x)*) }
            c_and: Bits<N> = { $self.c.val() & ($($x)*) }
            c_or: Bits<N> = { $self.c.val() | ($($x)*) }
            c_xor: Bits<N> = { $self.c.val() ^ ($($x)*) }
            c_left_by: Bits<N> = { $self.c.val() << ($($x)*) }
            c_right_by: Bits<N> = { $self.c.val() >> ($($x)*) }
            c_equals: Bit = { $self.c.val() == ($($x)*) }
            c_below: Bit = { $self.c.val() < ($($x)*) }
            c_at_least: Bit = { $self.c.val() >= ($($x)*) }

            plus_1: Bits<N> = { ($($x)*) + 1 }
            from_1: Bits<N> = { 1 - ($($x)*) }
            and_1: Bits<N> = { ($($x)*) & 1 }
            left_by_1: Bits<N> = { ($($x)*) << 1 }
            right_by_1: Bits<N> = { ($($x)*) >> 1 }
            left_by_4: Bits<N> = { ($($x)*) << 4 }
            right_by_4: Bits<N> = { ($($x)*) >> 4 }
            is_zero: Bit = { ($($x)*) == 0 }
            at_least_1: Bit = { 1 <= ($($x)*) }
            with_bit_0: Bits<N> = { ($($x)*).replace_bit(0, $self.c.val().any()) }
            with_a_bit: Bits<N> = { ($($x)*).replace_bit($self.place.val().index(), $self.c.val().get_bit(0)) }
            with_a_bit_there: Bits<16> = { $self.wide.val().replace_bit(($($x)*).index(), $self.c.val().any()) }
            plus_bit: Bits<N> = { ($($x)*) + $self.c.val().get_bit(0) }

            inverted: Bits<N> = { !($($x)*) }
            all: Bit = { ($($x)*).all() }
            any: Bit = { ($($x)*).any() }
            parity: Bit = { ($($x)*).xor() }
            narrower: Bits<2> = { bit_cast::<2, N>($($x)*) }
            wider: Bits<8> = { bit_cast::<8, N>($($x)*) }

            lowest_bit: Bit = { ($($x)*).get_bit(0) }
            chosen_bit: Bit = { ($($x)*).get_bit($self.place.val().index()) }
            chosen_by: Bit = { $self.wide.val().get_bit(($($x)*).index()) }
            upper_bits: Bits<2> = { ($($x)*).get_bits::<2>(1) }
            chosen_bits: Bits<N> = { ($($x)*).get_bits::<N>($self.place.val().index()) }
            bits_chosen_by: Bits<3> = { $self.wide.val().get_bits::<3>(($($x)*).index()) }
        } {
            condition: Bits<N>, subject: Bits<N> =>
            $self.condition.next = $self.c.val();
            if ($($x)*).any() {
                $self.condition.next = !$self.c.val();
            }
            match ($($x)*).index() {
                0 => $self.subject.next = $self.b.val(),
                1 => $self.subject.next = !$self.b.val(),
                _ => $self.subject.next = $self.c.val(),
            }
        } })*

        /// Every block at every width.
        pub fn cases() -> Vec<Case> {
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
    Itself { self.a.val() }
    Sum { self.a.val() + self.b.val() }
    Complement { !self.a.val() }
    ShiftedRight { self.a.val() >> self.b.val() }
}

#[test]
fn every_operator_on_signals_and_on_results() {
    assert_match(&cases());
}
