use rust_hdl::prelude::*;
use rust_hdl_describe::*;

/// Computes the stakes on a hand, and what a result pays back.
///
/// A chip is 20 credits, so that the banker's 19 to 20 is an integer. Payments include the stake:
/// per chip, the player pays 40 credits, the banker 39, a tie 180. On a tie the stakes on player
/// and banker are returned.
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
    pub one_stake: Signal<Local, Bits<13>>,
    two_stakes: Signal<Local, Bits<13>>,
    three_stakes: Signal<Local, Bits<13>>,
    odd: Signal<Local, Bit>,
    several: Signal<Local, Bit>,
    all_stakes: Signal<Local, Bits<13>>,
    returned: Signal<Local, Bits<13>>,
    won: Signal<Local, Bits<15>>,
}

impl Logic for Wager {
    #[kernel]
    fn update(&mut self) {
        // One stake is 20 credits a chip.
        self.one_stake.next =
            (bit_cast::<13, 7>(self.chips.val()) << 4) + (bit_cast::<13, 7>(self.chips.val()) << 2);
        self.two_stakes.next = self.one_stake.val() << 1;
        self.three_stakes.next = self.two_stakes.val() + self.one_stake.val();

        // The number of bets in binary: a full adder.
        self.odd.next = self.on_player.val() ^ self.on_banker.val() ^ self.on_tie.val();
        self.several.next = (self.on_player.val() && self.on_banker.val())
            || (self.on_tie.val() && (self.on_player.val() || self.on_banker.val()));
        if self.odd.val() && self.several.val() {
            self.all_stakes.next = self.three_stakes.val();
        } else if self.several.val() {
            self.all_stakes.next = self.two_stakes.val();
        } else if self.odd.val() {
            self.all_stakes.next = self.one_stake.val();
        } else {
            self.all_stakes.next = 0.into();
        }
        self.stakes.next = self.all_stakes.val();

        if self.player_wins.val() && self.banker_wins.val() {
            // A tie returns all stakes and pays 8 to 1.
            self.returned.next = self.all_stakes.val();
            if self.on_tie.val() {
                self.won.next = bit_cast::<15, 13>(self.one_stake.val()) << 3;
            } else {
                self.won.next = 0.into();
            }
        } else if self.player_wins.val() && self.on_player.val() {
            self.returned.next = self.two_stakes.val();
            self.won.next = 0.into();
        } else if self.banker_wins.val() && self.on_banker.val() {
            // One credit of each chip is the commission: 40 c + 1 + !c is 39 c, as !c is -c - 1.
            self.returned.next = self.two_stakes.val() | 1;
            self.won.next = !bit_cast::<15, 7>(self.chips.val());
        } else {
            self.returned.next = 0.into();
            self.won.next = 0.into();
        }
        self.payment.next = bit_cast::<15, 13>(self.returned.val()) + self.won.val();
    }
}
