//! Blocks for the tests of the printed text.

use rust_hdl::prelude::*;
use rust_hdl_describe::*;

blocks! { self:
    /// Ports and signals of many kinds, documented and not.
    #[module(name = "porch")]
    Porch: #[kernel] {
        pub clock: Signal<In, Clock>,
        /// How far the door is open.
        pub opening: Signal<In, Bits<4>>,
        /// All lamps.
        #[module(radix = 2)]
        pub lamps: Signal<Out, Bits<12>>,
        pub alarm: Signal<Out, Bit>,
        /// The last opening.
        last: DFF<Bits<4>>,
        /// The pattern at power-up is all zeros.
        #[module(radix = 16)]
        shown: Signal<Local, Bits<12>>,
    } {
        clock!(self, clock, last);
        self.last.d.next = self.opening.val();
        self.shown.next = 0x0F3.into();
        if self.last.q.val() > 9 {
            self.shown.next = 0xABC.into();
        }
        self.lamps.next = self.shown.val();
        self.alarm.next = self.lamps.val() == 0b1010_1011_1100;
    }
}

/// What the gate does.
#[derive(Copy, Clone, Debug, PartialEq, LogicState, DescribeType)]
pub enum GateState {
    /// The gate is closed.
    Shut,
    Opening,
    /// The gate is open.
    Open,
}

