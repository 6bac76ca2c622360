use rust_hdl::prelude::*;
use rust_hdl_describe::*;

/// Computes the stakes on a hand, and what each result pays back.
///
/// Stakes are counted in chips of 20 credits, so that the banker's 19 to 20 is an integer. Payments include the stake: per chip
/// the player pays 40, the banker 39, a tie 180. On a tie the stakes on player and banker are returned.
#[derive(Clone, Debug, Default, Module)]
pub struct Wager {
    /// The number of chips on each bet.
    pub chips: Signal<In, Bits<7>>,
    /// A bet on the player.
    pub on_player: Signal<In, Bit>,
    /// A bet on the banker.
    pub on_banker: Signal<In, Bit>,
    /// A bet on a tie.
    pub on_tie: Signal<In, Bit>,
    /// The player wins; with `banker_wins`, a tie.
    pub player_wins: Signal<In, Bit>,
    /// The banker wins; with `player_wins`, a tie.
    pub banker_wins: Signal<In, Bit>,
    /// All stakes together, in credits: 0 to 7,620.
    pub stakes: Signal<Out, Bits<13>>,
    /// What the result pays back, in credits: 0 to 27,940. 0 without a result.
    pub payment: Signal<Out, Bits<15>>,
    stake: Signal<Local, Bits<13>>,
    odd_stake: Signal<Local, Bits<13>>,
    two_stakes: Signal<Local, Bits<13>>,
    total: Signal<Local, Bits<13>>,
    eight_on_tie: Signal<Local, Bits<15>>,
}

impl Logic for Wager {
    #[kernel]
    fn update(&mut self) {
        // The stakes are counted like the bits of a sum: an odd one, and a pair.
        self.stake.next =
            (bit_cast::<13, 7>(self.chips.val()) << 4) + (bit_cast::<13, 7>(self.chips.val()) << 2);
        self.odd_stake.next = 0.into();
        if self.on_player.val() ^ self.on_banker.val() ^ self.on_tie.val() {
            self.odd_stake.next = self.stake.val();
        }
        self.two_stakes.next = 0.into();
        if (self.on_player.val() && self.on_banker.val())
            || (self.on_banker.val() && self.on_tie.val())
            || (self.on_player.val() && self.on_tie.val())
        {
            self.two_stakes.next = self.stake.val() << 1;
        }
        self.total.next = self.odd_stake.val() + self.two_stakes.val();
        self.stakes.next = self.total.val();

        self.eight_on_tie.next = 0.into();
        if self.on_tie.val() {
            self.eight_on_tie.next = bit_cast::<15, 13>(self.stake.val()) << 3;
        }
        self.payment.next = 0.into();
        if self.player_wins.val() && self.banker_wins.val() {
            // All stakes return, and a tie pays 8 to 1.
            self.payment.next = bit_cast::<15, 13>(self.total.val()) + self.eight_on_tie.val();
        } else if self.player_wins.val() && self.on_player.val() {
            self.payment.next = bit_cast::<15, 13>(self.stake.val() << 1);
        } else if self.banker_wins.val() && self.on_banker.val() {
            // One credit of 20 is the commission.
            self.payment.next =
                bit_cast::<15, 13>((self.stake.val() << 1) - bit_cast::<13, 7>(self.chips.val()));
        }
    }
}
