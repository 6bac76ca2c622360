//! All hands, played at the pins of a Verilator model of the emitted design.

use std::ffi::OsStr;
use std::process::Command;

use baccarat_hdl::top::{Clocking, TASK5};

use crate::emitted::{Emitted, Fault};
use test_support::Output;
use test_support::external_tool::VERILATOR;

const PLAYER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/tools/every_hand.cpp");

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

/// The optimisation level of the C++ compiler.
#[derive(Clone, Copy)]
enum Optimisation {
    /// For programs that stop soon.
    None,
    Full,
}

/// Builds the model and its player, and runs them.
fn play(emitted: &Emitted, clocking: Clocking, level: Optimisation) -> Output {
    let folder = emitted.scratch("every_hand");
    // From the release of KEY[0] to the card: two edges in the synchroniser, and the one that
    // deals.
    let edges_to_deal = match clocking {
        Clocking::Synchronised => 3,
        Clocking::Direct => 0,
    };
    let definition = format!("-DEDGES_TO_DEAL={edges_to_deal}");
    // Overrides the -Os of Verilator's makefile.
    let optimisation = match level {
        Optimisation::None => "OPT_FAST=-O0 OPT_GLOBAL=-O0",
        Optimisation::Full => "OPT_FAST='-O3 -march=native'",
    };

    let mut arguments: Vec<&OsStr> = Vec::new();
    arguments.extend(["--cc", "--exe", "--build", "-O3", "--top-module", TASK5].map(OsStr::new));
    // Lets the player choose the initial values of registers without a power-up value.
    arguments.extend(["--x-assign", "unique", "--x-initial", "unique"].map(OsStr::new));
    arguments.extend(["-CFLAGS", &definition, "-MAKEFLAGS", optimisation].map(OsStr::new));
    arguments.extend([OsStr::new("--Mdir"), folder.as_os_str()]);
    let sources = emitted.sources();
    arguments.extend(sources.iter().map(OsStr::new));
    arguments.push(OsStr::new(PLAYER));
    VERILATOR.run(&emitted.folder(), arguments).succeeds();
    Output::of(Command::new(folder.join("Vtask5"))).expect("the program starts")
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
