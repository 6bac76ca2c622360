use super::super::bench::{Bench, NOTHING};
use super::super::link::Lines;
use super::*;
use crate::devices::Device;

impl Bench<Keyboard> {
    fn key(&mut self, name: &str, pressed: bool) {
        assert!(self.device.set_key(name, pressed, self.cycle), "{name}");
    }
}

#[test]
fn a_frame_has_the_bits_and_the_times_of_the_standard() {
    let mut bench = Bench::<Keyboard>::tested();
    bench.key("KeyA", true);
    let start = bench.cycle;
    bench.run(microseconds(1_000));
    let mut expected = vec![];
    let mut time = start;
    let mut data = true;
    // 0x1c: the start bit, the bits from the lowest one, odd parity, the stop bit.
    for bit in [0, 0, 0, 1, 1, 1, 0, 0, 0, 0, 1] {
        let bit = bit == 1;
        if bit != data {
            expected.push((time, Lines { clock: true, data: bit }));
        }
        data = bit;
        expected.push((time + 1_000, Lines { clock: false, data }));
        expected.push((time + 3_000, Lines { clock: true, data }));
        time += 4_000;
    }
    assert_eq!(bench.changes, expected);
}

#[test]
fn the_result_of_the_self_test_is_sent_at_power_up_and_keys_after_it() {
    let mut bench = Bench::<Keyboard>::new();
    bench.key("KeyA", true);
    assert_eq!(bench.received(microseconds(9_999)), NOTHING);
    assert_eq!(bench.received(microseconds(2_000)), [0xaa]);
    bench.key("KeyA", false);
    assert_eq!(bench.received(microseconds(4_000)), [0xf0, 0x1c]);
    assert_eq!(bench.device.due(), None, "an idle keyboard does nothing");
}

#[test]
fn the_key_that_was_pressed_last_repeats_until_it_is_released() {
    let mut bench = Bench::<Keyboard>::tested();
    bench.key("KeyA", true);
    bench.key("KeyA", true);
    assert_eq!(bench.received(microseconds(499_000)), [0x1c]);
    // 10.9 characters a second.
    assert_eq!(bench.received(microseconds(1_002_000)), [0x1c; 11]);
    bench.key("ArrowUp", true);
    assert_eq!(bench.received(microseconds(499_000)), [0xe0, 0x75]);
    assert_eq!(bench.received(microseconds(52_000)), [0xe0, 0x75]);
    bench.key("KeyA", false);
    assert_eq!(bench.received(microseconds(50_000)), [0xf0, 0x1c, 0xe0, 0x75]);
    bench.key("ArrowUp", false);
    assert_eq!(bench.received(microseconds(2_000_000)), [0xe0, 0xf0, 0x75]);
    bench.key("Pause", true);
    assert_eq!(bench.received(microseconds(2_000_000)).len(), 8);
}

#[test]
fn all_keys_are_released_in_the_order_in_which_they_were_pressed() {
    let mut bench = Bench::<Keyboard>::tested();
    bench.key("ShiftLeft", true);
    bench.key("KeyA", true);
    assert_eq!(bench.device.held().collect::<Vec<_>>(), ["ShiftLeft", "KeyA"]);
    bench.device.release_all(bench.cycle);
    assert_eq!(bench.device.held().count(), 0);
    assert_eq!(bench.received(microseconds(20_000)), [0x12, 0x1c, 0xf0, 0x12, 0xf0, 0x1c]);
    assert!(!bench.device.set_key("F13", true, 0), "there is no such key");
}

