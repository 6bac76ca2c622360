//! The clocks of the audio codec, for designs that have it as the master of its samples.
//!
//! They follow the master clock, which the design makes, edge by edge. So they become a part of its
//! netlist: the module in `codec_clocks/`, with the netlists that Yosys writes of it.

use std::collections::BTreeMap;

use de1_soc::is_audio_clock;
use fpga_tools::synthesis::{Bit, Direction, Module, NetlistError, Port};

/// The input that has the codec's settings.
pub const CODEC: &str = "$codec";

const NAME: &str = "codec_clocks";
const GATES: &str = include_str!("codec_clocks/codec_clocks.json");
const WORDS: &str = include_str!("codec_clocks/codec_clocks.words.json");

/// How the codec makes its clocks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CodecClocks {
    pub is_master: bool,
    /// The clock of bits is the inverted master clock.
    pub is_direct: bool,
    pub is_inverted: bool,
    /// The clock of samples is a pulse of one bit.
    pub is_pulse: bool,
    /// The cycles of the master clock in half of a bit.
    pub half_bit: u32,
    /// The bits while the clock of samples is high, and while it is low.
    pub bits: [u32; 2],
}

/// The inputs of the module with the settings, with their widths.
const SETTINGS: [(&str, u32); 7] = [
    ("is_master", 1),
    ("is_direct", 1),
    ("is_inverted", 1),
    ("is_pulse", 1),
    ("half_bit", 3),
    ("high_bits", 10),
    ("low_bits", 10),
];

impl CodecClocks {
    /// The levels of [`CODEC`], bit 0 first.
    pub fn levels(&self) -> impl Iterator<Item = bool> {
        let flags =
            [self.is_master, self.is_direct, self.is_inverted, self.is_pulse].map(u32::from);
        let counts =
            [self.half_bit, self.bits[0], self.bits[1]].map(|count| count.saturating_sub(1));
        let values = flags.into_iter().chain(counts).zip(SETTINGS);
        let bits =
            values.flat_map(|(value, (_, width))| (0..width).map(move |bit| value >> bit & 1));
        bits.map(|bit| bit == 1)
    }
}

/// Whether a netlist is of gates, or of words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Level {
    Gates,
    Words,
}

