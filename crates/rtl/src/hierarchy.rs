//! The signals of a flat design given back to the modules that they come from.

use std::collections::BTreeMap;

use super::design::*;
use super::flatten::Flat;

/// A module as it stands in the design: its signals, and the modules inside it.
#[derive(Clone, Debug)]
pub struct Scope {
    /// Of the instance; of the module, at the top.
    pub name: String,
    /// Its ports, then what is inside, each with its place in the flat module. A signal that the flat module has lost is
    /// left out.
    pub signals: Vec<ScopedSignal>,
    /// Its instances, in their author's order.
    pub scopes: Vec<Scope>,
}

/// A signal under the name that it has in its module.
#[derive(Clone, Debug)]
pub struct ScopedSignal {
    pub name: String,
    /// The signal of the flat module. An instance's port and what it is connected to have the same one.
    pub id: SignalId,
    /// Bits.
    pub width: u32,
    /// Whether it is a clock, by its type.
    pub is_clock: bool,
    /// Whether it is a register.
    pub is_register: bool,
    /// Its values by name, if it is an enum.
    pub enumeration: Option<Enum>,
}

impl ScopedSignal {
    /// A value as a person reads it: the name of the state, `invalid_7` for a code that no state has, else the number.
    pub fn format(&self, value: u128) -> String {
        match &self.enumeration {
            None => value.to_string(),
            Some(states) => {
                let state =
                    usize::try_from(value).ok().and_then(|value| states.variants.get(value));
                state.map_or_else(|| format!("invalid_{value}"), |state| state.name.clone())
            }
        }
    }
}

impl Scope {
    /// The hierarchy of a module; `flat` is the same module, [flattened](super::flatten).
    pub fn of(design: &Design, top: ModuleId, flat: &Flat) -> Scope {
        let namer = Namer { design, flat };
        let top = design.module(top);
        let ids = top.ports().filter_map(|(port, _)| Some((port, namer.find("", top, port)?)));
        namer.scope(top, &top.name, "", ids.collect())
    }

    /// The signal of a path, `dp.pcard1` for that of the instance `dp`.
    pub fn find(&self, path: &str) -> Option<&ScopedSignal> {
        match path.split_once('.') {
            None => self.signals.iter().find(|signal| signal.name == path),
            Some((scope, rest)) => self.scopes.iter().find(|inner| inner.name == scope)?.find(rest),
        }
    }
}

/// The signals of a module, by those of the flat top.
type Ids = BTreeMap<SignalId, SignalId>;

struct Namer<'d> {
    design: &'d Design,
    flat: &'d Flat,
}

impl Namer<'_> {
    /// The signal of the flat top that bears the name of one in a module.
    fn find(&self, path: &str, module: &Module, signal: SignalId) -> Option<SignalId> {
        self.flat.module.find(&format!("{path}{}", module.signal(signal).name))
    }

    /// A module with its signals and with what is inside it. `ids` says which signals its ports are.
    fn scope(&self, module: &Module, name: &str, path: &str, mut ids: Ids) -> Scope {
        let mut signals = Vec::new();
        for (id, signal) in module.signals() {
            let known = ids.get(&id).copied().or_else(|| self.find(path, module, id));
            let Some(known) = known else { continue };
            ids.insert(id, known);
            signals.push(ScopedSignal {
                name: signal.name.clone(),
                id: known,
                width: module.signal_width(id),
                is_clock: signal.ty == Type::Clock,
                is_register: signal.power_up.is_some(),
                enumeration: match signal.ty {
                    Type::Enum(id) => Some(module.enums[id.0].clone()),
                    _ => None,
                },
            });
        }
        let mut scopes = Vec::new();
        for item in &module.items {
            if let ItemKind::Instance(instance) = &item.kind {
                let inner = format!("{path}{}.", instance.name);
                let ports = self.ports(instance, &inner, &ids);
                let child = self.design.module(instance.module);
                scopes.push(self.scope(child, &instance.name, &inner, ports));
            }
        }
        Scope { name: name.to_string(), signals, scopes }
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