#[test]
fn commands_have_the_responses_of_the_standard() {
    let cases: [(&[u8], &[u8]); 15] = [
        (&[0xee], &[0xee]),
        (&[0xed, 0b101], &[0xfa, 0xfa]),
        (&[0xed, 8], &[0xfa, 0xfe]),
        (&[0xed, 0xee], &[0xfa, 0xee]),
        (&[0xf0, 0], &[0xfa, 0xfa, 2]),
        (&[0xf0, 2], &[0xfa, 0xfa]),
        (&[0xf0, 3], &[0xfa, 0xfe]),
        (&[0xf2], &[0xfa, 0xab, 0x83]),
        (&[0xf3, 0x20], &[0xfa, 0xfa]),
        (&[0xf4], &[0xfa]),
        (&[0xf5], &[0xfa]),
        (&[0xf6], &[0xfa]),
        (&[0xf8], &[0xfa]),
        (&[0xf1], &[0xfe]),
        (&[0xee, 0xfe], &[0xee, 0xee]),
    ];
    for (bytes, responses) in cases {
        let mut bench = Bench::<Keyboard>::tested();
        let found: Vec<u8> = bytes.iter().flat_map(|byte| bench.command(*byte)).collect();
        assert_eq!(found, responses, "{bytes:x?}");
    }
}

#[test]
fn the_lights_are_those_that_the_host_sets_until_a_reset() {
    let mut bench = Bench::<Keyboard>::tested();
    // Scroll Lock is bit 0, Num Lock bit 1, Caps Lock bit 2.
    for (byte, leds) in [(1, [false, false, true]), (6, [true, true, false])] {
        bench.command(0xed);
        bench.command(byte);
        assert_eq!(bench.device.leds(), leds);
    }
    assert_eq!(bench.command(0xff), [0xfa]);
    assert_eq!(bench.device.leds(), [false; 3]);
    assert_eq!(bench.received(microseconds(280_000)), NOTHING);
    assert_eq!(bench.received(microseconds(20_000)), [0xaa]);
}

#[test]
fn a_disabled_keyboard_sends_no_keys_until_it_is_enabled() {
    let mut bench = Bench::<Keyboard>::tested();
    bench.command(0xf5);
    bench.key("KeyA", true);
    assert_eq!(bench.received(microseconds(1_000_000)), NOTHING);
    bench.key("KeyA", false);
    bench.command(0xf4);
    bench.key("KeyB", true);
    assert_eq!(bench.received(microseconds(10_000)), [0x32]);
}

#[test]
fn delay_and_rate_of_the_repetition_are_those_that_the_host_sets() {
    let mut bench = Bench::<Keyboard>::tested();
    bench.command(0xf3);
    // 250 ms, 30 characters a second.
    bench.command(0);
    bench.key("KeyA", true);
    assert_eq!(bench.received(microseconds(251_000)), [0x1c; 2]);
    assert_eq!(bench.received(microseconds(990_000)), [0x1c; 29]);
}

#[test]
fn a_byte_with_a_wrong_parity_or_without_a_stop_bit_is_asked_for_again() {
    let mut bench = Bench::<Keyboard>::tested();
    // 0xee without its parity bit, which is 1.
    assert!(bench.send_bits(0xee, 9));
    bench.run(microseconds(60));
    assert_eq!(bench.received(microseconds(10_000)), [0xfe]);
    // A stop bit of 0: the clock goes on until the line is released.
    assert!(bench.send_bits(0x1ee, 11));
    bench.run(microseconds(60));
    assert_eq!(bench.received(microseconds(10_000)), [0xfe]);
    assert_eq!(bench.command(0xee), [0xee]);
}

#[test]
fn a_byte_that_the_host_interrupts_is_sent_again() {
    for falls in 1..=11 {
        let mut bench = Bench::<Keyboard>::tested();
        bench.key("KeyA", true);
        for _ in 0..falls {
            assert!(bench.run_until_fall(bench.cycle + microseconds(1_000)));
        }
        bench.set_host(false, true);
        assert_eq!(bench.received(microseconds(20_000)), NOTHING, "the host inhibits the keyboard");
        bench.set_host(true, true);
        let expected: &[u8] = if falls < 11 { &[0x1c] } else { &[] };
        assert_eq!(bench.received(microseconds(10_000)), expected, "after {falls} edges");
    }
}

#[test]
fn a_command_interrupts_a_byte_which_follows_the_response() {
    let mut bench = Bench::<Keyboard>::tested();
    bench.key("KeyA", true);
    bench.run(microseconds(300));
    assert_eq!(bench.command(0xee), [0xee, 0x1c]);
}
