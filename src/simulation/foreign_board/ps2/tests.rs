use super::*;

const NOTHING: [u8; 0] = [];

/// A keyboard, a host, and the lines between them.
struct Bench {
    keyboard: Keyboard,
    host: Lines,
    lines: Lines,
    cycle: u64,
    /// When the lines have changed, and their levels since.
    changes: Vec<(u64, Lines)>,
}

impl Bench {
    fn new() -> Bench {
        Bench {
            keyboard: Keyboard::default(),
            host: Lines::RELEASED,
            lines: Lines::RELEASED,
            cycle: 0,
            changes: vec![],
        }
    }

    /// A keyboard after its self test.
    fn tested() -> Bench {
        let mut bench = Bench::new();
        bench.run(microseconds(12_000));
        bench.changes.clear();
        bench
    }

    fn update(&mut self) {
        let drive = self.keyboard.link.drive();
        let lines =
            Lines { clock: drive.clock & self.host.clock, data: drive.data & self.host.data };
        if lines != self.lines {
            self.lines = lines;
            self.changes.push((self.cycle, lines));
            self.keyboard.link.observe(lines, self.cycle);
        }
    }

    /// Lets the keyboard act until its clock falls or a time has passed. Returns whether it falls.
    fn run_until_fall(&mut self, end: u64) -> bool {
        while let Some(due) = self.keyboard.due().filter(|due| *due <= end) {
            let before = self.lines.clock;
            self.cycle = due.max(self.cycle);
            self.keyboard.act(self.cycle);
            self.update();
            if before && !self.lines.clock {
                return true;
            }
        }
        self.cycle = end;
        false
    }

    fn run(&mut self, cycles: u64) {
        let end = self.cycle + cycles;
        while self.run_until_fall(end) {}
    }

    fn set_host(&mut self, clock: bool, data: bool) {
        self.host = Lines { clock, data };
        self.update();
    }

    fn key(&mut self, name: &str, pressed: bool) {
        assert!(self.keyboard.set_key(name, pressed, self.cycle), "{name}");
    }

    /// Sends these bits and a stop bit to the keyboard. Returns whether it acknowledges.
    fn send_bits(&mut self, bits: u16, count: u32) -> bool {
        self.set_host(false, true);
        self.run(microseconds(100));
        self.set_host(false, false);
        self.set_host(true, false);
        for bit in 0..=count {
            assert!(self.run_until_fall(self.cycle + microseconds(15_000)), "bit {bit}");
            self.set_host(true, bit == count || bits >> bit & 1 == 1);
        }
        assert!(self.run_until_fall(self.cycle + microseconds(15_000)), "no acknowledgement");
        !self.lines.data
    }

    /// Sends a byte to the keyboard. Returns its response.
    fn command(&mut self, byte: u8) -> Vec<u8> {
        let parity = u16::from(byte.count_ones().is_multiple_of(2));
        assert!(self.send_bits(parity << 8 | u16::from(byte), 9), "{byte:#x}");
        self.run(microseconds(60));
        self.received(microseconds(10_000))
    }

    /// The bytes that the keyboard sends in a time.
    fn received(&mut self, cycles: u64) -> Vec<u8> {
        self.changes.clear();
        self.run(cycles);
        let falls = self.changes.windows(2).filter(|pair| pair[0].1.clock && !pair[1].1.clock);
        let bits: Vec<u16> = falls.map(|pair| u16::from(pair[1].1.data)).collect();
        let frames = bits.chunks_exact(11).map(|bits| {
            let frame = bits.iter().rev().fold(0, |frame, bit| frame << 1 | bit);
            assert_eq!((frame & 1, frame >> 10), (0, 1), "start and stop of {frame:011b}");
            assert_eq!((frame >> 1 & 0x1ff).count_ones() % 2, 1, "parity of {frame:011b}");
            (frame >> 1) as u8
        });
        assert_eq!(bits.len() % 11, 0);
        frames.collect()
    }
}

#[test]
fn a_frame_has_the_bits_and_the_times_of_the_standard() {
    let mut bench = Bench::tested();
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
    let mut bench = Bench::new();
    bench.key("KeyA", true);
    assert_eq!(bench.received(microseconds(9_999)), NOTHING);
    assert_eq!(bench.received(microseconds(2_000)), [0xaa]);
    bench.key("KeyA", false);
    assert_eq!(bench.received(microseconds(4_000)), [0xf0, 0x1c]);
    assert_eq!(bench.keyboard.due(), None, "an idle keyboard does nothing");
}

#[test]
fn the_key_that_was_pressed_last_repeats_until_it_is_released() {
    let mut bench = Bench::tested();
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
    let mut bench = Bench::tested();
    bench.key("ShiftLeft", true);
    bench.key("KeyA", true);
    assert_eq!(bench.keyboard.held().collect::<Vec<_>>(), ["ShiftLeft", "KeyA"]);
    bench.keyboard.release_all(bench.cycle);
    assert_eq!(bench.keyboard.held().count(), 0);
    assert_eq!(bench.received(microseconds(20_000)), [0x12, 0x1c, 0xf0, 0x12, 0xf0, 0x1c]);
    assert!(!bench.keyboard.set_key("F13", true, 0), "there is no such key");
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
        let mut bench = Bench::tested();
        let found: Vec<u8> = bytes.iter().flat_map(|byte| bench.command(*byte)).collect();
        assert_eq!(found, responses, "{bytes:x?}");
    }
}

#[test]
fn the_lights_are_those_that_the_host_sets_until_a_reset() {
    let mut bench = Bench::tested();
    // Scroll Lock is bit 0, Num Lock bit 1, Caps Lock bit 2.
    for (byte, leds) in [(1, [false, false, true]), (6, [true, true, false])] {
        bench.command(0xed);
        bench.command(byte);
        assert_eq!(bench.keyboard.leds(), leds);
    }
    assert_eq!(bench.command(0xff), [0xfa]);
    assert_eq!(bench.keyboard.leds(), [false; 3]);
    assert_eq!(bench.received(microseconds(280_000)), NOTHING);
    assert_eq!(bench.received(microseconds(20_000)), [0xaa]);
}

#[test]
fn a_disabled_keyboard_sends_no_keys_until_it_is_enabled() {
    let mut bench = Bench::tested();
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
    let mut bench = Bench::tested();
    bench.command(0xf3);
    // 250 ms, 30 characters a second.
    bench.command(0);
    bench.key("KeyA", true);
    assert_eq!(bench.received(microseconds(251_000)), [0x1c; 2]);
    assert_eq!(bench.received(microseconds(990_000)), [0x1c; 29]);
}

#[test]
fn a_byte_with_a_wrong_parity_or_without_a_stop_bit_is_asked_for_again() {
    let mut bench = Bench::tested();
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
        let mut bench = Bench::tested();
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
    let mut bench = Bench::tested();
    bench.key("KeyA", true);
    bench.run(microseconds(300));
    assert_eq!(bench.command(0xee), [0xee, 0x1c]);
}
