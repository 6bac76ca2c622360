use rust_hdl::prelude::*;
use rust_hdl_describe::*;

/// A shoe of playing cards: deals each card once, without a shuffle.
///
/// The memory holds the remaining cards at the addresses below `cards_left`. A counter cycles through these addresses, one per
/// clock cycle. A draw takes the card at the counter's address; the last card moves into the gap, and the shoe is one card
/// shorter. The counter makes some 120,000 rounds per second, so nobody can time a draw, and all remaining cards are equally
/// likely. There is no random number generator to predict.
///
/// A new shoe is written in factory order, one card per clock cycle. Draws must be at least two clock cycles apart.
///
/// `DECKS` is the number of decks of 52 cards, 1 to 8.
#[derive(Module)]
#[module(name = "shoe")]
pub struct Shoe<const DECKS: usize> {
    pub clock: Signal<In, Clock>,
    /// High at a rising edge: discards the remaining cards and writes a new shoe, as after power-up.
    pub renew: Signal<In, Bit>,
    /// High at a rising edge while `ready` is high: takes the card out.
    pub draw: Signal<In, Bit>,
    /// A card can be drawn: the shoe is written and not empty.
    pub ready: Signal<Out, Bit>,
    /// The rank of the card that a draw takes: 1 (ace) to 13 (king).
    pub rank: Signal<Out, Bits<4>>,
    /// The suit of the card that a draw takes: clubs, diamonds, hearts, spades.
    pub suit: Signal<Out, Bits<2>>,
    /// The number of cards in the shoe.
    pub cards_left: Signal<Out, Bits<9>>,
    cards: RAM<Bits<6>, 9>,
    /// The shoe is complete. It is not at power-up.
    complete: DFF<Bit>,
    left: DFF<Bits<9>>,
    /// The card that is written next: the suit, and the rank from 0.
    next_rank: DFF<Bits<4>>,
    next_suit: DFF<Bits<2>>,
    /// The address that is read next.
    position: DFF<Bits<9>>,
    /// The address of the card that the memory shows.
    shown: DFF<Bits<9>>,
    /// The card at the highest address.
    last: DFF<Bits<6>>,
    /// A card was drawn on the last edge: the memory shows the card below the last one.
    drawn: DFF<Bit>,
    /// The last card was moved to the highest address that remains.
    stays_last: DFF<Bit>,
    size: Constant<Bits<9>>,
    is_ready: Signal<Local, Bit>,
    takes: Signal<Local, Bit>,
    below_last: Signal<Local, Bits<9>>,
    highest: Signal<Local, Bits<9>>,
    new_card: Signal<Local, Bits<6>>,
}

impl<const DECKS: usize> Default for Shoe<DECKS> {
    fn default() -> Shoe<DECKS> {
        assert!((1..=8).contains(&DECKS), "a shoe has 1 to 8 decks, not {DECKS}");
        Shoe {
            clock: Default::default(),
            renew: Default::default(),
            draw: Default::default(),
            ready: Default::default(),
            rank: Default::default(),
            suit: Default::default(),
            cards_left: Default::default(),
            cards: RAM::new(Default::default()),
            complete: Default::default(),
            left: Default::default(),
            next_rank: Default::default(),
            next_suit: Default::default(),
            position: Default::default(),
            shown: Default::default(),
            last: Default::default(),
            drawn: Default::default(),
            stays_last: Default::default(),
            size: Constant::new((52 * DECKS as u64).into()),
            is_ready: Default::default(),
            takes: Default::default(),
            below_last: Default::default(),
            highest: Default::default(),
            new_card: Default::default(),
        }
    }
}

impl<const DECKS: usize> Logic for Shoe<DECKS> {
    #[kernel]
    fn update(&mut self) {
        dff_setup!(
            self, clock, complete, left, next_rank, next_suit, position, shown, last, drawn,
            stays_last
        );
        self.cards.read_clock.next = self.clock.val();
        self.cards.write_clock.next = self.clock.val();

        self.is_ready.next =
            self.complete.q.val() && !self.drawn.q.val() && (self.left.q.val() != 0);
        self.ready.next = self.is_ready.val();
        self.takes.next = self.draw.val() && self.is_ready.val();
        self.rank.next = self.cards.read_data.val().get_bits::<4>(0);
        self.suit.next = self.cards.read_data.val().get_bits::<2>(4);
        self.cards_left.next = self.left.q.val();

        // The counter wraps at the number of cards after this cycle.
        self.below_last.next = self.left.q.val() - 2;
        self.highest.next = self.left.q.val() - 1;
        if self.takes.val() {
            self.highest.next = self.below_last.val();
        }
        self.position.d.next = self.position.q.val() + 1;
        if self.position.q.val() >= self.highest.val() {
            self.position.d.next = 0.into();
        }

        // On a draw the memory reads the card that will be the last, otherwise the next position.
        self.cards.read_address.next = self.position.q.val();
        if self.takes.val() {
            self.cards.read_address.next = self.below_last.val();
        }
        self.shown.d.next = self.position.q.val();
        self.drawn.d.next = self.takes.val();
        self.stays_last.d.next = self.shown.q.val() == self.below_last.val();
        if self.drawn.q.val() && !self.stays_last.q.val() {
            self.last.d.next = self.cards.read_data.val();
        }

        // The last card fills the gap.
        self.new_card.next = bit_cast::<6, 2>(self.next_suit.q.val()) << 4
            | bit_cast::<6, 4>(self.next_rank.q.val() + 1);
        self.cards.write_enable.next = self.takes.val();
        self.cards.write_address.next = self.shown.q.val();
        self.cards.write_data.next = self.last.q.val();
        if self.takes.val() {
            self.left.d.next = self.left.q.val() - 1;
        }

        // While the shoe is incomplete, each cycle appends a card.
        if !self.complete.q.val() {
            self.cards.write_enable.next = true;
            self.cards.write_address.next = self.left.q.val();
            self.cards.write_data.next = self.new_card.val();
            self.last.d.next = self.new_card.val();
            self.left.d.next = self.left.q.val() + 1;
            self.complete.d.next = self.left.q.val() == self.size.val() - 1;
            self.next_rank.d.next = self.next_rank.q.val() + 1;
            if self.next_rank.q.val() >= 12 {
                self.next_rank.d.next = 0.into();
                self.next_suit.d.next = self.next_suit.q.val() + 1;
            }
        }
        if self.renew.val() {
            self.complete.d.next = false;
            self.left.d.next = 0.into();
            self.next_rank.d.next = 0.into();
            self.next_suit.d.next = 0.into();
        }
    }
}
