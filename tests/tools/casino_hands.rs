//! Random shoes of the casino, played at the pins of a Verilator model of the emitted design.

use std::ffi::OsStr;
use std::fmt::Write;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

use baccarat::de1_soc::BoardOutputs;
use baccarat::generator::{self, Clocking, Top};
use baccarat::simulation::casino_hands::{CasinoDesign, Event, Job, Log, Observation, Plan, log};
use baccarat_hdl::casino::DECKS;
use rust_hdl_gates::Execution;

use crate::emitted::Emitted;
use test_support::Output;
use test_support::external_tool::VERILATOR;

const DRIVER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/tools/casino_hands.cpp");

/// Builds a program of the model and the driver, and returns its path.
fn model(emitted: &Emitted) -> PathBuf {
    let folder = emitted.scratch("casino_hands");
    let mut arguments: Vec<&OsStr> = Vec::new();
    let top = Top::Casino.module();
    arguments.extend(["--cc", "--exe", "--build", "-O3", "--top-module", top].map(OsStr::new));
    // Lets the driver choose the initial values of registers without a power-up value.
    arguments.extend(["--x-assign", "unique", "--x-initial", "unique"].map(OsStr::new));
    arguments.extend(["-MAKEFLAGS", "OPT_FAST=-O2"].map(OsStr::new));
    arguments.extend([OsStr::new("--Mdir"), folder.as_os_str()]);
    let sources = emitted.sources();
    arguments.extend(sources.iter().map(OsStr::new));
    arguments.push(OsStr::new(DRIVER));
    VERILATOR.run(&emitted.folder(), arguments).succeeds();
    folder.join(format!("V{top}"))
}

/// The events of a log for the driver.
fn script(log: &Log) -> String {
    let mut script = String::new();
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

/// Some 160 hands on each of eight boards, with shoes dealt to the end, bets, keys that bounce, and
/// releases while a shoe is written. The gate-level simulator tells the cards, the reference the
/// outputs.
#[test]
#[ignore = "needs verilator: apt-get install verilator make g++"]
fn the_casino_plays_random_shoes() {
    let emitted = Emitted::new(Clocking::Synchronised);
    let program = model(&emitted);
    let design = generator::design(Top::Casino).expect("the design");
    let design = CasinoDesign::new(&design, DECKS).expect("the casino");
    let plan = Plan { seed: 2, hands: 1 };
    for lane in (0..256).step_by(32) {
        let log = log(&design, plan, Execution::Fastest, Job::Shoes { batch: 0 }, lane);
        let log = log.expect("no oscillation");
        let path = emitted.scratch("events");
        fs::write(&path, script(&log)).expect("a file");
        let mut command = Command::new(&program);
        command.arg(&path);
        let shown = Output::of(command).expect("the program starts").succeeds().stdout;
        let mut shown = shown.lines().map(|line| line.parse().expect("a number"));
        let mut compared = 0;
        for event in log.events() {
            let Event::Observation { actual, expected } = event else { continue };
            let outputs = BoardOutputs(shown.next().expect("outputs"));
            let expected = expected.expect("a known card");
            let observation = Observation { outputs, ..*actual };
            assert!(expected.matches(&observation), "board {lane}: {observation:?}, {expected:?}");
            compared += 1;
        }
        assert!(compared > 1000 && shown.next().is_none(), "board {lane}: {compared} observations");
    }
}
