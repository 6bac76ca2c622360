use rust_hdl::prelude::*;
use rust_hdl_describe::*;

/// Adds up a hand: the values of its cards, modulo ten.
///
/// An ace counts 1, 2 to 9 themselves, tens and faces nothing; a card that is not there (0) counts nothing either.
#[derive(Clone, Debug, Default, Module)]
pub struct Scorehand {
    pub card1: Signal<In, Bits<4>>,
    pub card2: Signal<In, Bits<4>>,
    pub card3: Signal<In, Bits<4>>,
    /// 0 to 9.
    pub total: Signal<Out, Bits<4>>,
    value1: Signal<Local, Bits<4>>,
    value2: Signal<Local, Bits<4>>,
    value3: Signal<Local, Bits<4>>,
    sum: Signal<Local, Bits<5>>,
}

impl Logic for Scorehand {
    #[kernel]
    fn update(&mut self) {
        // Ten, jack, queen and king are worth nothing.
        self.value1.next = self.card1.val();
        if self.card1.val() >= 10 {
            self.value1.next = 0.into();
        }
        self.value2.next = self.card2.val();
        if self.card2.val() >= 10 {
            self.value2.next = 0.into();
        }
        self.value3.next = self.card3.val();
        if self.card3.val() >= 10 {
            self.value3.next = 0.into();
        }

        // At most 27, so at most two tens come off.
        self.sum.next = bit_cast::<5, 4>(self.value1.val())
            + bit_cast::<5, 4>(self.value2.val())
            + bit_cast::<5, 4>(self.value3.val());
        if self.sum.val() >= 20 {
            self.total.next = bit_cast::<4, 5>(self.sum.val() - 20);
        } else if self.sum.val() >= 10 {
            self.total.next = bit_cast::<4, 5>(self.sum.val() - 10);
        } else {
            self.total.next = bit_cast::<4, 5>(self.sum.val());
        }
    }
}
