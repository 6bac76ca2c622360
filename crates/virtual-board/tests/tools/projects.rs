//! Quartus projects on the virtual board.

use de1_soc::is_high_at_power_up;
use foreign_sources::{Reader, Sources};
use fpga_tools::synthesis::Yosys;
use fpga_tools::toolchain::Finder;
use std::path::PathBuf;
use std::time::{Duration, Instant};
use test_support::repository;
use virtual_board::ForeignBoard;

fn example(name: &str) -> PathBuf {
    repository().join("examples/board").join(name)
}

fn reader() -> Reader {
    let yosys = Yosys::find(&Finder::from_environment(), &mut |_, _| {}).expect("yosys");
    Reader::new(yosys, Duration::from_secs(300))
}

/// Runs a board without a time limit.
fn run(board: &mut ForeignBoard, cycles: u64) {
    let done = board.run(cycles, Instant::now() + Duration::from_secs(600));
    assert_eq!(done, cycles, "{:?}", board.failure());
}

#[test]
#[ignore = "needs yosys: apt-get install yosys"]
fn a_project_is_played_at_the_pins_that_it_assigns() {
    let parameters = vec!["CLOCKS_PER_STEP=10".into()];
    let sources = Sources { files: vec![example("chaser")], parameters, ..Sources::default() };
    let set = sources.collect().expect("sources");
    assert_eq!((set.units.len(), set.left_out.as_slice()), (2, &["chaser_tb".to_string()][..]));
    let design =
        foreign_designs::read(&reader(), &set, is_high_at_power_up).expect("a design").design;
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

/// Cycles of CLOCK_50 in a frame of 640 × 480 at 25 MHz.
const FRAME: u64 = 2 * 800 * 525;

/// The colours of the corners of some pixels of 4 × 4.
fn pixels(board: &ForeignBoard, places: &[(usize, usize)]) -> Vec<[u8; 3]> {
    let (_, frame) = board.monitor().and_then(|monitor| monitor.picture()).expect("a picture");
    let first = |(x, y): &(usize, usize)| 3 * (4 * y * frame.width + 4 * x);
    let pixel = |place| frame.pixels[first(place)..][..3].try_into().expect("three channels");
    places.iter().map(pixel).collect()
}

#[test]
#[ignore = "needs yosys: apt-get install yosys"]
fn a_project_with_a_frame_buffer_a_pll_and_a_keyboard_is_painted_on() {
    const WHITE: [u8; 3] = [255; 3];
    const BLUE: [u8; 3] = [0, 0, 255];
    const RED: [u8; 3] = [255, 0, 0];
    const YELLOW: [u8; 3] = [255, 255, 0];
    const CYAN: [u8; 3] = [0, 255, 255];
    let files = vec![example("easel/easel.qsf")];
    let set = Sources { files, ..Sources::default() }.collect().expect("sources");
    let mut board = ForeignBoard::new(
        foreign_designs::read(&reader(), &set, is_high_at_power_up).expect("a design").design,
    );
    run(&mut board, 3 * FRAME);
    // The edge, the paper, and the red box of the palette, as in the file of contents.
    assert_eq!(pixels(&board, &[(0, 0), (81, 60), (82, 60), (80, 5)]), [BLUE, WHITE, WHITE, RED]);
    // The brush begins in the middle, and inverts what it has painted.
    for (key, expected) in
        [("ArrowRight", [BLUE, YELLOW]), ("Digit4", [BLUE, CYAN]), ("ArrowRight", [BLUE, RED])]
    {
        for pressed in [true, false] {
            assert!(board.set_keyboard_key(key, pressed));
            run(&mut board, 3 * FRAME);
        }
        assert_eq!(pixels(&board, &[(80, 60), (81, 60)]), expected, "{key}");
    }
    board.set_key(0, true);
    run(&mut board, 3 * FRAME);
    assert_eq!(pixels(&board, &[(0, 0), (80, 5)]), [WHITE; 2]);
}
