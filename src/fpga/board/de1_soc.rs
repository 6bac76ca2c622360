//! The Terasic DE1-SoC.

use super::{Board, Connector, Direction, Lookalike, Oscillator, Setting};
use crate::de1_soc::{CLOCK_50_HZ, PIN_TABLE};

/// Terasic DE1-SoC: Cyclone V SE, FBGA-896, speed grade 6.
///
/// The table has the signals for designs without the ARM processor: four 50 MHz clocks, keys, switches, LEDs,
/// displays and VGA. Eight public sources agree on every pin, four on those of VGA.
pub const DE1_SOC: Board = Board {
    name: "DE1-SoC",
    file_stem: "de1_soc",
    family: "Cyclone V",
    device: "5CSEMA5F31C6",
    package: "FBGA",
    package_pins: 896,
    speed_grade: 6,
    jtag_idcode: 0x02D1_20DD,
    lookalikes: &[Lookalike {
        jtag_idcode: 0x02D0_20DD,
        names: "the DE10-Nano and the DE10-Standard",
    }],
    // As public logs of users of the board show it.
    configuration_bytes: 7_007_204,
    openfpgaloader_name: "de1Soc",
    settings: &[
        Setting {
            name: "MIN_CORE_JUNCTION_TEMP",
            value: "0",
            reason: "Commercial temperature range, in degrees Celsius.",
        },
        Setting {
            name: "MAX_CORE_JUNCTION_TEMP",
            value: "85",
            reason: "Commercial temperature range, in degrees Celsius.",
        },
        Setting {
            name: "RESERVE_ALL_UNUSED_PINS_WEAK_PULLUP",
            value: "AS INPUT TRI-STATED",
            reason: "No pull-up on unused pins: it would make unused LEDs glow dimly.",
        },
        Setting {
            name: "CYCLONEII_RESERVE_NCEO_AFTER_CONFIGURATION",
            value: "USE AS REGULAR IO",
            reason: "No second FPGA is configured through this one: nCEO is an ordinary pin.",
        },
    ],
    connectors: &[
        Connector {
            title: "Clocks: 50 MHz oscillators",
            signals: &["CLOCK_50", "CLOCK2_50", "CLOCK3_50", "CLOCK4_50"],
            direction: Direction::Input,
        },
        Connector {
            title: "Keys: pressed = 0; debounced by a Schmitt trigger, not synchronised",
            signals: &["KEY"],
            direction: Direction::Input,
        },
        Connector {
            title: "Switches: up = 1; not debounced",
            signals: &["SW"],
            direction: Direction::Input,
        },
        Connector { title: "Red LEDs: 1 = on", signals: &["LEDR"], direction: Direction::Output },
        Connector {
            title: "Seven-segment displays: 0 = on; bit 0 = a (top) to bit 5 = f, bit 6 = g (middle)",
            signals: &["HEX0", "HEX1", "HEX2", "HEX3", "HEX4", "HEX5"],
            direction: Direction::Output,
        },
        Connector {
            title: "VGA: colours, blanking and sync on green are sampled by a DAC as VGA_CLK rises",
            signals: &[
                "VGA_R",
                "VGA_G",
                "VGA_B",
                "VGA_CLK",
                "VGA_BLANK_N",
                "VGA_SYNC_N",
                "VGA_HS",
                "VGA_VS",
            ],
            direction: Direction::Output,
        },
    ],
    oscillators: &[
        oscillator("CLOCK_50"),
        oscillator("CLOCK2_50"),
        oscillator("CLOCK3_50"),
        oscillator("CLOCK4_50"),
    ],
    pin_table: PIN_TABLE,
};

const fn oscillator(signal: &'static str) -> Oscillator {
    Oscillator { signal, frequency_hz: CLOCK_50_HZ }
}

#[cfg(test)]
mod tests {
    use super::DE1_SOC;
    use std::collections::BTreeSet;

    #[test]
    fn the_table_has_ninety_nine_signals_on_as_many_pins() {
        let pins = DE1_SOC.pins().unwrap();
        let signals: BTreeSet<_> = pins.iter().map(|pin| pin.signal).collect();
        let locations: BTreeSet<_> = pins.iter().map(|pin| pin.location).collect();
        assert_eq!((pins.len(), signals.len(), locations.len()), (99, 99, 99));
    }

    #[test]
    fn every_pin_is_3_3_volt_lvttl() {
        for pin in DE1_SOC.pins().unwrap() {
            assert_eq!(pin.io_standard, "3.3-V LVTTL", "{}", pin.signal);
        }
    }

    #[test]
    fn every_signal_belongs_to_one_connector_and_every_connector_has_pins() {
        let pins = DE1_SOC.pins().unwrap();
        let in_table: BTreeSet<_> = pins.iter().map(|pin| pin.name()).collect();
        let in_connectors: Vec<_> = DE1_SOC
            .connectors
            .iter()
            .flat_map(|connector| connector.signals.iter().copied())
            .collect();
        assert_eq!(in_connectors.iter().copied().collect::<BTreeSet<_>>(), in_table);
        assert_eq!(in_connectors.len(), in_table.len());
    }

    #[test]
    fn every_oscillator_drives_a_pin_and_has_a_period_of_20_ns() {
        let pins = DE1_SOC.pins().unwrap();
        for oscillator in DE1_SOC.oscillators {
            assert!(pins.iter().any(|pin| pin.signal == oscillator.signal));
            assert_eq!(oscillator.period_ns(), 20.0);
        }
    }
}
