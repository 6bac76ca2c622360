//! Signals over time, and as VCD files for waveform viewers such as GTKWave and Surfer.

mod recorder;

use std::collections::BTreeMap;
use std::io::{self, Write};

use vcd::{
    IdCode, ReferenceIndex, Scope, ScopeItem, ScopeType, SimulationCommand, TimescaleUnit, Value,
    Var, VarType, Writer,
};

pub use recorder::{Recorder, Recording, Trace, UnrecordedClock};
use rust_hdl_rtl::{self as rtl, ScopedSignal, SignalId};

/// The declarations of a VCD file.
///
/// Every module is a scope with its ports and signals. Enums are strings: the names of the states,
/// or `invalid_7` for an illegal encoding. Times are in ns.
pub struct Waveform {
    top: Scope,
    /// The signals, each with one of its names.
    variables: BTreeMap<SignalId, ScopedSignal>,
    texts: Vec<TextVariable>,
}

/// A signal of a design that has no hierarchy.
#[derive(Clone, Debug)]
pub struct Declaration {
    /// The instances around it, and its name.
    pub path: Vec<String>,
    pub width: u32,
    /// The left and the right index, unless these are the highest bit and 0.
    pub range: Option<[u32; 2]>,
}

/// A signal as a string, besides its bits.
pub struct TextVariable {
    pub name: &'static str,
    pub signal: SignalId,
    /// Its value in printable ASCII without spaces.
    pub format: fn(&rtl::Value) -> String,
}

impl Waveform {
    /// Declares the signals of a hierarchy.
    pub fn new(hierarchy: &rtl::Scope) -> Waveform {
        let mut variables = BTreeMap::new();
        let top = scope(hierarchy, &mut variables, &BTreeMap::new());
        Waveform { top, variables, texts: vec![] }
    }

    /// Declares signals in the order of a trace.
    pub fn of_declarations(top: &str, signals: impl Iterator<Item = Declaration>) -> Waveform {
        let empty = |name: &str| rtl::Scope { name: name.into(), signals: vec![], scopes: vec![] };
        let (mut root, mut ranges) = (empty(top), BTreeMap::new());
        for (index, Declaration { mut path, width, range }) in signals.enumerate() {
            let name = path.pop().unwrap_or_default();
            let mut scope = &mut root;
            for instance in &path {
                let known = scope.scopes.iter().position(|inner| inner.name == *instance);
                let place = known.unwrap_or_else(|| {
                    scope.scopes.push(empty(instance));
                    scope.scopes.len() - 1
                });
                scope = &mut scope.scopes[place];
            }
            ranges.extend(range.map(|range| (SignalId(index), range)));
            scope.signals.push(ScopedSignal {
                name,
                id: SignalId(index),
                width,
                is_clock: false,
                is_register: false,
                enumeration: None,
            });
        }
        let mut variables = BTreeMap::new();
        let top = scope(&root, &mut variables, &ranges);
        Waveform { top, variables, texts: vec![] }
    }

    /// Adds strings in a scope of their own, `name`, inside the top module.
    pub fn with_texts(mut self, name: &str, texts: Vec<TextVariable>) -> Waveform {
        let variable = |(index, text): (usize, &TextVariable)| {
            let (code, reference) = (self.text_code(index), text.name.to_string());
            ScopeItem::Var(Var { var_type: VarType::String, size: 1, code, reference, index: None })
        };
        let children = texts.iter().enumerate().map(variable).collect();
        let (scope_type, identifier) = (ScopeType::Module, name.to_string());
        self.top.children.push(ScopeItem::Scope(Scope { scope_type, identifier, children }));
        self.texts = texts;
        self
    }

    /// The code of a string: those of the signals come first.
    fn text_code(&self, index: usize) -> IdCode {
        let signals = self.variables.keys().next_back().map_or(0, |last| last.0 + 1);
        IdCode::from((signals + index) as u64)
    }

    /// Returns a trace of the same design as the text of a VCD file.
    pub fn format(&self, trace: &Trace) -> Option<String> {
        let mut text = Vec::new();
        // Neither call can fail: the text is ASCII and is written to memory.
        self.write(trace, &mut text).ok()?;
        String::from_utf8(text).ok()
    }

