//! Booleans: every operator on the results of comparisons, bit selects and reductions.

use rust_hdl::prelude::*;

use crate::case::{Case, assert_match};

/// A block for each operand, with every operator that takes a boolean.
macro_rules! under_every_operator {
    ($hash:tt $hdl_gen:tt $self:ident: $($block:ident { $($x:tt)* })*) => {
        $(kernels! { $hash $hdl_gen $self: $block {
            inverted: Bit = { !($($x)*) }
            and_c: Bit = { ($($x)*) & $self.c.val().get_bit(0) }
            or_c: Bit = { ($($x)*) | $self.c.val().get_bit(0) }
            xor_c: Bit = { ($($x)*) ^ $self.c.val().get_bit(0) }
            c_and_then: Bit = { $self.c.val().any() && ($($x)*) }
            c_or_else: Bit = { $self.c.val().any() || ($($x)*) }
            c_or_not: Bit = { $self.c.val().all() | !($($x)*) }
            equals_c: Bit = { ($($x)*) == $self.c.val().any() }
            differs_from_c: Bit = { $self.c.val().xor() != ($($x)*) }
            below_c: Bit = { ($($x)*) < $self.c.val().any() }
            at_least_c: Bit = { ($($x)*) >= $self.c.val().all() }
            is_true: Bit = { ($($x)*) == true }
            as_bits: Bits<1> = { ($($x)*).into() }
            in_8_bits: Bits<8> = { bit_cast::<8, 1>(($($x)*).into()) }
            c_plus: Bits<N> = { $self.c.val() + ($($x)*) }
            c_with_bit_0: Bits<N> = { $self.c.val().replace_bit(0, ($($x)*)) }
            c_with_a_bit: Bits<N> = { $self.c.val().replace_bit($self.place.val().index(), ($($x)*)) }
        } {
            condition: Bits<N> =>
            $self.condition.next = $self.c.val();
            if ($($x)*) {
                $self.condition.next = !$self.c.val();
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
    Below { self.a.val() < self.b.val() }
    BitOfSum { (self.a.val() + self.b.val()).get_bit(0) }
    Both { self.a.val().all() & self.b.val().any() }
}

#[test]
fn every_operator_on_booleans() {
    assert_match(&cases());
}
