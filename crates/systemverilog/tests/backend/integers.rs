//! Rust integers: `.index()` makes one of `Bits`, whose arithmetic does not wrap at the width of
//! the `Bits`.

use rust_hdl::prelude::*;
use rust_hdl_describe::*;

blocks! { self:
    /// What rust-hdl's tree determines although it drops `.index()`.
    Indices: #[hdl_gen] {
        pub word: Signal<In, Bits<16>>,
        pub s: Signal<In, Bits<3>>,
        pub t: Signal<In, Bits<2>>,
        wide: Signal<Local, Bits<64>>,
        limit: Signal<Local, Bits<6>>,
        sum: Signal<Local, Bits<3>>,
        three: Constant3,
        pub next_bit: Signal<Out, Bit>,
        pub bit_of_sum: Signal<Out, Bit>,
        pub bit_of_wrapped_sum: Signal<Out, Bit>,
        pub bit_of_product: Signal<Out, Bit>,
        pub bit_from_the_left: Signal<Out, Bit>,
        pub bit_of_bits: Signal<Out, Bit>,
        pub bit_after_flag: Signal<Out, Bit>,
        pub octet: Signal<Out, Bits<8>>,
        pub bits_after_sum: Signal<Out, Bits<4>>,
        pub with_bit: Signal<Out, Bits<16>>,
        pub matched: Signal<Out, Bits<2>>,
        pub matched_beyond: Signal<Out, Bits<2>>,
        pub matched_wrapped: Signal<Out, Bits<2>>,
        pub below: Signal<Out, Bit>,
        pub sum_below: Signal<Out, Bit>,
        pub same: Signal<Out, Bit>,
        pub chosen: Signal<Out, Bits<4>>,
        pub parts: Signal<Out, Bits<4>>,
    } {
        self.next_bit.next = self.word.val().get_bit(self.s.val().index() + 1);
        self.bit_of_sum.next =
            self.word.val().get_bit(self.s.val().index() + self.t.val().index() + 2);
        self.bit_of_wrapped_sum.next = self.word.val().get_bit((self.s.val() + 1).index());
        self.bit_of_product.next = self.word.val().get_bit(self.t.val().index() * 5);
        self.bit_from_the_left.next = self.word.val().get_bit(15 - self.s.val().index());
        self.bit_of_bits.next = self.word.val().get_bit(self.s.val().index() | 8);
        self.bit_after_flag.next =
            self.word.val().get_bit(self.s.val().index() << self.three.value.val().index() >> 3);
        self.wide.next = bit_cast::<64, 16>(self.word.val()) | 0x1234_5678_9abc_0000_u64;
        self.octet.next = self.wide.val().get_bits::<8>(self.s.val().index() << 3);
        self.bits_after_sum.next =
            self.word.val().get_bits::<4>(self.s.val().index() + self.s.val().index());
        self.with_bit.next = self.word.val().replace_bit(self.s.val().index() + 8, false);
        match self.s.val().index() + 1 {
            0 => self.matched.next = 1.into(),
            8 => self.matched.next = 2.into(),
            _ => self.matched.next = 3.into(),
        }
        match self.t.val().index() {
            4 => self.matched_beyond.next = 1.into(),
            3 => self.matched_beyond.next = 2.into(),
            18446744073709551615 => self.matched_beyond.next = 1.into(),
            _ => self.matched_beyond.next = 3.into(),
        }
        match (self.t.val() + 1).index() {
            0 => self.matched_wrapped.next = 1.into(),
            4 => self.matched_wrapped.next = 2.into(),
            _ => self.matched_wrapped.next = 3.into(),
        }
        self.limit.next = self.word.val().get_bits::<6>(3);
        self.below.next = self.s.val().index() < self.limit.val().index();
        self.sum_below.next =
            self.s.val().index() + self.t.val().index() < self.limit.val().index();
        self.same.next = self.t.val().index() + 4 == self.s.val().index();
        self.chosen.next = 0.into();
        self.sum.next = self.s.val() + 5;
        for i in 0..10_usize {
            if self.s.val().index() == i {
                self.chosen.next = (i + 1).to_bits();
            }
            if self.s.val().index() + 1 == i {
                self.chosen.next = self.chosen.val() + 3;
            }
            if self.sum.val().index() > i {
                self.chosen.next = self.chosen.val() ^ 5;
            }
        }
        self.parts.next = bit_cast::<4, 4>(bit_cast::<4, 16>(self.word.val()) + 1);
    }
}

