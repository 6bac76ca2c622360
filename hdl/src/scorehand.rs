use rust_hdl::prelude::*;
use rust_hdl_describe::*;

use crate::modulo_five_adder::ModuloFiveAdder;

/// Adds up a hand: the values of its cards, modulo ten.
///
/// An ace counts 1, 2 to 9 themselves, tens and faces nothing; a card that is not there (0) counts nothing either.
///
/// No tens are taken off, which would cost more logic than the sum. A value is twice its half, and one more if it is odd: 7
/// is 2 * 3 + 1. Ten is twice five, so halves are added modulo five, and tens are gone by themselves. Each pair of odd
/// cards makes one half more.
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
    odd_pair: Signal<Local, Bit>,
    odd_total: Signal<Local, Bit>,
    first_two: ModuloFiveAdder,
    all_three: ModuloFiveAdder,
    with_pair: ModuloFiveAdder,
}

impl Logic for Scorehand {
    #[kernel]
    fn update(&mut self) {
        // Without its lowest bit a card is half of its value. From ten on that is 5 to 7, which the adders take for 0.
        self.half1.next = self.card1.val().get_bits::<3>(1);
        self.half2.next = self.card2.val().get_bits::<3>(1);
        self.half3.next = self.card3.val().get_bits::<3>(1);
        // Tens and faces are not odd either.
        self.odd1.next = self.card1.val().get_bit(0) && (self.card1.val() < 10);
        self.odd2.next = self.card2.val().get_bit(0) && (self.card2.val() < 10);
        self.odd3.next = self.card3.val().get_bit(0) && (self.card3.val() < 10);
        // The odd ones added up, as a full adder does: of three cards no more than two can make a pair.
        self.odd_pair.next = (self.odd1.val() && self.odd2.val())
            || ((self.odd1.val() ^ self.odd2.val()) && self.odd3.val());
        self.odd_total.next = self.odd1.val() ^ self.odd2.val() ^ self.odd3.val();

        // The three halves, and that of the pair.
        self.first_two.a.next = self.half1.val();
        self.first_two.b.next = self.half2.val();
        self.all_three.a.next = self.first_two.sum.val();
        self.all_three.b.next = self.half3.val();
        self.with_pair.a.next = self.all_three.sum.val();
        self.with_pair.b.next = bit_cast::<3, 1>(self.odd_pair.val().into());
        self.total.next = (bit_cast::<4, 3>(self.with_pair.sum.val()) << 1)
            | bit_cast::<4, 1>(self.odd_total.val().into());
    }
}
