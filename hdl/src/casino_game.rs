use rust_hdl::prelude::*;
use rust_hdl_describe::*;

use crate::bankroll::Bankroll;
use crate::scorehand::Scorehand;
use crate::shoe::Shoe;
use crate::shoe_progress::ShoeProgress;
use crate::statemachine::StateMachine;
use crate::step_mode::StepInput;
use crate::wager::Wager;

/// A game of punto banco with a shoe, bets and a bankroll: all of its state, for displays and monitors.
///
/// A step turns up the burn card of a new shoe, deals a card, or, with `clear_table` high after a finished hand, clears the table.
/// A step is ignored while the shoe is being written, or if the stakes are refused.
///
/// A card is six bits: the suit above the rank.
#[derive(Default, Module)]
#[module(name = "casino_game")]
pub struct CasinoGame<const DECKS: usize> {
    pub clock: Signal<In, Clock>,
    /// High at a rising edge: a step.
    pub step: Signal<In, Bit>,
    /// A step clears the table instead of dealing a card.
    pub clear_table: Signal<In, Bit>,
    /// The bet for the next hand: on the player.
    pub bet_on_player: Signal<In, Bit>,
    /// On the banker.
    pub bet_on_banker: Signal<In, Bit>,
    /// On a tie.
    pub bet_on_tie: Signal<In, Bit>,
    /// The number of chips of 20 credits on each of these bets.
    pub bet_chips: Signal<In, Bits<7>>,
    /// The player's first card; 0 if there is none.
    pub pcard1_out: Signal<Out, Bits<6>>,
    /// The player's second card; 0 if there is none.
    pub pcard2_out: Signal<Out, Bits<6>>,
    /// The player's third card; 0 if there is none.
    pub pcard3_out: Signal<Out, Bits<6>>,
    /// The dealer's first card; 0 if there is none.
    pub dcard1_out: Signal<Out, Bits<6>>,
    /// The dealer's second card; 0 if there is none.
    pub dcard2_out: Signal<Out, Bits<6>>,
    /// The dealer's third card; 0 if there is none.
    pub dcard3_out: Signal<Out, Bits<6>>,
    pub pscore_out: Signal<Out, Bits<4>>,
    pub dscore_out: Signal<Out, Bits<4>>,
    /// The hand is over, and the player does not lose.
    pub player_win_light: Signal<Out, Bit>,
    /// The hand is over, and the dealer does not lose.
    pub dealer_win_light: Signal<Out, Bit>,
    /// No card is on the table: bets are taken.
    pub betting: Signal<Out, Bit>,
    /// Bets are taken, and the stakes exceed the bankroll.
    pub refused: Signal<Out, Bit>,
    /// The bankroll.
    pub credits: Signal<Out, Bits<20>>,
    /// All stakes together: on the table, or of the bet for the next hand.
    pub stakes: Signal<Out, Bits<13>>,
    /// The rank of the burn card; 0 before it is turned up.
    pub burn_card: Signal<Out, Bits<4>>,
    /// How many cards are burned after the burn card.
    pub burned: Signal<Out, Bits<4>>,
    /// How many cards are dealt before the cut card.
    pub cards_before_cut: Signal<Out, Bits<9>>,
    /// The cut card is out.
    pub cut_card_out: Signal<Out, Bit>,
    /// The hand on the table is the last of the shoe.
    pub last_hand: Signal<Out, Bit>,
    /// The number of hands dealt from this shoe, the one in play included.
    pub hands: Signal<Out, Bits<7>>,
    /// The shoe is written.
    pub shoe_ready: Signal<Out, Bit>,
    shoe: Shoe<DECKS>,
    progress: ShoeProgress,
    wager: Wager,
    bank: Bankroll,
    sm: StateMachine<StepInput>,
    player_hand: Scorehand,
    dealer_hand: Scorehand,
    pcard1: DFF<Bits<6>>,
    pcard2: DFF<Bits<6>>,
    pcard3: DFF<Bits<6>>,
    dcard1: DFF<Bits<6>>,
    dcard2: DFF<Bits<6>>,
    dcard3: DFF<Bits<6>>,
    /// The bet on the hand in play.
    on_player: DFF<Bit>,
    on_banker: DFF<Bit>,
    on_tie: DFF<Bit>,
    chips: DFF<Bits<7>>,
    /// Stakes are on the table that have not been paid.
    open: DFF<Bit>,
    card: Signal<Local, Bits<6>>,
    table_empty: Signal<Local, Bit>,
    over: Signal<Local, Bit>,
    too_high: Signal<Local, Bit>,
    accepted: Signal<Local, Bit>,
    burn: Signal<Local, Bit>,
    deal: Signal<Local, Bit>,
    first_card: Signal<Local, Bit>,
    clear: Signal<Local, Bit>,
    new_shoe: Signal<Local, Bit>,
    settle: Signal<Local, Bit>,
    pscore: Signal<Local, Bits<4>>,
    dscore: Signal<Local, Bits<4>>,
    player_wins: Signal<Local, Bit>,
    dealer_wins: Signal<Local, Bit>,
}

