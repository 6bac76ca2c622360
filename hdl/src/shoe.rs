use rust_hdl::prelude::*;
use rust_hdl_describe::*;

use crate::card::{Card, KING};
use crate::dealcard::Dealcard;

/// -1 modulo 512.
const MINUS_ONE: u64 = 511;

/// A shoe of playing cards: deals each card once, without a shuffle.
///
/// The memory holds the remaining cards at the addresses 1 to `cards_left`. A counter cycles
/// through these addresses, one per clock cycle, from the last to the first. A draw takes the card
/// at the counter's address, and the last card moves into the gap. With eight decks at 50 MHz the
/// counter makes some 120,000 rounds per second, so nobody can time a draw, and all remaining cards
/// are equally likely. There is no random number generator to predict. Cards are drawn only while
/// there are four or more: the cut card comes before.
///
/// A new shoe is written in factory order, one card per clock cycle.
// `DECKS` is the number of decks of 52 cards, 1 to 8.
#[derive(Default, Module)]
#[module(name = "shoe", types(Card))]
pub struct Shoe<const DECKS: usize> {
    pub clock: Signal<In, Clock>,
    /// High at a rising edge: discards the remaining cards and writes a new shoe, as after
    /// power-up.
    pub renew: Signal<In, Bit>,
    /// High at a rising edge while `ready` is high: takes the card out. The shoe has to have four
    /// cards or more.
    pub draw: Signal<In, Bit>,
    /// A card can be drawn: no new shoe is being written, and a card was not drawn on the last
    /// edge.
    pub ready: Signal<Out, Bit>,
    /// The card that a draw takes.
    pub card: Signal<Out, Card>,
    /// The number of cards in the shoe.
    pub cards_left: Signal<Out, Bits<9>>,
    pub cards: RAM<Card, 9>,
    /// It is also the address of the last card.
    left: DFF<Bits<9>>,
    /// A new shoe is being written.
    writing: DFF<Bit>,
    /// The rank and the suit of the card that is written next.
    next_rank: Dealcard,
    next_suit: DFF<Bits<2>>,
    /// The address that is read next.
    pub position: DFF<Bits<9>>,
    /// The address of the card that the memory shows.
    pub shown: DFF<Bits<9>>,
    /// A card was drawn on the last edge: the memory shows the card that moves into the gap.
    drawn: DFF<Bit>,
    is_ready: DFF<Bit>,
    empty: Signal<Local, Bit>,
    takes: Signal<Local, Bit>,
    change: Signal<Local, Bits<9>>,
    left_changed: Signal<Local, Bits<9>>,
    left_after: Signal<Local, Bits<9>>,
    card_is_missing: Signal<Local, Bit>,
}

impl<const DECKS: usize> Shoe<DECKS> {
    /// The number of cards in a full shoe.
    pub const FULL_SHOE: u64 = {
        assert!(1 <= DECKS && DECKS <= 8, "a shoe has 1 to 8 decks");
        52 * DECKS as u64
    };

    /// The number of cards in a shoe that lacks one.
    const ALL_BUT_ONE: u64 = Self::FULL_SHOE - 1;
}

