//! I2C.

use std::collections::VecDeque;
use std::time::Duration;

use fastrand::Rng;
use rust_hdl::prelude::*;
use rust_hdl::widgets::i2c::i2c_controller::{I2CController, I2CControllerCmd};
use rust_hdl::widgets::i2c::i2c_driver::{I2CDriver, I2CDriverCmd};
use rust_hdl_rtl::pins;

use crate::case::{Case, Section, case};
use crate::device::variant;
use crate::lines::Lines;

/// A wait of so many cycles between two changes of the wires.
fn config(cycles: u64) -> I2CConfig {
    I2CConfig { delay_time: Duration::from_micros(cycles), clock_speed_hz: 1_000_000 }
}

pub fn section() -> Section {
    let mut cases = vec![
        driver("5 cycles", || I2CDriver::new(config(5))),
        driver("2 cycles", || I2CDriver::new(config(2))),
        controller("5 cycles", || I2CController::new(config(5))),
        controller("3 cycles", || I2CController::new(config(3))),
    ];
    cases.extend(targets());
    cases.extend(busses());
    Section { library: "rust-hdl-widgets", title: "I2C", cases }
}

fn driver(parameters: &'static str, new: fn() -> I2CDriver) -> Case {
    use I2CDriverCmd::*;
    let mut pins = pins!(I2CDriver {
        clock, run, i2c.sda.line_state, i2c.scl.line_state
        => i2c.sda.drive_low, i2c.scl.drive_low, busy, error, read_bit, read_valid
    });
    let variants = |block: &mut I2CDriver, pattern| {
        let all = [Noop, SendStart, SendTrue, SendFalse, SendStop, GetBit, Restart];
        block.cmd.next = variant(&all, pattern);
    };
    pins.inputs.push(("cmd", variants));
    case("I2CDriver", parameters, new, pins).script(|| {
        |lines: &mut Lines, random: &mut Rng| {
            // A command during another is an error, and there is no way back from that.
            if lines.is_high("busy") && random.u16(..2000) > 0 {
                lines.set("run", 0);
            }
            for wire in ["sda", "scl"] {
                let low = lines.is_high(&format!("i2c_{wire}_drive_low"));
                let others = random.u16(..400) == 0;
                lines.set(&format!("i2c_{wire}_line_state"), u128::from(!low && !others));
            }
        }
    })
}

fn controller(parameters: &'static str, new: fn() -> I2CController) -> Case {
    use I2CControllerCmd::*;
    let mut pins = pins!(I2CController {
        clock, run, write_data_in, i2c.sda.line_state, i2c.scl.line_state
        => i2c.sda.drive_low, i2c.scl.drive_low, busy, error, read_data_out, read_valid, ack, nack
    });
    let variants = |block: &mut I2CController, pattern| {
        let all = [Noop, BeginWrite, Write, BeginRead, Read, EndTransmission, ReadLast];
        block.cmd.next = variant(&all, pattern);
    };
    pins.inputs.push(("cmd", variants));
    case("I2CController", parameters, new, pins).script(|| answering_target)
}

/// A target pulls the data line low while a byte is on its way, never around a start or a stop.
fn answering_target(lines: &mut Lines, random: &mut Rng) {
    const END_TRANSMISSION: u128 = 5;
    if lines.is_high("busy") {
        // What is running stays on the wires; a second command would be an error without a way back.
        let again = random.u16(..4000) == 0;
        lines.set("run", u128::from(again));
    } else if !again_started(lines) {
        lines.set("cmd", 1 + 2 * random.u128(0..2));
    }
    let scl = !lines.is_high("i2c_scl_drive_low");
    let quiet = lines.get("cmd") == END_TRANSMISSION || !lines.is_high("busy");
    let before = !lines.is_high("i2c_sda_line_state") && !lines.is_high("i2c_sda_drive_low");
    let pulls = !quiet && if scl { before } else { random.u8(..) < 90 };
    let sda = !lines.is_high("i2c_sda_drive_low") && !pulls;
    lines.set("i2c_sda_line_state", sda.into());
    lines.set("i2c_scl_line_state", scl.into());
}

/// Whether the controller holds the bus: its clock is low between two commands of a transmission.
fn again_started(lines: &Lines) -> bool {
    lines.is_high("i2c_scl_drive_low")
}