impl<const DECKS: usize> Logic for CasinoGame<DECKS> {
    #[kernel]
    fn update(&mut self) {
        clock!(self, clock, shoe, progress, bank);
        dff_setup!(
            self, clock, pcard1, pcard2, pcard3, dcard1, dcard2, dcard3, on_player, on_banker,
            on_tie, chips, open
        );
        self.sm.slow_clock.next = self.clock.val();

        self.player_hand.card1.next = self.pcard1.q.val().get_bits::<4>(0);
        self.player_hand.card2.next = self.pcard2.q.val().get_bits::<4>(0);
        self.player_hand.card3.next = self.pcard3.q.val().get_bits::<4>(0);
        self.pscore.next = self.player_hand.total.val();
        self.dealer_hand.card1.next = self.dcard1.q.val().get_bits::<4>(0);
        self.dealer_hand.card2.next = self.dcard2.q.val().get_bits::<4>(0);
        self.dealer_hand.card3.next = self.dcard3.q.val().get_bits::<4>(0);
        self.dscore.next = self.dealer_hand.total.val();

        // The table is empty while the player's first card is due. The hand is over when a light is on.
        self.table_empty.next = self.sm.load_pcard1.val();
        self.player_wins.next = self.sm.player_win_light.val();
        self.dealer_wins.next = self.sm.dealer_win_light.val();
        self.over.next = self.player_wins.val() || self.dealer_wins.val();

        // What a step does.
        self.too_high.next = self.bank.exceeded.val();
        self.accepted.next = self.step.val()
            && self.shoe.ready.val()
            && !self.clear_table.val()
            && !self.over.val()
            && !self.too_high.val();
        self.burn.next =
            self.accepted.val() && self.table_empty.val() && (self.progress.burn_card.val() == 0);
        self.deal.next = self.accepted.val() && !self.burn.val();
        self.first_card.next = self.deal.val() && self.table_empty.val();
        self.clear.next = self.step.val() && self.clear_table.val() && self.over.val();
        self.new_shoe.next = self.clear.val() && self.progress.last_hand.val();

        self.shoe.renew.next = self.new_shoe.val();
        self.shoe.draw.next = self.accepted.val();
        self.card.next =
            bit_cast::<6, 2>(self.shoe.suit.val()) << 4 | bit_cast::<6, 4>(self.shoe.rank.val());
        self.progress.renew.next = self.new_shoe.val();
        self.progress.burn.next = self.burn.val();
        self.progress.deal.next = self.deal.val();
        self.progress.first_of_hand.next = self.table_empty.val();
        self.progress.rank.next = self.shoe.rank.val();
        self.progress.cards_left.next = self.shoe.cards_left.val();

        self.sm.resetb.next = !self.clear.val();
        self.sm.step.next = self.deal.val();
        self.sm.pscore.next = self.pscore.val();
        self.sm.dscore.next = self.dscore.val();
        self.sm.pcard3.next = self.pcard3.q.val().get_bits::<4>(0);
        if self.deal.val() {
            if self.sm.load_pcard1.val() {
                self.pcard1.d.next = self.card.val();
            }
            if self.sm.load_pcard2.val() {
                self.pcard2.d.next = self.card.val();
            }
            if self.sm.load_pcard3.val() {
                self.pcard3.d.next = self.card.val();
            }
            if self.sm.load_dcard1.val() {
                self.dcard1.d.next = self.card.val();
            }
            if self.sm.load_dcard2.val() {
                self.dcard2.d.next = self.card.val();
            }
            if self.sm.load_dcard3.val() {
                self.dcard3.d.next = self.card.val();
            }
        }
        if self.clear.val() {
            self.pcard1.d.next = 0.into();
            self.pcard2.d.next = 0.into();
            self.pcard3.d.next = 0.into();
            self.dcard1.d.next = 0.into();
            self.dcard2.d.next = 0.into();
            self.dcard3.d.next = 0.into();
        }

        // The first card fixes the bet and takes the stakes; the end of the hand pays, once.
        if self.first_card.val() {
            self.on_player.d.next = self.bet_on_player.val();
            self.on_banker.d.next = self.bet_on_banker.val();
            self.on_tie.d.next = self.bet_on_tie.val();
            self.chips.d.next = self.bet_chips.val();
            self.open.d.next = true;
        }
        self.settle.next = self.open.q.val() && self.over.val();
        if self.settle.val() {
            self.open.d.next = false;
        }
        self.wager.on_player.next = self.on_player.q.val();
        self.wager.on_banker.next = self.on_banker.q.val();
        self.wager.on_tie.next = self.on_tie.q.val();
        self.wager.chips.next = self.chips.q.val();
        if self.table_empty.val() {
            self.wager.on_player.next = self.bet_on_player.val();
            self.wager.on_banker.next = self.bet_on_banker.val();
            self.wager.on_tie.next = self.bet_on_tie.val();
            self.wager.chips.next = self.bet_chips.val();
        }
        self.wager.player_wins.next = self.player_wins.val();
        self.wager.banker_wins.next = self.dealer_wins.val();
        // While the table is empty, the bankroll is compared with the stakes.
        self.bank.subtract.next = self.table_empty.val();
        self.bank.update.next = self.first_card.val() || self.settle.val();
        self.bank.amount.next = self.wager.payment.val();
        if self.table_empty.val() {
            self.bank.amount.next = bit_cast::<15, 13>(self.wager.stakes.val());
        }
        // A bettor who cannot afford a chip gets a new bankroll.
        self.bank.renew.next = self.clear.val() && (self.bank.credits.val() < 20);

        self.pcard1_out.next = self.pcard1.q.val();
        self.pcard2_out.next = self.pcard2.q.val();
        self.pcard3_out.next = self.pcard3.q.val();
        self.dcard1_out.next = self.dcard1.q.val();
        self.dcard2_out.next = self.dcard2.q.val();
        self.dcard3_out.next = self.dcard3.q.val();
        self.pscore_out.next = self.pscore.val();
        self.dscore_out.next = self.dscore.val();
        self.player_win_light.next = self.player_wins.val();
        self.dealer_win_light.next = self.dealer_wins.val();
        self.betting.next = self.table_empty.val();
        self.refused.next = self.too_high.val();
        self.credits.next = self.bank.credits.val();
        self.stakes.next = self.wager.stakes.val();
        self.burn_card.next = self.progress.burn_card.val();
        self.burned.next = self.progress.burned.val();
        self.cards_before_cut.next = self.progress.cards_before_cut.val();
        self.cut_card_out.next = self.progress.cut_card_out.val();
        self.last_hand.next = self.progress.last_hand.val();
        self.hands.next = self.progress.hands.val();
        self.shoe_ready.next = self.shoe.ready.val();
    }
}
