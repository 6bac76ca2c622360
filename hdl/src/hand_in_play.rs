use rust_hdl::prelude::*;
use rust_hdl_describe::*;

use crate::card::Card;
use crate::outcome::Outcome;
use crate::scorehand::Scorehand;
use crate::statemachine::StateMachine;
use crate::step_mode::StepInput;

/// The hand on the table: its cards, its scores, who gets the next card, and who won.
#[derive(Clone, Debug, Default, Module)]
#[module(name = "hand_in_play", types(Card, Outcome))]
pub struct HandInPlay {
    pub clock: Signal<In, Clock>,
    /// High at a rising edge: the cards leave the table. Their ranks become 0, their suits stay.
    pub clear: Signal<In, Bit>,
    /// High at a rising edge: deals `card`.
    pub deal: Signal<In, Bit>,
    pub card: Signal<In, Card>,
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
    /// No card is on the table.
    pub table_empty: Signal<Out, Bit>,
    /// The next card is the player's.
    pub player_is_next: Signal<Out, Bit>,
    /// The next card is the dealer's.
    pub dealer_is_next: Signal<Out, Bit>,
    /// How many more cards the hand takes at most. Only properties read it.
    pub most_to_come: Signal<Out, Bits<3>>,
    /// The outcome, one clock cycle after the scores.
    pub outcome: Signal<Out, Outcome>,
    pub sm: StateMachine<StepInput>,
    player_hand: Scorehand,
    dealer_hand: Scorehand,
    pub pcard1: DFF<Card>,
    pub pcard2: DFF<Card>,
    pub pcard3: DFF<Card>,
    pub dcard1: DFF<Card>,
    pub dcard2: DFF<Card>,
    pub dcard3: DFF<Card>,
    /// The third cards that are due, one clock cycle after the cards that they depend on.
    due_pcard3: DFF<Bit>,
    due_dcard3: DFF<Bit>,
    result: DFF<Outcome>,
    pscore: Signal<Local, Bits<4>>,
    dscore: Signal<Local, Bits<4>>,
    load_pcard1: Signal<Local, Bit>,
    load_pcard2: Signal<Local, Bit>,
    load_pcard3: Signal<Local, Bit>,
    load_dcard1: Signal<Local, Bit>,
    load_dcard2: Signal<Local, Bit>,
    load_dcard3: Signal<Local, Bit>,
}

impl Logic for HandInPlay {
    #[kernel]
    #[assume(
        "no card right after a card or a clearing",
        !(past(self.deal.val() || self.clear.val()) && self.deal.val())
    )]
    #[assert(
        "third cards go where the rules say",
        !self.deal.val()
            || (self.due_pcard3.q.val() == self.load_pcard3.val()
                && self.due_dcard3.q.val() == self.load_dcard3.val())
    )]
    #[assert(
        "a result follows the last card",
        past(self.deal.val() || self.clear.val())
            || ((self.outcome.val() == Outcome::Player || self.outcome.val() == Outcome::Tie)
                == self.sm.player_win_light.val()
                && (self.outcome.val() == Outcome::Banker || self.outcome.val() == Outcome::Tie)
                    == self.sm.dealer_win_light.val())
    )]
    #[assert("the scores are 0 to 9", self.pscore.val() <= 9 && self.dscore.val() <= 9)]
    fn update(&mut self) {
        dff_setup!(self, clock, pcard1, pcard2, pcard3, dcard1, dcard2, dcard3);
        dff_setup!(self, clock, due_pcard3, due_dcard3, result);

        self.player_hand.card1.next = self.pcard1.q.val().rank;
        self.player_hand.card2.next = self.pcard2.q.val().rank;
        self.player_hand.card3.next = self.pcard3.q.val().rank;
        self.pscore.next = self.player_hand.total.val();
        self.dealer_hand.card1.next = self.dcard1.q.val().rank;
        self.dealer_hand.card2.next = self.dcard2.q.val().rank;
        self.dealer_hand.card3.next = self.dcard3.q.val().rank;
        self.dscore.next = self.dealer_hand.total.val();

        self.sm.slow_clock.next = self.clock.val();
        self.sm.resetb.next = !self.clear.val();
        self.sm.step.next = self.deal.val();
        self.sm.pscore.next = self.pscore.val();
        self.sm.dscore.next = self.dscore.val();
        self.sm.pcard3.next = self.pcard3.q.val().rank;
        self.load_pcard1.next = self.sm.load_pcard1.val();
        self.load_pcard2.next = self.sm.load_pcard2.val();
        self.load_pcard3.next = self.sm.load_pcard3.val();
        self.load_dcard1.next = self.sm.load_dcard1.val();
        self.load_dcard2.next = self.sm.load_dcard2.val();
        self.load_dcard3.next = self.sm.load_dcard3.val();

        // The scores and the rules are a long path. These registers divide it: there are at least
        // two clock cycles between cards.
        self.due_pcard3.d.next = self.load_pcard3.val();
        self.due_dcard3.d.next = self.load_dcard3.val();

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
        self.pcard1_out.next = self.pcard1.q.val();
        self.pcard2_out.next = self.pcard2.q.val();
        self.pcard3_out.next = self.pcard3.q.val();
        self.dcard1_out.next = self.dcard1.q.val();
        self.dcard2_out.next = self.dcard2.q.val();
        self.dcard3_out.next = self.dcard3.q.val();
        self.pscore_out.next = self.pscore.val();
        self.dscore_out.next = self.dscore.val();

        // The table is empty while the player's first card is due.
        self.table_empty.next = self.load_pcard1.val();
        self.player_is_next.next =
            self.load_pcard1.val() || self.load_pcard2.val() || self.load_pcard3.val();
        self.dealer_is_next.next =
            self.load_dcard1.val() || self.load_dcard2.val() || self.load_dcard3.val();
        if self.load_pcard1.val() {
            self.most_to_come.next = 6.into();
        } else if self.load_dcard1.val() {
            self.most_to_come.next = 5.into();
        } else if self.load_pcard2.val() {
            self.most_to_come.next = 4.into();
        } else if self.load_dcard2.val() {
            self.most_to_come.next = 3.into();
        } else if self.load_pcard3.val() {
            self.most_to_come.next = 2.into();
        } else if self.load_dcard3.val() {
            self.most_to_come.next = 1.into();
        } else {
            self.most_to_come.next = 0.into();
        }

        if self.sm.player_win_light.val() && self.sm.dealer_win_light.val() {
            self.result.d.next = Outcome::Tie;
        } else if self.sm.player_win_light.val() {
            self.result.d.next = Outcome::Player;
        } else if self.sm.dealer_win_light.val() {
            self.result.d.next = Outcome::Banker;
        } else {
            self.result.d.next = Outcome::Nothing;
        }
        self.outcome.next = self.result.q.val();
    }
}
