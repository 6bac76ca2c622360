//! The Terasic DE1-SoC as a design sees it: its pins in order, its clock, and how its displays show
//! digits.
//!
//! Simulators, constraints and the page of a board use it. It knows no design and nothing of the
//! game.
//!
//! | module | contents |
//! |---|---|
//! | [`device`] | the board and its FPGA, as tools name and recognise them |
//! | `outputs` | LEDR and the displays as bits |
//! | `segments` | the codes of the seven-segment displays |

pub mod device;
mod outputs;
mod segments;

use std::ops::Range;
use std::slice::from_ref;

pub use outputs::BoardOutputs;
pub use segments::{BLANK, DIGITS, lit_segments, unlit};

/// The pin table: CSV with the header `signal,pin,io_standard`.
pub const PIN_TABLE: &str = include_str!("pins.csv");

/// The frequency of CLOCK_50 in Hz.
pub const CLOCK_50_HZ: u32 = 50_000_000;

/// The period of CLOCK_50 in ns.
pub const PERIOD: u64 = 1_000_000_000 / CLOCK_50_HZ as u64;

/// The number of keys. A key that is pressed is 0.
pub const KEYS: usize = 4;

/// The number of switches. A switch that is up is 1.
pub const SWITCHES: usize = 10;

/// The inputs of a design, with their widths. The pins of the headers, the lines of the PS/2
/// connector and those of the audio codec, except its data, are outputs, too.
pub const INPUTS: [(&str, usize); 16] = [
    ("CLOCK_50", 1),
    ("KEY", KEYS),
    ("SW", SWITCHES),
    GPIO[0],
    GPIO[1],
    PS2[0],
    PS2[1],
    PS2[2],
    PS2[3],
    I2C[0],
    I2C[1],
    AUDIO[0],
    AUDIO[1],
    AUDIO[2],
    ("AUD_ADCDAT", 1),
    INFRARED,
];

/// The line of the infrared receiver. It is high while nothing is received.
pub const INFRARED: (&str, usize) = ("IRDA_RXD", 1);

/// Other names of ports, as in Terasic's examples, and those of the board.
pub const OTHER_NAMES: [(&str, &str); 3] =
    [("I2C_SCLK", I2C[0].0), ("I2C_SDAT", I2C[1].0), ("VGA_COLOUR", PLOTTER[2].0)];

/// Returns the board's name of a port that may have another one.
pub fn name_on_board(port: &str) -> &str {
    OTHER_NAMES.into_iter().find(|(other, _)| *other == port).map_or(port, |(_, name)| name)
}

/// The clocks that are the same as CLOCK_50.
pub const MORE_CLOCKS: [&str; 3] = ["CLOCK2_50", "CLOCK3_50", "CLOCK4_50"];

/// Returns the signals of [`PIN_TABLE`] with their pins.
fn pins() -> impl Iterator<Item = (&'static str, &'static str)> {
    let rows = PIN_TABLE.lines().skip(1).map(|row| row.split(','));
    rows.filter_map(|mut cells| Some((cells.next()?, cells.next()?)))
}

/// Returns whether the board has an input of the design of this name.
pub fn is_input(name: &str) -> bool {
    MORE_CLOCKS.contains(&name) || INPUTS.iter().any(|input| input.0 == name)
}

/// Returns whether the board has a port of this name, or of another name of it.
pub fn is_on_board(name: &str) -> bool {
    let name = name_on_board(name);
    is_input(name) || outputs().any(|output| output.0 == name)
}

/// Returns the signal at a pin, such as `KEY[3]` at `PIN_Y16`.
pub fn signal_at(pin: &str) -> Option<&'static str> {
    pins().find(|row| row.1 == pin).map(|row| row.0)
}

/// The number of LEDs.
pub const LEDS: usize = 10;

/// The number of seven-segment displays.
pub const DISPLAYS: usize = 6;

/// The number of segments of a display.
pub const SEGMENTS: usize = 7;

/// The lights and displays in the order of their bits in [`BoardOutputs`], with their widths.
pub const LIGHTS_AND_DISPLAYS: [(&str, usize); 1 + DISPLAYS] = [
    ("LEDR", LEDS),
    ("HEX5", SEGMENTS),
    ("HEX4", SEGMENTS),
    ("HEX3", SEGMENTS),
    ("HEX2", SEGMENTS),
    ("HEX1", SEGMENTS),
    ("HEX0", SEGMENTS),
];