blocks! { self:
    /// A block, so that the kernel has a value that is constant.
    Constant3: #[hdl_gen] {
        pub value: Signal<Out, Bits<2>>,
    } {
        self.value.next = 3.into();
    }
}

blocks! { self:
    /// What only `#[kernel]` determines.
    #[module(name = "device")]
    Integers: #[kernel] {
        pub word: Signal<In, Bits<16>>,
        pub a: Signal<In, Bits<4>>,
        pub b: Signal<In, Bits<4>>,
        pub flag: Signal<In, Bit>,
        pub bit_of_mean: Signal<Out, Bit>,
        pub bit_of_wrapped_sum: Signal<Out, Bit>,
        pub bit_of_flag: Signal<Out, Bit>,
        pub bits_of_half: Signal<Out, Bits<4>>,
        pub matched: Signal<Out, Bits<2>>,
        pub matched_wrapped: Signal<Out, Bits<2>>,
        pub is_beyond: Signal<Out, Bit>,
        pub is_not_beyond: Signal<Out, Bit>,
        pub is_below: Signal<Out, Bit>,
        pub is_above: Signal<Out, Bit>,
        pub is_reversed: Signal<Out, Bit>,
        pub sum_above_12: Signal<Out, Bit>,
        pub sum_above_20: Signal<Out, Bit>,
        pub wrapped_sum_above_12: Signal<Out, Bit>,
        pub sum_of_wrapped_sums: Signal<Out, Bit>,
        pub next_is_same: Signal<Out, Bit>,
        pub next_wrapped_is_same: Signal<Out, Bit>,
        pub product_below: Signal<Out, Bit>,
        pub inverted: Signal<Out, Bit>,
        pub shifted: Signal<Out, Bit>,
        pub masked: Signal<Out, Bit>,
        pub joined: Signal<Out, Bit>,
        pub mean: Signal<Out, Bits<4>>,
        pub wide_sum: Signal<Out, Bits<8>>,
        pub cast_sum: Signal<Out, Bits<6>>,
        pub wide_all: Signal<Out, Bit>,
        pub number: Signal<Out, Bits<6>>,
        pub loop_sum: Signal<Out, Bits<4>>,
    } {
        self.bit_of_mean.next =
            self.word.val().get_bit((self.a.val().index() + self.b.val().index()) >> 1);
        self.bit_of_wrapped_sum.next =
            self.word.val().get_bit((self.a.val() + self.b.val()).index());
        self.bit_of_flag.next = self.word.val().get_bit(self.flag.val().into());
        self.bits_of_half.next =
            self.word.val().get_bits::<4>((self.a.val() + self.b.val()).index() >> 1);
        match (self.a.val().index() + 1) << 1 {
            0 => self.matched.next = 1.into(),
            32 => self.matched.next = 2.into(),
            _ => self.matched.next = 3.into(),
        }
        match (self.a.val() + 1).index() {
            0 => self.matched_wrapped.next = 1.into(),
            16 => self.matched_wrapped.next = 2.into(),
            _ => self.matched_wrapped.next = 3.into(),
        }
        self.is_beyond.next = self.a.val().index() == 16;
        self.is_not_beyond.next = self.a.val().index() != 16;
        self.is_below.next = self.a.val().index() < 20;
        self.is_above.next = self.a.val().index() >= 20;
        self.is_reversed.next = 20 > self.a.val().index();
        self.sum_above_12.next = self.a.val().index() + self.b.val().index() > 12;
        self.sum_above_20.next = self.a.val().index() + self.b.val().index() > 20;
        self.wrapped_sum_above_12.next = self.a.val() + self.b.val() > 12;
        self.sum_of_wrapped_sums.next =
            (self.a.val() + 3).index() + (self.b.val() - 3).index() >= 16;
        self.next_is_same.next = self.a.val().index() + 1 == self.b.val().index();
        self.next_wrapped_is_same.next = self.a.val() + 1 == self.b.val();
        self.product_below.next = self.a.val().index() * self.b.val().index() < 100;
        self.inverted.next = !self.a.val().index() > 18446744073709551610_usize;
        self.shifted.next = self.a.val().index() << self.b.val().index() > 1000;
        self.masked.next =
            (self.a.val().index() + 1) & self.b.val().index() == self.a.val().index();
        self.joined.next = (self.a.val().index() << 2) ^ (self.b.val().index() | 3) >= 40;
        self.mean.next = ((self.a.val().index() + self.b.val().index()) >> 1).to_bits();
        self.wide_sum.next = (self.a.val().index() + self.b.val().index()).to_bits::<8>() << 1;
        self.cast_sum.next =
            bit_cast::<6, 8>((self.a.val().index() + self.b.val().index()).to_bits());
        self.wide_all.next = self.a.val().index().to_bits::<5>().all();
        self.number.next = bits::<6>((self.a.val() + self.b.val()).into()) + 1;
        self.loop_sum.next = 0.into();
        for i in 0..=17 {
            if self.a.val().index() + self.b.val().index() == i {
                self.loop_sum.next = self.b.val();
            }
        }
    }

    /// Differences below zero panic in Rust; the operands are never that small.
    #[module(name = "device")]
    Differences: #[kernel] {
        pub word: Signal<In, Bits<16>>,
        pub s: Signal<In, Bits<3>>,
        pub t: Signal<In, Bits<3>>,
        pub bit_before: Signal<Out, Bit>,
        pub bit_between: Signal<Out, Bit>,
        pub bits_before: Signal<Out, Bits<2>>,
        pub half: Signal<Out, Bit>,
        pub matched: Signal<Out, Bit>,
        pub compared: Signal<Out, Bit>,
        pub difference: Signal<Out, Bits<4>>,
    } {
        self.bit_before.next = false;
        self.bits_before.next = 0.into();
        if self.s.val() > 0 {
            self.bit_before.next = self.word.val().get_bit(self.s.val().index() - 1);
            self.bits_before.next = self.word.val().get_bits::<2>(self.s.val().index() - 1);
        }
        self.bit_between.next =
            self.word.val().get_bit(self.s.val().index() + 8 - self.t.val().index());
        self.half.next =
            self.word.val().get_bit((self.s.val().index() + 7 - self.t.val().index()) >> 1);
        match 10 - self.s.val().index() {
            3 => self.matched.next = true,
            10 => self.matched.next = true,
            _ => self.matched.next = false,
        }
        self.compared.next = self.s.val().index() + 8 - self.t.val().index() > 9;
        self.difference.next = (self.s.val().index() + 8 - self.t.val().index()).to_bits();
    }
}

