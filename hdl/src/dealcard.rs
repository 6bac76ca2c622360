use rust_hdl::prelude::*;
use rust_hdl_describe::*;

use crate::card::KING;

/// Counts through the thirteen ranks, one per clock cycle: a shoe that never runs out.
///
/// The card dealt is the rank that the counter shows when a key is released. At 50 million ranks a
/// second nobody can time the release, so all ranks are equally likely.
#[derive(Clone, Debug, Default, Module)]
pub struct Dealcard {
    /// Counts on every rising edge.
    pub clock: Signal<In, Clock>,
    /// Active low, synchronous: back to the ace.
    pub resetb: Signal<In, Bit>,
    /// 1 (ace) to 13 (king); 0 at power-up.
    pub new_card: Signal<Out, Bits<4>>,
    rank: DFF<Bits<4>>,
}

impl Logic for Dealcard {
    #[kernel]
    #[assert("a card is an ace to a king or 0", self.new_card.val() <= KING)]
    #[assert("a reset leads to the ace", past(self.resetb.val()) || self.new_card.val() == 1)]
    #[assert(
        "each rank follows the one before",
        !past(self.resetb.val())
            || self.new_card.val() == past(self.new_card.val()) + 1
            || (past(self.new_card.val()) == KING && self.new_card.val() == 1)
    )]
    fn update(&mut self) {
        clock!(self, clock, rank);
        // The ace follows the king and every invalid code. Written as a table, this takes fewer
        // look-up tables than an adder and a comparator.
        match self.rank.q.val().index() {
            1 => self.rank.d.next = 2.into(),
            2 => self.rank.d.next = 3.into(),
            3 => self.rank.d.next = 4.into(),
            4 => self.rank.d.next = 5.into(),
            5 => self.rank.d.next = 6.into(),
            6 => self.rank.d.next = 7.into(),
            7 => self.rank.d.next = 8.into(),
            8 => self.rank.d.next = 9.into(),
            9 => self.rank.d.next = 10.into(),
            10 => self.rank.d.next = 11.into(),
            11 => self.rank.d.next = 12.into(),
            12 => self.rank.d.next = 13.into(),
            _ => self.rank.d.next = 1.into(),
        }
        if !self.resetb.val() {
            self.rank.d.next = 1.into();
        }
        self.new_card.next = self.rank.q.val();
    }
}
