//! Runs until something happens.

use std::time::{Duration, Instant};

use virtual_board::{Event, ForeignBoard};

use crate::{board_with_keyboard, design, design_with_words, run};

/// Runs until an event, without a time limit.
fn happens(board: &mut ForeignBoard, event: Event, cycles: u64) -> bool {
    let mut wait = board.wait_for(event);
    board.run_until(&mut wait, cycles, Instant::now() + Duration::from_secs(600))
}

#[test]
fn a_run_stops_in_the_cycle_in_which_a_display_changes() {
    let mut random = fastrand::Rng::with_seed(7);
    for name in ["counters", "clocks", "latches", "memories", "plls"] {
        let design = design_with_words(name);
        let mut boards = [(); 2].map(|()| ForeignBoard::new(design.clone()));
        for _ in 0..40 {
            let (key, pressed) = (random.usize(0..4), random.bool());
            let before = random.u64(0..5_000);
            for board in &mut boards {
                board.set_key(key, pressed);
                board.compile();
                run(board, before);
            }
            let [many, single] = &mut boards;
            let mut wait = single.wait_for(Event::Display);
            let deadline = Instant::now() + Duration::from_secs(600);
            let mut cycles = 0;
            while cycles < 6_000 && !single.run_until(&mut wait, 1, deadline) {
                cycles += 1;
            }
            assert_eq!(happens(many, Event::Display, 6_000), cycles < 6_000, "{name}");
            assert_eq!(many.cycle(), single.cycle(), "{name}");
            assert_eq!(many.changed_displays(&wait), single.changed_displays(&wait), "{name}");
            assert_eq!(many.changed_displays(&wait).is_empty(), cycles == 6_000, "{name}");
        }
    }
}

#[test]
fn a_run_stops_in_the_cycle_in_which_a_traced_signal_gets_a_value() {
    let mut random = fastrand::Rng::with_seed(8);
    let (mut found, mut not_found) = (0, 0);
    for name in ["counters", "clocks", "latches", "memories", "plls"] {
        let design = design_with_words(name);
        let names: Vec<String> =
            design.netlist.signals.iter().map(|(name, _)| name.clone()).take(60).collect();
        let mut boards = [(); 2].map(|()| ForeignBoard::new(design.clone()));
        boards.iter_mut().for_each(|board| board.set_traced(&names));
        for _ in 0..60 {
            let (key, pressed) = (random.usize(0..4), random.bool());
            let (before, signal) = (random.u64(0..5_000), random.usize(0..names.len()));
            for board in &mut boards {
                board.set_key(key, pressed);
                board.compile();
                run(board, before);
            }
            let [many, single] = &mut boards;
            // A value that it has had, or any other.
            let samples = &single.traced().trace.samples;
            let value = samples[random.usize(0..samples.len())].1[signal].clone();
            let value = random.bool().then_some(value);
            let Some(event) = many.signal_event(&names[signal], value.clone()) else {
                assert!(single.traced().signals[signal].is_clock, "{}", names[signal]);
                continue;
            };
            let mut now = single.traced_values()[signal].clone();
            let mut has_happened = false;
            for _ in 0..1_000 {
                run(single, 1);
                let last = std::mem::replace(&mut now, single.traced_values()[signal].clone());
                has_happened = last != now && value.as_ref().is_none_or(|value| *value == now);
                if has_happened {
                    break;
                }
            }
            assert_eq!(happens(many, event, 1_000), has_happened, "{name}: {}", names[signal]);
            assert_eq!(many.cycle(), single.cycle(), "{name}: {}", names[signal]);
            *(if has_happened { &mut found } else { &mut not_found }) += 1;
        }
    }
    assert!(found > 50 && not_found > 50, "{found} and {not_found}");
}

#[test]
fn a_pin_that_gives_a_signal_its_value_ends_the_run() {
    let mut board = ForeignBoard::new(design("headers"));
    board.set_traced(&["GPIO_0".into()]);
    assert!(board.signal_event("GPIO_1", None).is_none(), "it is not traced");
    let event = board.signal_event("GPIO_0", None).expect("an event");
    let mut wait = board.wait_for(event);
    assert!(!board.run_until(&mut wait, 10, Instant::now() + Duration::from_secs(600)));
    board.set_header_pin(0, 0, true);
    assert!(board.run_until(&mut wait, 10, Instant::now()));
    assert_eq!(board.cycle(), 10);
}

#[test]
fn displays_that_repeat_without_a_change_are_not_waited_for() {
    let mut board = board_with_keyboard();
    let begun = board.cycle();
    // A century.
    assert!(!happens(&mut board, Event::Display, 157_680_000_000_000_003));
    assert_eq!(board.cycle(), begun + 157_680_000_000_000_003);
    board.set_keyboard_key("KeyA", true);
    assert!(happens(&mut board, Event::Display, 50_000_000));
    // What a person changes ends it, too.
    let mut board = ForeignBoard::new(design("headers"));
    let mut wait = board.wait_for(Event::Display);
    board.set_header_pin(0, 0, true);
    assert!(board.run_until(&mut wait, 1, Instant::now()));
    assert_eq!((board.cycle(), board.changed_displays(&wait)), (0, vec!["LEDR"]));
}

#[test]
fn a_change_in_a_period_that_is_known_is_waited_for() {
    let mut board = ForeignBoard::new(design("clocks"));
    run(&mut board, 10_000_000);
    for _ in 0..10 {
        let before = board.cycle();
        assert!(happens(&mut board, Event::Display, 1_000_000));
        assert!(board.cycle() < before + 100_000, "{} after {before}", board.cycle());
    }
}

#[test]
fn a_run_stops_after_the_next_frame_even_if_it_is_the_same() {
    /// Cycles of CLOCK_50 in a frame of 640 × 480 at 25 MHz.
    const FRAME: u64 = 2 * 800 * 525;
    let mut board = ForeignBoard::new(design_with_words("picture"));
    board.compile();
    assert!(happens(&mut board, Event::Frame, 3 * FRAME));
    for _ in 0..3 {
        let before = board.cycle();
        assert!(happens(&mut board, Event::Frame, 2 * FRAME));
        let cycles = board.cycle() - before;
        assert!(cycles.abs_diff(FRAME) <= 4_096, "{cycles}");
    }
    assert!(!happens(&mut board, Event::Frame, FRAME / 2));
    assert!(!happens(&mut ForeignBoard::new(design("counters")), Event::Frame, 10_000));
}
