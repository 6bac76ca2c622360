//! The keyboard, mouse, LED matrix, headers and monitor at the board of any design.

use std::sync::Arc;

use de1_soc::is_high_at_power_up;
use foreign_designs::ForeignDesign;
use foreign_sources::{Assignments, Netlists, PullUp};
use virtual_board::{ForeignBoard, HeaderPin, Leds, Mouse, MouseButtons};

use crate::{MILLISECOND, board_with_keyboard, bytes, changed_design, design, run};

#[test]
fn keys_of_the_keyboard_reach_the_design_as_scan_codes() {
    let mut board = board_with_keyboard();
    for (key, pressed, expected, number) in [
        ("KeyA", true, 0xaa1c, 2),
        ("KeyA", true, 0xaa1c, 2),
        ("KeyA", false, 0x1cf01c, 4),
        ("ArrowUp", true, 0x1ce075, 6),
        ("ArrowUp", false, 0xe0f075, 9),
    ] {
        assert!(board.set_keyboard_key(key, pressed));
        run(&mut board, 10 * MILLISECOND);
        assert_eq!(bytes(&board), Some(expected), "{key} {pressed}");
        assert_eq!(board.output("LEDR"), number, "{key} {pressed}");
    }
    // The last byte on HEX1 and HEX0.
    assert_eq!((board.output("HEX1"), board.output("HEX0")), (0b111_1000, 0b001_0010));
    board.set_keyboard_key("KeyB", true);
    board.release_keyboard();
    run(&mut board, 10 * MILLISECOND);
    assert_eq!(bytes(&board), Some(0x32f032));
    assert!(!board.set_keyboard_key("KeyÄ", true));
}

#[test]
fn a_design_sets_the_lights_of_the_keyboard() {
    let mut board = board_with_keyboard();
    for (switch, leds) in [(1, [true, false, false]), (0, [true, false, true])] {
        board.set_switch(switch, true);
        board.set_key(0, true);
        run(&mut board, 10 * MILLISECOND);
        board.set_key(0, false);
        run(&mut board, 10);
        assert_eq!(board.keyboard().map(|keyboard| keyboard.leds()), Some(leds));
    }
    assert_eq!((bytes(&board), board.output("LEDR")), (Some(0xfafafa), 5));
    board.power_up();
    assert_eq!(board.keyboard().map(|keyboard| keyboard.leds()), Some([false; 3]));
}

#[test]
fn the_led_matrix_shows_the_rows_that_are_selected_in_turn() {
    let mut board = ForeignBoard::new(design("matrix"));
    assert!(board.pins().has_matrix);
    board.set_switch(1, true);
    let diagonal: [u16; 16] = std::array::from_fn(|row| 1 << row);
    let green = |lit: usize| std::array::from_fn(|row| if row == lit { 0xffff } else { 0 });
    run(&mut board, 20 * MILLISECOND);
    assert_eq!(board.leds(), Some(Leds { red: diagonal, green: green(2) }));
    // The state repeats: these cycles are counted, not simulated.
    run(&mut board, 1_000 * MILLISECOND);
    assert_eq!(board.leds(), Some(Leds { red: diagonal, green: green(2) }));
    board.set_switch(9, true);
    run(&mut board, 100 * MILLISECOND);
    let rows = board.leds().expect("a matrix").red;
    assert_eq!(rows.iter().filter(|row| **row != 0).count(), 1, "only one row is selected");
    assert_eq!(ForeignBoard::new(design("ps2")).leds(), None);
}

/// A number of LEDR, then both headers as numbers.
fn lights(board: &ForeignBoard) -> [u64; 3] {
    ["LEDR", "GPIO_0", "GPIO_1"].map(|port| board.output(port))
}

