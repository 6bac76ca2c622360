//! Many cycles at once on the board of any design are exactly those one by one.

use std::time::{Duration, Instant};

use baccarat::simulation::foreign_board::ForeignBoard;

use crate::netlists::design;

/// Runs a board without a time limit.
fn run(board: &mut ForeignBoard, cycles: u64) {
    let done = board.run(cycles, Instant::now() + Duration::from_secs(600));
    assert_eq!(done, cycles, "{:?}", board.failure());
}

/// The designs, and their outputs.
const DESIGNS: [(&str, &[&str]); 3] = [
    ("counters", &["LEDR", "HEX0", "HEX1"]),
    ("clocks", &["LEDR", "HEX0", "HEX1", "HEX2"]),
    ("picture", &["VGA_R", "VGA_G", "VGA_B", "VGA_HS", "VGA_VS", "VGA_BLANK_N", "VGA_CLK"]),
];

#[test]
fn many_cycles_at_once_are_those_one_by_one_at_every_change() {
    let mut random = fastrand::Rng::with_seed(5);
    for (name, outputs) in DESIGNS {
        let design = design(name);
        let traced: Vec<String> = outputs.iter().map(ToString::to_string).collect();
        let mut boards = [(); 2].map(|()| ForeignBoard::new(design.clone()));
        let mut cycles_at_once = 0;
        for _ in 0..8 {
            let (key, switch) = (random.usize(0..4), random.usize(0..10));
            let (pressed, on, cycles) = (random.bool(), random.bool(), random.u64(500..9_000));
            for board in &mut boards {
                // Anew, as the number of recorded changes is limited.
                board.set_traced(&traced);
                board.set_key(key, pressed);
                board.set_switch(switch, on);
            }
            let [parallel, serial] = &mut boards;
            run(parallel, cycles);
            (0..cycles).for_each(|_| run(serial, 1));
            for output in outputs {
                assert_eq!(parallel.output(output), serial.output(output), "{name}: {output}");
            }
            assert_eq!(parallel.cycle(), serial.cycle(), "{name}");
            let [shown, expected] = [&*parallel, serial].map(|board| &board.traced().trace);
            assert!(expected.samples.len() > 100, "{name}: {} changes", expected.samples.len());
            assert!(shown.samples == expected.samples, "{name}");
            assert_eq!(shown.end, expected.end, "{name}");
            cycles_at_once += parallel.parallel_cycles();
            assert_eq!(serial.parallel_cycles(), 0, "{name}");
        }
        assert!(cycles_at_once > 1_000, "{name}: {cycles_at_once}");
    }
}

#[test]
fn all_but_a_few_cycles_of_counters_are_simulated_at_once() {
    const CYCLES: u64 = 100_000;
    let mut board = ForeignBoard::new(design("counters"));
    run(&mut board, CYCLES);
    let before = board.parallel_cycles();
    run(&mut board, CYCLES);
    let serial = CYCLES - (board.parallel_cycles() - before);
    assert!(serial < 300, "{serial} cycles were simulated one by one");
}

/// Cycles of CLOCK_50 in a frame of 640 × 480 at 25 MHz.
const FRAME: u64 = 2 * 800 * 525;

#[test]
fn the_monitor_shows_every_pixel() {
    let mut board = ForeignBoard::new(design("picture"));
    run(&mut board, 3 * FRAME);
    let monitor = board.monitor().expect("a monitor");
    assert_eq!(monitor.signal().to_string(), "640 × 480 at 59.5 Hz");
    let (_, frame) = monitor.picture().expect("a picture");
    assert_eq!((frame.width, frame.height), (640, 480));
    let (first, rest) = frame.pixels.split_at(3);
    let (inner, last) = rest.split_at(rest.len() - 3);
    assert_eq!((first, last), (&[255, 0, 0][..], &[0, 255, 0][..]));
    assert!(inner.chunks(3).all(|pixel| pixel == [0, 0, 255]));
}
