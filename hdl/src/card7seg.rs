use rust_hdl::prelude::*;
use rust_hdl_describe::*;

/// Decodes a card for a seven-segment display.
///
/// The segments are active low. Bit 0 is segment a (top), bits 1 to 5 are b to f (clockwise), bit 6
/// is g (middle).
#[derive(Clone, Debug, Default, Module)]
pub struct Card7seg {
    pub card: Signal<In, Bits<4>>,
    #[module(radix = 2)]
    pub seg7: Signal<Out, Bits<7>>,
}

impl Logic for Card7seg {
    #[kernel]
    fn update(&mut self) {
        match self.card.val().index() {
            1 => self.seg7.next = 0b0001000.into(), // A
            2 => self.seg7.next = 0b0100100.into(),
            3 => self.seg7.next = 0b0110000.into(),
            4 => self.seg7.next = 0b0011001.into(),
            5 => self.seg7.next = 0b0010010.into(),
            6 => self.seg7.next = 0b0000010.into(),
            7 => self.seg7.next = 0b1111000.into(),
            8 => self.seg7.next = 0b0000000.into(),
            9 => self.seg7.next = 0b0010000.into(), // bottom segment on, unlike q
            10 => self.seg7.next = 0b1000000.into(), // 0
            11 => self.seg7.next = 0b1100001.into(), // J
            12 => self.seg7.next = 0b0011000.into(), // q
            13 => self.seg7.next = 0b0001001.into(), // H
            _ => self.seg7.next = 0b1111111.into(), // no card: blank
        }
    }
}
