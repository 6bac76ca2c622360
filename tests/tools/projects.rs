//! Quartus projects on the virtual board.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use baccarat::de1_soc::is_high_at_power_up;
use baccarat::foreign::{Reader, Sources};
use baccarat::fpga::synthesis::Yosys;
use baccarat::fpga::toolchain::Finder;
use baccarat::simulation::foreign_board::ForeignBoard;
use test_support::Sandbox;

fn example() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/board/chaser")
}

/// Runs a board without a time limit.
fn run(board: &mut ForeignBoard, cycles: u64) {
    let done = board.run(cycles, Instant::now() + Duration::from_secs(600));
    assert_eq!(done, cycles, "{:?}", board.failure());
}

#[test]
#[ignore = "needs yosys: apt-get install yosys"]
fn a_project_is_played_at_the_pins_that_it_assigns() {
    let yosys = Yosys::find(&Finder::from_environment(), &mut |_, _| {}).expect("yosys");
    let reader = Reader::new(yosys, Duration::from_secs(300));
    let parameters = vec!["CLOCKS_PER_STEP=10".into()];
    let sources = Sources { files: vec![example()], parameters, ..Sources::default() };
    let set = sources.collect().expect("sources");
    assert_eq!((set.units.len(), set.left_out.as_slice()), (2, &["chaser_tb".to_string()][..]));
    let design = reader.read(&set, is_high_at_power_up).expect("a design").design;
    let mut board = ForeignBoard::new(design);
    assert_eq!(board.pins().connected, ["CLOCK_50", "KEY", "SW", "LEDR[9:0]"]);
    assert_eq!(board.pins().unconnected, Vec::<String>::new());
    let steps = [(false, 30, 1 << 3), (false, 70, 1), (true, 20, 1 << 8), (false, 10, 1 << 9)];
    for (backwards, cycles, light) in steps {
        board.set_switch(0, backwards);
        run(&mut board, cycles);
        assert_eq!(board.output("LEDR"), light, "after {} cycles", board.cycle());
    }
    board.set_key(0, true);
    run(&mut board, 3);
    assert_eq!(board.output("LEDR"), 1);
}

#[test]
#[ignore = "needs yosys: apt-get install yosys"]
fn sources_without_ports_of_the_board_are_explained_before_synthesis() {
    let sandbox = Sandbox::new(env!("CARGO_BIN_EXE_baccarat"));
    // Yosys would reject it.
    sandbox.write("lab.v", "module lab(input clk); not verilog endmodule");
    let message = "no port of the top module `lab` belongs to the board";
    for command in ["board", "verify"] {
        sandbox.run([command, "--sources", "lab.v"]).fails_with(1, &[message]);
    }
    sandbox
        .run(["board", "--sources", "lab.v", "--top", "game"])
        .fails_with(1, &["no file declares the top module `game`; choose one with --top: `lab`"]);
}
