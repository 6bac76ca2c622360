//! The hierarchy of a flat module: which of its signals belongs to which instance.

use std::collections::BTreeMap;

use super::design::*;
use super::flatten::Flat;

/// An instance with its signals and the instances inside it.
#[derive(Clone, Debug)]
pub struct Scope {
    /// The name of the instance; at the top, of the module.
    pub name: String,
    /// Its ports, then its internal signals. Signals that flattening removed are left out.
    pub signals: Vec<ScopedSignal>,
    /// The instances inside it, in source order.
    pub scopes: Vec<Scope>,
}

/// A signal of the flat module under its name in one instance.
#[derive(Clone, Debug)]
pub struct ScopedSignal {
    /// Its name in the instance.
    pub name: String,
    /// The signal of the flat module. A port and the signal that it is connected to share one.
    pub id: SignalId,
    /// The width, in bits.
    pub width: u32,
    /// Whether its type is a clock.
    pub is_clock: bool,
    /// Whether it is a register.
    pub is_register: bool,
    /// Its enum type, if it has one.
    pub enumeration: Option<Enum>,
}

impl ScopedSignal {
    /// Formats a value: the name of the enum's variant, `invalid_7` for an encoding without a
    /// variant, otherwise the number.
    pub fn format(&self, value: &Value) -> String {
        match &self.enumeration {
            None => value.to_string(),
            Some(enumeration) => {
                let variant = value.to_usize().and_then(|value| enumeration.variants.get(value));
                variant.map_or_else(|| format!("invalid_{value}"), |variant| variant.name.clone())
            }
        }
    }
}

impl Scope {
    /// Returns the hierarchy of a module; `flat` is the same module, [flattened](super::flatten()).
    pub fn of(design: &Design, top: ModuleId, flat: &Flat) -> Scope {
        let namer = Namer { design, flat };
        let top = design.module(top);
        let ids = top.ports().filter_map(|(port, _)| Some((port, namer.find("", top, port)?)));
        namer.scope(top, &top.name, "", ids.collect())
    }

    /// Finds a signal by its path: `divider.count` is the signal `count` of the instance `divider`.
    pub fn find(&self, path: &str) -> Option<&ScopedSignal> {
        match path.split_once('.') {
            None => self.signals.iter().find(|signal| signal.name == path),
            Some((scope, rest)) => self.scopes.iter().find(|inner| inner.name == scope)?.find(rest),
        }
    }
}

/// The signals of the flat top for those of a module.
type Ids = BTreeMap<SignalId, SignalId>;

struct Namer<'d> {
    design: &'d Design,
    flat: &'d Flat,
}

impl Namer<'_> {
    /// Finds the signal of the flat top with the path of a module's signal.
    fn find(&self, path: &str, module: &Module, signal: SignalId) -> Option<SignalId> {
        self.flat.module.find(&format!("{path}{}", module.signal(signal).name))
    }

    /// Returns the scope of a module; `ids` has the signals of its ports.
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

    /// Returns the signals of an instance's ports: their own, or those that they are connected to.
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
