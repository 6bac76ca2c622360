use rust_hdl::prelude::*;
use rust_hdl_describe::*;

use crate::datapath::Datapath;
use crate::statemachine::StateMachine;
use crate::step_mode::StepInput;
use crate::synchroniser::Synchroniser;

/// The ten red lights, from LEDR\[0\] up.
#[derive(Clone, Copy, Debug, Default, PartialEq, LogicStruct)]
pub struct Lights {
    /// LEDR\[3:0\]: the player's score.
    pub pscore: Bits<4>,
    /// LEDR\[7:4\]: the dealer's score.
    pub dscore: Bits<4>,
    /// LEDR\[8\]: the player wins, or it is a tie.
    pub player_win: Bit,
    /// LEDR\[9\]: the dealer wins, or it is a tie.
    pub dealer_win: Bit,
}

impl Lights {
    /// The levels of LEDR\[9:0\] as a number.
    pub fn levels(self) -> u16 {
        let score = |score: Bits<4>| score.index() as u16;
        score(self.pscore)
            | score(self.dscore) << 4
            | u16::from(self.player_win) << 8
            | u16::from(self.dealer_win) << 9
    }
}

/// Punto banco on the DE1-SoC, all of it on CLOCK_50.
///
/// Releasing KEY\[0\] deals a card, or starts a new hand if KEY\[3\] is down at that moment. KEY\[1\] and KEY\[2\] do nothing.
///
/// The shoe turns with CLOCK_50, a key moves when a finger does. Registers clocked by the key would catch the shoe's four
/// bits in the middle of a change, and a rank that was never there. So the keys come to the clock instead: each passes a
/// synchroniser, and the release becomes `step`, one cycle of CLOCK_50 on which every register that takes a card is
/// enabled. Shoe and registers are then on one clock, and static timing analysis covers every path between them. A clock
/// made from the key would need a falling-edge register to be safe, and a clock buffer that the open tools do not have.
#[derive(Clone, Debug, Default, Module)]
#[module(name = "task5")]
#[allow(non_snake_case)] // The board's own names.
pub struct Task5 {
    /// 50 MHz.
    pub CLOCK_50: Signal<In, Clock>,
    /// Pressed is 0.
    pub KEY: Signal<In, Bits<4>>,
    /// On is 1.
    pub LEDR: Signal<Out, Lights>,
    /// The dealer's third card; on all six a segment is lit by 0.
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
    dp: Datapath,
    sm: StateMachine<StepInput>,
    step_pressed: Signal<Local, Bit>,
    reset_pressed: Signal<Local, Bit>,
    step_was_pressed: DFF<Bit>,
    step: Signal<Local, Bit>,
    resetb: Signal<Local, Bit>,
    pcard3: Signal<Local, Bits<4>>,
    pscore: Signal<Local, Bits<4>>,
    dscore: Signal<Local, Bits<4>>,
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
    fn update(&mut self) {
        // Inside, pressed is 1: registers power up at 0, and that must not look like a key going up.
        clock!(self, CLOCK_50, step_key, reset_key, step_was_pressed);
        self.step_key.level_in.next = !self.KEY.val().get_bit(0);
        self.step_pressed.next = self.step_key.level_out.val();
        self.reset_key.level_in.next = !self.KEY.val().get_bit(3);
        self.reset_pressed.next = self.reset_key.level_out.val();

        // KEY[0] goes up: one step, which starts a new hand if KEY[3] is down.
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

        // The card that is due is dealt on the step.
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

        // The other two keys have no effect: they are read here so that lint tools do not miss them.
        self.unused_keys.next = self.KEY.val().get_bit(1) ^ self.KEY.val().get_bit(2);
    }
}
