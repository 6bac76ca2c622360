use rust_hdl::prelude::*;
use rust_hdl_describe::*;

use crate::decimal_digit::DecimalDigit;

/// The bits of a number.
const NUMBER_BITS: u64 = 20;

/// Converts a number to six decimal digits, over and over: they follow the number within 42 clock
/// cycles.
///
/// The digits start at 0. For each bit of the number, the highest first, they are doubled and the
/// bit is added.
#[derive(Clone, Debug, Default, Module)]
pub struct DecimalConverter {
    pub clock: Signal<In, Clock>,
    /// Up to 999,999.
    pub number: Signal<In, Bits<20>>,
    /// The six digits, the lowest in the lowest four bits.
    #[module(radix = 16)]
    pub digits: Signal<Out, Bits<24>>,
    /// The bits that are still to be added, the next one at the top.
    rest: DFF<Bits<20>>,
    /// How many they are.
    bits_left: DFF<Bits<5>>,
    digit: [DecimalDigit; 6],
    result: DFF<Bits<24>>,
    finished: Signal<Local, Bit>,
}

impl Logic for DecimalConverter {
    #[kernel]
    #[assert("a number has 20 bits at most", self.bits_left.q.val() <= NUMBER_BITS)]
    #[assert(
        "the digits are 0 to 9",
        self.digits.val().get_bits::<4>(0) <= 9
            && self.digits.val().get_bits::<4>(4) <= 9
            && self.digits.val().get_bits::<4>(8) <= 9
            && self.digits.val().get_bits::<4>(12) <= 9
            && self.digits.val().get_bits::<4>(16) <= 9
            && self.digits.val().get_bits::<4>(20) <= 9
    )]
    #[assert(
        "the digits change only after the last bit",
        past(self.bits_left.q.val() == 0) || self.digits.val() == past(self.digits.val())
    )]
    fn update(&mut self) {
        dff_setup!(self, clock, rest, bits_left, result);

        self.finished.next = self.bits_left.q.val() == 0;
        self.rest.d.next = self.rest.q.val() << 1;
        self.bits_left.d.next = self.bits_left.q.val() - 1;
        for i in 0..6 {
            self.digit[i].clock.next = self.clock.val();
            self.digit[i].clear.next = self.finished.val();
        }
        // Each bit enters at the lowest digit, and the carries at the others.
        self.digit[0].carry_in.next = self.rest.q.val().get_bit(19);
        for i in 1..6 {
            self.digit[i].carry_in.next = self.digit[i - 1].carry_out.val();
        }

        // After the last bit, the digits are kept and the next conversion begins.
        if self.finished.val() {
            self.rest.d.next = self.number.val();
            self.bits_left.d.next = NUMBER_BITS.into();
            self.result.d.next = bit_cast::<24, 4>(self.digit[5].digit.val()) << 20
                | bit_cast::<24, 4>(self.digit[4].digit.val()) << 16
                | bit_cast::<24, 4>(self.digit[3].digit.val()) << 12
                | bit_cast::<24, 4>(self.digit[2].digit.val()) << 8
                | bit_cast::<24, 4>(self.digit[1].digit.val()) << 4
                | bit_cast::<24, 4>(self.digit[0].digit.val());
        }
        self.digits.next = self.result.q.val();
    }
}
