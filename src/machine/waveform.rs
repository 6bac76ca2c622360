//! A trace as a VCD file, for waveform viewers such as GTKWave and Surfer.

use std::collections::BTreeMap;
use std::io::{self, Write};

use vcd::{
    IdCode, ReferenceIndex, Scope, ScopeItem, ScopeType, SimulationCommand, TimescaleUnit, Value,
    Var, VarType, Writer,
};

use super::Trace;
use rust_hdl_rtl::{self as rtl, ScopedSignal, SignalId};

/// The declarations of a VCD file.
///
/// Every module is a scope with its ports and signals. Enums are strings: the names of the states, or `invalid_7` for an
/// illegal encoding. Times are in ns.
pub struct Waveform {
    top: Scope,
    /// The signals of the flat top, each with one of its names.
    variables: BTreeMap<SignalId, ScopedSignal>,
}

impl Waveform {
    /// Declares the signals of a hierarchy.
    pub fn new(hierarchy: &rtl::Scope) -> Waveform {
        let mut variables = BTreeMap::new();
        let top = scope(hierarchy, &mut variables);
        Waveform { top, variables }
    }

    /// Writes a trace of the same design.
    ///
    /// # Errors
    ///
    /// Errors of the writer.
    pub fn write(&self, trace: &Trace, writer: impl Write) -> io::Result<()> {
        let mut writer = Writer::new(writer);
        writer.version(concat!("baccarat ", env!("CARGO_PKG_VERSION")))?;
        writer.timescale(1, TimescaleUnit::NS)?;
        writer.scope(&self.top)?;
        writer.enddefinitions()?;
        let mut before: Option<&[rtl::Value]> = None;
        for (time, values) in &trace.samples {
            writer.timestamp(*time)?;
            if before.is_none() {
                writer.begin(SimulationCommand::Dumpvars)?;
            }
            for (id, variable) in &self.variables {
                let value = &values[id.0];
                if before.is_none_or(|before| before[id.0] != *value) {
                    change(variable, value, &mut writer)?;
                }
            }
            if before.is_none() {
                writer.end()?;
            }
            before = Some(values);
        }
        writer.timestamp(trace.end)
    }
}

fn scope(module: &rtl::Scope, variables: &mut BTreeMap<SignalId, ScopedSignal>) -> Scope {
    let mut children = Vec::new();
    for signal in &module.signals {
        // Connected ports share a variable, with the type of the first.
        let variable = variables.entry(signal.id).or_insert_with(|| signal.clone());
        let (var_type, size, index) = match variable.enumeration {
            // Viewers expect size 1 for strings.
            Some(_) => (VarType::String, 1, None),
            None if signal.is_register => (VarType::Reg, signal.width, range(signal.width)),
            None => (VarType::Wire, signal.width, range(signal.width)),
        };
        let (reference, code) = (signal.name.clone(), code(signal.id));
        children.push(ScopeItem::Var(Var { var_type, size, code, reference, index }));
    }
    children.extend(module.scopes.iter().map(|inner| ScopeItem::Scope(scope(inner, variables))));
    Scope { scope_type: ScopeType::Module, identifier: module.name.clone(), children }
}

fn change(
    signal: &ScopedSignal,
    value: &rtl::Value,
    writer: &mut Writer<impl Write>,
) -> io::Result<()> {
    let code = code(signal.id);
    match (&signal.enumeration, signal.width) {
        (Some(_), _) => writer.change_string(code, &signal.format(value)),
        (None, 1) => writer.change_scalar(code, value.bit(0)),
        (None, width) => {
            let bits = (0..width).rev().map(|bit| Value::from(value.bit(bit)));
            writer.change_vector(code, &bits.collect::<Vec<_>>())
        }
    }
}

fn code(signal: SignalId) -> IdCode {
    IdCode::from(signal.0 as u64)
}

fn range(width: u32) -> Option<ReferenceIndex> {
    (width > 1).then(|| ReferenceIndex::Range(width - 1, 0))
}
