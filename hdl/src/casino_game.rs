use rust_hdl::prelude::*;
use rust_hdl_describe::*;

use crate::bead_plate::BeadPlate;
use crate::bet::Bet;
use crate::bet_settlement::BetSettlement;
use crate::big_road::BigRoad;
use crate::card::Card;
use crate::hand_in_play::HandInPlay;
use crate::outcome::Outcome;
use crate::shoe::Shoe;
use crate::shoe_progress::ShoeProgress;

/// A game of punto banco with a shoe, bets and a bankroll: all of its state, for displays and
/// monitors.
///
/// A step with `clear_table` low turns up the burn card of a new shoe or deals a card. It is
/// ignored while the shoe is not ready, while the stakes are refused, and after the last card of a
/// hand. A step with `clear_table` high clears the table, and is ignored until a finished hand is
/// paid.
///
/// Edge 0 samples the step that deals the last card of a hand. For any other card, edges 3 to 5
/// change nothing; the first card of a hand also takes the stakes.
///
/// | after edge | what is new |
/// |---|---|
/// | 0 | `deal_step`; `draw` and `deal` are high until edge 1, for a first card `first_card`, too |
/// | 1 | the card on the table, the scores; for a first card `credits` less the stakes |
/// | 2 | `outcome`, `cards_before_cut`; the next step can be in `deal_step` |
/// | 3 | the payment, in `settlement` |
/// | 4 | the sum of payment and bankroll, in `settlement`; `pay` is high until edge 5 |
/// | 5 | `credits` with the payment; the roads record the hand; from now on `clear_step` clears |
///
/// Edge 0 samples a step that clears the table:
///
/// | after edge | what is new |
/// |---|---|
/// | 0 | `clear_step`; `clear` is high until edge 1, after a last hand `new_shoe`, too |
/// | 1 | an empty table; in `credits` a new bankroll instead of less than a chip |
/// | 2 | `outcome` is that of no hand |
#[derive(Default, Module)]
#[module(name = "casino_game", types(Bet, Card, Outcome))]
pub struct CasinoGame<const DECKS: usize> {
    pub clock: Signal<In, Clock>,
    /// High at a rising edge: a step. It has to be low at the next edge.
    pub step: Signal<In, Bit>,
    /// A step is to clear the table rather than to deal a card.
    pub clear_table: Signal<In, Bit>,
    /// The bet for the next hand. The step that deals its first card takes the bet of the rising
    /// edge before.
    pub bet: Signal<In, Bet>,
    /// The column of the bead plate that is read.
    pub bead_column: Signal<In, Bits<4>>,
    /// The row of the bead plate that is read.
    pub bead_row: Signal<In, Bits<3>>,
    /// The column of the big road that is read.
    pub road_column: Signal<In, Bits<5>>,
    /// The row of the big road that is read.
    pub road_row: Signal<In, Bits<3>>,
    /// The player's first card.
    pub pcard1_out: Signal<Out, Card>,
    /// The player's second card.
    pub pcard2_out: Signal<Out, Card>,
    /// The player's third card.
    pub pcard3_out: Signal<Out, Card>,
    /// The dealer's first card.
    pub dcard1_out: Signal<Out, Card>,
    /// The dealer's second card.
    pub dcard2_out: Signal<Out, Card>,
    /// The dealer's third card.
    pub dcard3_out: Signal<Out, Card>,
    pub pscore_out: Signal<Out, Bits<4>>,
    pub dscore_out: Signal<Out, Bits<4>>,
    /// The outcome of the hand on the table.
    pub outcome: Signal<Out, Outcome>,
    /// The next card is the player's.
    pub player_is_next: Signal<Out, Bit>,
    /// The next card is the dealer's.
    pub dealer_is_next: Signal<Out, Bit>,
    /// No card is on the table: bets are taken.
    pub betting: Signal<Out, Bit>,
    /// Bets are taken, and the stakes exceed the bankroll.
    pub refused: Signal<Out, Bit>,
    /// The bet on the hand on the table; without one, the bet for the next hand.
    pub bet_out: Signal<Out, Bet>,
    /// All stakes of that bet together, in credits.
    pub stakes: Signal<Out, Bits<13>>,
    /// The bankroll.
    pub credits: Signal<Out, Bits<20>>,
    /// The burn card of the shoe; no card before it is turned up.
    pub burn_card: Signal<Out, Card>,
    /// The burn card is turned up and no hand dealt.
    pub burn_card_is_up: Signal<Out, Bit>,
    /// How many cards are burned after the burn card.
    pub burned: Signal<Out, Bits<4>>,
    /// How many cards are dealt before the cut card.
    pub cards_before_cut: Signal<Out, Bits<9>>,
    /// The cut card is out.
    pub cut_card_out: Signal<Out, Bit>,
    /// The hand on the table is the last of the shoe.
    pub last_hand: Signal<Out, Bit>,
    /// The number of hands dealt from this shoe, the one on the table included.
    pub hands: Signal<Out, Bits<7>>,
    /// A card can be drawn from the shoe.
    pub shoe_ready: Signal<Out, Bit>,
    /// The bead, with the code of its outcome, one clock cycle after its place.
    pub bead: Signal<Out, Outcome>,
    /// The win on the big road, with the code of its outcome, one clock cycle after its place.
    pub road_mark: Signal<Out, Outcome>,
    /// A tie follows that win, or comes before the first.
    pub road_tie: Signal<Out, Bit>,
    pub dealing_shoe: Shoe<DECKS>,
    pub progress: ShoeProgress,
    pub hand: HandInPlay,
    pub settlement: BetSettlement,
    pub plate: BeadPlate,
    pub road: BigRoad,
    /// A step deals a card: the burn card or one for the table.
    deal_step: DFF<Bit>,
    /// A step clears the table.
    clear_step: DFF<Bit>,
    before_cut: DFF<Bits<9>>,
    card: Signal<Local, Card>,
    table_empty: Signal<Local, Bit>,
    /// The hand is over.
    over: Signal<Local, Bit>,
    /// The burn card; no card before it is turned up.
    turned_up: Signal<Local, Card>,
    before_first_hand: Signal<Local, Bit>,
    /// How many cards are in the shoe at least while it is ready.
    least_left: Signal<Local, Bits<9>>,
    /// A card leaves the shoe: it is burned or dealt.
    draw: Signal<Local, Bit>,
    /// The first card of a shoe is turned up.
    burn: Signal<Local, Bit>,
    /// A card goes to the table.
    deal: Signal<Local, Bit>,
    /// The first card of a hand is dealt, which takes the stakes.
    first_card: Signal<Local, Bit>,
    /// The cards of the hand leave the table.
    clear: Signal<Local, Bit>,
    /// The cards of the last hand leave the table, so the shoe is renewed.
    new_shoe: Signal<Local, Bit>,
    /// The hand is over, and its winning bets are paid.
    pay: Signal<Local, Bit>,
}

