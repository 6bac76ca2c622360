//! A foreign design.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::analysis;
use super::codec_clocks::{self, Level};
use super::idle;
use super::lowering::lower;
use super::places::Places;
use super::plls::{self, ClockTiming, PllClock};
use super::ports;
use super::words::{Unsupported, WordNetlist};
use foreign_sources::{Assignments, ForeignError, Netlists};
use fpga_tools::synthesis::Module;
use rust_hdl_gates::Netlist;
use rust_hdl_gates::netlist::{self, OutputPort};
use waveform::{Declaration, Waveform};

/// A foreign design as gates.
#[derive(Clone, Debug, serde::Deserialize, serde::Serialize)]
pub struct ForeignDesign {
    /// The top module's name.
    pub top: String,
    /// The gates. All registers have one clock, the input `$tick`; the last output, `$unstable`, is
    /// 1 while another tick would change something.
    pub netlist: Netlist,
    /// The netlist of words that does the same, if there is one.
    pub words: Option<Arc<WordNetlist>>,
    /// Why there is none, if that was tried.
    pub unsupported: Option<Unsupported>,
    /// The registers with the levels of the clocks at the tick before.
    pub levels: Vec<u32>,
    /// The memories. They are written by the clock of the registers, and read by the input `$read`.
    pub memories: Vec<netlist::Memory>,
    /// The number of reads after which all addresses that depend on other reads are right.
    pub reads: usize,
    /// The input bits that are 1 while nothing outside the design drives them.
    pub idle_high: Vec<u32>,
    /// The input bits on whose falling edges nothing changes, and the register that holds the level
    /// of each at the tick before.
    pub rising_only: Vec<(u32, u32)>,
    /// The number of ticks after which nothing changes any more; `None` if that depends on the
    /// state.
    pub ticks: Option<usize>,
    /// Latches and one net of each loop of gates, as they are called in the sources.
    pub latches: Vec<String>,
    /// Registers that read registers of another clock.
    pub crossings: Vec<Crossing>,
    /// The clocks of PLLs, which are inputs.
    pub plls: Vec<PllClock>,
    /// The left and the right index of signals, where that is not the highest bit and 0.
    #[serde(default)]
    pub ranges: BTreeMap<String, [u32; 2]>,
    /// Where the signals are declared.
    #[serde(default)]
    pub places: Places,
    /// Names in the sources that contain dots.
    #[serde(default)]
    pub dotted_names: BTreeSet<String>,
    /// The ports that a project does not assign to a pin of the board, each with the reason.
    pub unassigned: Vec<String>,
}

impl ForeignDesign {
    /// The warning about latches, if there are any.
    pub fn latch_warning(&self) -> Option<String> {
        (!self.latches.is_empty()).then(|| {
            format!(
                "Latches were inferred for {}: assign a value in every branch of the process, and avoid loops of gates.",
                self.latches.join(", ")
            )
        })
    }

    /// Returns the same design with other outputs; `$unstable` stays the last one.
    pub fn with_outputs(&self, outputs: impl IntoIterator<Item = OutputPort>) -> ForeignDesign {
        let mut design = self.clone();
        let unstable = design.netlist.outputs.pop();
        design.netlist.outputs = outputs.into_iter().chain(unstable).collect();
        design
    }

    /// The register with the level of an input bit at the tick before, if nothing else changes on
    /// the bit's falling edges.
    pub fn level(&self, bit: u32) -> Option<u32> {
        self.rising_only.iter().find(|(other, _)| *other == bit).map(|(_, level)| *level)
    }

    /// Whether registers, memories or outputs depend on an input bit.
    pub fn depends_on(&self, leaf: u32) -> bool {
        let depends = analysis::readers(&self.netlist.graph, leaf);
        let registers = self.netlist.registers.iter().map(|register| register.next);
        let outputs = self.netlist.outputs.iter().flat_map(|output| output.bits.iter().copied());
        let writes = self.memories.iter().flat_map(|memory| &memory.writes);
        let writes = writes.flat_map(|write| {
            write.address.iter().chain(&write.data).copied().chain([write.enable])
        });
        let reads = self.memories.iter().flat_map(|memory| &memory.reads);
        let reads = reads.flat_map(|read| read.address.iter().copied());
        registers.chain(outputs).chain(writes).chain(reads).any(depends)
    }

    /// Returns all named signals, in their order.
    pub fn signals(&self) -> impl Iterator<Item = OutputPort> {
        let signals = self.netlist.signals.iter();
        signals.map(|(name, bits)| OutputPort { name: name.clone(), bits: bits.clone() })
    }

    /// Declares all named signals, in their order.
    pub fn waveform(&self) -> Waveform {
        let signals = self.netlist.signals.iter();
        self.waveform_of(signals.map(|(name, bits)| (name.as_str(), bits.len())))
    }

