use rust_hdl::prelude::*;
use rust_hdl_describe::*;

use crate::bankroll::Bankroll;
use crate::bet::{Bet, CHIP};
use crate::outcome::Outcome;
use crate::payout::Payout;
use crate::stakes::Stakes;

/// The largest number of chips on a bet.
const MAXIMUM_CHIPS: u64 = 127;

/// All chips on all three bets, in credits.
const MAXIMUM_STAKES: u64 = 3 * MAXIMUM_CHIPS * CHIP;

/// What a tie pays for these stakes: it returns all of them, and pays 8 to 1.
const MAXIMUM_PAYMENT: u64 = MAXIMUM_STAKES + 8 * MAXIMUM_CHIPS * CHIP;

/// Takes the bet on a hand and its stakes, pays the winning bets, and keeps the bankroll.
#[derive(Clone, Debug, Default, Module)]
#[module(name = "bet_settlement", types(Bet, Outcome))]
pub struct BetSettlement {
    pub clock: Signal<In, Clock>,
    /// The bet for the next hand.
    pub bet: Signal<In, Bet>,
    /// Bets are taken: no card is on the table.
    pub betting: Signal<In, Bit>,
    /// High at a rising edge: the first card of a hand is dealt, which takes the stakes of the bet
    /// of two edges before.
    pub first_card: Signal<In, Bit>,
    /// The outcome of the hand on the table.
    pub outcome: Signal<In, Outcome>,
    /// High at a rising edge: the table is cleared. A bankroll below one chip is replaced by a new
    /// one.
    pub clear: Signal<In, Bit>,
    /// The bet on the hand on the table; without one, the bet for the next hand.
    pub bet_out: Signal<Out, Bet>,
    /// All stakes of that bet together, in credits.
    pub stakes: Signal<Out, Bits<13>>,
    /// Bets are taken, and the stakes exceed the bankroll.
    pub refused: Signal<Out, Bit>,
    /// The stakes on the table have not been paid.
    pub unpaid: Signal<Out, Bit>,
    /// High at one rising edge for each hand, with or without a bet: the bankroll gets the payment.
    pub pay: Signal<Out, Bit>,
    /// The bankroll.
    pub credits: Signal<Out, Bits<20>>,
    next_stakes: Stakes,
    pub wager: Payout,
    pub account: Bankroll,
    /// The bet of the last rising edge, and its stakes.
    next_bet: DFF<Bet>,
    next_total: DFF<Bits<13>>,
    /// The bet on the hand, and its stakes. While bets are taken, the bet of two edges before.
    held_bet: DFF<Bet>,
    held_stakes: DFF<Bits<13>>,
    payment: DFF<Bits<15>>,
    owed: DFF<Bit>,
    /// The payment is computed.
    payment_ready: DFF<Bit>,
    /// The bankroll has computed the sum of payment and credits.
    sum_ready: DFF<Bit>,
    /// The hand is over.
    over: Signal<Local, Bit>,
    pays: Signal<Local, Bit>,
}

impl Logic for BetSettlement {
    #[kernel]
    #[assume(
        "stakes that are taken are not refused",
        !self.first_card.val() || (self.betting.val() && !self.refused.val())
    )]
    #[assume(
        "a hand begins on a cleared table",
        !(self.first_card.val() && (self.clear.val() || self.over.val()))
    )]
    #[assume(
        "the table is cleared after the payment",
        !(self.clear.val() && self.unpaid.val())
    )]
    #[assume(
        "no hand begins right after another",
        !past(self.first_card.val() || self.clear.val() || self.unpaid.val())
            || !self.first_card.val()
    )]
    #[assume("a hand of one card is not over", !(past(self.first_card.val()) && self.over.val()))]
    #[assert(
        "stakes that are taken are unpaid",
        !past(self.first_card.val()) || self.unpaid.val()
    )]
    #[assert("stakes are paid once", !(past(self.pay.val()) && self.pay.val()))]
    #[assert(
        "the stakes are three times 127 chips at most",
        self.next_total.q.val() <= MAXIMUM_STAKES && self.held_stakes.q.val() <= MAXIMUM_STAKES
    )]
    #[assert("a payment is that of a tie at most", self.payment.q.val() <= MAXIMUM_PAYMENT)]
    #[cover("a payment", self.pay.val())]
    fn update(&mut self) {
        dff_setup!(self, clock, next_bet, next_total, held_bet, held_stakes, payment, owed);
        dff_setup!(self, clock, payment_ready, sum_ready);

        // The bankroll gets the stakes one clock cycle before a first card can take them.
        self.next_stakes.chips.next = self.bet.val().chips;
        self.next_stakes.on_player.next = self.bet.val().player;
        self.next_stakes.on_banker.next = self.bet.val().banker;
        self.next_stakes.on_tie.next = self.bet.val().tie;
        self.next_bet.d.next = self.bet.val();
        self.next_total.d.next = self.next_stakes.total.val();
        if self.betting.val() && !self.first_card.val() {
            self.held_bet.d.next = self.next_bet.q.val();
            self.held_stakes.d.next = self.next_total.q.val();
        }
        self.bet_out.next = self.held_bet.q.val();
        self.stakes.next = self.held_stakes.q.val();
        self.account.clock.next = self.clock.val();
        self.account.bet.next = self.first_card.val();
        self.account.stakes.next = self.next_total.q.val();
        self.refused.next = self.betting.val() && self.account.exceeded.val();

        // The end of the hand pays once: the first clock cycle after the result computes the
        // payment, the second the sum, and the third changes the bankroll.
        self.over.next = self.outcome.val() != Outcome::Nothing;
        self.payment_ready.d.next = self.over.val();
        self.sum_ready.d.next = self.payment_ready.q.val();
        self.pays.next = self.owed.q.val() && self.over.val() && self.sum_ready.q.val();
        if self.first_card.val() {
            self.owed.d.next = true;
        } else if self.pays.val() {
            self.owed.d.next = false;
        }
        self.unpaid.next = self.owed.q.val();
        self.pay.next = self.pays.val();
        self.wager.chips.next = self.held_bet.q.val().chips;
        self.wager.on_player.next = self.held_bet.q.val().player;
        self.wager.on_banker.next = self.held_bet.q.val().banker;
        self.wager.on_tie.next = self.held_bet.q.val().tie;
        self.wager.stakes.next = self.held_stakes.q.val();
        self.wager.outcome.next = self.outcome.val();
        self.payment.d.next = self.wager.payment.val();
        self.account.pay.next = self.pays.val();
        self.account.payment.next = self.payment.q.val();
        self.account.renew.next = self.clear.val();
        self.credits.next = self.account.credits.val();
    }
}
