use rust_hdl::prelude::*;
use rust_hdl_describe::*;

use crate::card7seg::Card7seg;
use crate::dealcard::Dealcard;
use crate::reg4::Reg4;
use crate::scorehand::Scorehand;

/// Holds the six cards of a hand and drives the two scores and the six displays.
#[derive(Clone, Debug, Default, Module)]
#[expect(non_snake_case, reason = "the lab prescribes the names of the displays")]
pub struct Datapath {
    /// Clocks the card registers.
    pub slow_clock: Signal<In, Clock>,
    /// Clocks the card counter.
    pub fast_clock: Signal<In, Clock>,
    /// Active low, synchronous: clears cards and counter.
    pub resetb: Signal<In, Bit>,
    pub load_pcard1: Signal<In, Bit>,
    pub load_pcard2: Signal<In, Bit>,
    pub load_pcard3: Signal<In, Bit>,
    pub load_dcard1: Signal<In, Bit>,
    pub load_dcard2: Signal<In, Bit>,
    pub load_dcard3: Signal<In, Bit>,
    pub pcard3_out: Signal<Out, Bits<4>>,
    pub pscore_out: Signal<Out, Bits<4>>,
    pub dscore_out: Signal<Out, Bits<4>>,
    /// The dealer's third card; all six displays are active low.
    pub HEX5: Signal<Out, Bits<7>>,
    /// The dealer's second card.
    pub HEX4: Signal<Out, Bits<7>>,
    /// The dealer's first card.
    pub HEX3: Signal<Out, Bits<7>>,
    /// The player's third card.
    pub HEX2: Signal<Out, Bits<7>>,
    /// The player's second card.
    pub HEX1: Signal<Out, Bits<7>>,
    /// The player's first card.
    pub HEX0: Signal<Out, Bits<7>>,
    pub new_card: Signal<Local, Bits<4>>,
    pub pcard1: Signal<Local, Bits<4>>,
    pub pcard2: Signal<Local, Bits<4>>,
    pub pcard3: Signal<Local, Bits<4>>,
    pub dcard1: Signal<Local, Bits<4>>,
    pub dcard2: Signal<Local, Bits<4>>,
    pub dcard3: Signal<Local, Bits<4>>,
    shoe: Dealcard,
    pcard1_reg: Reg4,
    pcard2_reg: Reg4,
    pcard3_reg: Reg4,
    dcard1_reg: Reg4,
    dcard2_reg: Reg4,
    dcard3_reg: Reg4,
    player_hand: Scorehand,
    dealer_hand: Scorehand,
    pcard1_display: Card7seg,
    pcard2_display: Card7seg,
    pcard3_display: Card7seg,
    dcard1_display: Card7seg,
    dcard2_display: Card7seg,
    dcard3_display: Card7seg,
}

impl Logic for Datapath {
    #[kernel]
    fn update(&mut self) {
        self.shoe.clock.next = self.fast_clock.val();
        self.shoe.resetb.next = self.resetb.val();
        self.new_card.next = self.shoe.new_card.val();

        // A register loads the new card when its load is high.
        clock!(
            self, slow_clock, pcard1_reg, pcard2_reg, pcard3_reg, dcard1_reg, dcard2_reg,
            dcard3_reg
        );
        self.pcard1_reg.resetb.next = self.resetb.val();
        self.pcard1_reg.load.next = self.load_pcard1.val();
        self.pcard1_reg.card_in.next = self.new_card.val();
        self.pcard1.next = self.pcard1_reg.card_out.val();

        self.pcard2_reg.resetb.next = self.resetb.val();
        self.pcard2_reg.load.next = self.load_pcard2.val();
        self.pcard2_reg.card_in.next = self.new_card.val();
        self.pcard2.next = self.pcard2_reg.card_out.val();

        self.pcard3_reg.resetb.next = self.resetb.val();
        self.pcard3_reg.load.next = self.load_pcard3.val();
        self.pcard3_reg.card_in.next = self.new_card.val();
        self.pcard3.next = self.pcard3_reg.card_out.val();

        self.dcard1_reg.resetb.next = self.resetb.val();
        self.dcard1_reg.load.next = self.load_dcard1.val();
        self.dcard1_reg.card_in.next = self.new_card.val();
        self.dcard1.next = self.dcard1_reg.card_out.val();

        self.dcard2_reg.resetb.next = self.resetb.val();
        self.dcard2_reg.load.next = self.load_dcard2.val();
        self.dcard2_reg.card_in.next = self.new_card.val();
        self.dcard2.next = self.dcard2_reg.card_out.val();

        self.dcard3_reg.resetb.next = self.resetb.val();
        self.dcard3_reg.load.next = self.load_dcard3.val();
        self.dcard3_reg.card_in.next = self.new_card.val();
        self.dcard3.next = self.dcard3_reg.card_out.val();

        self.pcard3_out.next = self.pcard3.val();

        self.player_hand.card1.next = self.pcard1.val();
        self.player_hand.card2.next = self.pcard2.val();
        self.player_hand.card3.next = self.pcard3.val();
        self.pscore_out.next = self.player_hand.total.val();

        self.dealer_hand.card1.next = self.dcard1.val();
        self.dealer_hand.card2.next = self.dcard2.val();
        self.dealer_hand.card3.next = self.dcard3.val();
        self.dscore_out.next = self.dealer_hand.total.val();

        // The player's cards are on the right-hand displays, the dealer's on the left.
        self.pcard1_display.card.next = self.pcard1.val();
        self.HEX0.next = self.pcard1_display.seg7.val();
        self.pcard2_display.card.next = self.pcard2.val();
        self.HEX1.next = self.pcard2_display.seg7.val();
        self.pcard3_display.card.next = self.pcard3.val();
        self.HEX2.next = self.pcard3_display.seg7.val();
        self.dcard1_display.card.next = self.dcard1.val();
        self.HEX3.next = self.dcard1_display.seg7.val();
        self.dcard2_display.card.next = self.dcard2.val();
        self.HEX4.next = self.dcard2_display.seg7.val();
        self.dcard3_display.card.next = self.dcard3.val();
        self.HEX5.next = self.dcard3_display.seg7.val();
    }
}