impl<const DECKS: usize> Logic for Shoe<DECKS> {
    #[kernel]
    #[assert("no more cards than a full shoe", self.left.q.val() <= Self::FULL_SHOE)]
    #[assert(
        "a shoe that is written is not full",
        !self.writing.q.val() || self.left.q.val() < Self::FULL_SHOE
    )]
    #[assert("a ready shoe is not empty", !self.ready.val() || self.left.q.val() != 0)]
    #[assert("no draw from a shoe that is written", !(self.ready.val() && self.writing.q.val()))]
    #[assert(
        "a draw takes one card",
        !past(self.takes.val())
            || past(self.renew.val() || self.card_is_missing.val())
            || self.left.q.val() == past(self.left.q.val()) - 1
    )]
    #[assert(
        "the counter is in the shoe",
        self.position.q.val() <= self.left.q.val()
            || ((self.writing.q.val() || self.empty.val())
                && self.position.q.val() <= Self::FULL_SHOE - self.left.q.val())
    )]
    #[assert(
        "the card that is drawn is in the shoe",
        !self.ready.val()
            || (self.shown.q.val() != 0 && self.shown.q.val() <= self.left.q.val())
    )]
    #[assert(
        "the last card moves into the gap",
        !past(self.takes.val())
            || (self.drawn.q.val() && self.shown.q.val() == past(self.shown.q.val()))
    )]
    #[assert(
        "the gap is not read while it is filled",
        !self.drawn.q.val()
            || self.left.q.val() < 3
            || self.position.q.val() != self.shown.q.val()
    )]
    fn update(&mut self) {
        dff_setup!(self, clock, left, writing, next_suit, position, shown, drawn, is_ready);
        self.cards.read_clock.next = self.clock.val();
        self.cards.write_clock.next = self.clock.val();

        self.empty.next = self.left.q.val() == 0;
        self.ready.next = self.is_ready.q.val();
        self.takes.next = self.draw.val() && self.is_ready.q.val();
        self.is_ready.d.next = !self.writing.q.val() && !self.empty.val() && !self.takes.val();
        self.drawn.d.next = self.takes.val();
        self.card.next = self.cards.read_data.val();
        self.cards_left.next = self.left.q.val();

        // An empty shoe, as at power-up, is written anew: suit by suit, from ace to king. The last
        // card is written when all others are in it.
        if self.empty.val() {
            self.writing.d.next = true;
        } else if self.left.q.val() == Self::ALL_BUT_ONE {
            self.writing.d.next = false;
        }
        self.next_rank.clock.next = self.clock.val();
        self.next_rank.resetb.next = self.writing.q.val();
        if self.next_rank.new_card.val() == KING {
            self.next_suit.d.next = self.next_suit.q.val() + 1;
        }
        if !self.writing.q.val() {
            self.next_suit.d.next = 0.into();
        }

        // A draw removes a card, writing adds one. Both share an adder.
        self.change.next = MINUS_ONE.into();
        if self.writing.q.val() {
            self.change.next = 1.into();
        }
        self.left_changed.next = self.left.q.val() + self.change.val();
        self.left_after.next = self.left.q.val();
        if self.takes.val() || self.writing.q.val() {
            self.left_after.next = self.left_changed.val();
        }
        // After an upset, an address in the shoe may have no card.
        self.card_is_missing.next = self.is_ready.q.val() && self.cards.read_data.val().rank == 0;
        self.left.d.next = self.left_after.val();
        if self.renew.val() || self.card_is_missing.val() {
            self.left.d.next = 0.into();
            self.writing.d.next = false;
            self.is_ready.d.next = false;
        }

        // From the first card, the counter goes on to the last one. While a shoe is written, it
        // comes down from the last card of the old one.
        self.position.d.next = self.position.q.val() - 1;
        if self.position.q.val() < 2 {
            self.position.d.next = self.left_after.val();
        }

        // On a draw the memory reads the last card, which is written into the gap one cycle later.
        // The counter reads another address then if the shoe has four cards or more.
        self.cards.read_address.next = self.position.q.val();
        if self.takes.val() {
            self.cards.read_address.next = self.left.q.val();
        } else {
            self.shown.d.next = self.position.q.val();
        }
        self.cards.write_enable.next = self.drawn.q.val() || self.writing.q.val();
        self.cards.write_address.next = self.shown.q.val();
        self.cards.write_data.next = self.cards.read_data.val();
        if self.writing.q.val() {
            self.cards.write_address.next = self.left_changed.val();
            self.cards.write_data.next.rank = self.next_rank.new_card.val();
            self.cards.write_data.next.suit = self.next_suit.q.val();
        }
    }
}
