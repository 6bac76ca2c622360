//! Clocks of PLLs.

use virtual_board::ForeignBoard;

use crate::{design, design_with_words, run};

/// A board whose single cycles are simulated with words.
fn board(name: &str) -> ForeignBoard {
    let mut board = ForeignBoard::new(design_with_words(name));
    assert!(board.compile(), "{name}");
    board
}

#[test]
fn registers_count_the_edges_of_their_clocks() {
    for mut board in [board("plls"), ForeignBoard::new(design("plls"))] {
        run(&mut board, 1_000);
        // 65 and 100 MHz for 20 µs.
        assert_eq!(board.output("HEX0"), 1_300 % 128);
        assert_eq!(board.output("HEX1"), 2_000 % 128);
        // CLOCK_50 has risen once more 17 ns before.
        assert_eq!(board.output("HEX2"), 1_000 % 128);
        assert_eq!(board.output("LEDR") >> 8, 3, "locked");
    }
}

#[test]
fn edges_are_recorded_at_their_times() {
    let mut board = board("plls");
    let times = |board: &mut ForeignBoard, signal: &str| {
        board.set_traced(&[signal.to_owned()]);
        run(board, 4);
        let samples = &board.traced().trace.samples;
        samples.iter().map(|(time, _)| *time).collect::<Vec<_>>()
    };
    run(&mut board, 20);
    // 3 ns before CLOCK_50, and at each edge of 100 MHz.
    assert_eq!(times(&mut board, "HEX2"), [0, 37, 57, 77, 97]);
    assert_eq!(times(&mut board, "HEX1"), [0, 20, 30, 40, 50, 60, 70, 80, 90]);
    // 25.175644 MHz, cut off to nanoseconds.
    board.power_up();
    assert_eq!(times(&mut board, "VGA_CLK"), [0, 20, 39, 59, 79, 99]);
}

#[test]
fn a_reset_stops_the_outputs_of_a_pll() {
    let mut board = board("plls");
    run(&mut board, 600);
    board.set_traced(&["VGA_CLK".to_owned()]);
    board.set_key(0, true);
    run(&mut board, 100);
    let changes = board.traced().trace.samples.len();
    assert!(changes <= 2, "{changes}");
    assert_eq!((board.output("VGA_CLK"), board.output("LEDR") >> 8), (1, 2));
    board.set_key(0, false);
    run(&mut board, 300);
    assert_eq!(board.output("LEDR") >> 8, 3);
    let changes = board.traced().trace.samples.len();
    assert!((295..=305).contains(&changes), "{changes} changes in 151 periods");
}

#[test]
fn the_monitor_shows_a_picture_with_a_pixel_clock_of_a_pll() {
    const FRAME: u64 = 420_000 * 2_000 / 1_007;
    let mut board = board("plls");
    run(&mut board, FRAME * 5 / 2);
    let monitor = board.monitor().expect("a monitor");
    assert_eq!(monitor.signal().to_string(), "640 × 480 at 59.9 Hz");
    let (_, frame) = monitor.picture().expect("a picture");
    assert_eq!((frame.width, frame.height), (640, 480));
    for (place, pixel) in frame.pixels.chunks(3).enumerate() {
        let (x, y) = (place % 640, place / 640);
        let blue = if x == y { 255 } else { 0 };
        assert_eq!(pixel, [x as u8, y as u8, blue], "{x}, {y}");
    }
    // KEY0 resets the PLL.
    for (pressed, cycles, text) in
        [(true, 12_000, "No signal: VGA_CLK does not change"), (false, 5_000, "No frame yet")]
    {
        board.set_key(0, pressed);
        run(&mut board, cycles);
        let monitor = board.monitor().expect("a monitor");
        assert_eq!((monitor.signal().to_string().as_str(), monitor.picture()), (text, None));
    }
}

#[test]
fn time_is_skipped_once_the_state_and_the_clocks_repeat() {
    let mut boards = [(); 2].map(|()| board("pixel_clock"));
    // 20 minutes, and the rest of them after whole periods of 128 cycles.
    const CYCLES: u64 = 60_000_000_000 + 77;
    let [skipped, simulated] = &mut boards;
    run(skipped, CYCLES);
    run(simulated, CYCLES % 128 + 128 * 3);
    for output in ["LEDR", "HEX0", "HEX1"] {
        assert_eq!(skipped.output(output), simulated.output(output), "{output}");
    }
    skipped.set_traced(&["LEDR".to_owned()]);
    simulated.set_traced(&["LEDR".to_owned()]);
    run(skipped, 500);
    run(simulated, 500);
    assert!(skipped.traced().trace.samples == simulated.traced().trace.samples);
}

#[test]
fn clocks_on_which_nothing_depends_take_no_time_until_they_are_traced() {
    let mut board = board("plls");
    run(&mut board, 999);
    board.set_traced(&["DRAM_CLK".to_owned()]);
    run(&mut board, 3);
    // 216.67 MHz: 13 periods in 3 cycles.
    let edges = (0..26).map(|edge| 20 + edge * 60_000 / 26 / 1_000);
    let samples = board.traced().trace.samples.iter().map(|(time, _)| *time);
    assert!(samples.eq([0].into_iter().chain(edges)), "{:?}", board.traced().trace.samples);
}
