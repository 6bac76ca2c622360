use rust_hdl::prelude::*;
use rust_hdl_describe::*;

use crate::outcome::Outcome;

/// Computes what a result pays back.
///
/// A chip is 20 credits, so that the banker's 19 to 20 is an integer. Payments include the stake:
/// per chip, the player pays 40 credits, the banker 39, a tie 180. On a tie the stakes on player
/// and banker are returned.
#[derive(Clone, Debug, Default, Module)]
#[module(name = "payout", types(Outcome))]
pub struct Payout {
    /// The number of chips on each bet.
    pub chips: Signal<In, Bits<7>>,
    /// A bet on the player.
    pub on_player: Signal<In, Bit>,
    /// A bet on the banker.
    pub on_banker: Signal<In, Bit>,
    /// A bet on a tie.
    pub on_tie: Signal<In, Bit>,
    /// All stakes together, in credits.
    pub stakes: Signal<In, Bits<13>>,
    pub outcome: Signal<In, Outcome>,
    /// The chips of one bet, in credits.
    pub one_stake: Signal<Out, Bits<13>>,
    /// What the result pays back, in credits: 0 to 27,940. 0 without a result.
    pub payment: Signal<Out, Bits<15>>,
    /// There is a result that pays, or a tie.
    pub pays: Signal<Out, Bit>,
    one: Signal<Local, Bits<13>>,
    tied: Signal<Local, Bit>,
    player_pays: Signal<Local, Bit>,
    banker_pays: Signal<Local, Bit>,
    returned: Signal<Local, Bits<13>>,
    won: Signal<Local, Bits<15>>,
}

impl Logic for Payout {
    #[kernel]
    fn update(&mut self) {
        self.one.next =
            (bit_cast::<13, 7>(self.chips.val()) << 4) + (bit_cast::<13, 7>(self.chips.val()) << 2);
        self.one_stake.next = self.one.val();

        self.tied.next = self.outcome.val() == Outcome::Tie;
        self.player_pays.next = (self.outcome.val() == Outcome::Player) && self.on_player.val();
        self.banker_pays.next = (self.outcome.val() == Outcome::Banker) && self.on_banker.val();
        self.pays.next = self.tied.val() || self.player_pays.val() || self.banker_pays.val();
        if self.tied.val() {
            // A tie returns all stakes and pays 8 to 1.
            self.returned.next = self.stakes.val();
        } else if self.player_pays.val() {
            self.returned.next = self.one.val() << 1;
        } else if self.banker_pays.val() {
            // One credit of each chip is the commission: 40 c + 1 + ~c is 39 c, as ~c is -c - 1.
            self.returned.next = self.one.val() << 1 | 1;
        } else {
            self.returned.next = 0.into();
        }
        if self.tied.val() && self.on_tie.val() {
            self.won.next = bit_cast::<15, 13>(self.one.val()) << 3;
        } else if self.banker_pays.val() {
            self.won.next = !bit_cast::<15, 7>(self.chips.val());
        } else {
            self.won.next = 0.into();
        }
        self.payment.next = bit_cast::<15, 13>(self.returned.val()) + self.won.val();
    }
}
