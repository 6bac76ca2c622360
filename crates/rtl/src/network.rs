//! A module and everything inside it, in which every item and every signal knows its place in the
//! hierarchy.

use std::collections::BTreeMap;

use super::design::*;
use super::flatten::{Ids, plain_type, translate_value};
use super::order::Ends;

/// A module with the items of all its instances.
pub(super) struct Network {
    /// The signals, memories and items. A connection of a port is an assignment of its own.
    pub module: Module,
    /// The module of each instance; the first is the top.
    pub instances: Vec<ModuleId>,
    /// For each signal, the instance that declares it: the outermost one for a merged signal.
    pub owners: Vec<usize>,
    /// For each signal, its index in its module.
    pub locals: Vec<SignalId>,
    /// For each item, where it comes from.
    pub places: Vec<Place>,
}

/// The ports of instances that become one signal with what they are connected to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Merge {
    /// Bidirectional ports.
    Nets,
    /// Also inputs and outputs, if they are connected to a whole signal.
    WholeSignals,
}

/// Where an item of a network comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    /// The instance whose module has the item.
    pub instance: usize,
    /// The index of the item in that module; `None` for the connection of a port.
    pub item: Option<usize>,
}

/// An instance that contains another.
struct Parent<'a> {
    module: &'a Module,
    path: &'a str,
    ids: &'a Ids,
    instance: usize,
}

impl Network {
    /// Returns the network of a module of a design.
    pub fn of(design: &Design, top: ModuleId, merge: Merge) -> Network {
        let root = design.module(top);
        let module = Module {
            signals: vec![],
            memories: vec![],
            items: vec![],
            enums: vec![],
            structs: vec![],
            constants: vec![],
            ..root.clone()
        };
        let network =
            Network { module, instances: vec![], owners: vec![], locals: vec![], places: vec![] };
        let mut builder = Builder { design, merge, network };
        builder.add(top, "", BTreeMap::new());
        builder.network
    }

    /// Returns what each item reads and drives.
    pub fn ends(&self) -> Vec<Ends> {
        self.module.items.iter().map(|item| Ends::of(item, &self.module)).collect()
    }

    /// Returns the module and the item that an item comes from; `None` for a connection.
    pub fn item(&self, index: usize) -> Option<(ModuleId, usize)> {
        let place = self.places[index];
        Some((self.instances[place.instance], place.item?))
    }
}

/// A network that is being made.
struct Builder<'a> {
    design: &'a Design,
    merge: Merge,
    network: Network,
}

impl Builder<'_> {
    /// Adds a module, whose ports in `merged` are existing signals. Returns its signals.
    fn add(
        &mut self,
        id: ModuleId,
        path: &str,
        merged: BTreeMap<SignalId, SignalId>,
    ) -> BTreeMap<SignalId, SignalId> {
        let module = self.design.module(id);
        let instance = self.network.instances.len();
        self.network.instances.push(id);
        let mut ids = Ids::new(module, merged, self.network.module.memories.len());
        for memory in &module.memories {
            let (name, ty) = (format!("{path}{}", memory.name), plain_type(module, memory.ty));
            self.network.module.memories.push(Memory { name, ty, ..memory.clone() });
        }
        for (id, signal) in module.signals() {
            if let Some(known) = ids.signals.get(&id) {
                // The outer signal keeps its name and gets the power-up value.
                let outer = &mut self.network.module.signals[known.0];
                outer.power_up = outer.power_up.take().or(signal.power_up.clone());
                continue;
            }
            ids.signals.insert(id, SignalId(self.network.owners.len()));
            self.network.owners.push(instance);
            self.network.locals.push(id);
            self.network.module.signals.push(Signal {
                name: format!("{path}{}", signal.name),
                ty: plain_type(module, signal.ty),
                kind: if instance == 0 { signal.kind } else { SignalKind::Internal },
                ..signal.clone()
            });
        }
        for (index, item) in module.items.iter().enumerate() {
            if let ItemKind::Instance(inner) = &item.kind {
                let parent = Parent { module, path, ids: &ids, instance };
                self.connect(&parent, inner);
                continue;
            }
            let mut kind = item.kind.clone();
            ids.translate(module, &mut kind);
            self.push(kind, Place { instance, item: Some(index) });
        }
        ids.signals
    }

    /// Adds an instance with the connections of its ports.
    fn connect(&mut self, parent: &Parent, inner: &Instance) {
        let Parent { module, path, ids, instance } = *parent;
        let child = self.design.module(inner.module);
        let ports = child.ports().map(|(port, _)| port);
        let (mut merged, mut connections) = (BTreeMap::new(), Vec::new());
        for (port, connection) in ports.zip(&inner.connections) {
            match self.merged(inner, connection) {
                Some(signal) => drop(merged.insert(port, ids.signals[&signal])),
                None => connections.push((port, connection)),
            }
        }
        let ports = self.add(inner.module, &format!("{path}{}.", inner.name), merged);
        for (port, connection) in connections {
            let port = ports[&port];
            let (target, value) = match connection {
                Connection::Input(value) => {
                    let mut value = value.clone();
                    translate_value(module, &mut value, ids);
                    (Target::whole(port), value)
                }
                Connection::Output(Target { signal, slice }) => {
                    let target = Target { signal: ids.signals[signal], slice: *slice };
                    let ty = self.network.module.signal(port).ty;
                    (target, Expression::signal(port, ty))
                }
                Connection::InOut(_) => continue,
            };
            let body = vec![StatementKind::Assign(target, value).into()];
            self.push(ItemKind::Combinational(body), Place { instance, item: None });
        }
    }

    /// Returns the signal that a port becomes one with, if it does.
    fn merged(&self, instance: &Instance, connection: &Connection) -> Option<SignalId> {
        match connection {
            Connection::InOut(net) => Some(*net),
            _ if self.merge == Merge::Nets => None,
            // One signal for an output and an input of the same instance would hide their loop.
            Connection::Input(value) => {
                value.as_signal().filter(|signal| !drives(instance, *signal))
            }
            Connection::Output(target) => target.slice.is_none().then_some(target.signal),
        }
    }

    fn push(&mut self, kind: ItemKind, place: Place) {
        self.network.module.items.push(Item::from(kind));
        self.network.places.push(place);
    }
}

fn drives(instance: &Instance, signal: SignalId) -> bool {
    instance.connections.iter().any(
        |connection| matches!(connection, Connection::Output(target) if target.signal == signal),
    )
}