blocks! { self:
    /// A gate.
    ///
    /// It opens automatically:
    ///
    /// - for a visitor who arrives,
    /// - for a visitor who leaves: this item is longer than one hundred columns, so the printer has to
    ///   wrap it onto two lines.
    ///
    /// [`GateState`] is its position. A \[bracket\] is not a link, "quotes" — and a dash — are plain, é
    /// is escaped.
    #[module(name = "gate", types(GateState))]
    Gate: #[kernel] {
        pub clock: Signal<In, Clock>,
        pub reset: Signal<In, Bit>,
        pub visitor: Signal<In, Bit>,
        pub motor: Signal<Out, Bit>,
        /// How many visitors came in.
        pub count: Signal<Out, Bits<8>>,
        state: DFF<GateState>,
        /// Not counted during a reset.
        visitors: DFF<Bits<8>>,
    } {
        // The gate moves.
        dff_setup!(self, clock, state, visitors);
        match self.state.q.val() {
            GateState::Shut => {
                if self.visitor.val() {
                    self.state.d.next = GateState::Opening;
                }
            }
            // Halfway.
            GateState::Opening => self.state.d.next = GateState::Open,
            GateState::Open => {}
            _ => self.state.d.next = GateState::Shut, // never
        }
        if self.reset.val() {
            self.state.d.next = GateState::Shut;
        }
        self.motor.next = self.state.q.val() == GateState::Opening;

        // Counts the visitors. This comment is longer than one hundred columns, so the printer has to wrap it somewhere.
        if self.visitor.val() & !self.reset.val() {
            self.visitors.d.next = self.visitors.q.val() + 1;
        }
        self.count.next = self.visitors.q.val();
    }

    /// `if` and `match` statements of all shapes.
    Shapes: #[kernel] {
        pub a: Signal<In, Bits<4>>,
        pub b: Signal<In, Bits<4>>,
        pub go: Signal<In, Bit>,
        pub plain: Signal<Out, Bits<4>>,
        pub chosen: Signal<Out, Bits<4>>,
        pub ladder: Signal<Out, Bits<4>>,
        #[module(radix = 2)]
        pub table_a: Signal<Out, Bits<4>>,
        pub table_b: Signal<Out, Bits<4>>,
        pub pair_a: Signal<Out, Bit>,
        pub pair_b: Signal<Out, Bit>,
    } {
        self.plain.next = (self.a.val() & self.b.val()) + 1;
        self.chosen.next = self.a.val();
        if self.go.val() {
            self.chosen.next = self.b.val();
        }
        if self.a.val() == 3 {
            self.ladder.next = 1.into();
        } else if self.a.val() > self.b.val() {
            // More.
            self.ladder.next = 2.into();
        } else {
            self.ladder.next = 3.into();
        }
        match self.a.val().index() {
            0 | 1 => self.table_a.next = 0b0011.into(), // few
            2..=9 => self.table_a.next = 0b1100.into(),
            10 => self.table_a.next = 0b1111.into(), // ten
            _ => self.table_a.next = 0.into(),
        }
        match self.b.val().index() {
            0 | 1..=14 => self.table_b.next = self.a.val(),
            _ => self.table_b.next = 0.into(),
        }
        self.pair_a.next = false;
        self.pair_b.next = false;
        if self.go.val() {
            self.pair_a.next = self.a.val().get_bit(2);
        } else {
            self.pair_b.next = true;
        }
    }

    /// Registers that can share a process, and some that cannot.
    Pairs: #[kernel] {
        pub clock: Signal<In, Clock>,
        pub reset: Signal<In, Bit>,
        pub a: Signal<In, Bit>,
        pub y: Signal<Out, Bit>,
        pub counted: Signal<Out, Bits<3>>,
        pub late: Signal<Out, Bit>,
        first: DFF<Bit>,
        second: DFF<Bit>,
        counter: DFF<Bits<3>>,
        falling: DFF<Bit>,
        unheard: DFF<Bit>,
    } {
        clock!(self, clock, first, second, counter, unheard);
        self.falling.clock.next = !self.clock.val();
        self.first.d.next = self.a.val();
        self.second.d.next = self.first.q.val();
        self.y.next = self.second.q.val();
        self.counter.d.next = self.counter.q.val() + 1;
        if self.reset.val() {
            self.counter.d.next = 0.into();
        }
        self.counted.next = self.counter.q.val();
        self.falling.d.next = self.a.val();
        self.late.next = self.falling.q.val();
        self.unheard.d.next = self.a.val();
    }

    /// Registers that load under a condition.
    Enabled: #[kernel] {
        pub clock: Signal<In, Clock>,
        pub enable: Signal<In, Bit>,
        pub reset: Signal<In, Bit>,
        pub select: Signal<In, Bits<2>>,
        pub a: Signal<In, Bits<4>>,
        pub y: Signal<Out, Bits<4>>,
        plain: DFF<Bits<4>>,
        chosen: DFF<Bits<4>>,
        commented: DFF<Bits<4>>,
        apart: DFF<Bits<4>>,
        twice: DFF<Bits<4>>,
        once: DFF<Bits<4>>,
        cleared: DFF<Bits<4>>,
        also_cleared: DFF<Bits<4>>,
        one: DFF<Bits<4>>,
        two: DFF<Bits<4>>,
    } {
        dff_setup!(self, clock, plain, chosen, commented, apart, twice, once);
        dff_setup!(self, clock, cleared, also_cleared, one, two);
        if self.enable.val() {
            self.plain.d.next = self.a.val();
            // Nested choices are merged, too.
            if self.select.val() == 1 {
                self.chosen.d.next = self.plain.q.val();
                // A comment stays where it is.
                self.commented.d.next = 3.into();
            } else {
                self.commented.d.next = self.chosen.q.val();
            }
        }
        // A comment begins a process.
        if self.enable.val() {
            self.apart.d.next = self.a.val();
        }
        if self.reset.val() {
            self.twice.d.next = 1.into();
            self.once.d.next = 2.into();
            if self.enable.val() {
                self.twice.d.next = self.a.val();
            }
        }
        self.cleared.d.next = self.a.val();
        self.also_cleared.d.next = self.cleared.q.val();
        if self.reset.val() {
            self.cleared.d.next = 0.into();
            self.also_cleared.d.next = 5.into();
        }
        match self.select.val().index() {
            0 => {
                self.one.d.next = 1.into();
                self.two.d.next = 2.into();
            }
            1 => {
                self.one.d.next = 2.into();
                self.two.d.next = 1.into();
            }
            _ => {}
        }
        self.y.next = self.commented.q.val() ^ self.apart.q.val() ^ self.twice.q.val()
            ^ self.once.q.val() ^ self.also_cleared.q.val() ^ self.one.q.val() ^ self.two.q.val();
    }

    /// An inner block with unused outputs.
    Inner: #[kernel] {
        pub first_word: Signal<In, Bits<8>>,
        pub w: Signal<In, Bits<4>>,
        pub sum: Signal<Out, Bits<8>>,
        pub carry: Signal<Out, Bit>,
    } {
        self.sum.next = self.first_word.val() + bit_cast::<8, 4>(self.w.val());
        self.carry.next = self.sum.val() < self.first_word.val();
    }

    Instances: #[kernel] {
        pub word: Signal<In, Bits<16>>,
        pub low_sum: Signal<Out, Bits<8>>,
        pub high_sum: Signal<Out, Bits<8>>,
        low: Inner,
        /// The upper half.
        high: Inner,
    } {
        // The lower half.
        self.low.first_word.next = self.word.val().get_bits::<8>(0);
        self.low.w.next = bit_cast::<4, 16>(self.word.val() >> 3);
        self.low_sum.next = self.low.sum.val();
        self.high.first_word.next = self.word.val().get_bits::<8>(8);
        self.high.w.next = bit_cast::<4, 1>(self.low.carry.val().into());
        self.high_sum.next = self.high.sum.val() ^ 0x55;
    }

    /// Long names in very long expressions.
    Long: #[kernel] {
        pub the_first_of_the_requests: Signal<In, Bits<8>>,
        pub the_second_of_the_requests: Signal<In, Bits<8>>,
        pub the_third_of_the_requests: Signal<In, Bits<8>>,
        pub permission_of_the_arbiter: Signal<In, Bit>,
        pub somebody_is_served: Signal<Out, Bit>,
        pub result_of_the_service: Signal<Out, Bits<8>>,
        pub chosen_by_the_ladder: Signal<Out, Bits<16>>,
        pub all_side_by_side: Signal<Out, Bits<40>>,
        inner: Inner,
    } {
        self.somebody_is_served.next = self.permission_of_the_arbiter.val()
            && (self.the_first_of_the_requests.val() > 200)
            && ((self.the_second_of_the_requests.val() == 17)
                || (self.the_third_of_the_requests.val() != self.the_second_of_the_requests.val())
                || (self.the_third_of_the_requests.val() < 3));
        self.result_of_the_service.next = !(self.the_first_of_the_requests.val()
            + (self.the_second_of_the_requests.val() & self.the_third_of_the_requests.val())
            + self.the_third_of_the_requests.val())
            >> 2;
        self.chosen_by_the_ladder.next = 0.into();
        if (self.the_first_of_the_requests.val() > self.the_second_of_the_requests.val())
            && (self.the_second_of_the_requests.val() > self.the_third_of_the_requests.val())
        {
            self.chosen_by_the_ladder.next = bit_cast::<16, 8>(
                self.the_first_of_the_requests.val() - self.the_second_of_the_requests.val() + 100,
            ) << 8;
        } else if (self.the_first_of_the_requests.val() == self.the_second_of_the_requests.val())
            && (self.the_second_of_the_requests.val() == self.the_third_of_the_requests.val())
        {
            match (self.the_first_of_the_requests.val()
                + self.the_second_of_the_requests.val()
                + self.the_third_of_the_requests.val()
                + 1)
            .index()
            {
                100..=130 => self.chosen_by_the_ladder.next = 7.into(),
                _ => self.chosen_by_the_ladder.next = 9.into(),
            }
        }
        self.all_side_by_side.next = (bit_cast::<40, 8>(self.the_first_of_the_requests.val())
            << 32)
            | (bit_cast::<40, 8>(self.the_second_of_the_requests.val()) << 24)
            | (bit_cast::<40, 8>(self.the_third_of_the_requests.val()) << 8)
            | bit_cast::<40, 1>(self.permission_of_the_arbiter.val().into());
        self.inner.first_word.next = self.the_first_of_the_requests.val()
            ^ self.the_second_of_the_requests.val()
            ^ self.the_third_of_the_requests.val();
        self.inner.w.next = bit_cast::<4, 8>(
            (self.the_first_of_the_requests.val() ^ self.the_second_of_the_requests.val()) >> 1,
        );
    }

    /// Slices, casts and operators that SystemVerilog would widen or parse differently.
    Expressions: #[kernel] {
        pub a: Signal<In, Bits<4>>,
        pub b: Signal<In, Bits<4>>,
        pub i: Signal<In, Bits<2>>,
        pub wide: Signal<Out, Bits<8>>,
        pub narrow: Signal<Out, Bits<2>>,
        pub halved: Signal<Out, Bits<3>>,
        pub slice: Signal<Out, Bits<3>>,
        pub top_bit: Signal<Out, Bit>,
        pub of_sum: Signal<Out, Bits<2>>,
        pub picked: Signal<Out, Bit>,
        pub picked_of_sum: Signal<Out, Bit>,
        pub parity: Signal<Out, Bit>,
        pub all: Signal<Out, Bit>,
        pub shifted: Signal<Out, Bits<4>>,
        pub chain: Signal<Out, Bits<4>>,
        pub unchained: Signal<Out, Bits<4>>,
        pub negation: Signal<Out, Bit>,
    } {
        self.wide.next = bit_cast::<8, 4>(self.a.val() + self.b.val());
        self.narrow.next = bit_cast::<2, 4>(self.a.val() + self.b.val());
        self.halved.next = bit_cast::<3, 4>((self.a.val() + self.b.val()) >> 1);
        self.slice.next = self.a.val().get_bits::<3>(1);
        self.top_bit.next = self.a.val().get_bit(3);
        self.of_sum.next = (self.a.val() + self.b.val()).get_bits::<2>(2);
        self.picked.next = self.a.val().get_bit(self.i.val().index());
        self.picked_of_sum.next = (self.a.val() + 1).get_bit((self.i.val() & 1).index());
        self.parity.next = (!self.a.val()).xor();
        self.all.next = (self.a.val() | self.b.val()).all();
        self.shifted.next = (self.a.val() << 1) | (self.b.val() >> self.i.val());
        self.chain.next = self.a.val() + self.b.val() + 1;
        self.unchained.next = self.a.val() - (self.b.val() - 1);
        self.negation.next = !(self.a.val() & self.b.val()).any();
    }

    Concatenation: #[kernel] {
        pub a: Signal<In, Bits<4>>,
        pub b: Signal<In, Bits<4>>,
        pub i: Signal<In, Bits<2>>,
        pub c: Signal<In, Bit>,
        pub pair: Signal<Out, Bits<8>>,
        pub crossed: Signal<Out, Bits<8>>,
        pub with_gaps: Signal<Out, Bits<8>>,
        pub raised: Signal<Out, Bits<8>>,
        pub of_sums: Signal<Out, Bits<8>>,
        pub inverted: Signal<Out, Bits<8>>,
        pub masked: Signal<Out, Bits<8>>,
        pub overlapping: Signal<Out, Bits<8>>,
        pub cut_off: Signal<Out, Bits<8>>,
        pub moved: Signal<Out, Bits<8>>,
    } {
        self.pair.next = (bit_cast::<8, 4>(self.a.val()) << 4) | bit_cast::<8, 4>(self.b.val());
        self.crossed.next = bit_cast::<8, 4>(self.a.val()) | (bit_cast::<8, 4>(self.b.val()) << 4);
        self.with_gaps.next = (bit_cast::<8, 2>(self.i.val()) << 4)
            | bit_cast::<8, 1>(self.c.val().into())
            | (bit_cast::<8, 1>(self.c.val().into()) << 6);
        self.raised.next = bit_cast::<8, 4>(self.a.val()) << 4;
        self.of_sums.next = (bit_cast::<8, 4>(self.a.val() + self.b.val()) << 4)
            | bit_cast::<8, 4>(self.a.val() - self.b.val());
        self.inverted.next =
            !((bit_cast::<8, 4>(self.a.val()) << 4) | bit_cast::<8, 4>(self.b.val()));
        self.masked.next = ((bit_cast::<8, 4>(self.a.val()) << 4) | bit_cast::<8, 4>(self.b.val()))
            & (bit_cast::<8, 4>(self.a.val()) + 1);
        self.overlapping.next =
            (bit_cast::<8, 4>(self.a.val()) << 3) | bit_cast::<8, 4>(self.b.val());
        self.cut_off.next = (bit_cast::<8, 4>(self.a.val()) << 5) | bit_cast::<8, 4>(self.b.val());
        self.moved.next =
            (bit_cast::<8, 4>(self.a.val()) << self.i.val()) | bit_cast::<8, 4>(self.b.val());
    }

    /// A register that most states do not assign.
    #[module(types(GateState))]
    Lamp: #[kernel] {
        pub clock: Signal<In, Clock>,
        pub lit: Signal<Out, Bit>,
        state: DFF<GateState>,
        lamp: DFF<Bit>,
    } {
        dff_setup!(self, clock, state, lamp);
        match self.state.q.val() {
            GateState::Shut => {
                self.lamp.d.next = true;
                self.state.d.next = GateState::Open;
            }
            GateState::Open => self.state.d.next = GateState::Opening,
            _ => self.state.d.next = GateState::Shut,
        }
        self.lit.next = self.lamp.q.val();
    }
}
