use rust_hdl::prelude::*;
use rust_hdl_describe::*;

/// The shoe that never runs out: a counter that goes round the thirteen ranks, one a clock cycle.
///
/// A card is whatever the counter shows when a key is released. At 50 million ranks a second nobody can aim for one,
/// so every rank is as likely as any other.
#[derive(Clone, Debug, Default, Module)]
pub struct Dealcard {
    /// Counts on every rising edge.
    pub clock: Signal<In, Clock>,
    /// Low at a rising edge: back to the ace.
    pub resetb: Signal<In, Bit>,
    /// The top card, 1 (ace) to 13 (king); 0 at power-up.
    pub new_card: Signal<Out, Bits<4>>,
    rank: DFF<Bits<4>>,
}

impl Logic for Dealcard {
    #[kernel]
    fn update(&mut self) {
        clock!(self, clock, rank);
        // Should it ever hold 14 or 15, which are no ranks, the ace follows as after the king.
        if self.rank.q.val() >= 13 {
            self.rank.d.next = 1.into();
        } else {
            self.rank.d.next = self.rank.q.val() + 1;
        }
        if !self.resetb.val() {
            self.rank.d.next = 1.into();
        }
        self.new_card.next = self.rank.q.val();
    }
}
