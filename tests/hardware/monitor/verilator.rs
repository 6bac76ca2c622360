//! The pictures that the emitted SystemVerilog draws, at the pins of a Verilator model.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use baccarat::generator;
use baccarat_hdl::top::Top;
use test_support::Output;
use test_support::external_tool::VERILATOR;

use super::picture::Picture;
use super::pin_driver::Event;
use super::reference::draw;
use super::scenes::lasting;

const DRIVER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/hardware/monitor/verilator.cpp");

/// Builds a program of the model and the driver in a folder, and returns its path.
fn model(folder: &Path) -> PathBuf {
    let design = baccarat_sim::design(Top::Casino).expect("the design");
    let sources = generator::print_unproven(&design);
    for source in &sources {
        fs::write(folder.join(&source.name), &source.text).expect("a file");
    }
    let top = Top::Casino.module();
    let mut arguments = vec!["--cc", "--exe", "--build", "-O3", "--top-module", top];
    // Lets the driver choose the initial values of registers without a power-up value.
    arguments.extend(["--x-assign", "unique", "--x-initial", "unique"]);
    arguments.extend(["-MAKEFLAGS", "OPT_FAST=-O2", "--Mdir", "model"]);
    arguments.extend(sources.iter().map(|source| source.name.as_str()));
    arguments.push(DRIVER);
    VERILATOR.run(folder, arguments).succeeds();
    folder.join("model").join(format!("V{top}"))
}

/// The events for the driver.
fn script(events: &[Event]) -> String {
    let mut script = String::new();
    for event in events {
        match event {
            Event::Pins { keys, switches } => writeln!(script, "pins {keys} {switches}"),
            Event::Cycles(cycles) => writeln!(script, "run {cycles}"),
        }
        .expect("a string");
    }
    script
}

#[test]
#[ignore = "needs verilator: apt-get install verilator make g++"]
fn the_emitted_files_draw_what_the_reference_draws() {
    let folder = tempfile::tempdir().expect("a folder");
    let program = model(folder.path());
    let paths = ["events", "picture"].map(|name| folder.path().join(name));
    for (scene, board) in lasting() {
        fs::write(&paths[0], script(board.events())).expect("a file");
        let mut command = Command::new(&program);
        command.args(&paths);
        Output::of(command).expect("the program starts").succeeds();
        let bytes = fs::read(&paths[1]).expect("a picture");
        let picture = Picture::of_bytes(&bytes).expect("a picture of the size of the screen");
        picture.assert_is(&draw(&board.state()), scene.name);
    }
}