#[test]
fn pins_of_headers_have_switches_and_lights_as_the_design_reads_and_drives_them() {
    let mut board = ForeignBoard::new(design("headers"));
    let pin = |number, switch| HeaderPin { number, switch };
    let read = [0, 1, 2, 3, 4].map(|number| pin(number, true));
    let gpio_0 = [&read[..], &[pin(35, false)]].concat();
    // Bit 5 is always 0.
    let gpio_1: Vec<HeaderPin> = [4, 6, 7, 8, 9, 10, 11].map(|at| pin(at, false)).to_vec();
    assert_eq!(board.pins().headers, [gpio_0, gpio_1]);
    let connected = &board.pins().connected;
    let headers: Vec<&String> = connected.iter().filter(|port| port.starts_with("GPIO")).collect();
    assert_eq!(headers, ["GPIO_0[4:0]", "GPIO_0[35]", "GPIO_1[4]", "GPIO_1[11:6]"]);
    assert!(!board.pins().has_matrix);
    assert_eq!(lights(&board), [0, 0, 0x10]);
    for number in [0, 3, 4, 35] {
        board.set_header_pin(0, number, true);
    }
    assert_eq!(lights(&board), [0x19, 0x19, 0x250], "pin 35 is an output");
    // SW[0] lets the design drive pin 4, with SW[1].
    board.set_switch(0, true);
    assert_eq!(lights(&board), [9, 9, 0x250]);
    board.set_switch(1, true);
    board.set_header_pin(0, 4, false);
    assert_eq!(lights(&board), [0x19, 0x19, 0x250]);
    board.power_up();
    assert_eq!(lights(&board), [0x19, 0x19, 0x250], "switches stay where they are");
    assert_eq!(board.header_switches(), [1 << 35 | 9, 0]);
}

/// The design `headers` with these pull-ups.
fn pulled_up(settings: &[(&str, bool)]) -> Arc<ForeignDesign> {
    let pull_up = |(to, is_on): &(&str, bool)| PullUp { to: (*to).into(), is_on: *is_on };
    let pull_ups = settings.iter().map(pull_up).collect();
    let assignments = Assignments { pull_ups, ..Assignments::default() };
    let netlists = Netlists {
        gates: test_netlists::gates("headers"),
        words: Some(test_netlists::words("headers")),
    };
    let design = ForeignDesign::new(&netlists, &assignments, is_high_at_power_up);
    Arc::new(design.expect("a design"))
}

#[test]
fn pins_that_a_project_pulls_up_begin_high() {
    let design = pulled_up(&[("GPIO_0", true), ("GPIO_0[1]", false), ("SW", true)]);
    let mut board = ForeignBoard::new(design.clone());
    assert_eq!(board.header_switches(), [0x7_ffff_fffd, 0]);
    assert_eq!(lights(&board), [0x1d, 0x7_ffff_fffd, 0x350], "the design drives pin 35");
    board.set_header_pin(0, 0, false);
    assert_eq!(lights(&board), [0x1c, 0x7_ffff_fffc, 0x310]);
    board.power_up();
    assert_eq!(lights(&board), [0x1c, 0x7_ffff_fffc, 0x310], "switches stay where they are");
    board.replace_design(pulled_up(&[("GPIO_0[0]", true), ("GPIO_0[1]", true)]));
    assert_eq!(lights(&board), [0x02, 0x02, 0x090], "only pin 1 has another pull-up that is on");
}

#[test]
fn lines_that_nothing_drives_are_high() {
    let design = changed_design("headers", |netlist| netlist.replace("\"SW\"", "\"IRDA_RXD\""));
    assert_eq!(lights(&ForeignBoard::new(design)), [0x210, 0x8_0000_0010, 0xc10]);
}

#[test]
fn the_mouse_moves_and_presses_buttons_once_the_design_has_enabled_it() {
    let mut board = ForeignBoard::new(design("mouse"));
    board.set_traced(&["x", "y"].map(str::to_owned));
    let left = MouseButtons { left: true, ..MouseButtons::default() };
    assert!(board.set_mouse(9, 9, left));
    run(&mut board, 30 * MILLISECOND);
    let enabled = 1 << 8;
    let read = |board: &ForeignBoard| {
        let [x, y] = [0, 1].map(|signal| board.traced_values()[signal].to_u64().expect("a number"));
        (x, y, board.output("LEDR"))
    };
    assert_eq!(read(&board), (0, 0, enabled), "it was not enabled");
    assert!(board.mouse().is_some_and(Mouse::is_reporting));
    let none = MouseButtons::default();
    for (right, down, buttons, expected) in [
        (5, -3, none, (5, 3, enabled)),
        (0, 0, MouseButtons { right: true, ..none }, (5, 3, enabled | 2)),
        (-300, 0, none, (0xd9, 3, enabled)),
    ] {
        board.set_mouse(right, down, buttons);
        run(&mut board, 30 * MILLISECOND);
        assert_eq!(read(&board), expected);
    }
    assert!(!ForeignBoard::new(design("ps2")).set_mouse(1, 1, none), "it has no mouse");
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
