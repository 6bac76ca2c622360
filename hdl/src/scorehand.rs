use rust_hdl::prelude::*;
use rust_hdl_describe::*;

use crate::modulo_five_adder::ModuloFiveAdder;

/// Adds up a hand: the values of its cards, modulo ten.
///
/// An ace counts 1, 2 to 9 themselves, tens and faces nothing; a card that is not there (0) counts nothing either.
///
/// A value is two times its half and, if it is odd, one more: 7 is 2 * 3 + 1. The halves are added modulo five; two odd
/// cards make one half more.
#[derive(Clone, Debug, Default, Module)]
pub struct Scorehand {
    pub card1: Signal<In, Bits<4>>,
    pub card2: Signal<In, Bits<4>>,
    pub card3: Signal<In, Bits<4>>,
    /// 0 to 9.
    pub total: Signal<Out, Bits<4>>,
    half1: Signal<Local, Bits<3>>,
    half2: Signal<Local, Bits<3>>,
    half3: Signal<Local, Bits<3>>,
    odd1: Signal<Local, Bit>,
    odd2: Signal<Local, Bit>,
    odd3: Signal<Local, Bit>,
    two_odd: Signal<Local, Bit>,
    odd_total: Signal<Local, Bit>,
    first_two: ModuloFiveAdder,
    all_three: ModuloFiveAdder,
    with_odd: ModuloFiveAdder,
}

impl Logic for Scorehand {
    #[kernel]
    fn update(&mut self) {
        // The half of 10 and more, 5 to 7, is no digit: the adders take it as 0, as they should.
        self.half1.next = self.card1.val().get_bits::<3>(1);
        self.half2.next = self.card2.val().get_bits::<3>(1);
        self.half3.next = self.card3.val().get_bits::<3>(1);
        self.odd1.next = self.card1.val().get_bit(0) && (self.card1.val() < 10);
        self.odd2.next = self.card2.val().get_bit(0) && (self.card2.val() < 10);
        self.odd3.next = self.card3.val().get_bit(0) && (self.card3.val() < 10);
        self.two_odd.next = (self.odd1.val() && self.odd2.val())
            || ((self.odd1.val() || self.odd2.val()) && self.odd3.val());
        self.odd_total.next = self.odd1.val() ^ self.odd2.val() ^ self.odd3.val();

        self.first_two.a.next = self.half1.val();
        self.first_two.b.next = self.half2.val();
        self.all_three.a.next = self.first_two.sum.val();
        self.all_three.b.next = self.half3.val();
        self.with_odd.a.next = self.all_three.sum.val();
        self.with_odd.b.next = bit_cast::<3, 1>(self.two_odd.val().into());
        self.total.next = (bit_cast::<4, 3>(self.with_odd.sum.val()) << 1)
            | bit_cast::<4, 1>(self.odd_total.val().into());
    }
}
