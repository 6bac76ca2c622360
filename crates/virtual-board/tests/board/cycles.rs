//! The cycles of the board of any design, one by one and many with one call, with words and gates.

use virtual_board::{Cost, ForeignBoard, board_bytes};
use waveform::Trace;

use crate::{
    MILLISECOND, board_with_keyboard, design, design_with_words, design_without_words, run,
};

/// The designs, and their outputs. The clocks of the last one have edges between those of CLOCK_50.
const DESIGNS: [(&str, &[&str]); 7] = [
    ("counters", &["LEDR", "HEX0", "HEX1"]),
    ("clocks", &["LEDR", "HEX0", "HEX1", "HEX2"]),
    ("latches", &["LEDR", "HEX0"]),
    ("memories", &["LEDR", "HEX0", "HEX1"]),
    ("pixel_clock", &["LEDR", "HEX0", "HEX1"]),
    ("picture", &["VGA_R", "VGA_G", "VGA_B", "VGA_HS", "VGA_VS", "VGA_BLANK_N", "VGA_CLK"]),
    ("plls", &["LEDR", "HEX0", "HEX1", "HEX2", "VGA_CLK"]),
];

#[test]
fn cycles_of_one_call_are_those_one_by_one_at_every_change() {
    let mut random = fastrand::Rng::with_seed(5);
    for (name, outputs) in DESIGNS {
        let design = design_with_words(name);
        let traced: Vec<String> = outputs.iter().map(ToString::to_string).collect();
        let mut boards = [(); 2].map(|()| ForeignBoard::new(design.clone()));
        for _ in 0..8 {
            let (key, switch) = (random.usize(0..4), random.usize(0..10));
            let (pressed, on, cycles) = (random.bool(), random.bool(), random.u64(500..9_000));
            for board in &mut boards {
                // Anew, as the number of recorded changes is limited.
                board.set_traced(&traced);
                board.set_key(key, pressed);
                board.set_switch(switch, on);
                board.compile();
            }
            let [many, single] = &mut boards;
            run(many, cycles);
            (0..cycles).for_each(|_| run(single, 1));
            for output in outputs {
                assert_eq!(many.output(output), single.output(output), "{name}: {output}");
            }
            assert_eq!(many.cycle(), single.cycle(), "{name}");
            let [shown, expected] = [&*many, single].map(|board| &board.traced().trace);
            assert!(expected.samples.len() > 100, "{name}: {} changes", expected.samples.len());
            assert!(shown.samples == expected.samples, "{name}");
            assert_eq!(shown.end, expected.end, "{name}");
        }
    }
}

#[test]
fn words_do_what_gates_do_at_every_change() {
    let mut random = fastrand::Rng::with_seed(6);
    for (name, outputs) in DESIGNS {
        let traced: Vec<String> = outputs.iter().map(ToString::to_string).collect();
        let mut boards = [design_with_words(name), design(name)].map(ForeignBoard::new);
        for _ in 0..12 {
            let (key, switch) = (random.usize(0..4), random.usize(0..10));
            let (pressed, on, cycles) = (random.bool(), random.bool(), random.u64(1..3_000));
            for board in &mut boards {
                board.set_traced(&traced);
                board.set_key(key, pressed);
                board.set_switch(switch, on);
            }
            assert_eq!(boards.each_mut().map(ForeignBoard::compile), [true, false], "{name}");
            boards.iter_mut().for_each(|board| run(board, cycles));
            let [words, gates] = &boards;
            for output in outputs {
                assert_eq!(words.output(output), gates.output(output), "{name}: {output}");
            }
            let [shown, expected] = [words, gates].map(|board| &board.traced().trace);
            assert!(shown.samples == expected.samples, "{name}");
            assert_eq!(shown.end, expected.end, "{name}");
        }
    }
}

/// Takes the names of a latch made of gates off a netlist, unless its cells are gates.
fn without_names_of_words(netlist: String) -> String {
    if netlist.contains("$_DLATCH_P_") {
        return netlist;
    }
    ["set", "cleared"].iter().fold(netlist, |netlist, name| {
        netlist.replace(&format!("\"{name}\""), &format!("\"other_{name}\""))
    })
}

