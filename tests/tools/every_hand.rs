//! All hands, played at the pins of a Verilator model of the emitted design.

use std::process::Command;

use baccarat_hdl::top::Clocking;
use specifications::hand_player::{self, Optimisation};
use test_support::Output;

use crate::emitted::{Emitted, Fault};

/// The outcomes of all sequences of six ranks.
const EVERY_HAND: &str = "\
hands 4826809
banker 2212744
player 2153464
tie 460601
4 cards 1827904
5 cards 1463280
6 cards 1535625
naturals 1654848
";

/// Builds the model and its player, and runs them.
fn play(emitted: &Emitted, clocking: Clocking, level: Optimisation) -> Output {
    let scratch = emitted.scratch("every_hand");
    let (folder, sources) = (emitted.folder(), emitted.sources());
    let program = hand_player::build(&folder, &sources, &[], clocking, level, &scratch);
    Output::of(Command::new(program)).expect("the program starts")
}

// The two clockings are separate tests, so they run in parallel.

#[test]
#[ignore = "needs verilator: apt-get install verilator make g++"]
fn the_synchronised_machine_plays_every_hand() {
    assert_plays_every_hand(Clocking::Synchronised);
}

#[test]
#[ignore = "needs verilator: apt-get install verilator make g++"]
fn the_direct_machine_plays_every_hand() {
    assert_plays_every_hand(Clocking::Direct);
}

#[track_caller]
fn assert_plays_every_hand(clocking: Clocking) {
    play(&Emitted::new(clocking), clocking, Optimisation::Full).expect_stdout(EVERY_HAND);
}

#[test]
#[ignore = "needs verilator: apt-get install verilator make g++"]
fn a_fault_is_reported_with_the_first_hand_that_shows_it() {
    let faults = [
        (
            Clocking::Synchronised,
            Fault {
                file: "statemachine_stepped.sv",
                from: "4'd4, 4'd5: dealer_draws = dscore <= 4'd5;",
                to: "4'd4, 4'd5: dealer_draws = dscore <= 4'd6;",
                message: "A A A 5 4 A, press 5",
            },
        ),
        (
            Clocking::Direct,
            Fault {
                file: "statemachine.sv",
                from: "4'd8:       dealer_draws = dscore <= 4'd2;",
                to: "4'd8:       dealer_draws = dscore <= 4'd3;",
                message: "A A A 2 8 A, press 5",
            },
        ),
        (
            Clocking::Synchronised,
            Fault {
                file: "statemachine_stepped.sv",
                from: "DealerThird, Done: state <= Done;",
                to: "DealerThird: state <= Done; Done: state <= PlayerFirst;",
                message: "A A A 7 A A, press 6",
            },
        ),
        (
            Clocking::Direct,
            Fault {
                file: "modulo_five_adder.sv",
                from: "3'd4:    sum = 3'd3;",
                to: "3'd4:    sum = 3'd2;",
                message: "A A A 9 A 8, press 6",
            },
        ),
        (
            Clocking::Direct,
            Fault {
                file: "card7seg.sv",
                from: "7'b1100001",
                to: "7'b1110001",
                message: "A A A A A J, press 6",
            },
        ),
        // A state register without a power-up value.
        (
            Clocking::Synchronised,
            Fault {
                file: "statemachine_stepped.sv",
                from: "state = PlayerFirst",
                to: "state",
                message: "difference in hand - - - - - -, press 0",
            },
        ),
        // The reset does not wait for the step key.
        (
            Clocking::Synchronised,
            Fault {
                file: "task5.sv",
                from: "!(step && reset_pressed)",
                to: "!reset_pressed",
                message: "A A A A A A, press 6",
            },
        ),
    ];
    for (clocking, fault) in faults {
        let emitted = fault.injected_in(clocking);
        play(&emitted, clocking, Optimisation::None).expect_message(fault.message);
    }
}
