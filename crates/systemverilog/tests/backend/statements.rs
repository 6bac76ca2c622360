//! Kernels of several statements: `if`, `match`, loops, intermediate values, names.

use rust_hdl::prelude::*;
use rust_hdl_describe::FromBits;

use crate::expressions::Suit;

blocks! { self:
    Choices: #[hdl_gen] {
        pub a: Signal<In, Bits<3>>,
        pub b: Signal<In, Bit>,
        pub ladder: Signal<Out, Bits<3>>,
        pub nested: Signal<Out, Bits<3>>,
        pub defaulted: Signal<Out, Bits<3>>,
        pub overridden: Signal<Out, Bits<3>>,
        pub matched: Signal<Out, Bits<3>>,
        pub complete: Signal<Out, Bits<3>>,
        pub match_on_bit: Signal<Out, Bits<3>>,
        pub match_in_match: Signal<Out, Bits<3>>,
        middle: Signal<Local, Bits<1>>,
        pub one: Signal<Out, Bit>,
        pub other: Signal<Out, Bit>,
    } {
        if self.a.val() == 0 {
            self.ladder.next = 1.into();
        } else if self.a.val() == 1 {
            self.ladder.next = 3.into();
        } else if self.b.val() {
            self.ladder.next = self.a.val() + 1;
        } else {
            self.ladder.next = self.a.val();
        }
        self.nested.next = 0.into();
        if self.b.val() {
            if self.a.val() > 4 {
                self.nested.next = 1.into();
            } else {
                match self.a.val().index() {
                    2 => self.nested.next = 5.into(),
                    3 => {
                        if self.a.val().get_bit(0) {
                            self.nested.next = 6.into();
                        } else {
                            self.nested.next = 7.into();
                        }
                    }
                    _ => {}
                }
            }
        }
        self.defaulted.next = 7.into();
        if !self.b.val() {
            self.defaulted.next = self.a.val();
        }
        self.overridden.next = self.a.val();
        if self.b.val() {
            self.overridden.next = 2.into();
        }
        if self.a.val() == 5 {
            self.overridden.next = 3.into();
        }
        self.middle.next = self.a.val().get_bits::<1>(1);
        self.matched.next = 6.into();
        match self.a.val().index() {
            0 => self.matched.next = 4.into(),
            1 => self.matched.next = 4.into(),
            0x3 => self.matched.next = 0.into(),
            0b100 => {}
            _ => self.matched.next = self.a.val(),
        }
        if self.a.val() == 4 {
            self.matched.next = 1.into();
        }
        match self.middle.val().index() {
            0 => self.complete.next = self.a.val() << 1,
            1 => self.complete.next = self.a.val() >> 1,
            _ => self.complete.next = 0.into(),
        }
        match self.b.val() {
            true => self.match_on_bit.next = 1.into(),
            false => self.match_on_bit.next = 2.into(),
        }
        self.match_in_match.next = 0.into();
        match self.b.val() {
            true => match self.a.val().index() {
                0 => self.match_in_match.next = 1.into(),
                1 => self.match_in_match.next = 2.into(),
                _ => {}
            },
            _ => self.match_in_match.next = self.a.val(),
        }
        if self.a.val() < 2 {
            self.one.next = self.b.val();
            self.other.next = true;
        } else {
            self.one.next = false;
            self.other.next = !self.b.val();
        }
    }

    /// Local signals are variables: reads return the value assigned last.
    Intermediate: #[hdl_gen] {
        pub a: Signal<In, Bits<4>>,
        pub b: Signal<In, Bits<4>>,
        pub swap: Signal<In, Bit>,
        sum: Signal<Local, Bits<4>>,
        temporary: Signal<Local, Bits<4>>,
        pub early: Signal<Out, Bits<4>>,
        pub late: Signal<Out, Bits<4>>,
        pub accumulated: Signal<Out, Bits<4>>,
        pub minimum: Signal<Out, Bits<4>>,
        pub maximum: Signal<Out, Bits<4>>,
        low: Signal<Local, Bits<4>>,
        high: Signal<Local, Bits<4>>,
        pub branch: Signal<Out, Bits<4>>,
        part: Signal<Local, Bits<4>>,
        pub written_back: Signal<Out, Bits<4>>,
    } {
        self.temporary.next = self.a.val();
        self.early.next = self.temporary.val();
        self.temporary.next = self.temporary.val() + self.b.val();
        self.late.next = self.temporary.val();

        self.sum.next = 0.into();
        for i in 0..4 {
            if self.a.val().get_bit(i) {
                self.sum.next = self.sum.val() + 1;
            }
        }
        self.accumulated.next = self.sum.val();

        self.low.next = self.a.val();
        self.high.next = self.b.val();
        if self.low.val() > self.high.val() {
            self.low.next = self.b.val();
            self.high.next = self.a.val();
        }
        self.minimum.next = self.low.val();
        self.maximum.next = self.high.val();

        // Assigned and read in the same branch.
        if self.swap.val() {
            self.part.next = self.a.val();
            self.branch.next = self.part.val() + 1;
        } else {
            self.part.next = self.b.val();
            self.branch.next = self.part.val();
        }

        // Outputs are variables, too.
        self.written_back.next = self.part.val();
        if self.written_back.val() == 3 {
            self.written_back.next = self.written_back.val() + 9;
        }
    }

    /// Two signals of one statement that depend on each other through a third.
    Interleaved: #[hdl_gen] {
        pub a: Signal<In, Bit>,
        pub b: Signal<In, Bit>,
        pub first: Signal<Out, Bit>,
        middle: Signal<Local, Bit>,
        pub last: Signal<Out, Bit>,
    } {
        self.last.next = false;
        self.first.next = false;
        if self.a.val() {
            self.first.next = self.b.val();
            self.last.next = true;
        }
        self.middle.next = !self.first.val();
        if self.b.val() {
            self.last.next = self.middle.val();
        }
    }

    Loops<const N: usize>: #[hdl_gen] {
        pub word: Signal<In, Bits<N>>,
        parts: [Signal<Local, Bits<N>>; 4],
        pub weights: Signal<Out, Bits<8>>,
        pub chain: Signal<Out, Bits<N>>,
        pub picked: Signal<Out, Bits<N>>,
        pub empty: Signal<Out, Bits<N>>,
        pub nested: Signal<Out, Bits<8>>,
        pub first_only: Signal<Out, Bit>,
        pub by_index: Signal<Out, Bits<8>>,
    } {
        self.weights.next = 0.into();
        for i in 0..N {
            if self.word.val().get_bit(i) {
                self.weights.next = self.weights.val() + (1_usize << i).to_bits();
            }
        }
        for i in 0..4 {
            if i == 0 {
                self.parts[i].next = self.word.val();
            } else {
                self.parts[i].next = self.parts[i - 1].val() + 3;
            }
        }
        self.chain.next = self.parts[3].val();
        self.picked.next = self.parts[4 - 2].val();
        self.empty.next = self.word.val();
        for _i in N..N {
            self.empty.next = 0.into();
        }
        self.nested.next = bit_cast::<8, N>(self.word.val());
        for i in 0..2 {
            for j in 1..3 {
                self.nested.next = self.nested.val() + (i * 4_usize + j).to_bits();
            }
        }
        self.first_only.next = false;
        for i in 0..N {
            match i {
                0 => self.first_only.next = self.word.val().get_bit(i),
                1 => {}
                _ => {}
            }
        }
        self.by_index.next = 0.into();
        for i in 0..3 {
            if i != 1 && self.word.val().get_bit(i) {
                self.by_index.next = self.by_index.val() | (i + 4).to_bits();
            }
        }
    }
}

