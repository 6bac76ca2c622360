use rust_hdl::prelude::*;
use rust_hdl_describe::*;

use crate::card::Card;

/// The most cards that a burn card counts.
const MOST_BURNED: u64 = 10;

/// The number of cards behind the cut card.
const BEHIND_CUT_CARD: u64 = 14;

/// Keeps the burn card and the cut card of a shoe.
///
/// The first card of a new shoe is turned up, and as many cards as it counts, ten for tens and face
/// cards, are burned. No cards are moved for that: nobody has seen the cards in the shoe, so
/// burning some of them is the same as ending the shoe as many cards earlier.
///
/// The cut card has 14 cards behind it. When it comes out, the hand in play is finished and one
/// more follows. If it comes out before the first card of a hand, that hand is the last.
#[derive(Clone, Debug, Default, Module)]
#[module(types(Card))]
pub struct ShoeProgress {
    pub clock: Signal<In, Clock>,
    /// High at a rising edge: a new shoe.
    pub renew: Signal<In, Bit>,
    /// High at a rising edge: `card` is turned up as the burn card.
    pub burn: Signal<In, Bit>,
    /// High at a rising edge: a card is dealt.
    pub deal: Signal<In, Bit>,
    /// The dealt card is the first of a hand.
    pub first_of_hand: Signal<In, Bit>,
    /// The card that is drawn.
    pub card: Signal<In, Card>,
    /// The number of cards in the shoe.
    pub cards_left: Signal<In, Bits<9>>,
    /// The burn card; no card before it is turned up.
    pub burn_card: Signal<Out, Card>,
    /// How many cards are burned after the burn card, 0 to 10.
    pub burned: Signal<Out, Bits<4>>,
    /// How many cards are dealt before the cut card.
    pub cards_before_cut: Signal<Out, Bits<9>>,
    /// The cut card is out.
    pub cut_card_out: Signal<Out, Bit>,
    /// The hand on the table is the last of the shoe.
    pub last_hand: Signal<Out, Bit>,
    /// The number of hands dealt, the one in play included.
    pub hands: Signal<Out, Bits<7>>,
    pub turned_up: DFF<Card>,
    is_out: DFF<Bit>,
    is_last: DFF<Bit>,
    count: DFF<Bits<7>>,
    burn_count: Signal<Local, Bits<4>>,
    behind_cut: Signal<Local, Bits<5>>,
    before_cut: Signal<Local, Bits<10>>,
    cut_reached: Signal<Local, Bit>,
}

impl Logic for ShoeProgress {
    #[kernel]
    #[assert("at most ten cards are burned", self.burned.val() <= MOST_BURNED)]
    #[assert(
        "the last hand comes after the cut card",
        !self.last_hand.val() || self.cut_card_out.val()
    )]
    #[assert(
        "a new shoe has no burn card and no hands",
        !past(self.renew.val())
            || (self.burn_card.val().rank == 0
                && !self.cut_card_out.val()
                && self.hands.val() == 0)
    )]
    #[assert(
        "the first cards are counted",
        past(self.renew.val())
            || self.hands.val()
                == past(self.hands.val())
                    + bit_cast::<7, 1>(past(self.deal.val() && self.first_of_hand.val()).into())
    )]
    #[assert(
        "the cut card comes out once and stays out",
        past(self.renew.val())
            || self.cut_card_out.val()
                == past(
                    self.cut_card_out.val()
                        || (self.deal.val() && self.cards_before_cut.val() == 0)
                )
    )]
    fn update(&mut self) {
        dff_setup!(self, clock, turned_up, is_out, is_last, count);

        // The burned cards shorten the shoe.
        self.burn_count.next = self.turned_up.q.val().rank;
        if self.turned_up.q.val().rank > MOST_BURNED {
            self.burn_count.next = MOST_BURNED.into();
        }
        self.behind_cut.next = bit_cast::<5, 4>(self.burn_count.val()) + BEHIND_CUT_CARD;
        self.before_cut.next =
            bit_cast::<10, 9>(self.cards_left.val()) - bit_cast::<10, 5>(self.behind_cut.val());
        self.cut_reached.next = self.before_cut.val().get_bit(9) || (self.before_cut.val() == 0);

        if self.burn.val() {
            self.turned_up.d.next = self.card.val();
        }
        if self.deal.val() && self.cut_reached.val() {
            self.is_out.d.next = true;
        }
        if self.deal.val() && self.first_of_hand.val() {
            self.is_last.d.next = self.is_out.q.val() || self.cut_reached.val();
            self.count.d.next = self.count.q.val() + 1;
        }
        if self.renew.val() {
            self.turned_up.d.next.rank = 0.into();
            self.turned_up.d.next.suit = 0.into();
            self.is_out.d.next = false;
            self.is_last.d.next = false;
            self.count.d.next = 0.into();
        }

        self.burn_card.next = self.turned_up.q.val();
        self.burned.next = self.burn_count.val();
        self.cards_before_cut.next = 0.into();
        if !self.cut_reached.val() {
            self.cards_before_cut.next = self.before_cut.val().get_bits::<9>(0);
        }
        self.cut_card_out.next = self.is_out.q.val();
        self.last_hand.next = self.is_last.q.val();
        self.hands.next = self.count.q.val();
    }
}
