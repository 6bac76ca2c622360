use rust_hdl::prelude::*;
use rust_hdl_describe::*;

/// One digit of a decimal number that is doubled on every clock edge.
#[derive(Clone, Debug, Default, Module)]
pub struct DecimalDigit {
    pub clock: Signal<In, Clock>,
    /// High at a rising edge: sets the digit to 0.
    pub clear: Signal<In, Bit>,
    /// Added to the doubled digit.
    pub carry_in: Signal<In, Bit>,
    /// 0 to 9.
    pub digit: Signal<Out, Bits<4>>,
    /// The doubled digit is 10 or more.
    pub carry_out: Signal<Out, Bit>,
    held: DFF<Bits<4>>,
    remainder: Signal<Local, Bits<4>>,
}

impl Logic for DecimalDigit {
    #[kernel]
    fn update(&mut self) {
        clock!(self, clock, held);
        self.digit.next = self.held.q.val();

        self.carry_out.next = self.held.q.val() >= 5;
        self.remainder.next = self.held.q.val();
        if self.held.q.val() >= 5 {
            self.remainder.next = self.held.q.val() - 5;
        }
        self.held.d.next = self.remainder.val() << 1 | bit_cast::<4, 1>(self.carry_in.val().into());
        if self.clear.val() {
            self.held.d.next = 0.into();
        }
    }
}