impl<const DECKS: usize> CasinoGame<DECKS> {
    const FULL_SHOE: u64 = Shoe::<DECKS>::FULL_SHOE;
}

impl<const DECKS: usize> Logic for CasinoGame<DECKS> {
    #[kernel]
    #[assume("no step right after a step", !(past(self.step.val()) && self.step.val()))]
    #[assert(
        "stakes are taken once",
        !self.first_card.val() || (self.table_empty.val() && !self.settlement.unpaid.val())
    )]
    #[assert(
        "no stakes of a hand that has not begun",
        !self.table_empty.val() || !self.settlement.unpaid.val()
    )]
    #[assert("no card beyond the last hand", !(self.deal.val() && self.over.val()))]
    #[assert(
        "a result is known before the next step",
        !self.deal_step.q.val() || self.over.val() == (self.hand.most_to_come.val() == 0)
    )]
    #[assert("a draw finds four cards", !self.draw.val() || self.dealing_shoe.cards_left.val() >= 4)]
    #[assert(
        "cards are left for the hands to come",
        !self.dealing_shoe.ready.val()
            || self.turned_up.val().rank == 0
            || self.dealing_shoe.cards_left.val() >= self.least_left.val()
    )]
    #[assert(
        "the burn card comes from a full shoe",
        !self.dealing_shoe.ready.val()
            || self.turned_up.val().rank != 0
            || self.dealing_shoe.cards_left.val() == Self::FULL_SHOE
    )]
    #[assert(
        "no hand before the burn card",
        self.turned_up.val().rank != 0
            || (self.before_first_hand.val() && !self.progress.last_hand.val())
    )]
    #[assert("the last hand is on the table", !(self.progress.last_hand.val() && self.table_empty.val()))]
    #[cover("a new shoe", self.new_shoe.val())]
    fn update(&mut self) {
        dff_setup!(self, clock, deal_step, clear_step, before_cut);

        self.table_empty.next = self.hand.table_empty.val();
        self.over.next = self.hand.outcome.val() != Outcome::Nothing;

        self.turned_up.next = self.progress.burn_card.val();
        self.before_first_hand.next = self.table_empty.val() && (self.progress.hands.val() == 0);

        // A hand that is not the last begins with 15 cards or more beyond the burned ones: the cut
        // card has 14 behind it. It takes six at most, so the last hand begins with nine.
        self.least_left.next = bit_cast::<9, 4>(self.progress.burned.val())
            + bit_cast::<9, 3>(self.hand.most_to_come.val())
            + 3;
        if !self.table_empty.val() && !self.progress.last_hand.val() {
            self.least_left.next = self.least_left.val() + 6;
        }

        // What a step does, one clock cycle later. The table is not cleared before the payment.
        self.deal_step.d.next = self.step.val() && !self.clear_table.val();
        self.clear_step.d.next = self.step.val() && self.clear_table.val();
        self.draw.next = self.deal_step.q.val()
            && self.dealing_shoe.ready.val()
            && !self.over.val()
            && !self.settlement.refused.val();
        self.burn.next =
            self.draw.val() && self.before_first_hand.val() && (self.turned_up.val().rank == 0);
        self.deal.next = self.draw.val() && !self.burn.val();
        self.first_card.next = self.deal.val() && self.table_empty.val();
        self.clear.next =
            self.clear_step.q.val() && self.over.val() && !self.settlement.unpaid.val();
        self.new_shoe.next = self.clear.val() && self.progress.last_hand.val();

        self.dealing_shoe.clock.next = self.clock.val();
        self.dealing_shoe.renew.next = self.new_shoe.val();
        self.dealing_shoe.draw.next = self.draw.val();
        self.card.next = self.dealing_shoe.card.val();
        self.progress.clock.next = self.clock.val();
        self.progress.renew.next = self.new_shoe.val();
        self.progress.burn.next = self.burn.val();
        self.progress.deal.next = self.deal.val();
        self.progress.first_of_hand.next = self.table_empty.val();
        self.progress.card.next = self.card.val();
        self.progress.cards_left.next = self.dealing_shoe.cards_left.val();

        self.hand.clock.next = self.clock.val();
        self.hand.clear.next = self.clear.val();
        self.hand.deal.next = self.deal.val();
        self.hand.card.next = self.card.val();

        self.settlement.clock.next = self.clock.val();
        self.settlement.bet.next = self.bet.val();
        self.settlement.betting.next = self.table_empty.val();
        self.settlement.first_card.next = self.first_card.val();
        self.settlement.outcome.next = self.hand.outcome.val();
        self.settlement.clear.next = self.clear.val();

        self.pay.next = self.settlement.pay.val();

        // The end of the hand is also its entry on the roads.
        self.plate.clock.next = self.clock.val();
        self.plate.renew.next = self.new_shoe.val();
        self.plate.record.next = self.pay.val();
        self.plate.outcome.next = self.hand.outcome.val();
        self.plate.column.next = self.bead_column.val();
        self.plate.row.next = self.bead_row.val();
        self.bead.next = self.plate.bead.val();
        self.road.clock.next = self.clock.val();
        self.road.renew.next = self.new_shoe.val();
        self.road.record.next = self.pay.val();
        self.road.outcome.next = self.hand.outcome.val();
        self.road.column.next = self.road_column.val();
        self.road.row.next = self.road_row.val();
        self.road_mark.next = self.road.mark.val();
        self.road_tie.next = self.road.tie.val();

        self.pcard1_out.next = self.hand.pcard1_out.val();
        self.pcard2_out.next = self.hand.pcard2_out.val();
        self.pcard3_out.next = self.hand.pcard3_out.val();
        self.dcard1_out.next = self.hand.dcard1_out.val();
        self.dcard2_out.next = self.hand.dcard2_out.val();
        self.dcard3_out.next = self.hand.dcard3_out.val();
        self.pscore_out.next = self.hand.pscore_out.val();
        self.dscore_out.next = self.hand.dscore_out.val();
        self.outcome.next = self.hand.outcome.val();
        self.player_is_next.next = self.hand.player_is_next.val();
        self.dealer_is_next.next = self.hand.dealer_is_next.val();
        self.betting.next = self.table_empty.val();
        self.refused.next = self.settlement.refused.val();
        self.bet_out.next = self.settlement.bet_out.val();
        self.stakes.next = self.settlement.stakes.val();
        self.credits.next = self.settlement.credits.val();
        self.burn_card.next = self.turned_up.val();
        self.burn_card_is_up.next =
            self.before_first_hand.val() && (self.turned_up.val().rank != 0);
        self.burned.next = self.progress.burned.val();
        // One clock cycle after the cards that it counts.
        self.before_cut.d.next = self.progress.cards_before_cut.val();
        self.cards_before_cut.next = self.before_cut.q.val();
        self.cut_card_out.next = self.progress.cut_card_out.val();
        self.last_hand.next = self.progress.last_hand.val();
        self.hands.next = self.progress.hands.val();
        self.shoe_ready.next = self.dealing_shoe.ready.val();
    }
}
