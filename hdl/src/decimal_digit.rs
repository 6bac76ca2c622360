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
    modulo_five: Signal<Local, Bits<3>>,
    doubled: Signal<Local, Bits<5>>,
}

impl Logic for DecimalDigit {
    #[kernel]
    #[assert("a digit is 0 to 9", self.digit.val() <= 9)]
    #[assert("a cleared digit is 0", !past(self.clear.val()) || self.digit.val() == 0)]
    #[assert("a doubled digit carries from 5", self.carry_out.val() == (self.digit.val() >= 5))]
    #[assert(
        "a digit is doubled modulo ten",
        past(self.clear.val())
            || past(self.doubled.val())
                == bit_cast::<5, 4>(self.digit.val())
                    + (bit_cast::<5, 1>(past(self.carry_out.val()).into()) << 3)
                    + (bit_cast::<5, 1>(past(self.carry_out.val()).into()) << 1)
    )]
    fn update(&mut self) {
        dff_setup!(self, clock, held);
        self.digit.next = self.held.q.val();

        // Doubled modulo ten, a digit is twice the digit modulo five. Tables take fewer look-up
        // tables than a comparator and a subtractor.
        match self.held.q.val().index() {
            1 | 6 => self.modulo_five.next = 1.into(),
            2 | 7 => self.modulo_five.next = 2.into(),
            3 | 8 => self.modulo_five.next = 3.into(),
            4 | 9 => self.modulo_five.next = 4.into(),
            _ => self.modulo_five.next = 0.into(),
        }
        match self.held.q.val().index() {
            5 | 6 | 7 | 8 | 9 => self.carry_out.next = true,
            _ => self.carry_out.next = false,
        }
        self.held.d.next = bit_cast::<4, 3>(self.modulo_five.val()) << 1
            | bit_cast::<4, 1>(self.carry_in.val().into());
        // Only a property reads it.
        self.doubled.next =
            bit_cast::<5, 4>(self.held.q.val()) << 1 | bit_cast::<5, 1>(self.carry_in.val().into());
        if self.clear.val() {
            self.held.d.next = 0.into();
        }
    }
}
