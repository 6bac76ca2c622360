//! Random shoes of the casino, played at the pins of a Verilator model of the emitted design.

use std::fmt::Write;

use baccarat_hdl::casino::DECKS;
use baccarat_hdl::top::{Clocking, Top};
use baccarat_sim::casino_hands::{CasinoDesign, Event, Job, Log, Observation, Plan, log};
use de1_soc::{BoardOutputs, light_and_display_names, outputs};
use rust_hdl_lanes::Execution;

use crate::emitted::Emitted;
use test_support::Verilated;

/// The events of a log for the driver.
fn script(log: &Log) -> String {
    let mut script = String::from("pins 15 0\n");
    for event in log.events() {
        match event {
            Event::Pins(pins) => {
                writeln!(script, "pins {} {}", pins.keys(), pins.switches).expect("a string");
            }
            Event::Cycles(cycles) => writeln!(script, "run {cycles}").expect("a string"),
            Event::Observation { .. } => script.push_str("show\n"),
            Event::Release(_) => {}
            Event::Forced { .. } => panic!("random shoes force no register"),
        }
    }
    script
}

/// The levels of LEDR and the displays, in the order of their names.
fn board_outputs(levels: Vec<u64>) -> BoardOutputs {
    let levels: Vec<(u64, usize)> =
        levels.into_iter().zip(outputs()).map(|(level, (_, width))| (level, width)).collect();
    BoardOutputs(levels.iter().rev().fold(0, |bits, (level, width)| bits << width | level))
}

/// Some 160 hands on each of eight boards, with shoes dealt to the end, bets, keys that bounce, and
/// releases while a shoe is written. The gate-level simulator tells the cards, the reference the
/// outputs.
#[test]
#[ignore = "needs verilator: apt-get install verilator make g++"]
fn the_casino_plays_random_shoes() {
    let emitted = Emitted::new(Clocking::Synchronised);
    let top = Top::Casino.module();
    // Registers start as ones: one whose power-up value of 0 is missing fails.
    let options = ["--top-module", top, "--x-assign", "unique", "--x-initial", "unique"];
    let model = Verilated::new(
        &emitted.folder(),
        &emitted.sources(),
        &options,
        &light_and_display_names(),
        emitted.scratch("casino_hands"),
    );
    let design = baccarat_sim::design(Top::Casino).expect("the design");
    let design = CasinoDesign::new(&design, DECKS).expect("the casino");
    let plan = Plan { seed: 2, hands: 1 };
    for lane in (0..256).step_by(32) {
        let log = log(&design, plan, Execution::Fastest, Job::Shoes { batch: 0 }, lane);
        let log = log.expect("no oscillation");
        let mut shown = model.play(&script(&log)).into_iter().map(board_outputs);
        let mut compared = 0;
        for event in log.events() {
            let Event::Observation { actual, expected } = event else { continue };
            let outputs = shown.next().expect("outputs");
            let expected = expected.expect("a known card");
            let observation = Observation { outputs, ..*actual };
            assert!(expected.matches(&observation), "board {lane}: {observation:?}, {expected:?}");
            compared += 1;
        }
        assert!(compared > 1000 && shown.next().is_none(), "board {lane}: {compared} observations");
    }
}