    /// Declares signals with these names and widths, in the order of a trace.
    pub fn waveform_of<'s>(&self, signals: impl Iterator<Item = (&'s str, usize)>) -> Waveform {
        let declared = signals.map(|(name, width)| Declaration {
            path: path(name, &self.dotted_names),
            width: width as u32,
            range: self.ranges.get(name).copied(),
        });
        Waveform::of_declarations(&self.top, declared)
    }
}

/// The instances of a name, and the signal. A name of the sources that contains dots gets a
/// backslash.
fn path(name: &str, dotted_names: &BTreeSet<String>) -> Vec<String> {
    let (mut rest, mut path) = (name, vec![]);
    while !rest.is_empty() {
        let mut ends = rest.match_indices('.').map(|(end, _)| end).chain([rest.len()]);
        let dotted = ends.rfind(|end| dotted_names.contains(&rest[..*end]));
        let end = dotted.or(rest.find('.')).unwrap_or(rest.len());
        let backslash = if dotted.is_some() { "\\" } else { "" };
        path.push(format!("{backslash}{}", &rest[..end]));
        rest = rest.get(end + 1..).unwrap_or_default();
    }
    path
}

/// Registers of one clock that read registers of another one.
#[derive(Clone, Debug, PartialEq, Eq, serde::Deserialize, serde::Serialize)]
pub struct Crossing {
    /// The clock of the registers that are read.
    pub from: String,
    /// The clock of the registers that read.
    pub to: String,
    /// The registers that read, without their bit numbers.
    pub registers: Vec<String>,
}

impl ForeignDesign {
    /// Converts the netlist that Yosys writes of an elaborated design: a flat module of its gates,
    /// flip-flops and latches. The input ports that are `is_high` are 1 at power-up, the others 0.
    /// Ports of both directions are inputs where no tristate buffer drives them.
    ///
    /// # Errors
    ///
    /// [`ForeignError`] for cells that are not gates, PLLs that are not simulated, and too large
    /// designs.
    pub fn from_netlist(
        netlist: &str,
        is_high: impl Fn(&str) -> bool,
    ) -> Result<ForeignDesign, ForeignError> {
        let netlists = Netlists { gates: netlist.into(), words: None };
        ForeignDesign::new(&netlists, &Assignments::default(), is_high)
    }

    /// As [`from_netlist`](Self::from_netlist), with a netlist of words, the board's ports at the
    /// pins that a project assigns, and its pull-ups of pins of headers.
    ///
    /// # Errors
    ///
    /// As [`from_netlist`](Self::from_netlist).
    pub fn new(
        netlists: &Netlists,
        assignments: &Assignments,
        is_high: impl Fn(&str) -> bool,
    ) -> Result<ForeignDesign, ForeignError> {
        let read = |netlist: &str, level| -> Result<Connected, ForeignError> {
            let mut module = Module::read(netlist, &Module::top(netlist)?)?;
            let idle_high = idle::high_nets(&module, &assignments.pull_ups);
            let unassigned = ports::connect(&mut module, &assignments.pins);
            let pulled_up = idle::at_headers(&module, &idle_high);
            codec_clocks::connect(&mut module, level)?;
            let plls = plls::connect(&mut module)?;
            Ok(Connected { module, unassigned, pulled_up, plls })
        };
        let Connected { module, unassigned, pulled_up, plls } =
            read(&netlists.gates, Level::Gates)?;
        let words = netlists.words.as_deref().map(|words| read(words, Level::Words)).transpose()?;
        let is_high = |port: &str, bit| {
            is_high(port) || pulled_up.iter().any(|pin| (pin.0, pin.1) == (port, bit))
        };
        let design = lower(&module, words.map(|words| words.module), is_high)?;
        let leaf = |port: &str| design.netlist.input(port).map(|input| input.leaf);
        let pll = |(port, timing): (String, _)| Some(PllClock { leaf: leaf(&port)?, timing });
        let plls = plls.into_iter().filter_map(pll).collect();
        Ok(ForeignDesign { unassigned, plls, ..design })
    }
}

/// A module that is connected to the board.
struct Connected {
    module: Module,
    /// The ports that are not, each with the reason.
    unassigned: Vec<String>,
    /// The pins of headers that are pulled up.
    pulled_up: Vec<(&'static str, usize)>,
    /// The inputs that are clocks of PLLs.
    plls: Vec<(String, ClockTiming)>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_with_dots_is_one_signal() {
        let dotted = BTreeSet::from(["a.b".to_string(), "a.b.c".to_string()]);
        for (name, expected) in [
            ("x", &["x"][..]),
            ("u.x", &["u", "x"]),
            ("a.b", &["\\a.b"]),
            ("u.a.b.x", &["u", "\\a.b", "x"]),
            ("a.b.c", &["\\a.b.c"]),
            ("a.bc", &["a", "bc"]),
            ("ua.b", &["ua", "b"]),
        ] {
            assert_eq!(path(name, &dotted), expected, "{name}");
        }
    }
}