/// The outputs at the VGA connector, with their widths.
pub const MONITOR: [(&str, usize); 8] = [
    ("VGA_R", 8),
    ("VGA_G", 8),
    ("VGA_B", 8),
    ("VGA_HS", 1),
    ("VGA_VS", 1),
    ("VGA_BLANK_N", 1),
    ("VGA_SYNC_N", 1),
    ("VGA_CLK", 1),
];

/// The number of pins of a header that belong to a design.
pub const HEADER_PINS: usize = 36;

/// The pins of the two headers. Each is an input or an output of a design, or both.
pub const GPIO: [(&str, usize); 2] = [("GPIO_0", HEADER_PINS), ("GPIO_1", HEADER_PINS)];

/// The lines at the PS/2 connector, with their widths: those of the keyboard, then those of the
/// mouse. They are high unless one side pulls them low.
pub const PS2: [(&str, usize); 4] =
    [("PS2_CLK", 1), ("PS2_DAT", 1), ("PS2_CLK2", 1), ("PS2_DAT2", 1)];

/// The lines of the bus on which the audio codec is configured, with their widths. They are high
/// unless one side pulls them low.
pub const I2C: [(&str, usize); 2] = [("FPGA_I2C_SCLK", 1), ("FPGA_I2C_SDAT", 1)];

/// The lines of the samples at the audio codec, with their widths. The clocks of bits and samples
/// come from the design or from the codec; its master clock and the samples that it plays come from
/// the design.
pub const AUDIO: [(&str, usize); 5] =
    [("AUD_BCLK", 1), ("AUD_DACLRCK", 1), ("AUD_ADCLRCK", 1), ("AUD_XCK", 1), ("AUD_DACDAT", 1)];

/// The outputs of a top module of DESim, the simulator of the University of Toronto, which draws a
/// picture pixel by pixel, with their widths. The board does not have them.
pub const PLOTTER: [(&str, usize); 4] =
    [("VGA_X", 10), ("VGA_Y", 9), ("VGA_COLOR", 24), ("plot", 1)];

/// The number of bits of the lights and displays.
pub const OUTPUT_BITS: usize = LEDS + DISPLAYS * SEGMENTS;

/// The number of bits of all outputs.
pub const ALL_OUTPUT_BITS: usize = PLOTTER_BITS.end;

/// The bits of the outputs at the VGA connector among those of all outputs.
pub const MONITOR_BITS: Range<usize> = OUTPUT_BITS..OUTPUT_BITS + 3 * 8 + 5;

/// The bits of GPIO_1 among those of all outputs.
pub const GPIO_1_BITS: Range<usize> = {
    let first = OUTPUT_BITS + 3 * 8 + 5 + HEADER_PINS;
    first..first + HEADER_PINS
};

/// The bits of the lines at the PS/2 connector among those of all outputs: those of the keyboard
/// and those of the mouse.
pub const PS2_BITS: [Range<usize>; 2] =
    [GPIO_1_BITS.end..GPIO_1_BITS.end + 2, GPIO_1_BITS.end + 2..GPIO_1_BITS.end + 4];

/// The bits of [`I2C`] among those of all outputs.
pub const I2C_BITS: Range<usize> = PS2_BITS[1].end..PS2_BITS[1].end + I2C.len();

/// The bits of [`AUDIO`] among those of all outputs.
pub const AUDIO_BITS: Range<usize> = I2C_BITS.end..I2C_BITS.end + AUDIO.len();

/// The bits of [`PLOTTER`] among those of all outputs.
pub const PLOTTER_BITS: Range<usize> = AUDIO_BITS.end..AUDIO_BITS.end + 10 + 9 + 24 + 1;

/// Returns the names of the lights and displays.
pub fn light_and_display_names() -> [&'static str; LIGHTS_AND_DISPLAYS.len()] {
    LIGHTS_AND_DISPLAYS.map(|(name, _)| name)
}