const LIMIT: u64 = 6;

mod limits {
    pub const SHIFT: usize = 1;
}

/// A block that uses a constant and its const parameters, which its kernel calls otherwise.
#[derive(Clone, Default, Module)]
pub struct Sized<const N: usize, const M: u64> {
    pub a: Signal<In, Bits<N>>,
    pub highest: Signal<Out, Bit>,
    pub sum: Signal<Out, Bits<N>>,
    pub width: Signal<Out, Bits<N>>,
    pub is_last: Signal<Out, Bit>,
    pub last_input: Signal<Out, Bit>,
    pub shifted: Signal<Out, Bits<N>>,
    pub is_least: Signal<Out, Bit>,
    parts: [Signal<Local, Bit>; 5],
}

impl<const M: usize, const N: u64> Sized<M, N> {
    const TOP: usize = M - 1;
}

impl<const M: usize, const N: u64> Logic for Sized<M, N> {
    #[kernel]
    fn update(&mut self) {
        for i in 0..M {
            self.parts[i].next = self.a.val().get_bit(M - 1 - i);
        }
        self.highest.next = self.a.val().get_bit(M - 1);
        self.sum.next = (self.a.val() + N) ^ LIMIT;
        self.width.next = (M * 2 - 1).to_bits();
        self.is_last.next = self.a.val().index() == M - 1 && self.a.val() < LIMIT;
        self.last_input.next = self.parts[M - 1].val() ^ self.parts[Self::TOP - 1].val();
        self.shifted.next = self.a.val() >> self.a.val().get_bits::<1>(Self::TOP - limits::SHIFT);
        self.is_least.next = self.a.val().index() == usize::MIN;
    }
}

matches_rust! {
    indices_are_computed_as_rust_integers: Indices,
    marked_integers_are_computed_as_in_rust: Integers,
    differences_of_integers_are_computed_as_in_rust: Differences,
    constants_and_const_parameters_are_numbers: Sized<5, 3>,
}