#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct, FromBits)]
pub struct Pixel {
    pub red: Bits<3>,
    pub bright: Bit,
    pub blue: Bits<2>,
}

blocks! { self:
    Structs: #[hdl_gen] {
        pub pixel_in: Signal<In, Pixel>,
        pub level: Signal<In, Bits<3>>,
        scratch: Signal<Local, Pixel>,
        pub pixel_out: Signal<Out, Pixel>,
        pub copied: Signal<Out, Pixel>,
        pub red: Signal<Out, Bits<3>>,
        pub bright: Signal<Out, Bit>,
        pub blue: Signal<Out, Bits<2>>,
        pub pattern: Signal<Out, Bits<6>>,
    } {
        self.pixel_out.next.red = self.level.val();
        self.pixel_out.next.bright = self.pixel_in.val().red > self.level.val();
        self.pixel_out.next.blue = self.pixel_in.val().blue + 1;
        if self.pixel_in.val().bright {
            self.pixel_out.next.blue = 0.into();
        }
        // All bits, then some; and a slice that depends on another.
        self.copied.next = self.pixel_in.val();
        self.copied.next.blue = self.level.val().get_bits::<2>(0);
        self.scratch.next.red = self.level.val() + 1;
        self.scratch.next.bright = self.scratch.val().red == 0;
        self.scratch.next.blue = bit_cast::<2, 3>(self.scratch.val().red);
        self.red.next = self.scratch.val().red;
        self.bright.next = self.scratch.val().bright;
        self.blue.next = self.scratch.val().blue;
        self.pattern.next = self.scratch.val().into();
    }
}