/// Returns all outputs of a design in their order, with their widths. Those that belong together
/// are a group, which has at most 64 bits.
pub fn output_groups() -> [&'static [(&'static str, usize)]; 8] {
    let [gpio_0, gpio_1] = &GPIO;
    let headers = [from_ref(gpio_0), from_ref(gpio_1)];
    [&LIGHTS_AND_DISPLAYS, &MONITOR, headers[0], headers[1], &PS2, &I2C, &AUDIO, &PLOTTER]
}

/// Returns all outputs of a design in their order, with their widths.
pub fn outputs() -> impl DoubleEndedIterator<Item = (&'static str, usize)> + Clone {
    output_groups().into_iter().flatten().copied()
}

/// Returns the first bit of an output among those of all [`outputs`].
pub fn output_bit(name: &str) -> usize {
    outputs().take_while(|pin| pin.0 != name).map(|pin| pin.1).sum()
}

/// Returns whether an input is 1 at power-up: the keys are up, the switches down, the lines of the
/// PS/2 connector and of the I²C bus released, and nothing is received.
pub fn is_high_at_power_up(input: &str) -> bool {
    input == "KEY" || input == INFRARED.0 || is_pulled_up(input)
}

/// Returns the level of an output that a design does not drive: lights and segments are off, and
/// the monitor is not blanked.
pub fn is_high_if_undriven(output: &str) -> bool {
    output.starts_with("HEX") || output.ends_with("_N") || is_pulled_up(output)
}

/// Returns whether a port is an input and an output of a design.
pub fn is_of_both_directions(port: &str) -> bool {
    GPIO.iter().any(|header| header.0 == port) || is_pulled_up(port) || is_audio_clock(port)
}

/// Returns whether a line is high unless one side pulls it low.
fn is_pulled_up(port: &str) -> bool {
    PS2.into_iter().chain(I2C).any(|line| line.0 == port)
}

/// Returns whether a port is a clock of the audio codec that comes from either side.
pub fn is_audio_clock(port: &str) -> bool {
    AUDIO[..3].iter().any(|line| line.0 == port)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_bit_of_every_port_has_a_pin() {
        let pins: Vec<&str> = PIN_TABLE.lines().filter_map(|row| row.split(',').next()).collect();
        let outputs = outputs().filter(|output| !PLOTTER.contains(output));
        for (name, width) in INPUTS.into_iter().chain(outputs) {
            for bit in 0..width {
                let pin = if width == 1 { name.to_string() } else { format!("{name}[{bit}]") };
                assert!(pins.contains(&pin.as_str()), "{pin}");
            }
        }
    }

    #[test]
    fn signals_are_found_by_their_pins() {
        let cases = [("PIN_AF14", Some("CLOCK_50")), ("PIN_Y16", Some("KEY[3]")), ("pin", None)];
        for (pin, signal) in cases {
            assert_eq!(signal_at(pin), signal);
        }
    }

    #[test]
    fn outputs_lie_side_by_side() {
        assert_eq!(outputs().map(|(_, width)| width).sum::<usize>(), ALL_OUTPUT_BITS);
        assert_eq!(output_bit("LEDR"), 0);
        assert_eq!(output_bit("HEX5"), LEDS);
        assert_eq!(output_bit("VGA_R"), OUTPUT_BITS);
        assert_eq!(output_bit("VGA_CLK"), OUTPUT_BITS + 28);
        assert_eq!(MONITOR_BITS, output_bit("VGA_R")..output_bit("GPIO_0"));
        assert_eq!(GPIO_1_BITS, output_bit("GPIO_1")..output_bit("PS2_CLK"));
        assert_eq!(PS2_BITS[0], output_bit("PS2_CLK")..output_bit("PS2_DAT") + 1);
        assert_eq!(PS2_BITS[1], output_bit("PS2_CLK2")..output_bit("PS2_DAT2") + 1);
        assert_eq!(I2C_BITS, output_bit("FPGA_I2C_SCLK")..output_bit("FPGA_I2C_SDAT") + 1);
        assert_eq!(AUDIO_BITS, output_bit("AUD_BCLK")..output_bit("AUD_DACDAT") + 1);
        assert_eq!(PLOTTER_BITS, output_bit("VGA_X")..output_bit("plot") + 1);
    }
}
