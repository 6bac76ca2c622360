//! The pins of headers that are high while nothing drives them.

use std::collections::BTreeSet;

use de1_soc::GPIO;
use foreign_sources::PullUp;
use fpga_tools::synthesis::{Bit, Direction, Module, Port};

/// The nets of ports that a project pulls up, and those of inputs of one bit at which a line of a
/// UART arrives: it is high while nothing is sent.
pub(super) fn high_nets(module: &Module, pull_ups: &[PullUp]) -> BTreeSet<Bit> {
    let ports = module.ports.iter().filter(|port| port.direction != Direction::Output);
    let bits = ports.flat_map(|port| {
        let bits = (port.offset..).zip(&port.bits);
        let is_high = |(index, bit): (usize, &Bit)| is_high(port, index, pull_ups).then_some(*bit);
        bits.filter_map(is_high)
    });
    bits.filter(|bit| matches!(bit, Bit::Net(_))).collect()
}

/// The last setting for a bit counts, as in Quartus.
fn is_high(port: &Port, index: usize, pull_ups: &[PullUp]) -> bool {
    let setting = pull_ups.iter().rfind(|setting| setting.is_for(&port.name, index));
    let is_receiver =
        port.direction == Direction::Input && port.bits.len() == 1 && is_receiver(&port.name);
    setting.map_or(is_receiver, |setting| setting.is_on)
}

/// Whether a name is that of the receiving line of a UART: `UART_RXD`, `rx`, `i_Rx_Serial`.
fn is_receiver(name: &str) -> bool {
    let name = name.to_lowercase();
    name.split('_').any(|word| word.ends_with("rx") || word.ends_with("rxd"))
}

/// The pins of headers, as inputs, with one of these nets.
pub(super) fn at_headers(module: &Module, nets: &BTreeSet<Bit>) -> Vec<(&'static str, usize)> {
    let pins = GPIO.iter().flat_map(|(header, _)| {
        let inputs = module
            .ports
            .iter()
            .filter(move |port| port.name == *header && port.direction == Direction::Input);
        let bits = inputs.flat_map(|port| port.bits.iter().enumerate());
        bits.filter(|(_, bit)| nets.contains(bit)).map(move |(number, _)| (*header, number))
    });
    pins.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ports;
    use foreign_sources::PinAssignment;

    #[test]
    fn pins_of_headers_are_high_by_the_last_pull_up_or_by_the_name_of_a_receiving_line() {
        let json = r#"{"modules": {"m": {"netnames": {}, "cells": {}, "ports": {
            "rx": {"direction": "input", "bits": [2]},
            "quiet_rx": {"direction": "input", "bits": [3]},
            "bus": {"direction": "inout", "offset": 4, "bits": [4, 5]},
            "SW": {"direction": "input", "bits": [6]}}}}}"#;
        let mut module = Module::read(json, "m").expect("a module");
        assert_eq!(high_nets(&module, &[]), BTreeSet::from([Bit::Net(2), Bit::Net(3)]));
        let pull_up = |to: &str, is_on| PullUp { to: to.into(), is_on };
        let pull_ups =
            [pull_up("*", true), pull_up("bus[4]", false), pull_up("quiet_rx[0]", false)];
        let nets = high_nets(&module, &pull_ups);
        let places = [("rx", None), ("quiet_rx", None), ("bus", Some(4)), ("bus", Some(5))];
        let pins = ["PIN_AC18", "PIN_Y17", "PIN_AD17", "PIN_Y18"];
        let pins = places.iter().zip(pins).map(|((port, index), pin)| PinAssignment {
            port: (*port).into(),
            index: *index,
            pin: pin.into(),
        });
        ports::connect(&mut module, &pins.collect::<Vec<_>>());
        assert_eq!(at_headers(&module, &nets), [("GPIO_0", 0), ("GPIO_0", 3)]);
    }

    #[test]
    fn receiving_lines_are_known_by_their_names() {
        let cases = [
            ("UART_RXD", true),
            ("rx", true),
            ("RxD", true),
            ("i_Rx_Serial", true),
            ("uartrx", true),
            ("rx_i", true),
            ("UART_TXD", false),
            ("matrix", false),
            ("prxy", false),
        ];
        for (name, expected) in cases {
            assert_eq!(is_receiver(name), expected, "{name}");
        }
    }
}
