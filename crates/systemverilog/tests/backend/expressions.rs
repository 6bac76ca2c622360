//! Single expressions.

use rust_hdl::prelude::*;

blocks! { self:
    /// Kernels whose Verilog from `rust-hdl` itself behaves differently from their Rust.
    Precedence: #[hdl_gen] {
        pub a: Signal<In, Bits<4>>,
        pub b: Signal<In, Bits<4>>,
        pub wrapped_sum: Signal<Out, Bit>,
        pub sum_in_8_bits: Signal<Out, Bits<8>>,
        pub inverted: Signal<Out, Bit>,
        pub and_then_equal: Signal<Out, Bit>,
        pub wrapped_difference: Signal<Out, Bit>,
        pub shifted_out: Signal<Out, Bit>,
        pub halved_sum: Signal<Out, Bits<4>>,
        pub inverted_in_8_bits: Signal<Out, Bits<8>>,
    } {
        self.wrapped_sum.next = self.a.val() + 1 == 0;
        self.sum_in_8_bits.next = bit_cast::<8, 4>(self.a.val() + self.b.val());
        self.inverted.next = !self.a.val() == 15;
        self.and_then_equal.next = self.a.val() & self.b.val() == self.b.val();
        self.wrapped_difference.next = self.a.val() - self.b.val() >= 8;
        self.shifted_out.next = (self.a.val() << 1) == 0;
        self.halved_sum.next = (self.a.val() + 1) >> 1;
        self.inverted_in_8_bits.next = bit_cast::<8, 4>(!self.a.val());
    }

    Literals: #[hdl_gen] {
        pub a: Signal<In, Bits<4>>,
        pub wide: Signal<In, Bits<40>>,
        pub sum: Signal<Out, Bits<4>>,
        pub difference: Signal<Out, Bits<4>>,
        pub masked: Signal<Out, Bits<4>>,
        pub less: Signal<Out, Bit>,
        pub equal: Signal<Out, Bit>,
        pub hexadecimal: Signal<Out, Bits<4>>,
        pub binary: Signal<Out, Bits<4>>,
        pub sized: Signal<Out, Bits<4>>,
        pub folded: Signal<Out, Bits<4>>,
        pub above_32_bits: Signal<Out, Bit>,
        pub constant: Signal<Out, Bits<40>>,
        pub truth: Signal<Out, Bit>,
        pub one_bit: Signal<Out, Bits<1>>,
    } {
        self.sum.next = 3 + self.a.val();
        self.difference.next = 3 - self.a.val();
        self.masked.next = 6 & self.a.val();
        self.less.next = 9 < self.a.val();
        self.equal.next = 5 == self.a.val();
        self.hexadecimal.next = self.a.val() ^ 0xA;
        self.binary.next = self.a.val() | 0b0101;
        self.sized.next = bits::<4>(7) - self.a.val();
        self.folded.next = self.a.val() + (1 + 2);
        self.above_32_bits.next = self.wide.val() >= 0x80_0000_0000_u64;
        self.constant.next = 0xFF_0000_0001_u64.into();
        self.truth.next = true;
        self.one_bit.next = true.into();
    }

    /// Numbers that do not fit, on which rust-hdl does not panic: a cast drops high bits, and so do
    /// more than 32 `Bits`.
    CutNumbers: #[hdl_gen] {
        pub wide: Signal<In, Bits<40>>,
        pub cast: Signal<Out, Bits<8>>,
        pub assigned: Signal<Out, Bits<40>>,
        pub sum: Signal<Out, Bits<40>>,
        pub equal: Signal<Out, Bit>,
        pub less: Signal<Out, Bit>,
        low: Signal<Local, Bits<40>>,
    } {
        self.cast.next = bit_cast::<8, 16>(300.into());
        self.assigned.next = 0x1FF_0000_0003_u64.into();
        self.sum.next = self.wide.val() + 0x100_0000_0001_u64;
        self.low.next = self.wide.val() & 3;
        self.equal.next = self.low.val() == 0x100_0000_0001_u64;
        self.less.next = self.low.val() < 0xFFFF_FF00_0000_0002_u64;
    }

    BitAndBits: #[hdl_gen] {
        pub level: Signal<In, Bit>,
        pub bits: Signal<In, Bits<1>>,
        pub number: Signal<In, Bits<4>>,
        pub bits_of_bit: Signal<Out, Bits<1>>,
        pub bit_of_bits: Signal<Out, Bit>,
        pub equal: Signal<Out, Bit>,
        pub chosen: Signal<Out, Bit>,
        pub number_and_bit: Signal<Out, Bits<4>>,
        pub widened: Signal<Out, Bits<4>>,
        pub inverted: Signal<Out, Bits<1>>,
        pub joined: Signal<Out, Bit>,
    } {
        self.bits_of_bit.next = self.level.val().into();
        self.bit_of_bits.next = self.bits.val().into();
        self.equal.next = self.bits.val() == self.level.val();
        self.chosen.next = false;
        if self.bits.val().into() {
            self.chosen.next = true;
        }
        self.number_and_bit.next = self.number.val() + self.level.val();
        self.widened.next = bit_cast::<4, 1>(self.level.val().into());
        self.inverted.next = !self.bits.val();
        self.joined.next = self.level.val() & (self.bits.val() == 1) | !self.level.val();
    }

    Slices: #[hdl_gen] {
        pub word: Signal<In, Bits<6>>,
        pub position: Signal<In, Bits<2>>,
        pub lowest: Signal<Out, Bit>,
        pub highest: Signal<Out, Bit>,
        pub middle: Signal<Out, Bits<3>>,
        pub whole: Signal<Out, Bits<6>>,
        pub beyond: Signal<Out, Bits<4>>,
        pub past_the_end: Signal<Out, Bits<2>>,
        pub wider: Signal<Out, Bits<8>>,
        pub chosen: Signal<Out, Bit>,
        pub chosen_bits: Signal<Out, Bits<2>>,
        pub chosen_wide: Signal<Out, Bits<9>>,
        pub bit_of_sum: Signal<Out, Bit>,
        pub bits_of_sum: Signal<Out, Bits<2>>,
        pub chosen_of_sum: Signal<Out, Bit>,
        pub chosen_by_and: Signal<Out, Bit>,
        pub chosen_of_sum_by_and: Signal<Out, Bit>,
        pub bit_of_slice: Signal<Out, Bit>,
        pub inverted_slice: Signal<Out, Bits<2>>,
        pub bit_of_cast: Signal<Out, Bit>,
    } {
        self.lowest.next = self.word.val().get_bit(0);
        self.highest.next = self.word.val().get_bit(5);
        self.middle.next = self.word.val().get_bits::<3>(2);
        self.whole.next = self.word.val().get_bits::<6>(0);
        self.beyond.next = self.word.val().get_bits::<4>(4);
        self.past_the_end.next = self.word.val().get_bits::<2>(6);
        self.wider.next = self.word.val().get_bits::<8>(1);
        self.chosen.next = self.word.val().get_bit(self.position.val().index());
        self.chosen_bits.next = self.word.val().get_bits::<2>(self.position.val().index());
        self.chosen_wide.next = self.word.val().get_bits::<9>(self.position.val().index());
        self.bit_of_sum.next = (self.word.val() + 1).get_bit(3);
        self.bits_of_sum.next = (self.word.val() + self.word.val()).get_bits::<2>(4);
        self.chosen_of_sum.next = (self.word.val() + 3).get_bit(self.position.val().index());
        self.chosen_by_and.next = self.word.val().get_bit((self.position.val() & 2).index());
        self.chosen_of_sum_by_and.next =
            (self.word.val() + 3).get_bit((self.position.val() & 2).index());
        self.bit_of_slice.next = self.word.val().get_bits::<3>(2).get_bit(1);
        self.inverted_slice.next = !self.word.val().get_bits::<2>(3);
        self.bit_of_cast.next = bit_cast::<3, 6>(self.word.val()).get_bit(2);
    }

    /// Slices of one-bit signals.
    SlicesOfOneBit: #[hdl_gen] {
        pub bits: Signal<In, Bits<1>>,
        pub zero: Signal<In, Bits<1>>,
        pub lowest: Signal<Out, Bit>,
        pub slice: Signal<Out, Bits<1>>,
        pub wider: Signal<Out, Bits<3>>,
        pub chosen: Signal<Out, Bit>,
        pub chosen_bits: Signal<Out, Bits<1>>,
    } {
        self.lowest.next = self.bits.val().get_bit(0);
        self.slice.next = self.bits.val().get_bits::<1>(0);
        self.wider.next = self.bits.val().get_bits::<3>(0);
        self.chosen.next = self.bits.val().get_bit((self.zero.val() ^ self.zero.val()).index());
        self.chosen_bits.next = self.bits.val().get_bits::<1>(self.zero.val().index());
    }

    Shifts: #[hdl_gen] {
        pub a: Signal<In, Bits<4>>,
        pub by: Signal<In, Bits<3>>,
        pub one: Signal<In, Bits<1>>,
        pub left_0: Signal<Out, Bits<4>>,
        pub left_3: Signal<Out, Bits<4>>,
        pub left_4: Signal<Out, Bits<4>>,
        pub right_3: Signal<Out, Bits<4>>,
        pub right_9: Signal<Out, Bits<4>>,
        pub left: Signal<Out, Bits<4>>,
        pub right: Signal<Out, Bits<4>>,
        pub left_of_sum: Signal<Out, Bits<4>>,
        pub right_of_sum: Signal<Out, Bits<4>>,
        pub by_sum: Signal<Out, Bits<4>>,
        pub by_own_value: Signal<Out, Bits<4>>,
        pub by_one_bit: Signal<Out, Bits<4>>,
        pub compared: Signal<Out, Bit>,
        pub one_left: Signal<Out, Bits<1>>,
        pub in_8_bits: Signal<Out, Bits<8>>,
        pub cast_then_shifted: Signal<Out, Bits<8>>,
        pub of_literal: Signal<Out, Bits<8>>,
    } {
        self.left_0.next = self.a.val() << 0;
        self.left_3.next = self.a.val() << 3;
        self.left_4.next = self.a.val() << 4;
        self.right_3.next = self.a.val() >> 3;
        self.right_9.next = self.a.val() >> 9;
        self.left.next = self.a.val() << self.by.val();
        self.right.next = self.a.val() >> self.by.val();
        self.left_of_sum.next = (self.a.val() + 5) << self.by.val();
        self.right_of_sum.next = (self.a.val() + 5) >> self.by.val();
        self.by_sum.next = self.a.val() << (self.by.val() + 5);
        self.by_own_value.next = self.a.val() >> self.a.val();
        self.by_one_bit.next = self.a.val() << self.one.val();
        self.compared.next = (self.a.val() >> self.by.val()) > (self.a.val() << 1);
        self.one_left.next = self.one.val() << 1;
        self.in_8_bits.next = bit_cast::<8, 4>(self.a.val() << self.by.val());
        self.cast_then_shifted.next = bit_cast::<8, 4>(self.a.val()) << self.by.val();
        self.of_literal.next = bits::<8>(0x81) >> self.by.val();
    }
}