    /// Writes a trace of the same design.
    ///
    /// # Errors
    ///
    /// Errors of the writer.
    pub fn write(&self, trace: &Trace, writer: impl Write) -> io::Result<()> {
        let mut writer = Writer::new(writer);
        writer.version(concat!("baccarat ", env!("CARGO_PKG_VERSION")))?;
        if !trace.gaps.is_empty() {
            let gaps: Vec<String> = trace.gaps.iter().map(ToString::to_string).collect();
            writer.comment(&format!(
                "At these times, in ns, cycles without a change of an input are left out. They take no time here: {}",
                gaps.join(" ")
            ))?;
        }
        writer.timescale(1, TimescaleUnit::NS)?;
        writer.scope(&self.top)?;
        writer.enddefinitions()?;
        let UnrecordedClock { signals, levels } = &trace.clock;
        let clocks: Vec<IdCode> = signals.iter().map(|index| code(SignalId(*index))).collect();
        let recorded: Vec<(&SignalId, &ScopedSignal)> =
            self.variables.iter().filter(|(id, _)| !signals.contains(&id.0)).collect();
        let mut levels = levels.iter().peekable();
        let mut before: Option<&[rtl::Value]> = None;
        for (time, values) in &trace.samples {
            while let Some((edge, level)) = levels.next_if(|(edge, _)| edge < time) {
                writer.timestamp(*edge)?;
                write_clock(&clocks, *level, &mut writer)?;
            }
            writer.timestamp(*time)?;
            if before.is_none() {
                writer.begin(SimulationCommand::Dumpvars)?;
            }
            if let Some((_, level)) = levels.next_if(|(edge, _)| edge == time) {
                write_clock(&clocks, *level, &mut writer)?;
            }
            for (id, variable) in &recorded {
                let value = &values[id.0];
                if before.is_none_or(|before| before[id.0] != *value) {
                    change(variable, value, &mut writer)?;
                }
            }
            for (index, text) in self.texts.iter().enumerate() {
                let value = &values[text.signal.0];
                if before.is_none_or(|before| before[text.signal.0] != *value) {
                    writer.change_string(self.text_code(index), &(text.format)(value))?;
                }
            }
            if before.is_none() {
                writer.end()?;
            }
            before = Some(values);
        }
        for (edge, level) in levels {
            writer.timestamp(*edge)?;
            write_clock(&clocks, *level, &mut writer)?;
        }
        writer.timestamp(trace.end)
    }
}

fn scope(
    module: &rtl::Scope,
    variables: &mut BTreeMap<SignalId, ScopedSignal>,
    ranges: &BTreeMap<SignalId, [u32; 2]>,
) -> Scope {
    let mut children = Vec::new();
    for signal in &module.signals {
        // Connected ports share a variable, with the type of the first.
        let variable = variables.entry(signal.id).or_insert_with(|| signal.clone());
        let range = match ranges.get(&signal.id) {
            Some([left, right]) => Some(ReferenceIndex::Range(*left, *right)),
            None => (signal.width > 1).then(|| ReferenceIndex::Range(signal.width - 1, 0)),
        };
        let (var_type, size, index) = match variable.enumeration {
            // Viewers expect size 1 for strings.
            Some(_) => (VarType::String, 1, None),
            None if signal.is_register => (VarType::Reg, signal.width, range),
            None => (VarType::Wire, signal.width, range),
        };
        let (reference, code) = (signal.name.clone(), code(signal.id));
        children.push(ScopeItem::Var(Var { var_type, size, code, reference, index }));
    }
    let scopes = module.scopes.iter();
    children.extend(scopes.map(|inner| ScopeItem::Scope(scope(inner, variables, ranges))));
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

fn write_clock(
    clocks: &[IdCode],
    level: Option<bool>,
    writer: &mut Writer<impl Write>,
) -> io::Result<()> {
    let level = level.map_or(Value::X, Value::from);
    clocks.iter().try_for_each(|code| writer.change_scalar(*code, level))
}

fn code(signal: SignalId) -> IdCode {
    IdCode::from(signal.0 as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_says_where_cycles_are_left_out() {
        let signals = [Declaration { path: vec!["light".into()], width: 1, range: None }];
        let waveform = Waveform::of_declarations("top", signals.into_iter());
        let samples = vec![(0, vec![rtl::Value::from(1)])];
        let text = |gaps| {
            let trace = Trace { samples: samples.clone(), gaps, end: 20, ..Trace::default() };
            waveform.format(&trace).expect("text")
        };
        let left_out = "cycles without a change of an input are left out";
        assert!(!text(vec![]).contains(left_out));
        let text = text(vec![130, 250]);
        assert!(text.contains(left_out) && text.contains("here: 130 250\n"), "{text}");
    }
}
