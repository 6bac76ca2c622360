//! I2C.

use std::collections::VecDeque;
use std::time::Duration;

use fastrand::Rng;
use rust_hdl::prelude::*;
use rust_hdl::widgets::i2c::i2c_controller::I2CController;
use rust_hdl::widgets::i2c::i2c_driver::I2CDriver;

use crate::script_ports::ScriptPorts;

section! { "rust-hdl-widgets", "I2C";
    I2CDriver { clock, run, i2c, busy, error, read_bit, read_valid, cmd } [
        "5 cycles": I2CDriver = new(config(5)), .script(|| released_wires);
        "2 cycles": I2CDriver = new(config(2)), .script(|| released_wires);
    ]
    I2CController {
        clock, run, write_data_in, i2c, busy, error, read_data_out, read_valid, ack, nack, cmd
    } [
        "5 cycles": I2CController = new(config(5)), .script(|| answering_target);
        "3 cycles": I2CController = new(config(3)), .script(|| answering_target);
    ]
    I2CTarget {
        clock, active, to_bus, write_enable, i2c, from_bus, bus_write, stop, ack, nack, write_ok
    } [
        // A target does not stretch the clock.
        "": I2CTarget,
            .constant("i2c_scl_drive_low").script(|| Controller::default().into_script());
    ]
    I2CTestTarget { clock, i2c } [
        "address 0x53": I2CTestTarget = new(0x53),
            .constant("i2c_scl_drive_low").script(|| Controller::default().into_script());
        "address 0x27": I2CTestTarget = new(0x27),
            .constant("i2c_scl_drive_low").script(|| Controller::default().into_script());
    ]
    I2CTestBus { endpoints } ["N = 3": I2CTestBus<3>; "N = 1": I2CTestBus<1>;]
}

/// A configuration with `cycles` cycles between changes of the wires.
fn config(cycles: u64) -> I2CConfig {
    I2CConfig { delay_time: Duration::from_micros(cycles), clock_speed_hz: 1_000_000 }
}

/// Keeps the wires high that the driver releases, mostly.
fn released_wires(ports: &mut ScriptPorts, random: &mut Rng) {
    // A command during another one causes an error state without an exit.
    if ports.is_high("busy") && random.u16(..2000) > 0 {
        ports.set("run", 0);
    }
    for wire in ["sda", "scl"] {
        let low = ports.is_high(&format!("i2c_{wire}_drive_low"));
        let others = random.u16(..400) == 0;
        ports.set(&format!("i2c_{wire}_line_state"), u128::from(!low && !others));
    }
}

/// Pulls the data line low as a target: during bytes, never near a start or a stop.
fn answering_target(ports: &mut ScriptPorts, random: &mut Rng) {
    const END_TRANSMISSION: u128 = 5;
    if ports.is_high("busy") {
        // Keep the wires while a command runs; a second command would cause an error state without
        // an exit.
        let again = random.u16(..4000) == 0;
        ports.set("run", u128::from(again));
    } else if !again_started(ports) {
        ports.set("cmd", 1 + 2 * random.u128(0..2));
    }
    let scl = !ports.is_high("i2c_scl_drive_low");
    let quiet = ports.get("cmd") == END_TRANSMISSION || !ports.is_high("busy");
    let before = !ports.is_high("i2c_sda_line_state") && !ports.is_high("i2c_sda_drive_low");
    let pulls = !quiet && if scl { before } else { random.u8(..) < 90 };
    let sda = !ports.is_high("i2c_sda_drive_low") && !pulls;
    ports.set("i2c_sda_line_state", sda.into());
    ports.set("i2c_scl_line_state", scl.into());
}

/// Whether the controller holds the bus, with its clock low between two commands of a transmission.
fn again_started(ports: &ScriptPorts) -> bool {
    ports.is_high("i2c_scl_drive_low")
}

/// A software controller with a queue of levels for the wires.
#[derive(Default)]
struct Controller {
    /// Clock and data, true for high.
    levels: VecDeque<(bool, bool)>,
    /// The remaining cycles of the current levels.
    wait: u32,
}

impl Controller {
    fn into_script(mut self) -> impl FnMut(&mut ScriptPorts, &mut Rng) {
        let (mut scl, mut sda) = (true, true);
        move |ports, random| {
            if ports.rises("clock") {
                self.wait = self.wait.saturating_sub(1);
                if self.wait == 0 {
                    self.wait = random.u32(3..7);
                    if self.levels.is_empty() {
                        self.transmission(random);
                    }
                    (scl, sda) = self.levels.pop_front().unwrap_or((true, true));
                }
            }
            let low = ports.is_high("i2c_sda_drive_low");
            ports.set("i2c_sda_line_state", u128::from(sda && !low));
            ports.set("i2c_scl_line_state", scl.into());
        }
    }

    /// Queues a start, some bytes and a stop, which is sometimes left out.
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

    /// Queues eight bits, most significant first, and the acknowledgement.
    fn byte(&mut self, value: u8, acknowledge: bool) {
        let bits = (0..8).rev().map(|place| value >> place & 1 != 0).chain([acknowledge]);
        for bit in bits {
            self.levels.extend([(false, bit), (true, bit), (false, bit)]);
        }
    }
}