blocks! { self:
    Constants: #[hdl_gen] {
        pub a: Signal<In, Bits<6>>,
        limit: Constant<Bits<6>> = Constant::new(13.into()),
        mask: Constant<Bits<6>> = Constant::new(0b101010.into()),
        enabled: Constant<Bit> = Constant::new(false),
        favourite: Constant<Suit> = Constant::new(Suit::Hearts),
        position: Constant<Bits<3>> = Constant::new(3.into()),
        suit: Signal<Local, Suit>,
        pub clipped: Signal<Out, Bits<6>>,
        pub masked: Signal<Out, Bits<6>>,
        pub passed: Signal<Out, Bits<6>>,
        pub is_favourite: Signal<Out, Bit>,
        pub chosen: Signal<Out, Bit>,
        pub chosen_bits: Signal<Out, Bits<2>>,
        pub matched: Signal<Out, Bits<6>>,
    } {
        self.clipped.next = self.a.val();
        if self.a.val() > self.limit.val() {
            self.clipped.next = self.limit.val();
        }
        self.masked.next = self.a.val() & !self.mask.val();
        self.passed.next = 0.into();
        if self.enabled.val() {
            self.passed.next = self.a.val();
        }
        self.suit.next = Suit::Clubs;
        if self.a.val().get_bit(0) {
            self.suit.next = Suit::Hearts;
        }
        self.is_favourite.next = self.suit.val() == self.favourite.val();
        self.chosen.next = self.a.val().get_bit(self.position.val().index());
        self.chosen_bits.next = self.a.val().get_bits::<2>(self.position.val().index());
        match self.position.val().index() {
            2 => self.matched.next = 1.into(),
            3 => self.matched.next = self.a.val() + 1,
            _ => self.matched.next = 2.into(),
        }
    }
}

blocks! { self:
    /// A long kernel with many branches.
    Wide: #[hdl_gen] {
        pub a: Signal<In, Bits<128>>,
        pub b: Signal<In, Bits<128>>,
        pub sum: Signal<Out, Bits<128>>,
        pub difference: Signal<Out, Bits<128>>,
        pub less: Signal<Out, Bit>,
        pub inverted: Signal<Out, Bits<128>>,
        pub shifted: Signal<Out, Bits<128>>,
        pub top: Signal<Out, Bits<64>>,
        pub parity: Signal<Out, Bit>,
        pub all: Signal<Out, Bit>,
    } {
        self.sum.next = self.a.val() + self.b.val();
        self.difference.next = self.a.val() - self.b.val();
        self.less.next = self.a.val() < self.b.val();
        self.inverted.next = !self.a.val();
        self.shifted.next = (self.a.val() << 1) ^ (self.b.val() >> 127);
        self.top.next = self.a.val().get_bits::<64>(64);
        self.parity.next = self.b.val().xor();
        self.all.next = (self.a.val() | !self.a.val()).all();
    }
}

matches_rust! {
    if_and_match_behave_as_in_rust: Choices,
    an_intermediate_value_is_the_last_one_assigned: Intermediate,
    signals_of_one_statement_may_depend_on_each_other: Interleaved,
    a_loop_is_unrolled: Loops<4>,
    the_number_of_iterations_may_be_a_parameter: Loops<7>,
    fields_of_structs_are_slices: Structs,
    constants_are_values: Constants,
    a_signal_may_have_128_bits: Wide,
}
