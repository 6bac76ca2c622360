//! The board's settings file: device, board-wide settings, pins.
//!
//! Quartus and nextpnr-mistral read it. nextpnr-mistral supports only the three commands used here,
//! with the options `-name` and `-to`.

use super::ConstraintsError;
use de1_soc::device::{DEVICE, FAMILY, ball};

/// A port of the top.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Port {
    /// Its name, which must be that of a signal of the board.
    pub name: String,
    /// Number of bits. A port of one bit is a scalar, written without an index.
    pub width: usize,
}

impl Port {
    /// The names of its bits, lowest first: `CLOCK_50`, or `KEY[0]`, `KEY[1]` ...
    pub fn bits(&self) -> Vec<String> {
        match self.width {
            1 => vec![self.name.clone()],
            width => (0..width).map(|bit| format!("{}[{bit}]", self.name)).collect(),
        }
    }

    /// What it is on the board, and what its levels mean.
    fn title(&self) -> &'static str {
        let title = TITLES.iter().find(|(start, _)| self.name.starts_with(start));
        title.map_or("", |(_, title)| title)
    }
}

/// The signals with these beginnings, and what they are.
const TITLES: [(&str, &str); 6] = [
    ("CLOCK", "Clocks: 50 MHz oscillators"),
    ("KEY", "Keys: pressed = 0; debounced by a Schmitt trigger, not synchronised"),
    ("SW", "Switches: up = 1; not debounced"),
    ("LEDR", "Red LEDs: 1 = on"),
    ("HEX", "Seven-segment displays: 0 = on; bit 0 = a (top) to bit 5 = f, bit 6 = g (middle)"),
    ("VGA", "VGA: colours, blanking and sync on green are sampled by a DAC as VGA_CLK rises"),
];

/// The settings file for the pins that a top uses, independent of the project.
pub(super) fn board_settings(ports: &[Port]) -> Result<String, ConstraintsError> {
    let mut text = format!(
        "\
# Usable in any project for this board: `source` it in the project's .qsf, import it in Quartus,
# or pass it to nextpnr-mistral with --qsf.

# Device
set_global_assignment -name FAMILY                    \"{FAMILY}\"
set_global_assignment -name DEVICE                    {DEVICE}
set_global_assignment -name DEVICE_FILTER_PACKAGE     FBGA
set_global_assignment -name DEVICE_FILTER_PIN_COUNT   896
set_global_assignment -name DEVICE_FILTER_SPEED_GRADE 6

# Commercial temperature range, in degrees Celsius.
set_global_assignment -name MIN_CORE_JUNCTION_TEMP 0
set_global_assignment -name MAX_CORE_JUNCTION_TEMP 85

# No pull-up on unused pins: it would make unused LEDs glow dimly.
set_global_assignment -name RESERVE_ALL_UNUSED_PINS_WEAK_PULLUP \"AS INPUT TRI-STATED\"

# No second FPGA is configured through this one: nCEO is an ordinary pin.
set_global_assignment -name CYCLONEII_RESERVE_NCEO_AFTER_CONFIGURATION \"USE AS REGULAR IO\"
"
    );
    for ports in ports.chunk_by(|a, b| a.title() == b.title()) {
        let blocks = ports.iter().map(assignments).collect::<Result<Vec<_>, _>>()?;
        text += &format!("\n# {}\n{}", ports[0].title(), blocks.join("\n"));
    }
    Ok(text)
}

/// Locations and I/O standards of one port.
fn assignments(port: &Port) -> Result<String, ConstraintsError> {
    let ball = |signal: &String| {
        ball(signal).ok_or_else(|| ConstraintsError::NoPin { bit: signal.clone() })
    };
    let signals = port.bits();
    let balls = signals.iter().map(ball).collect::<Result<Vec<_>, _>>()?;
    let widest = balls.iter().map(|ball| ball.len()).max().unwrap_or(0);
    let locations = balls
        .iter()
        .zip(&signals)
        .map(|(ball, signal)| format!("set_location_assignment PIN_{ball:widest$} -to {signal}\n"));
    let standards = signals.iter().map(|signal| {
        format!("set_instance_assignment -name IO_STANDARD \"3.3-V LVTTL\" -to {signal}\n")
    });
    Ok(locations.chain(standards).collect())
}
