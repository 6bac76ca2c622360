use rust_hdl::prelude::*;
use rust_hdl_describe::*;

/// Adds up the stakes of a bet, at 20 credits a chip.
#[derive(Clone, Debug, Default, Module)]
pub struct Stakes {
    /// The number of chips on each bet.
    pub chips: Signal<In, Bits<7>>,
    /// A bet on the player.
    pub on_player: Signal<In, Bit>,
    /// A bet on the banker.
    pub on_banker: Signal<In, Bit>,
    /// A bet on a tie.
    pub on_tie: Signal<In, Bit>,
    /// All stakes together, in credits: 0 to 7,620.
    pub total: Signal<Out, Bits<13>>,
    wide_chips: Signal<Local, Bits<13>>,
    one_stake: Signal<Local, Bits<13>>,
    three_stakes: Signal<Local, Bits<13>>,
    odd: Signal<Local, Bit>,
    several: Signal<Local, Bit>,
}

impl Logic for Stakes {
    #[kernel]
    fn update(&mut self) {
        // Neither 20 c nor 60 c waits for the other: each is one addition.
        self.wide_chips.next = bit_cast::<13, 7>(self.chips.val());
        self.one_stake.next = (self.wide_chips.val() << 4) + (self.wide_chips.val() << 2);
        self.three_stakes.next = (self.wide_chips.val() << 6) - (self.wide_chips.val() << 2);

        // The number of bets in binary: a full adder.
        self.odd.next = self.on_player.val() ^ self.on_banker.val() ^ self.on_tie.val();
        self.several.next = (self.on_player.val() && self.on_banker.val())
            || (self.on_tie.val() && (self.on_player.val() || self.on_banker.val()));
        if self.odd.val() && self.several.val() {
            self.total.next = self.three_stakes.val();
        } else if self.several.val() {
            self.total.next = self.one_stake.val() << 1;
        } else if self.odd.val() {
            self.total.next = self.one_stake.val();
        } else {
            self.total.next = 0.into();
        }
    }
}
