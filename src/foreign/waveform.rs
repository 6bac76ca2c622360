//! The named signals of one copy of a design over time, as a VCD file.

use std::collections::BTreeMap;
use std::io::{self, Write};

use vcd::{
    IdCode, ReferenceIndex, Scope, ScopeItem, ScopeType, TimescaleUnit, Value, Var, VarType, Writer,
};

use super::{Design, Simulator};
use rust_hdl_gates::netlist::OutputPort;

/// Recorded signals of the first copy.
#[derive(Clone, Debug, Default)]
pub struct Waveform {
    /// Names and widths.
    signals: Vec<(String, usize)>,
    /// The time in ns, and all bits of all signals.
    samples: Vec<(u64, Vec<bool>)>,
}

impl Design {
    /// The same design with all its named signals as outputs.
    pub fn with_signals_as_outputs(&self) -> Design {
        let mut design = self.clone();
        let unstable = design.netlist.outputs.pop();
        let signals = design.netlist.signals.iter();
        design.netlist.outputs = signals
            .map(|(name, bits)| OutputPort { name: name.clone(), bits: bits.clone() })
            .collect();
        design.netlist.outputs.extend(unstable);
        design
    }
}

impl Waveform {
    /// A waveform for a design [`with_signals_as_outputs`](Design::with_signals_as_outputs).
    pub fn new(design: &Design) -> Waveform {
        let signals = design.netlist.signals.iter();
        Waveform {
            signals: signals.map(|(name, bits)| (name.clone(), bits.len())).collect(),
            samples: vec![],
        }
    }

    /// Signals, by path and width, with the times in ns and all bits of all signals at these times.
    pub fn of(signals: Vec<(String, usize)>, samples: Vec<(u64, Vec<bool>)>) -> Waveform {
        Waveform { signals, samples }
    }

    /// Records the signals at a time in ns.
    pub fn record(&mut self, time: u64, simulator: &mut Simulator) {
        let mut bits = Vec::new();
        let signals = self.signals.len();
        simulator.lanes.outputs(|port, _, chunk, word| {
            if port < signals && chunk == 0 {
                bits.push(word[0] & 1 == 1);
            }
        });
        self.samples.push((time, bits));
    }

    /// Writes the waveform. Instances are scopes.
    ///
    /// # Errors
    ///
    /// Errors of the writer.
    pub fn write(&self, top: &str, writer: impl Write) -> io::Result<()> {
        let mut writer = Writer::new(writer);
        writer.version(concat!("baccarat ", env!("CARGO_PKG_VERSION")))?;
        writer.timescale(1, TimescaleUnit::NS)?;
        writer.scope(&self.scope(top))?;
        writer.enddefinitions()?;
        let mut before: Option<&Vec<bool>> = None;
        for (time, bits) in &self.samples {
            writer.timestamp(*time)?;
            let mut first = 0;
            for (index, (_, width)) in self.signals.iter().enumerate() {
                let range = first..first + width;
                first = range.end;
                if before.is_some_and(|before| before[range.clone()] == bits[range.clone()]) {
                    continue;
                }
                let values: Vec<Value> =
                    bits[range].iter().rev().map(|bit| Value::from(*bit)).collect();
                match values.as_slice() {
                    [value] => writer.change_scalar(code(index), *value)?,
                    values => writer.change_vector(code(index), values)?,
                }
            }
            before = Some(bits);
        }
        Ok(())
    }

    fn scope(&self, top: &str) -> Scope {
        let mut root = Folder::default();
        for (index, (name, width)) in self.signals.iter().enumerate() {
            let mut parts: Vec<&str> = name.split('.').collect();
            let last = parts.pop().unwrap_or(name);
            let folder = parts
                .into_iter()
                .fold(&mut root, |folder, part| folder.folders.entry(part.into()).or_default());
            folder.signals.push((index, last.to_string(), *width));
        }
        root.scope(top)
    }
}

/// An instance with its signals.
#[derive(Default)]
struct Folder {
    signals: Vec<(usize, String, usize)>,
    folders: BTreeMap<String, Folder>,
}

impl Folder {
    fn scope(&self, name: &str) -> Scope {
        let variable = |(index, name, width): &(usize, String, usize)| {
            let range = (*width > 1).then(|| ReferenceIndex::Range(*width as u32 - 1, 0));
            let (var_type, size) = (VarType::Wire, *width as u32);
            ScopeItem::Var(Var {
                var_type,
                size,
                code: code(*index),
                reference: name.clone(),
                index: range,
            })
        };
        let mut children: Vec<ScopeItem> = self.signals.iter().map(variable).collect();
        let inner = self.folders.iter().map(|(name, folder)| ScopeItem::Scope(folder.scope(name)));
        children.extend(inner);
        Scope { scope_type: ScopeType::Module, identifier: name.into(), children }
    }
}

fn code(index: usize) -> IdCode {
    IdCode::from(index as u64)
}
