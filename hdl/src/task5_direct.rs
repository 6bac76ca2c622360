use rust_hdl::prelude::*;
use rust_hdl_describe::*;

use crate::datapath::Datapath;
use crate::statemachine::StateMachine;
use crate::task5::Lights;

/// Punto banco on the DE1-SoC, wired as in the lab handout: KEY\[0\] is `slow_clock`, KEY\[3\] is
/// `resetb`.
///
/// Releasing KEY\[0\] deals a card, or starts a new hand if KEY\[3\] is held down. KEY\[1\] and
/// KEY\[2\] have no effect.
///
/// Warning: this clock domain crossing is unsafe. KEY\[0\] can rise while the four bits of the card
/// counter change, so that a card register loads a wrong rank, 0 (no card) or an invalid code. The
/// synchronised clocking avoids this.
///
/// Registers get their initial values when the FPGA is configured, without a reset. Configuration
/// ends asynchronously to CLOCK_50, so they may start at different edges. This does no harm: until
/// a key is released, only the card counter changes, and it goes on from any code.
#[derive(Clone, Debug, Default, Module)]
#[module(name = "task5")]
#[expect(non_snake_case, reason = "the names on the board")]
pub struct Task5Direct {
    /// 50 MHz; clocks the card counter.
    pub CLOCK_50: Signal<In, Clock>,
    /// Active low: 0 is pressed.
    pub KEY: Signal<In, Bits<4>>,
    /// Active high.
    pub LEDR: Signal<Out, Lights>,
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
    pub dp: Datapath,
    pub sm: StateMachine,
    slow_clock: Signal<Local, Clock>,
    resetb: Signal<Local, Bit>,
    pcard3: Signal<Local, Bits<4>>,
    pub pscore: Signal<Local, Bits<4>>,
    pub dscore: Signal<Local, Bits<4>>,
    load_pcard1: Signal<Local, Bit>,
    load_pcard2: Signal<Local, Bit>,
    load_pcard3: Signal<Local, Bit>,
    load_dcard1: Signal<Local, Bit>,
    load_dcard2: Signal<Local, Bit>,
    load_dcard3: Signal<Local, Bit>,
    unused_keys: Signal<Local, Bit>,
}

impl Logic for Task5Direct {
    #[kernel]
    #[assert("the scores are 0 to 9", self.pscore.val() <= 9 && self.dscore.val() <= 9)]
    fn update(&mut self) {
        self.slow_clock.next = self.KEY.val().get_bit(0).into();
        self.resetb.next = self.KEY.val().get_bit(3);

        self.pcard3.next = self.dp.pcard3_out.val();
        self.pscore.next = self.dp.pscore_out.val();
        self.dscore.next = self.dp.dscore_out.val();
        self.sm.slow_clock.next = self.slow_clock.val();
        self.sm.resetb.next = self.resetb.val();
        self.sm.dscore.next = self.dscore.val();
        self.sm.pscore.next = self.pscore.val();
        self.sm.pcard3.next = self.pcard3.val();
        self.load_pcard1.next = self.sm.load_pcard1.val();
        self.load_pcard2.next = self.sm.load_pcard2.val();
        self.load_pcard3.next = self.sm.load_pcard3.val();
        self.load_dcard1.next = self.sm.load_dcard1.val();
        self.load_dcard2.next = self.sm.load_dcard2.val();
        self.load_dcard3.next = self.sm.load_dcard3.val();

        self.dp.slow_clock.next = self.slow_clock.val();
        self.dp.fast_clock.next = self.CLOCK_50.val();
        self.dp.resetb.next = self.resetb.val();
        self.dp.load_pcard1.next = self.load_pcard1.val();
        self.dp.load_pcard2.next = self.load_pcard2.val();
        self.dp.load_pcard3.next = self.load_pcard3.val();
        self.dp.load_dcard1.next = self.load_dcard1.val();
        self.dp.load_dcard2.next = self.load_dcard2.val();
        self.dp.load_dcard3.next = self.load_dcard3.val();

        self.LEDR.next.pscore = self.pscore.val();
        self.LEDR.next.dscore = self.dscore.val();
        self.LEDR.next.player_win = self.sm.player_win_light.val();
        self.LEDR.next.dealer_win = self.sm.dealer_win_light.val();
        self.HEX5.next = self.dp.HEX5.val();
        self.HEX4.next = self.dp.HEX4.val();
        self.HEX3.next = self.dp.HEX3.val();
        self.HEX2.next = self.dp.HEX2.val();
        self.HEX1.next = self.dp.HEX1.val();
        self.HEX0.next = self.dp.HEX0.val();

        // KEY[1] and KEY[2] have no effect. Reading them here keeps lint tools from reporting
        // unused inputs.
        self.unused_keys.next = self.KEY.val().get_bit(1) ^ self.KEY.val().get_bit(2);
    }
}
