//! Every operator in every other, at every value.

use rust_hdl::prelude::*;
use rust_hdl_describe::Ports;

/// `(a inner b) outer c`, with `inner` and `outer` from a table.
macro_rules! nested_left {
    ($block:ident -> $result:ty { $($name:ident: $inner:tt $outer:tt,)* }) => {
        blocks! { self:
            $block<const N: usize>: #[hdl_gen] {
                pub a: Signal<In, Bits<N>>,
                pub b: Signal<In, Bits<N>>,
                pub c: Signal<In, Bits<N>>,
                $(pub $name: Signal<Out, $result>,)*
            } {
                $(self.$name.next = (self.a.val() $inner self.b.val()) $outer self.c.val();)*
            }
        }
    };
}

/// `a outer (b inner c)`.
macro_rules! nested_right {
    ($block:ident -> $result:ty { $($name:ident: $outer:tt $inner:tt,)* }) => {
        blocks! { self:
            $block<const N: usize>: #[hdl_gen] {
                pub a: Signal<In, Bits<N>>,
                pub b: Signal<In, Bits<N>>,
                pub c: Signal<In, Bits<N>>,
                $(pub $name: Signal<Out, $result>,)*
            } {
                $(self.$name.next = self.a.val() $outer (self.b.val() $inner self.c.val());)*
            }
        }
    };
}

macro_rules! for_each_pair {
    ($make:ident $block:ident) => {
        $make! { $block -> Bits<N> {
            add_add: + +, add_sub: + -, add_and: + &, add_or: + |, add_xor: + ^, add_shl: + <<, add_shr: + >>,
            sub_add: - +, sub_sub: - -, sub_and: - &, sub_or: - |, sub_xor: - ^, sub_shl: - <<, sub_shr: - >>,
            and_add: & +, and_sub: & -, and_and: & &, and_or: & |, and_xor: & ^, and_shl: & <<, and_shr: & >>,
            or_add: | +, or_sub: | -, or_and: | &, or_or: | |, or_xor: | ^, or_shl: | <<, or_shr: | >>,
            xor_add: ^ +, xor_sub: ^ -, xor_and: ^ &, xor_or: ^ |, xor_xor: ^ ^, xor_shl: ^ <<, xor_shr: ^ >>,
            shl_add: << +, shl_sub: << -, shl_and: << &, shl_or: << |, shl_xor: << ^, shl_shl: << <<, shl_shr: << >>,
            shr_add: >> +, shr_sub: >> -, shr_and: >> &, shr_or: >> |, shr_xor: >> ^, shr_shl: >> <<, shr_shr: >> >>,
        } }
    };
}

for_each_pair!(nested_left NestedLeft);
for_each_pair!(nested_right NestedRight);

macro_rules! for_each_comparison {
    ($make:ident $block:ident) => {
        $make! { $block -> Bit {
            add_eq: + ==, add_ne: + !=, add_lt: + <, add_le: + <=, add_gt: + >, add_ge: + >=,
            sub_eq: - ==, sub_ne: - !=, sub_lt: - <, sub_le: - <=, sub_gt: - >, sub_ge: - >=,
            and_same: & ==, and_ne: & !=, and_lt: & <, and_le: & <=, and_gt: & >, and_ge: & >=,
            or_same: | ==, or_ne: | !=, or_lt: | <, or_le: | <=, or_gt: | >, or_ge: | >=,
            xor_same: ^ ==, xor_ne: ^ !=, xor_lt: ^ <, xor_le: ^ <=, xor_gt: ^ >, xor_ge: ^ >=,
            shl_eq: << ==, shl_ne: << !=, shl_lt: << <, shl_le: << <=, shl_gt: << >, shl_ge: << >=,
            shr_eq: >> ==, shr_ne: >> !=, shr_lt: >> <, shr_le: >> <=, shr_gt: >> >, shr_ge: >> >=,
        } }
    };
}

for_each_comparison!(nested_left ComparedLeft);

/// `(a x b) op (b y c)`: booleans from comparisons.
macro_rules! joined {
    ($block:ident { $($name:ident: $left:tt $operator:tt $right:tt,)* }) => {
        blocks! { self:
            $block<const N: usize>: #[hdl_gen] {
                pub a: Signal<In, Bits<N>>,
                pub b: Signal<In, Bits<N>>,
                pub c: Signal<In, Bits<N>>,
                $(pub $name: Signal<Out, Bit>,)*
            } {
                $(self.$name.next =
                    !(self.a.val() $left self.b.val()) $operator (self.b.val() $right self.c.val());)*
            }
        }
    };
}

joined! { Joined {
    logical_and: == && <, logical_or: != || <=, bit_and: < & ==, bit_or: > | >=, bit_xor: >= ^ !=,
    equal: == == <, different: <= != >,
} }

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
    an_operator_in_the_left_operand_at_1_bits: NestedLeft<1>,
    an_operator_in_the_right_operand_at_1_bits: NestedRight<1>,
    a_comparison_of_an_operation_at_1_bits: ComparedLeft<1>,
    joined_comparisons_at_1_bits: Joined<1>,
    an_operator_in_the_left_operand_at_2_bits: NestedLeft<2>,
    an_operator_in_the_right_operand_at_2_bits: NestedRight<2>,
    a_comparison_of_an_operation_at_2_bits: ComparedLeft<2>,
    joined_comparisons_at_2_bits: Joined<2>,
    an_operator_in_the_left_operand_at_3_bits: NestedLeft<3>,
    an_operator_in_the_right_operand_at_3_bits: NestedRight<3>,
    a_comparison_of_an_operation_at_3_bits: ComparedLeft<3>,
    joined_comparisons_at_3_bits: Joined<3>,
    an_operator_in_the_left_operand_at_4_bits: NestedLeft<4>,
    an_operator_in_the_right_operand_at_4_bits: NestedRight<4>,
    a_comparison_of_an_operation_at_4_bits: ComparedLeft<4>,
    joined_comparisons_at_4_bits: Joined<4>,
    casts_from_2_bits_to_1_and_3: Unary<2, 1, 3>,
    casts_from_4_bits_to_2_and_8: Unary<4, 2, 8>,
    casts_from_4_bits_to_3_and_5: Unary<4, 3, 5>,
    casts_from_33_bits_to_32_and_34: Unary<33, 32, 34>,
    casts_from_64_bits_to_31_and_128: Unary<64, 31, 128>,
    casts_from_32_bits_to_1_and_33: Unary<32, 1, 33>,
}