/// Lets the codec drive its clocks where the design does not, if it has a master clock. Then they
/// become signals inside the design, and [`CODEC`] becomes an input.
///
/// # Errors
///
/// [`NetlistError::Json`] if the netlist of these clocks is not valid.
pub(super) fn connect(module: &mut Module, level: Level) -> Result<(), NetlistError> {
    let net = |port: &Port| match port.bits.first() {
        Some(Bit::Net(net)) => Some(*net),
        _ => None,
    };
    let is_input = |port: &Port| port.direction == Direction::Input && is_audio_clock(&port.name);
    let inputs: Vec<(String, u32)> = module
        .ports
        .iter()
        .filter(|port| is_input(port))
        .filter_map(|port| Some((port.name.clone(), net(port)?)))
        .collect();
    let mut outputs = module.ports.iter().filter(|port| port.direction == Direction::Output);
    let master = outputs.find(|port| port.name == "AUD_XCK").and_then(net);
    let Some(master) = master.filter(|_| !inputs.is_empty()) else { return Ok(()) };
    let netlist = match level {
        Level::Gates => GATES,
        Level::Words => WORDS,
    };
    let settings = module.add_nets(SETTINGS.iter().map(|setting| setting.1).sum());
    let mut connections = BTreeMap::from([("mclk", vec![Bit::Net(master)])]);
    let mut rest = settings.as_slice();
    for (name, width) in SETTINGS {
        let bits;
        (bits, rest) = rest.split_at(width as usize);
        connections.insert(name, bits.to_vec());
    }
    let name = CODEC.to_string();
    module.ports.push(Port { name, direction: Direction::Input, bits: settings, offset: 0 });
    module.ports.retain(|port| !is_input(port));
    let clocks = module.instantiate("$codec.", Module::read(netlist, NAME)?, &connections);
    for (name, net) in inputs {
        let clock = if name == "AUD_BCLK" { "bclk" } else { "lrck" };
        if let Some([Bit::Net(clock)]) = clocks.get(clock).map(Vec::as_slice) {
            module.drive_weakly(net, *clock);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ForeignDesign, Simulator, ports};
    use rust_hdl_lanes::Execution;

    /// The clocks of bits and samples after each edge of the master clock.
    fn clocks(settings: CodecClocks, cycles: usize) -> Vec<[bool; 2]> {
        let design = ForeignDesign::from_netlist(GATES, |_| false).expect("a design");
        let mut simulator = Simulator::new(&design, 1, Execution::Fastest);
        let mut levels = settings.levels();
        for (name, width) in SETTINGS {
            let leaf = design.netlist.input(name).expect("an input").leaf;
            for (bit, level) in (0..width).zip(&mut levels) {
                simulator.lanes.fill(leaf + bit, level);
            }
        }
        assert_eq!(levels.next(), None);
        let master = design.netlist.input("mclk").expect("an input").leaf;
        let mut level = |level: bool| {
            simulator.lanes.fill(master, level);
            simulator.settle_all().expect("settled");
            let outputs = simulator.first_outputs();
            [0, 1].map(|port| outputs[port].to_u64() == Some(1))
        };
        (0..cycles).flat_map(|_| [level(true), level(false)]).collect()
    }

    /// How long a clock has each level in turn, the first and the last one left out.
    fn runs(levels: impl Iterator<Item = bool>) -> Vec<(bool, usize)> {
        let levels: Vec<bool> = levels.collect();
        let runs = levels.chunk_by(|one, next| one == next).map(|run| (run[0], run.len()));
        let runs: Vec<(bool, usize)> = runs.collect();
        runs[1..runs.len() - 1].to_vec()
    }

    #[test]
    fn the_clocks_have_the_periods_of_the_settings() {
        let normal =
            CodecClocks { is_master: true, half_bit: 2, bits: [32, 32], ..CodecClocks::default() };
        for settings in [
            normal,
            CodecClocks { half_bit: 3, bits: [192, 192], ..normal },
            CodecClocks { half_bit: 6, bits: [16, 16], is_inverted: true, ..normal },
            CodecClocks { half_bit: 1, bits: [63, 62], is_direct: true, ..normal },
            CodecClocks { half_bit: 1, bits: [188, 187], ..normal },
            CodecClocks { is_pulse: true, ..normal },
        ] {
            let [high, low] = settings.bits.map(|bits| bits as usize);
            // In halves of the master clock.
            let half = if settings.is_direct { 1 } else { 2 * settings.half_bit as usize };
            let clocks = clocks(settings, 3 * (high + low) * half);
            let bits = runs(clocks.iter().map(|clocks| clocks[0]));
            assert!(bits.iter().all(|(_, length)| *length == half), "{settings:?}: {bits:?}");
            let samples = runs(clocks.iter().map(|clocks| clocks[1]));
            let of = |level| match (settings.is_pulse, level) {
                (false, true) => high,
                (false, false) => low,
                (true, true) => 1,
                (true, false) => high + low - 1,
            };
            assert!(samples.len() > 2, "{settings:?}: {samples:?}");
            for (level, length) in samples {
                assert_eq!(length, 2 * half * of(level), "{settings:?}");
            }
            for pair in clocks.windows(2).filter(|pair| pair[0][1] != pair[1][1]) {
                let falls = pair[0][0] && !pair[1][0];
                let rises = !pair[0][0] && pair[1][0];
                assert!(if settings.is_inverted { rises } else { falls }, "{settings:?}: {pair:?}");
            }
        }
        let others = clocks(CodecClocks { is_master: false, ..normal }, 100);
        assert!(others.iter().all(|clocks| *clocks == [false; 2]));
    }

    /// The ports of a module with clocks of the codec, once it is connected: direction and name.
    fn connected(ports: &str, cells: &str) -> (Module, Vec<String>) {
        let json = format!(
            r#"{{"modules": {{"m": {{"ports": {{{ports}}}, "netnames": {{}}, "cells": {{{cells}}}}}}}}}"#
        );
        let mut module = Module::read(&json, "m").expect("a module");
        ports::connect(&mut module, &[]);
        connect(&mut module, Level::Gates).expect("connected");
        let port = |port: &Port| format!("{:?} {} {}", port.direction, port.name, port.bits.len());
        let ports = module.ports.iter().map(port).collect();
        (module, ports)
    }

    /// The kinds of the cells that drive the first bit of a port.
    fn drivers<'m>(module: &'m Module, port: &str) -> Vec<&'m str> {
        let bit = module.ports.iter().find(|other| other.name == port).expect("a port").bits[0];
        let drives = |pin: &str, bits: &[Bit]| (pin == "Y" || pin == "Q") && bits == [bit];
        let mut found = vec![];
        for cell in module.cells.values() {
            if cell.pins(Direction::Output).any(|(pin, bits)| drives(pin, bits)) {
                found.push(cell.kind.as_str());
            }
        }
        found
    }

    const MASTER: &str = r#""AUD_XCK": {"direction": "output", "bits": [2]}"#;

    #[test]
    fn the_codec_drives_the_clocks_that_the_design_reads_or_releases() {
        let buffer = r#""b": {"type": "$_TBUF_", "port_directions": {"A": "input", "E": "input", "Y": "output"},
            "connections": {"A": [5], "E": [6], "Y": [3]}}"#;
        let (module, ports) = connected(
            &format!(
                r#"{MASTER}, "AUD_BCLK": {{"direction": "inout", "bits": [3]}},
                "AUD_DACLRCK": {{"direction": "input", "bits": [4]}}"#
            ),
            buffer,
        );
        let expected =
            ["Output AUD_XCK 1", "Output AUD_BCLK 1", "Output AUD_DACLRCK 1", "Input $codec 27"];
        assert_eq!(ports, expected);
        assert_eq!(drivers(&module, "AUD_BCLK"), ["$_MUX_"]);
        assert_eq!(drivers(&module, "AUD_DACLRCK").len(), 1);
    }

    #[test]
    fn clocks_of_the_design_stay_as_they_are() {
        let clock = r#""c": {"type": "$_NOT_", "port_directions": {"A": "input", "Y": "output"},
            "connections": {"A": [5], "Y": [3]}}"#;
        let inout = r#""AUD_BCLK": {"direction": "inout", "bits": [3]}"#;
        let (module, _) = connected(&format!("{MASTER}, {inout}"), clock);
        assert_eq!(drivers(&module, "AUD_BCLK"), ["$_NOT_"]);
        // Without a master clock, the codec has none either.
        let (_, ports) = connected(inout, clock);
        assert_eq!(ports, ["Input AUD_BCLK 1", "Output AUD_BCLK 1"]);
    }
}
