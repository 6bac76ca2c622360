//! The terminal at the headers.

use std::time::{Duration, Instant};

use virtual_board::{ForeignBoard, PinPosition, TerminalSettings};

use crate::{design, run};

/// GPIO_1\[6\] of the design `headers` has the level of GPIO_0\[0\].
const LOOP: [Option<PinPosition>; 2] =
    [Some(PinPosition { header: 1, pin: 6 }), Some(PinPosition { header: 0, pin: 0 })];

fn looped(baud: u32) -> ForeignBoard {
    let mut board = ForeignBoard::new(design("headers"));
    let [from, to] = LOOP;
    board.set_terminal(Some(TerminalSettings { from, to, baud }));
    board
}

#[test]
fn what_is_typed_comes_back_through_a_wire() {
    let all: Vec<u8> = (0..=255).collect();
    for baud in [50, 9_600, 115_200, 921_600, 3_141_593, 5_000_000] {
        let mut board = looped(baud);
        // A frame has ten bits. The first one may begin while the line is still low.
        let cycles =
            |bytes: usize| 10 * bytes as u64 * 50_000_000 / u64::from(baud) + bytes as u64 + 20;
        run(&mut board, cycles(2));
        assert!(board.type_bytes(&all));
        run(&mut board, cycles(200));
        assert!(board.type_bytes(b"again"));
        run(&mut board, cycles(256 + 5 - 200));
        let terminal = board.terminal().expect("a terminal");
        assert_eq!((terminal.waiting(), terminal.errors()), (0, 0), "{baud} baud");
        assert_eq!(board.take_received(), [&all[..], b"again"].concat(), "{baud} baud");
    }
}

#[test]
fn a_frame_is_read_in_the_middle_of_its_bits() {
    // A person moves the pin, with edges up to a third of a bit too early or too late.
    let cycles_of_a_bit = 1_000;
    for shift in [-300_i64, 0, 300] {
        let mut board = looped(50_000);
        board.set_terminal(Some(TerminalSettings { from: LOOP[0], to: None, baud: 50_000 }));
        board.set_header_pin(0, 0, true);
        run(&mut board, 5_000);
        board.take_received();
        let frame = u32::from(b'A') << 1 | 1 << 9;
        let start = board.cycle() as i64;
        for bit in 0..10 {
            let edge = start + bit * cycles_of_a_bit + if bit == 0 { 0 } else { shift };
            let wait = edge - board.cycle() as i64;
            run(&mut board, wait as u64);
            board.set_header_pin(0, 0, frame >> bit & 1 == 1);
        }
        run(&mut board, 5_000);
        assert_eq!(board.take_received(), b"A", "{shift}");
    }
}

#[test]
fn a_frame_without_a_stop_bit_is_an_error_and_a_short_pulse_is_no_frame() {
    let mut board = looped(50_000);
    board.set_terminal(Some(TerminalSettings { from: LOOP[0], to: None, baud: 50_000 }));
    board.set_header_pin(0, 0, true);
    run(&mut board, 20_000);
    let errors = |board: &ForeignBoard| board.terminal().expect("a terminal").errors();
    let before = errors(&board);
    for (low, expected) in [(400, 0), (9_600, 1)] {
        let before = errors(&board);
        board.set_header_pin(0, 0, false);
        run(&mut board, low);
        board.set_header_pin(0, 0, true);
        run(&mut board, 20_000);
        assert_eq!(errors(&board) - before, expected, "{low} cycles");
    }
    assert_eq!((board.take_received().len(), before), (0, 0));
}

#[test]
fn a_pin_that_is_low_from_the_start_is_no_frame() {
    let mut board = ForeignBoard::new(design("headers"));
    board.set_terminal(Some(TerminalSettings { from: LOOP[0], to: None, baud: 50_000 }));
    run(&mut board, 50_000);
    assert_eq!(board.terminal().expect("a terminal").errors(), 0);
}

#[test]
fn more_than_there_is_room_for_is_not_sent() {
    let mut board = looped(9_600);
    assert!(board.type_bytes(&[0; 65_536]));
    // One byte is being sent.
    assert!(!board.type_bytes(&[0; 2]));
    assert!(board.type_bytes(&[0]));
}

#[test]
fn the_terminal_stays_connected_after_power_up() {
    let mut board = looped(9_600);
    board.power_up();
    assert!(board.type_bytes(b"x"));
    board.run(100_000, Instant::now() + Duration::from_secs(600));
    assert_eq!(board.take_received(), b"x");
    board.set_terminal(None);
    assert!(!board.type_bytes(b"x"));
}
