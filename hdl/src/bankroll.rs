use rust_hdl::prelude::*;
use rust_hdl_describe::*;

use crate::bet::CHIP;

/// The greatest bankroll, in credits.
pub const MAXIMUM_CREDITS: u64 = 999_999;

/// A new bankroll, in credits.
pub const NEW_CREDITS: u64 = 10_000;

/// Holds the credits of the bettor: 0 to 999,999, and 10,000 at power-up.
///
/// One edge has at most one of `bet`, `pay` and `renew`, and the next one neither `bet` nor `pay`:
/// the new credits are not in the difference and the sum yet.
#[derive(Clone, Debug, Default, Module)]
pub struct Bankroll {
    pub clock: Signal<In, Clock>,
    /// High at a rising edge while `exceeded` is low: subtracts the `stakes` of the edge before.
    pub bet: Signal<In, Bit>,
    pub stakes: Signal<In, Bits<13>>,
    /// High at a rising edge: adds the `payment` of the edge before, up to the maximum.
    pub pay: Signal<In, Bit>,
    pub payment: Signal<In, Bits<15>>,
    /// High at a rising edge: less than a chip of 20 credits becomes a new bankroll of 10,000.
    pub renew: Signal<In, Bit>,
    pub credits: Signal<Out, Bits<20>>,
    /// The stakes of the last rising edge exceed the credits before it.
    pub exceeded: Signal<Out, Bit>,
    pub toggled: DFF<Bits<20>>,
    /// The credits without the stakes, and with the payment. They are ready before they are needed.
    difference: DFF<Bits<21>>,
    sum: DFF<Bits<21>>,
    held: Signal<Local, Bits<20>>,
    reduced: Signal<Local, Bits<20>>,
    increased: Signal<Local, Bits<20>>,
    next: Signal<Local, Bits<20>>,
    below_chip: Signal<Local, Bit>,
}

impl Logic for Bankroll {
    #[kernel]
    #[assume("bets are covered", !(self.bet.val() && self.exceeded.val()))]
    #[assume(
        "one change at a time",
        !(self.bet.val() && (self.pay.val() || self.renew.val()))
            && !(self.pay.val() && self.renew.val())
    )]
    #[assume(
        "no bet and no payment right after a change",
        !past(self.bet.val() || self.pay.val() || self.renew.val())
            || !(self.bet.val() || self.pay.val())
    )]
    #[assert("credits are 0 to 999999", self.credits.val() <= MAXIMUM_CREDITS)]
    #[assert(
        "a bet takes the stakes",
        !past(self.bet.val())
            || past(self.credits.val())
                == self.credits.val() + bit_cast::<20, 13>(past(past(self.stakes.val())))
    )]
    #[assert(
        "a payment is added up to the maximum",
        !past(self.pay.val())
            || self.credits.val() == MAXIMUM_CREDITS
            || self.credits.val()
                == past(self.credits.val()) + bit_cast::<20, 15>(past(past(self.payment.val())))
    )]
    #[assert(
        "only a greater sum is cut to the maximum",
        !past(self.pay.val())
            || self.credits.val() != MAXIMUM_CREDITS
            || bit_cast::<21, 20>(past(self.credits.val()))
                + bit_cast::<21, 15>(past(past(self.payment.val())))
                >= MAXIMUM_CREDITS
    )]
    #[assert(
        "nothing else changes the credits",
        past(self.bet.val() || self.pay.val() || self.renew.val())
            || self.credits.val() == past(self.credits.val())
    )]
    #[assert(
        "only less than a chip is renewed",
        !past(self.renew.val())
            || self.credits.val() == past(self.credits.val())
            || (past(self.credits.val()) < CHIP && self.credits.val() == NEW_CREDITS)
    )]
    fn update(&mut self) {
        // Registers power up at 0: this one holds the credits with the bits of 10,000 toggled.
        dff_setup!(self, clock, toggled, difference, sum);
        self.held.next = self.toggled.q.val() ^ NEW_CREDITS;
        self.credits.next = self.held.val();

        self.difference.d.next =
            bit_cast::<21, 20>(self.held.val()) - bit_cast::<21, 13>(self.stakes.val());
        self.sum.d.next =
            bit_cast::<21, 20>(self.held.val()) + bit_cast::<21, 15>(self.payment.val());
        self.exceeded.next = self.difference.q.val().get_bit(20);
        self.reduced.next = self.difference.q.val().get_bits::<20>(0);
        self.increased.next = self.sum.q.val().get_bits::<20>(0);
        if self.bet.val() {
            self.next.next = self.reduced.val();
        } else if !self.pay.val() {
            self.next.next = self.held.val();
        } else if self.sum.q.val() > MAXIMUM_CREDITS {
            self.next.next = MAXIMUM_CREDITS.into();
        } else {
            self.next.next = self.increased.val();
        }
        self.toggled.d.next = self.next.val() ^ NEW_CREDITS;
        self.below_chip.next =
            (self.held.val().get_bits::<15>(5) == 0) && (self.held.val().get_bits::<5>(0) < CHIP);
        if self.renew.val() && self.below_chip.val() {
            self.toggled.d.next = 0.into();
        }
    }
}
