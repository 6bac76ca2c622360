use rust_hdl::prelude::*;
use rust_hdl_describe::*;

use crate::card7seg::Card7seg;

/// Drives a seven-segment display with a card or a decimal digit.
///
/// The digits have the glyphs of the cards, except 1, which would be the ace.
#[derive(Clone, Debug, Default, Module)]
pub struct CardOrDigit {
    pub card: Signal<In, Bits<4>>,
    pub digit: Signal<In, Bits<4>>,
    /// Show the digit instead of the card.
    pub show_digit: Signal<In, Bit>,
    /// Show nothing instead of the digit: a leading zero.
    pub blank_digit: Signal<In, Bit>,
    #[module(radix = 2)]
    pub seg7: Signal<Out, Bits<7>>,
    decoder: Card7seg,
}

impl Logic for CardOrDigit {
    #[kernel]
    fn update(&mut self) {
        if !self.show_digit.val() {
            self.decoder.card.next = self.card.val();
        } else if self.blank_digit.val() {
            self.decoder.card.next = 0.into();
        } else if self.digit.val() == 0 {
            // The glyph of the ten is a zero.
            self.decoder.card.next = 10.into();
        } else {
            self.decoder.card.next = self.digit.val();
        }
        self.seg7.next = self.decoder.seg7.val();
        if self.show_digit.val() && (self.digit.val() == 1) {
            self.seg7.next = 0b1111001.into();
        }
    }
}
