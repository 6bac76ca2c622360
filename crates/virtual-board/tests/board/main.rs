//! The board with designs of other people, without Yosys, from the netlists that it wrote.

mod audio;
mod cycles;
mod devices;
mod events;
mod plls;
mod plotter;
mod terminal;

use std::sync::Arc;
use std::time::{Duration, Instant};

use de1_soc::is_high_at_power_up;
use foreign_designs::ForeignDesign;
use foreign_sources::{Assignments, Netlists};
use virtual_board::ForeignBoard;

/// Cycles of CLOCK_50 in a millisecond.
const MILLISECOND: u64 = 50_000;

/// A design without its netlist of words.
fn design(name: &str) -> Arc<ForeignDesign> {
    let netlist = test_netlists::gates(name);
    Arc::new(ForeignDesign::from_netlist(&netlist, is_high_at_power_up).expect("a design"))
}

fn design_with_words(name: &str) -> Arc<ForeignDesign> {
    let design = changed_design(name, |netlist| netlist);
    assert!(design.words.is_some(), "{name}");
    design
}

/// A design that has no netlist of words after a change of both of its netlists.
fn design_without_words(name: &str, change: fn(String) -> String) -> Arc<ForeignDesign> {
    let design = changed_design(name, change);
    assert!(design.words.is_none(), "{name}");
    design
}

fn changed_design(name: &str, change: impl Fn(String) -> String) -> Arc<ForeignDesign> {
    let (gates, words) = (test_netlists::gates(name), test_netlists::words(name));
    let netlists = Netlists { gates: change(gates), words: Some(change(words)) };
    Arc::new(
        ForeignDesign::new(&netlists, &Assignments::default(), is_high_at_power_up)
            .expect("a design"),
    )
}

/// Runs a board without a time limit.
fn run(board: &mut ForeignBoard, cycles: u64) {
    let done = board.run(cycles, Instant::now() + Duration::from_secs(600));
    assert_eq!(done, cycles, "{:?}", board.failure());
}

/// The board of `ps2` after the self test of the keyboard.
fn board_with_keyboard() -> ForeignBoard {
    let mut board = ForeignBoard::new(design("ps2"));
    let signals = ["bytes", "PS2_CLK", "PS2_DAT"];
    board.set_traced(&signals.map(str::to_owned));
    run(&mut board, 12 * MILLISECOND);
    assert_eq!((bytes(&board), board.output("LEDR")), (Some(0xaa), 1));
    board
}

/// The last three bytes that `ps2` has received.
fn bytes(board: &ForeignBoard) -> Option<u64> {
    board.traced_values()[0].to_u64()
}