fn targets() -> Vec<Case> {
    vec![
        case(
            "I2CTarget",
            "",
            I2CTarget::default,
            pins!(I2CTarget {
                clock, active, to_bus, write_enable, i2c.sda.line_state, i2c.scl.line_state
                => i2c.sda.drive_low, i2c.scl.drive_low, from_bus, bus_write, stop, ack, nack,
                   write_ok
            }),
        )
        // A target does not stretch the clock.
        .constant("i2c_scl_drive_low")
        .script(|| Controller::default().plays()),
        case(
            "I2CTestTarget",
            "address 0x53",
            || I2CTestTarget::new(0x53),
            pins!(I2CTestTarget {
                clock, i2c.sda.line_state, i2c.scl.line_state
                => i2c.sda.drive_low, i2c.scl.drive_low
            }),
        )
        .constant("i2c_scl_drive_low")
        .script(|| Controller::default().plays()),
        case(
            "I2CTestTarget",
            "address 0x27",
            || I2CTestTarget::new(0x27),
            pins!(I2CTestTarget {
                clock, i2c.sda.line_state, i2c.scl.line_state
                => i2c.sda.drive_low, i2c.scl.drive_low
            }),
        )
        .constant("i2c_scl_drive_low")
        .script(|| Controller::default().plays()),
    ]
}

/// A controller in software: it has a row of levels to put on the wires.
#[derive(Default)]
struct Controller {
    /// Clock and data, true for high.
    levels: VecDeque<(bool, bool)>,
    /// How many cycles the present ones stay.
    wait: u32,
}

impl Controller {
    fn plays(mut self) -> impl FnMut(&mut Lines, &mut Rng) {
        let (mut scl, mut sda) = (true, true);
        move |lines, random| {
            if lines.rises("clock") {
                self.wait = self.wait.saturating_sub(1);
                if self.wait == 0 {
                    self.wait = random.u32(3..7);
                    if self.levels.is_empty() {
                        self.transmission(random);
                    }
                    (scl, sda) = self.levels.pop_front().unwrap_or((true, true));
                }
            }
            let low = lines.is_high("i2c_sda_drive_low");
            lines.set("i2c_sda_line_state", u128::from(sda && !low));
            lines.set("i2c_scl_line_state", scl.into());
        }
    }

    /// A start, some bytes and a stop, which is sometimes forgotten.
    fn transmission(&mut self, random: &mut Rng) {
        let address = if random.bool() { 0x53 } else { 0x27 };
        let reads = random.bool();
        self.levels.extend([(true, true), (true, false), (false, false)]);
        self.byte(address << 1 | u8::from(reads), true);
        for _ in 0..random.u32(0..5) {
            if reads {
                self.byte(0xFF, random.u8(..) < 60);
            } else {
                self.byte(random.u8(..), true);
            }
        }
        if random.u8(..) < 230 {
            self.levels.extend([(false, false), (true, false), (true, true)]);
        }
        for _ in 0..random.u32(0..4) {
            self.levels.push_back((true, true));
        }
    }

    /// Eight bits, the highest first, and the acknowledgement.
    fn byte(&mut self, value: u8, acknowledge: bool) {
        let bits = (0..8).rev().map(|place| value >> place & 1 != 0).chain([acknowledge]);
        for bit in bits {
            self.levels.extend([(false, bit), (true, bit), (false, bit)]);
        }
    }
}

fn busses() -> Vec<Case> {
    vec![
        case(
            "I2CTestBus",
            "N = 3",
            I2CTestBus::<3>::default,
            pins!(I2CTestBus<3> {
                endpoints[0].sda.drive_low, endpoints[0].scl.drive_low, endpoints[1].sda.drive_low,
                endpoints[1].scl.drive_low, endpoints[2].sda.drive_low, endpoints[2].scl.drive_low
                => endpoints[0].sda.line_state, endpoints[0].scl.line_state,
                   endpoints[1].sda.line_state, endpoints[1].scl.line_state,
                   endpoints[2].sda.line_state, endpoints[2].scl.line_state
            }),
        ),
        case(
            "I2CTestBus",
            "N = 1",
            I2CTestBus::<1>::default,
            pins!(I2CTestBus<1> {
                endpoints[0].sda.drive_low, endpoints[0].scl.drive_low
                => endpoints[0].sda.line_state, endpoints[0].scl.line_state
            }),
        ),
    ]
}
