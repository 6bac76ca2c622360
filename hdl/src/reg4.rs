use rust_hdl::prelude::*;
use rust_hdl_describe::*;

/// Holds one card: 0 until a card is loaded, then that card until the next reset or load.
#[derive(Clone, Debug, Default, Module)]
pub struct Reg4 {
    pub clock: Signal<In, Clock>,
    /// Active low, synchronous: clears the card.
    pub resetb: Signal<In, Bit>,
    /// High at a rising edge: loads `card_in`.
    pub load: Signal<In, Bit>,
    pub card_in: Signal<In, Bits<4>>,
    pub card_out: Signal<Out, Bits<4>>,
    card: DFF<Bits<4>>,
}

impl Logic for Reg4 {
    #[kernel]
    #[assert("a reset clears the card", past(self.resetb.val()) || self.card_out.val() == 0)]
    #[assert(
        "a load takes the card",
        !past(self.resetb.val() && self.load.val())
            || self.card_out.val() == past(self.card_in.val())
    )]
    #[assert(
        "only a reset or a load changes the card",
        past(!self.resetb.val() || self.load.val())
            || self.card_out.val() == past(self.card_out.val())
    )]
    fn update(&mut self) {
        dff_setup!(self, clock, card);
        if self.load.val() {
            self.card.d.next = self.card_in.val();
        }
        if !self.resetb.val() {
            self.card.d.next = 0.into();
        }
        self.card_out.next = self.card.q.val();
    }
}