#[test]
fn a_board_knows_what_takes_time() {
    let mut board = ForeignBoard::new(design_with_words("counters"));
    assert_eq!(board.cost(), Cost::Compilation);
    board.compile();
    assert!(matches!(board.cost(), Cost::Words(10..1_000)), "{:?}", board.cost());
    let gates = ForeignBoard::new(design("counters"));
    assert!(matches!(gates.cost(), Cost::Gates(100.., None)), "{:?}", gates.cost());
    let unclocked =
        |netlist: String| netlist.replace(r#""WR_CLK_ENABLE":"1""#, r#""WR_CLK_ENABLE":"0""#);
    let cases = [
        (design_without_words("latches", without_names_of_words), "a loop of gates at "),
        (
            design_without_words("memories", unclocked),
            "memory words, which is written without a clock",
        ),
    ];
    for (design, expected) in cases {
        let board = ForeignBoard::new(design);
        let Cost::Gates(_, Some(reason)) = board.cost() else { panic!("{:?}", board.cost()) };
        assert!(reason.to_string().starts_with(expected), "{reason}");
    }
}

#[test]
fn tracing_clock_50_records_only_the_other_signals() {
    const CYCLES: u64 = 1_000_000;
    let mut boards = [(); 2].map(|()| ForeignBoard::new(design("counters")));
    let [with_clock, without] = &mut boards;
    with_clock.set_traced(&["CLOCK_50", "HEX0"].map(str::to_owned));
    without.set_traced(&["HEX0".to_owned()]);
    boards.iter_mut().for_each(|board| run(board, CYCLES));
    let [shown, expected] = boards.each_ref().map(ForeignBoard::traced);
    assert!(shown.is_recording());
    let times = |trace: &Trace| trace.samples.iter().map(|(time, _)| *time).collect::<Vec<_>>();
    assert_eq!(times(&shown.trace), times(&expected.trace));
    assert_eq!(shown.trace.samples.len() as u64, 1 + CYCLES / 1_500);
    assert_eq!(boards[0].traced_values()[0].to_u64(), Some(0));
}

/// The memory of this process in bytes.
#[cfg(target_os = "linux")]
fn resident_bytes() -> u64 {
    let pages = std::fs::read_to_string("/proc/self/statm").expect("statm");
    let pages = pages.split(' ').nth(1).expect("a second number");
    // On all computers that the tests run on, a page has 4 KiB.
    4096 * pages.parse::<u64>().expect("a number")
}

#[cfg(target_os = "linux")]
#[test]
fn boards_take_no_more_memory_than_is_counted_for_them() {
    const BOARDS: u64 = 6;
    for name in ["picture", "memories"] {
        let design = design_with_words(name);
        let before = resident_bytes();
        let boards = (0..BOARDS).map(|_| {
            let mut board = ForeignBoard::new(design.clone());
            let signals = design.netlist.signals.iter().map(|(name, _)| name.clone());
            board.set_traced(&signals.take(64).collect::<Vec<_>>());
            board.compile();
            run(&mut board, 100_000);
            board
        });
        let boards: Vec<ForeignBoard> = boards.collect();
        let taken = resident_bytes().saturating_sub(before);
        let counted = BOARDS * board_bytes(&design);
        assert!(taken < counted, "{name}: {} boards take {taken} of {counted} bytes", boards.len());
    }
}

#[test]
fn cycles_of_one_call_are_those_one_by_one_while_the_keyboard_sends_and_receives() {
    let mut boards = [(); 2].map(|()| board_with_keyboard());
    for key in [true, false] {
        for board in &mut boards {
            board.set_keyboard_key("KeyA", key);
            board.set_key(0, key);
        }
        let [many, single] = &mut boards;
        run(many, 4 * MILLISECOND);
        (0..4 * MILLISECOND).for_each(|_| run(single, 1));
        let [shown, expected] = [&*many, single].map(|board| &board.traced().trace);
        assert!(shown.samples == expected.samples, "KeyA and KEY0 {key}");
        assert_eq!(many.output("LEDR"), single.output("LEDR"));
    }
}

#[test]
fn time_is_skipped_while_the_keyboard_is_idle_and_up_to_its_next_edge() {
    let mut board = board_with_keyboard();
    // A century.
    run(&mut board, 157_680_000_000_000_003);
    assert_eq!(board.output("LEDR"), 1);
    // 500 ms, and 10.9 times a second.
    board.set_keyboard_key("KeyA", true);
    run(&mut board, 1_500 * MILLISECOND);
    assert_eq!(board.output("LEDR"), 1 + 1 + 11);
}
