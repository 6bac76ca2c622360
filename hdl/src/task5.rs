use rust_hdl::prelude::*;
use rust_hdl_describe::*;

use crate::datapath::Datapath;
use crate::statemachine::StateMachine;
use crate::step_mode::StepInput;
use crate::synchroniser::Synchroniser;

/// The ten red LEDs, LEDR\[0\] first.
#[derive(Clone, Copy, Debug, Default, PartialEq, LogicStruct)]
pub struct Lights {
    /// LEDR\[3:0\]: the player's score.
    pub pscore: Bits<4>,
    /// LEDR\[7:4\]: the dealer's score.
    pub dscore: Bits<4>,
    /// LEDR\[8\]: the player wins; on with LEDR\[9\] for a tie.
    pub player_win: Bit,
    /// LEDR\[9\]: the dealer wins; on with LEDR\[8\] for a tie.
    pub dealer_win: Bit,
}

impl Lights {
    /// Returns LEDR\[9:0\] as a number: bit 0 is LEDR\[0\].
    pub fn levels(self) -> u16 {
        let score = |score: Bits<4>| score.index() as u16;
        score(self.pscore)
            | score(self.dscore) << 4
            | u16::from(self.player_win) << 8
            | u16::from(self.dealer_win) << 9
    }
}

/// Punto banco on the DE1-SoC, clocked by CLOCK_50 alone.
///
/// Releasing KEY\[0\] deals a card, or starts a new hand if KEY\[3\] is held down. KEY\[1\] and
/// KEY\[2\] have no effect.
///
/// The card counter changes with CLOCK_50, a key at any time. Registers clocked by the key could
/// sample the counter's four bits while they change, and load a wrong rank or an invalid code. So
/// each key passes a synchroniser instead, and a release becomes `step`, an enable that is high for
/// one cycle of CLOCK_50. Counter and card registers share one clock, and static timing analysis
/// covers every path between them. A clock derived from the key would be safe only with a
/// falling-edge register and a clock buffer, and the open tools do not support such a buffer.
///
/// Registers get their initial values when the FPGA is configured, without a reset. Configuration
/// ends asynchronously to CLOCK_50, so they may start at different edges. This does no harm: until
/// a key is released, only the card counter and the registers of the keys change. The counter goes
/// on from any code, and a release is not seen before a key was seen held.
#[derive(Clone, Debug, Default, Module)]
#[module(name = "task5")]
#[expect(non_snake_case, reason = "the names on the board")]
pub struct Task5 {
    /// 50 MHz.
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
    step_key: Synchroniser,
    reset_key: Synchroniser,
    pub dp: Datapath,
    pub sm: StateMachine<StepInput>,
    step_pressed: Signal<Local, Bit>,
    reset_pressed: Signal<Local, Bit>,
    step_was_pressed: DFF<Bit>,
    step: Signal<Local, Bit>,
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

impl Logic for Task5 {
    #[kernel]
    #[assert("a step lasts one clock cycle", !(past(self.step.val()) && self.step.val()))]
    #[assert("a hand begins with a step", self.resetb.val() || self.step.val())]
    #[assert("the scores are 0 to 9", self.pscore.val() <= 9 && self.dscore.val() <= 9)]
    fn update(&mut self) {
        // Internally, 1 means pressed: registers power up at 0, which must not look like a key
        // release.
        clock!(self, CLOCK_50, step_key, reset_key, step_was_pressed);
        self.step_key.level_in.next = !self.KEY.val().get_bit(0);
        self.step_pressed.next = self.step_key.level_out.val();
        self.reset_key.level_in.next = !self.KEY.val().get_bit(3);
        self.reset_pressed.next = self.reset_key.level_out.val();

        // Releasing KEY[0] is one step, which starts a new hand if KEY[3] is held down.
        self.step_was_pressed.d.next = self.step_pressed.val();
        self.step.next = self.step_was_pressed.q.val() && !self.step_pressed.val();
        self.resetb.next = !(self.step.val() && self.reset_pressed.val());

        self.pcard3.next = self.dp.pcard3_out.val();
        self.pscore.next = self.dp.pscore_out.val();
        self.dscore.next = self.dp.dscore_out.val();
        self.sm.slow_clock.next = self.CLOCK_50.val();
        self.sm.resetb.next = self.resetb.val();
        self.sm.step.next = self.step.val();
        self.sm.dscore.next = self.dscore.val();
        self.sm.pscore.next = self.pscore.val();
        self.sm.pcard3.next = self.pcard3.val();
        self.load_pcard1.next = self.sm.load_pcard1.val();
        self.load_pcard2.next = self.sm.load_pcard2.val();
        self.load_pcard3.next = self.sm.load_pcard3.val();
        self.load_dcard1.next = self.sm.load_dcard1.val();
        self.load_dcard2.next = self.sm.load_dcard2.val();
        self.load_dcard3.next = self.sm.load_dcard3.val();

        // A step deals the card that is due.
        self.dp.slow_clock.next = self.CLOCK_50.val();
        self.dp.fast_clock.next = self.CLOCK_50.val();
        self.dp.resetb.next = self.resetb.val();
        self.dp.load_pcard1.next = self.step.val() && self.load_pcard1.val();
        self.dp.load_pcard2.next = self.step.val() && self.load_pcard2.val();
        self.dp.load_pcard3.next = self.step.val() && self.load_pcard3.val();
        self.dp.load_dcard1.next = self.step.val() && self.load_dcard1.val();
        self.dp.load_dcard2.next = self.step.val() && self.load_dcard2.val();
        self.dp.load_dcard3.next = self.step.val() && self.load_dcard3.val();

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
