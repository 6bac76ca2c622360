//! A trace as a VCD file, for GTKWave, Surfer and their like.

use std::collections::BTreeMap;
use std::io::{self, Write};

use vcd::{
    IdCode, ReferenceIndex, Scope, ScopeItem, ScopeType, SimulationCommand, TimescaleUnit, Value,
    Var, VarType, Writer,
};

use super::every_hand::find_board;
use super::{PlayError, Trace};
use crate::rtl::{
    Connection, Design, Enum, Flat, Instance, ItemKind, Module, SignalId, Type, flatten,
};

/// How the signals of a board appear in a value change dump.
///
/// Every module has its scope, with its ports and signals under their own names. Enums are strings: the names of the
/// states, or `invalid_7` for a code that no state has. Times are in ns.
pub struct Waveform {
    top: Scope,
    /// The signals of the flat top.
    variables: BTreeMap<SignalId, Variable>,
}

/// How the values of a signal are written.
enum Variable {
    Bits(u32),
    States(Enum),
}

impl Waveform {
    /// Names the signals of a design's top.
    ///
    /// # Errors
    ///
    /// [`PlayError`] if the design is no board.
    pub fn new(design: &Design) -> Result<Waveform, PlayError> {
        let id = find_board(design)?;
        let flat = flatten(design, id)?;
        let mut namer = Namer { design, flat: &flat, variables: BTreeMap::new() };
        let top = design.module(id);
        let ids = top.ports().filter_map(|(port, _)| Some((port, namer.find("", top, port)?)));
        let ids = ids.collect();
        let top = namer.scope(top, &top.name, "", &ids);
        Ok(Waveform { top, variables: namer.variables })
    }

    /// Writes a trace of the same design.
    ///
    /// # Errors
    ///
    /// Those of the writer.
    pub fn write(&self, trace: &Trace, writer: impl Write) -> io::Result<()> {
        let mut writer = Writer::new(writer);
        writer.version(concat!("baccarat ", env!("CARGO_PKG_VERSION")))?;
        writer.timescale(1, TimescaleUnit::NS)?;
        writer.scope(&self.top)?;
        writer.enddefinitions()?;
        let mut before: Option<&[u128]> = None;
        for (time, values) in &trace.moments {
            writer.timestamp(*time)?;
            if before.is_none() {
                writer.begin(SimulationCommand::Dumpvars)?;
            }
            for (signal, variable) in &self.variables {
                let value = values[signal.0];
                if before.is_none_or(|before| before[signal.0] != value) {
                    variable.write(code(*signal), value, &mut writer)?;
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

impl Variable {
    fn write(&self, code: IdCode, value: u128, writer: &mut Writer<impl Write>) -> io::Result<()> {
        match self {
            Variable::Bits(1) => writer.change_scalar(code, value != 0),
            Variable::Bits(width) => {
                let bits = (0..*width).rev().map(|bit| Value::from(value >> bit & 1 == 1));
                writer.change_vector(code, &bits.collect::<Vec<_>>())
            }
            Variable::States(states) => {
                let state =
                    usize::try_from(value).ok().and_then(|value| states.variants.get(value));
                match state {
                    Some(state) => writer.change_string(code, &state.name),
                    None => writer.change_string(code, &format!("invalid_{value}")),
                }
            }
        }
    }
}

fn code(signal: SignalId) -> IdCode {
    IdCode::from(signal.0 as u64)
}

/// The signals of a module, by those of the flat top.
type Ids = BTreeMap<SignalId, SignalId>;

/// Gives the signals of the flat top back to the modules that they come from.
struct Namer<'d> {
    design: &'d Design,
    flat: &'d Flat,
    variables: BTreeMap<SignalId, Variable>,
}

impl Namer<'_> {
    /// The signal of the flat top that bears the name of one in a module.
    fn find(&self, path: &str, module: &Module, signal: SignalId) -> Option<SignalId> {
        self.flat.module.find(&format!("{path}{}", module.signal(signal).name))
    }

    /// A module with its signals and with what is inside it. `ports` says which signals its ports are.
    fn scope(&mut self, module: &Module, name: &str, path: &str, ports: &Ids) -> Scope {
        let mut ids = ports.clone();
        let mut children = Vec::new();
        for (id, signal) in module.signals() {
            let known = ids.get(&id).copied().or_else(|| self.find(path, module, id));
            let Some(known) = known else { continue };
            ids.insert(id, known);
            let width = module.signal_width(id);
            let variable = self.variables.entry(known).or_insert_with(|| match signal.ty {
                Type::Enum(id) => Variable::States(module.enums[id.0].clone()),
                _ => Variable::Bits(width),
            });
            let (var_type, size, index) = match variable {
                // Viewers want strings to have this size.
                Variable::States(_) => (VarType::String, 1, None),
                _ if signal.power_up.is_some() => (VarType::Reg, width, range(width)),
                _ => (VarType::Wire, width, range(width)),
            };
            let (reference, code) = (signal.name.clone(), code(known));
            children.push(ScopeItem::Var(Var { var_type, size, code, reference, index }));
        }
        for item in &module.items {
            if let ItemKind::Instance(instance) = &item.kind {
                let inner = format!("{path}{}.", instance.name);
                let ports = self.ports(instance, &inner, &ids);
                let child = self.design.module(instance.module);
                let scope = self.scope(child, &instance.name, &inner, &ports);
                children.push(ScopeItem::Scope(scope));
            }
        }
        Scope { scope_type: ScopeType::Module, identifier: name.to_string(), children }
    }

    /// The ports of an instance: signals of their own, or those that they are connected to.
    fn ports(&self, instance: &Instance, path: &str, outer: &Ids) -> Ids {
        let child = self.design.module(instance.module);
        let connected = child.ports().zip(&instance.connections);
        let ports = connected.filter_map(|((port, _), connection)| {
            let own = self.find(path, child, port);
            let signal = own.or_else(|| {
                let signal = match connection {
                    Connection::Input(value) => value.as_signal()?,
                    Connection::Output(target) => target.signal,
                    Connection::InOut(net) => *net,
                };
                outer.get(&signal).copied()
            })?;
            Some((port, signal))
        });
        ports.collect()
    }
}

fn range(width: u32) -> Option<ReferenceIndex> {
    (width > 1).then(|| ReferenceIndex::Range(width - 1, 0))
}
