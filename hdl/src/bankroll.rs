use rust_hdl::prelude::*;
use rust_hdl_describe::*;

/// Holds the credits of the bettor: 0 to 999,999.
#[derive(Clone, Debug, Module)]
pub struct Bankroll {
    pub clock: Signal<In, Clock>,
    /// High: `amount` is to be subtracted. Low: it is to be added, up to the maximum.
    pub subtract: Signal<In, Bit>,
    /// High at a rising edge: does so. `amount` must not exceed the credits then.
    pub update: Signal<In, Bit>,
    /// High at a rising edge: a new bankroll of 10,000, as at power-up.
    pub renew: Signal<In, Bit>,
    pub amount: Signal<In, Bits<15>>,
    pub credits: Signal<Out, Bits<20>>,
    /// The amount to be subtracted exceeds the credits.
    pub exceeded: Signal<Out, Bit>,
    held: DFFWithInit<Bits<20>>,
    operand: Signal<Local, Bits<20>>,
    sum: Signal<Local, Bits<21>>,
    difference: Signal<Local, Bits<20>>,
}

impl Default for Bankroll {
    fn default() -> Bankroll {
        Bankroll {
            clock: Default::default(),
            subtract: Default::default(),
            update: Default::default(),
            renew: Default::default(),
            amount: Default::default(),
            credits: Default::default(),
            exceeded: Default::default(),
            held: DFFWithInit::new(10_000.into()),
            operand: Default::default(),
            sum: Default::default(),
            difference: Default::default(),
        }
    }
}

impl Logic for Bankroll {
    #[kernel]
    fn update(&mut self) {
        dff_setup!(self, clock, held);
        self.credits.next = self.held.q.val();

        // One adder does both: a - b = !(!a + b). The carry of that sum is the borrow of the difference.
        self.operand.next = self.held.q.val();
        if self.subtract.val() {
            self.operand.next = !self.held.q.val();
        }
        self.sum.next =
            bit_cast::<21, 20>(self.operand.val()) + bit_cast::<21, 15>(self.amount.val());
        self.difference.next = !self.sum.val().get_bits::<20>(0);
        self.exceeded.next = self.subtract.val() && self.sum.val().get_bit(20);
        if self.update.val() {
            if self.subtract.val() {
                self.held.d.next = self.difference.val();
            } else if self.sum.val() > 999_999 {
                self.held.d.next = 999_999.into();
            } else {
                self.held.d.next = self.sum.val().get_bits::<20>(0);
            }
        }
        if self.renew.val() {
            self.held.d.next = 10_000.into();
        }
    }
}
