use rust_hdl::prelude::*;
use rust_hdl_describe::*;

use crate::bankroll::Bankroll;
use crate::bead_plate::BeadPlate;
use crate::bet::{Bet, CHIP};
use crate::big_road::BigRoad;
use crate::card::Card;
use crate::payout::Payout;
use crate::scorehand::Scorehand;
use crate::shoe::Shoe;
use crate::shoe_progress::ShoeProgress;
use crate::stakes::Stakes;
use crate::statemachine::StateMachine;
use crate::step_mode::StepInput;

/// The largest number of chips on a bet.
const MAXIMUM_CHIPS: u64 = 127;

/// All chips on all three bets, in credits.
const MAXIMUM_STAKES: u64 = 3 * MAXIMUM_CHIPS * CHIP;

/// What a tie pays for these stakes: it returns all of them, and pays 8 to 1.
const MAXIMUM_PAYMENT: u64 = MAXIMUM_STAKES + 8 * MAXIMUM_CHIPS * CHIP;

/// A game of punto banco with a shoe, bets and a bankroll: all of its state, for displays and
/// monitors.
///
/// A step with `clear_table` low turns up the burn card of a new shoe or deals a card. It is
/// ignored while the shoe is not ready, while the stakes are refused, and after the last card of a
/// hand. A step with `clear_table` high clears the table, and is ignored until a finished hand is
/// paid.
#[derive(Default, Module)]
#[module(name = "casino_game", types(Bet, Card))]
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
    /// The hand is over, and the player does not lose.
    pub player_win_light: Signal<Out, Bit>,
    /// The hand is over, and the dealer does not lose.
    pub dealer_win_light: Signal<Out, Bit>,
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
    /// One clock cycle after its place: the bead, 0 for none, 1 the player, 2 the dealer, 3 a tie.
    pub bead: Signal<Out, Bits<2>>,
    /// One clock cycle after its place: the win on the big road, 0 for none, 1 the player, 2 the
    /// dealer.
    pub road_mark: Signal<Out, Bits<2>>,
    /// A tie follows that win, or comes before the first.
    pub road_tie: Signal<Out, Bit>,
    pub dealing_shoe: Shoe<DECKS>,
    pub progress: ShoeProgress,
    next_stakes: Stakes,
    pub wager: Payout,
    pub account: Bankroll,
    pub plate: BeadPlate,
    pub road: BigRoad,
    pub sm: StateMachine<StepInput>,
    player_hand: Scorehand,
    dealer_hand: Scorehand,
    pub pcard1: DFF<Card>,
    pub pcard2: DFF<Card>,
    pub pcard3: DFF<Card>,
    pub dcard1: DFF<Card>,
    pub dcard2: DFF<Card>,
    pub dcard3: DFF<Card>,
    /// A step deals a card: the burn card or one for the table.
    deal_step: DFF<Bit>,
    /// A step clears the table.
    clear_step: DFF<Bit>,
    /// The bet of the last rising edge, and its stakes.
    next_bet: DFF<Bet>,
    next_total: DFF<Bits<13>>,
    /// The third cards that are due. A card is dealt at the earliest two clock cycles after the one
    /// before.
    due_pcard3: DFF<Bit>,
    due_dcard3: DFF<Bit>,
    /// The bet on the hand, and its stakes. While bets are taken, that of the edge before the last
    /// one.
    held_bet: DFF<Bet>,
    held_stakes: DFF<Bits<13>>,
    payment: DFF<Bits<15>>,
    before_cut: DFF<Bits<9>>,
    /// The hand is over, and the player does not lose.
    player_won: DFF<Bit>,
    /// The hand is over, and the dealer does not lose.
    dealer_won: DFF<Bit>,
    /// The stakes on the table have not been paid.
    unpaid: DFF<Bit>,
    /// The payment is computed.
    payment_ready: DFF<Bit>,
    /// The bankroll has computed the sum of payment and credits.
    sum_ready: DFF<Bit>,
    card: Signal<Local, Card>,
    pscore: Signal<Local, Bits<4>>,
    dscore: Signal<Local, Bits<4>>,
    load_pcard1: Signal<Local, Bit>,
    load_pcard2: Signal<Local, Bit>,
    load_pcard3: Signal<Local, Bit>,
    load_dcard1: Signal<Local, Bit>,
    load_dcard2: Signal<Local, Bit>,
    load_dcard3: Signal<Local, Bit>,
    table_empty: Signal<Local, Bit>,
    /// The hand is over.
    over: Signal<Local, Bit>,
    /// Bets are taken, and the stakes exceed the bankroll.
    too_high: Signal<Local, Bit>,
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
    /// The bankroll gets the payment.
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
        !self.first_card.val() || (self.table_empty.val() && !self.unpaid.q.val())
    )]
    #[assert(
        "stakes that are taken are unpaid",
        !past(self.first_card.val()) || self.unpaid.q.val()
    )]
    #[assert("stakes are paid once", !(past(self.pay.val()) && self.pay.val()))]
    #[assert(
        "stakes taken are paid before the table is cleared",
        !past(self.clear.val()) || !self.unpaid.q.val()
    )]
    #[assert(
        "no stakes of a hand that has not begun",
        !self.table_empty.val() || !self.unpaid.q.val()
    )]
    #[assert("no card beyond the last hand", !(self.deal.val() && self.over.val()))]
    #[assert(
        "third cards go where the rules say",
        !self.deal.val()
            || (self.due_pcard3.q.val() == self.load_pcard3.val()
                && self.due_dcard3.q.val() == self.load_dcard3.val())
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
    #[assert(
        "a result is known before the next step",
        !self.deal_step.q.val()
            || self.over.val() == (self.sm.player_win_light.val() || self.sm.dealer_win_light.val())
    )]
    #[assert("the scores are 0 to 9", self.pscore.val() <= 9 && self.dscore.val() <= 9)]
    #[assert(
        "the stakes are three times 127 chips at most",
        self.next_total.q.val() <= MAXIMUM_STAKES && self.held_stakes.q.val() <= MAXIMUM_STAKES
    )]
    #[assert("a payment is that of a tie at most", self.payment.q.val() <= MAXIMUM_PAYMENT)]
    #[cover("a payment", self.pay.val())]
    #[cover("a new shoe", self.new_shoe.val())]
    fn update(&mut self) {
        dff_setup!(self, clock, pcard1, pcard2, pcard3, dcard1, dcard2, dcard3);
        dff_setup!(self, clock, deal_step, clear_step, next_bet, next_total, held_bet, held_stakes);
        dff_setup!(self, clock, payment, before_cut, player_won, dealer_won, unpaid, payment_ready);
        dff_setup!(self, clock, sum_ready, due_pcard3, due_dcard3);

        self.player_hand.card1.next = self.pcard1.q.val().rank;
        self.player_hand.card2.next = self.pcard2.q.val().rank;
        self.player_hand.card3.next = self.pcard3.q.val().rank;
        self.pscore.next = self.player_hand.total.val();
        self.dealer_hand.card1.next = self.dcard1.q.val().rank;
        self.dealer_hand.card2.next = self.dcard2.q.val().rank;
        self.dealer_hand.card3.next = self.dcard3.q.val().rank;
        self.dscore.next = self.dealer_hand.total.val();
        self.load_pcard1.next = self.sm.load_pcard1.val();
        self.load_pcard2.next = self.sm.load_pcard2.val();
        self.load_pcard3.next = self.sm.load_pcard3.val();
        self.load_dcard1.next = self.sm.load_dcard1.val();
        self.load_dcard2.next = self.sm.load_dcard2.val();
        self.load_dcard3.next = self.sm.load_dcard3.val();

        // The table is empty while the player's first card is due. The hand is over when a light is
        // on.
        self.table_empty.next = self.load_pcard1.val();
        self.over.next = self.player_won.q.val() || self.dealer_won.q.val();

        self.turned_up.next = self.progress.burn_card.val();
        self.before_first_hand.next = self.table_empty.val() && (self.progress.hands.val() == 0);

        // A hand that is not the last begins with 15 cards or more beyond the burned ones: the cut
        // card has 14 behind it. It takes six at most, so the last hand begins with nine.
        self.least_left.next = bit_cast::<9, 4>(self.progress.burned.val()) + 9;
        if !self.table_empty.val() && !self.progress.last_hand.val() {
            self.least_left.next = self.least_left.val() + 6;
        }
        if self.load_dcard1.val() {
            self.least_left.next = self.least_left.val() - 1;
        } else if self.load_pcard2.val() {
            self.least_left.next = self.least_left.val() - 2;
        } else if self.load_dcard2.val() {
            self.least_left.next = self.least_left.val() - 3;
        } else if self.load_pcard3.val() {
            self.least_left.next = self.least_left.val() - 4;
        } else if self.load_dcard3.val() {
            self.least_left.next = self.least_left.val() - 5;
        } else if !self.table_empty.val() {
            self.least_left.next = self.least_left.val() - 6;
        }

        // What a step does, one clock cycle later. The table is not cleared before the payment.
        self.deal_step.d.next = self.step.val() && !self.clear_table.val();
        self.clear_step.d.next = self.step.val() && self.clear_table.val();
        self.too_high.next = self.table_empty.val() && self.account.exceeded.val();
        self.draw.next = self.deal_step.q.val()
            && self.dealing_shoe.ready.val()
            && !self.over.val()
            && !self.too_high.val();
        self.burn.next =
            self.draw.val() && self.before_first_hand.val() && (self.turned_up.val().rank == 0);
        self.deal.next = self.draw.val() && !self.burn.val();
        self.first_card.next = self.deal.val() && self.table_empty.val();
        self.clear.next = self.clear_step.q.val() && self.over.val() && !self.unpaid.q.val();
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

        self.sm.slow_clock.next = self.clock.val();
        self.sm.resetb.next = !self.clear.val();
        self.sm.step.next = self.deal.val();
        self.sm.pscore.next = self.pscore.val();
        self.sm.dscore.next = self.dscore.val();
        self.sm.pcard3.next = self.pcard3.q.val().rank;

        // Each card goes to the place that is due.
        if self.clear.val() {
            self.pcard1.d.next.rank = 0.into();
            self.pcard2.d.next.rank = 0.into();
            self.pcard3.d.next.rank = 0.into();
            self.dcard1.d.next.rank = 0.into();
            self.dcard2.d.next.rank = 0.into();
            self.dcard3.d.next.rank = 0.into();
        } else if self.deal.val() {
            if self.load_pcard1.val() {
                self.pcard1.d.next = self.card.val();
            }
            if self.load_pcard2.val() {
                self.pcard2.d.next = self.card.val();
            }
            if self.due_pcard3.q.val() {
                self.pcard3.d.next = self.card.val();
            }
            if self.load_dcard1.val() {
                self.dcard1.d.next = self.card.val();
            }
            if self.load_dcard2.val() {
                self.dcard2.d.next = self.card.val();
            }
            if self.due_dcard3.q.val() {
                self.dcard3.d.next = self.card.val();
            }
        }

        // The scores and the rules take longer for a third card, so it is known since the edge
        // before.
        self.due_pcard3.d.next = self.load_pcard3.val();
        self.due_dcard3.d.next = self.load_dcard3.val();

        // The bet can be changed until the first card, which takes the stakes. The bankroll gets
        // stakes one clock cycle before the step that may take them.
        self.next_stakes.chips.next = self.bet.val().chips;
        self.next_stakes.on_player.next = self.bet.val().player;
        self.next_stakes.on_banker.next = self.bet.val().banker;
        self.next_stakes.on_tie.next = self.bet.val().tie;
        // A step takes the bet of the edge before.
        self.next_bet.d.next = self.bet.val();
        self.next_total.d.next = self.next_stakes.total.val();
        if self.table_empty.val() && !self.first_card.val() {
            self.held_bet.d.next = self.next_bet.q.val();
            self.held_stakes.d.next = self.next_total.q.val();
        }
        self.account.clock.next = self.clock.val();
        self.account.bet.next = self.first_card.val();
        self.account.stakes.next = self.next_total.q.val();

        // The result, one clock cycle later.
        self.player_won.d.next = self.sm.player_win_light.val();
        self.dealer_won.d.next = self.sm.dealer_win_light.val();

        // The end of the hand pays once: the first clock cycle after the result computes the
        // payment, the second the sum, and the third changes the bankroll.
        self.payment_ready.d.next = self.over.val();
        self.sum_ready.d.next = self.payment_ready.q.val();
        self.pay.next = self.unpaid.q.val() && self.over.val() && self.sum_ready.q.val();
        if self.first_card.val() {
            self.unpaid.d.next = true;
        } else if self.pay.val() {
            self.unpaid.d.next = false;
        }
        self.wager.chips.next = self.held_bet.q.val().chips;
        self.wager.on_player.next = self.held_bet.q.val().player;
        self.wager.on_banker.next = self.held_bet.q.val().banker;
        self.wager.on_tie.next = self.held_bet.q.val().tie;
        self.wager.stakes.next = self.held_stakes.q.val();
        self.wager.player_wins.next = self.player_won.q.val();
        self.wager.banker_wins.next = self.dealer_won.q.val();
        self.payment.d.next = self.wager.payment.val();
        self.account.pay.next = self.pay.val();
        self.account.payment.next = self.payment.q.val();
        self.account.renew.next = self.clear.val();

        // The end of the hand is also its entry on the roads.
        self.plate.clock.next = self.clock.val();
        self.plate.renew.next = self.new_shoe.val();
        self.plate.record.next = self.pay.val();
        self.plate.player_won.next = self.player_won.q.val();
        self.plate.dealer_won.next = self.dealer_won.q.val();
        self.plate.column.next = self.bead_column.val();
        self.plate.row.next = self.bead_row.val();
        self.bead.next = self.plate.bead.val();
        self.road.clock.next = self.clock.val();
        self.road.renew.next = self.new_shoe.val();
        self.road.record.next = self.pay.val();
        self.road.player_won.next = self.player_won.q.val();
        self.road.dealer_won.next = self.dealer_won.q.val();
        self.road.column.next = self.road_column.val();
        self.road.row.next = self.road_row.val();
        self.road_mark.next = self.road.mark.val();
        self.road_tie.next = self.road.tie.val();

        self.pcard1_out.next = self.pcard1.q.val();
        self.pcard2_out.next = self.pcard2.q.val();
        self.pcard3_out.next = self.pcard3.q.val();
        self.dcard1_out.next = self.dcard1.q.val();
        self.dcard2_out.next = self.dcard2.q.val();
        self.dcard3_out.next = self.dcard3.q.val();
        self.pscore_out.next = self.pscore.val();
        self.dscore_out.next = self.dscore.val();
        self.player_win_light.next = self.player_won.q.val();
        self.dealer_win_light.next = self.dealer_won.q.val();
        self.player_is_next.next =
            self.load_pcard1.val() || self.load_pcard2.val() || self.load_pcard3.val();
        self.dealer_is_next.next =
            self.load_dcard1.val() || self.load_dcard2.val() || self.load_dcard3.val();
        self.betting.next = self.table_empty.val();
        self.refused.next = self.too_high.val();
        self.bet_out.next = self.held_bet.q.val();
        self.stakes.next = self.held_stakes.q.val();
        self.credits.next = self.account.credits.val();
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
