use super::super::bench::{Bench, NOTHING};
use super::*;

type Mice = Bench<Mouse>;

const LEFT: MouseButtons = MouseButtons { left: true, right: false, middle: false };

/// A mouse that reports.
fn enabled() -> Mice {
    let mut bench = Mice::tested();
    assert_eq!(bench.command(0xf4), [0xfa]);
    bench
}

#[test]
fn the_result_of_the_self_test_and_the_type_are_sent_at_power_up() {
    let mut bench = Mice::new();
    bench.device.shift(5, 5);
    assert_eq!(bench.received(microseconds(9_999)), NOTHING);
    assert_eq!(bench.received(microseconds(5_000)), [0xaa, 0]);
    bench.device.shift(5, 5);
    bench.device.set_buttons(LEFT);
    assert_eq!(bench.received(microseconds(50_000)), NOTHING, "nothing before it is enabled");
}

#[test]
fn commands_have_the_responses_of_the_standard() {
    let cases: [(&[u8], &[u8]); 16] = [
        (&[0xe6], &[0xfa]),
        (&[0xe8, 3], &[0xfa, 0xfa]),
        (&[0xe8, 4], &[0xfa, 0xfe]),
        (&[0xe8, 4, 4], &[0xfa, 0xfe, 0xfc]),
        (&[0xe9], &[0xfa, 0, 2, 100]),
        (&[0xf4, 0xe7, 0xe9], &[0xfa, 0xfa, 0xfa, 0b11_0000, 2, 100]),
        (&[0xf0, 0xe9], &[0xfa, 0xfa, 0b100_0000, 2, 100]),
        (&[0xeb], &[0xfa, 8, 0, 0]),
        (&[0xee, 0xf4, 0xee, 0xec, 0xf5], &[0xfa, 0xf4, 0xee, 0xfa, 0xfa]),
        (&[0xf2], &[0xfa, 0]),
        (&[0xf2, 0xfe], &[0xfa, 0, 0xfa, 0]),
        (&[0xf3, 40, 0xe9], &[0xfa, 0xfa, 0xfa, 0, 2, 40]),
        (&[0xf3, 41, 0xe9], &[0xfa, 0xfe, 0xfa, 0, 2, 100]),
        (&[0xf3, 40, 0xf6, 0xe9], &[0xfa, 0xfa, 0xfa, 0xfa, 0, 2, 100]),
        (&[0xf1, 0xf1, 0xf4, 0xf1], &[0xfe, 0xfc, 0xfa, 0xfe]),
        (&[0xea, 0xf5], &[0xfa, 0xfa]),
    ];
    for (bytes, responses) in cases {
        let mut bench = Mice::tested();
        let found: Vec<u8> = bytes.iter().flat_map(|byte| bench.command(*byte)).collect();
        assert_eq!(found, responses, "{bytes:x?}");
    }
}

#[test]
fn movements_are_reported_with_their_signs_and_none_is_lost() {
    let cases: [(i16, i16, &[u8]); 5] = [
        (3, 0, &[0b00_1000, 3, 0]),
        (-1, 0, &[0b01_1000, 255, 0]),
        (0, 2, &[0b10_1000, 0, 254]),
        (0, -255, &[0b00_1000, 0, 255]),
        (-300, -256, &[0b01_1000, 1, 255, 0b01_1000, 211, 1]),
    ];
    for (right, down, reports) in cases {
        let mut bench = enabled();
        bench.device.shift(right, down);
        assert_eq!(bench.received(microseconds(30_000)), reports, "{right} {down}");
        assert_eq!(bench.received(microseconds(30_000)), NOTHING);
    }
}

#[test]
fn every_change_of_the_buttons_is_reported_once() {
    let mut bench = enabled();
    let cases = [
        (LEFT, 0b1001),
        (MouseButtons { right: true, ..LEFT }, 0b1011),
        (MouseButtons { middle: true, ..MouseButtons::default() }, 0b1100),
        (MouseButtons::default(), 0b1000),
    ];
    for (buttons, flags) in cases {
        bench.device.set_buttons(buttons);
        assert_eq!(bench.received(microseconds(30_000)), [flags, 0, 0]);
    }
}

#[test]
fn reports_are_as_frequent_as_the_host_sets() {
    for (rate, reports) in [(10, 5), (100, 50), (200, 100)] {
        let mut bench = enabled();
        bench.command(0xf3);
        bench.command(rate);
        // More than can be reported in half a second.
        bench.device.shift(30_000, 0);
        assert_eq!(bench.received(microseconds(499_500)).len(), 3 * reports, "{rate}");
    }
}

#[test]
fn resolution_and_scaling_change_the_counts() {
    let cases: [(&[u8], i16, u8); 7] = [
        (&[0xe8, 0], 8, 2),
        (&[0xe8, 3], 8, 16),
        (&[0xe7], 1, 1),
        (&[0xe7], 2, 1),
        (&[0xe7], 4, 6),
        (&[0xe7], 5, 9),
        (&[0xe7], 100, 200),
    ];
    for (commands, right, counts) in cases {
        let mut bench = enabled();
        commands.iter().for_each(|byte| drop(bench.command(*byte)));
        bench.device.shift(right, 0);
        assert_eq!(bench.received(microseconds(20_000)), [8, counts, 0], "{commands:x?}");
    }
}

#[test]
fn in_remote_mode_it_reports_when_it_is_asked() {
    let mut bench = Mice::tested();
    bench.command(0xf0);
    bench.device.shift(7, 0);
    assert_eq!(bench.received(microseconds(50_000)), NOTHING);
    assert_eq!(bench.command(0xeb), [0xfa, 8, 7, 0]);
    assert_eq!(bench.command(0xeb), [0xfa, 8, 0, 0]);
}

#[test]
fn after_a_reset_it_is_tested_and_disabled() {
    let mut bench = enabled();
    assert_eq!(bench.command(0xff), [0xfa]);
    assert_eq!(bench.received(microseconds(280_000)), NOTHING);
    assert_eq!(bench.received(microseconds(20_000)), [0xaa, 0]);
    assert!(!bench.device.is_reporting());
}
