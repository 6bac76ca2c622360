use rust_hdl::prelude::*;
use rust_hdl_describe::*;

use crate::modulo_five_adder::ModuloFiveAdder;

/// The least rank that counts 0.
const TEN: u64 = 10;

/// Computes the score of a hand: the sum of its cards' values, modulo ten.
///
/// An ace counts 1, 2 to 9 count their rank; tens, face cards and missing cards (0) count 0.
///
/// Subtracting ten from the sum would take more logic than the sum itself. Instead each value is
/// split into a half and an odd bit: 7 is 2 * 3 + 1. The halves are added modulo five, so that
/// twice their sum is already modulo ten. A pair of odd cards adds one to the halves.
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
        // The upper three bits of a card are half of its value. From ten up they are 5 to 7, which
        // the adders count as 0.
        self.half1.next = self.card1.val().get_bits::<3>(1);
        self.half2.next = self.card2.val().get_bits::<3>(1);
        self.half3.next = self.card3.val().get_bits::<3>(1);
        // From ten up a card has no odd bit.
        self.odd1.next = self.card1.val().get_bit(0) && (self.card1.val() < TEN);
        self.odd2.next = self.card2.val().get_bit(0) && (self.card2.val() < TEN);
        self.odd3.next = self.card3.val().get_bit(0) && (self.card3.val() < TEN);
        // A full adder for the odd bits: the carry is a pair of odd cards, the sum is the lowest
        // bit of the total.
        self.odd_pair.next = (self.odd1.val() && self.odd2.val())
            || ((self.odd1.val() ^ self.odd2.val()) && self.odd3.val());
        self.odd_total.next = self.odd1.val() ^ self.odd2.val() ^ self.odd3.val();

        // The three halves, and one more for a pair of odd cards.
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
