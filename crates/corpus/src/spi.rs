//! SPI.

use fastrand::Rng;
use rust_hdl::prelude::*;

use crate::script_ports::ScriptPorts;

section! { "rust-hdl-widgets", "SPI";
    SPIMaster {
        clock, bits_outbound, data_outbound, start_send, continued_transaction, wires, data_inbound,
        transfer_done, busy
    } [
        // rust-hdl panics if there are fewer bits than requested.
        "N = 8, select low, mode 0": SPIMaster<8> = new(config(true, false, false, false)),
            .within("bits_outbound", 0..=8);
        "N = 64, select high, mode 3": SPIMaster<64> = new(config(false, true, true, true)),
            .within("bits_outbound", 0..=64);
    ]
    SPIMasterDynamicMode {
        clock, bits_outbound, data_outbound, start_send, continued_transaction, wires, data_inbound,
        transfer_done, busy
    } [
        "N = 8, select low":
            SPIMasterDynamicMode<8> = new(config(true, false, false, false).into()),
            .script(|| |ports, random| choose_mode(ports, random, 8));
        "N = 32, select high":
            SPIMasterDynamicMode<32> = new(config(false, true, false, false).into()),
            .script(|| |ports, random| choose_mode(ports, random, 32));
    ]
    SPISlave {
        clock, wires, disabled, start_send, data_outbound, bits, continued_transaction, busy,
        data_inbound, transfer_done
    } [
        // rust-hdl panics on 0 bits or more than there are.
        "N = 8, select low, mode 0": SPISlave<8> = new(slow_config(true, false, false)),
            .within("bits", 1..=8).script(|| Master::new(true).into_script());
        "N = 24, select high, mode 3": SPISlave<24> = new(slow_config(false, true, true)),
            .within("bits", 1..=24).script(|| Master::new(false).into_script());
    ]
    MuxSlaves { from_master, sel, to_slaves } [
        "N = 3, A = 2": MuxSlaves<3, 2>;
        "N = 2, A = 1": MuxSlaves<2, 1>;
    ]
    MuxMasters { to_bus, sel, from_masters } [
        "N = 3, A = 2": MuxMasters<3, 2>;
        "N = 2, A = 4": MuxMasters<2, 4>;
    ]
}

/// A configuration with a clock 16 times as fast as the bus.
pub fn config(cs_off: bool, mosi_off: bool, cpol: bool, cpha: bool) -> SPIConfig {
    SPIConfig { clock_speed: 16_000_000, cs_off, mosi_off, speed_hz: 1_000_000, cpha, cpol }
}

/// A configuration with a clock 40 times as fast as the bus, which the slave needs without `cpha`.
fn slow_config(cs_off: bool, cpol: bool, cpha: bool) -> SPIConfig {
    SPIConfig { clock_speed: 40_000_000, ..config(cs_off, false, cpol, cpha) }
}

/// The lower byte is the number of bits, limited because rust-hdl panics if there are fewer. The
/// mode is above it.
fn choose_mode(ports: &mut ScriptPorts, random: &mut Rng, bits: u128) {
    if random.u8(..) < 16 {
        let spare = random.u128(0..64) << 10;
        ports.set("bits_outbound", random.u128(0..=bits) | random.u128(0..4) << 8 | spare);
    } else {
        ports.set("bits_outbound", ports.get("bits_outbound") & 0x3FF);
        let wanted = ports.get("bits_outbound");
        if wanted & 0xFF > bits {
            ports.set("bits_outbound", wanted & 0x300 | bits);
        }
    }
}

/// A master that selects the slave, sends some bits and deselects it.
struct Master {
    cs_off: u128,
    selected: bool,
    /// The number of changes of the wires before the selection changes.
    changes: u32,
    /// The number of cycles until the wires change.
    wait: u32,
}

impl Master {
    fn new(cs_off: bool) -> Master {
        Master { cs_off: cs_off.into(), selected: false, changes: 0, wait: 0 }
    }

    fn into_script(mut self) -> impl FnMut(&mut ScriptPorts, &mut Rng) {
        move |ports, random| {
            self.drive(ports, random);
            // The slave is rarely disabled, and rarely has to send twice.
            if random.u8(..) < 250 && !ports.is_high("disabled") {
                ports.set("disabled", 0);
            }
            if random.u16(..2000) > 0 {
                ports.set("disabled", u128::from(ports.is_high("disabled") && random.u8(..) < 8));
            }
            ports.set("start_send", u128::from(ports.is_high("start_send") && !self.selected));
        }
    }

    fn drive(&mut self, ports: &mut ScriptPorts, random: &mut Rng) {
        if ports.rises("clock") {
            self.wait = self.wait.saturating_sub(1);
            if self.wait == 0 {
                self.wait = random.u32(5..14);
                self.change(ports, random);
            }
        }
        let select = if self.selected { 1 - self.cs_off } else { self.cs_off };
        ports.set("wires_msel", select);
    }

    fn change(&mut self, ports: &mut ScriptPorts, random: &mut Rng) {
        if self.changes == 0 {
            self.selected = !self.selected;
            self.changes = if self.selected { random.u32(0..40) } else { random.u32(0..8) };
            return;
        }
        self.changes -= 1;
        if self.selected {
            ports.set("wires_mclk", 1 - ports.get("wires_mclk"));
        }
    }
}