#[derive(Copy, Clone, Debug, PartialEq, LogicState)]
pub enum Suit {
    Clubs,
    Diamonds,
    Hearts,
}

/// Enum variants with paths of any length.
pub mod inner {
    pub use super::Suit;
}

blocks! { self:
    Enums: #[hdl_gen] {
        pub select: Signal<In, Bits<2>>,
        suit: Signal<Local, Suit>,
        other: Signal<Local, Suit>,
        pub encoding: Signal<Out, Bits<2>>,
        pub is_hearts: Signal<Out, Bit>,
        pub not_clubs: Signal<Out, Bit>,
        pub same: Signal<Out, Bit>,
        pub name: Signal<Out, Bits<2>>,
        pub in_4_bits: Signal<Out, Bits<4>>,
    } {
        self.suit.next = Suit::Clubs;
        match self.select.val().index() {
            0 => self.suit.next = Suit::Diamonds,
            1 => self.suit.next = inner::Suit::Hearts,
            _ => {}
        }
        self.other.next = Suit::Diamonds;
        self.encoding.next = self.suit.val().into();
        self.is_hearts.next = self.suit.val() == Suit::Hearts;
        self.not_clubs.next = Suit::Clubs != self.suit.val();
        self.same.next = self.suit.val() == self.other.val();
        match self.suit.val() {
            inner::Suit::Clubs => self.name.next = 3.into(),
            Suit::Hearts => self.name.next = 1.into(),
            _ => self.name.next = 2.into(),
        }
        self.in_4_bits.next = bit_cast::<4, 2>(self.suit.val().into());
    }
}

matches_rust! {
    widths_and_precedence_match_rust: Precedence,
    a_literal_takes_the_width_of_the_other_operand: Literals,
    a_number_is_cut_as_in_rust: CutNumbers,
    a_boolean_is_one_bit: BitAndBits,
    a_slice_reads_zero_out_of_range: Slices,
    one_bit_can_be_sliced: SlicesOfOneBit,
    a_shift_by_the_width_or_more_gives_zero: Shifts,
    an_enum_is_compared_matched_and_encoded: Enums,
}
