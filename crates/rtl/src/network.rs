//! A module and everything inside it with a signal for each port of each instance: unlike in a flat module, every item and every
//! signal knows its place in the hierarchy.

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
    /// For each instance, its position if instances come after those inside them.
    pub ranks: Vec<usize>,
    /// For each signal, the instance that declares it. A bidirectional wire has the outermost.
    pub owners: Vec<usize>,
    /// For each signal, its index in its module.
    pub locals: Vec<SignalId>,
    /// For each item, where it comes from.
    pub places: Vec<Place>,
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
    pub fn of(design: &Design, top: ModuleId) -> Network {
        let root = design.module(top);
        let module = Module {
            signals: vec![],
            memories: vec![],
            items: vec![],
            enums: vec![],
            structs: vec![],
            ..root.clone()
        };
        let mut network = Network {
            module,
            instances: vec![],
            ranks: vec![],
            owners: vec![],
            locals: vec![],
            places: vec![],
        };
        let mut inner_first = Vec::new();
        network.add(design, top, "", BTreeMap::new(), &mut inner_first);
        network.ranks = vec![0; inner_first.len()];
        for (rank, instance) in inner_first.into_iter().enumerate() {
            network.ranks[instance] = rank;
        }
        network
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

    /// Adds a module, whose bidirectional ports are existing signals, and its instance to `inner_first`. Returns the signals.
    fn add(
        &mut self,
        design: &Design,
        id: ModuleId,
        path: &str,
        nets: BTreeMap<SignalId, SignalId>,
        inner_first: &mut Vec<usize>,
    ) -> BTreeMap<SignalId, SignalId> {
        let module = design.module(id);
        let instance = self.instances.len();
        self.instances.push(id);
        let mut ids = Ids::new(module, nets, self.module.memories.len());
        for memory in &module.memories {
            let (name, ty) = (format!("{path}{}", memory.name), plain_type(module, memory.ty));
            self.module.memories.push(Memory { name, ty, ..memory.clone() });
        }
        for (id, signal) in module.signals() {
            if ids.signals.contains_key(&id) {
                continue;
            }
            ids.signals.insert(id, SignalId(self.owners.len()));
            self.owners.push(instance);
            self.locals.push(id);
            self.module.signals.push(Signal {
                name: format!("{path}{}", signal.name),
                ty: plain_type(module, signal.ty),
                kind: if instance == 0 { signal.kind } else { SignalKind::Internal },
                ..signal.clone()
            });
        }
        for (index, item) in module.items.iter().enumerate() {
            if let ItemKind::Instance(inner) = &item.kind {
                let parent = Parent { module, path, ids: &ids, instance };
                self.connect(design, &parent, inner, inner_first);
                continue;
            }
            let mut kind = item.kind.clone();
            ids.translate(module, &mut kind);
            self.push(kind, Place { instance, item: Some(index) });
        }
        inner_first.push(instance);
        ids.signals
    }

    /// Adds an instance with the connections of its ports.
    fn connect(
        &mut self,
        design: &Design,
        parent: &Parent,
        inner: &Instance,
        inner_first: &mut Vec<usize>,
    ) {
        let Parent { module, path, ids, instance } = *parent;
        let child = design.module(inner.module);
        let connections = || child.ports().map(|(port, _)| port).zip(&inner.connections);
        let nets = connections().filter_map(|(port, connection)| match connection {
            Connection::InOut(net) => Some((port, ids.signals[net])),
            _ => None,
        });
        let path = format!("{path}{}.", inner.name);
        let ports = self.add(design, inner.module, &path, nets.collect(), inner_first);
        for (port, connection) in connections() {
            let port = ports[&port];
            let (target, value) = match connection {
                Connection::Input(value) => {
                    let mut value = value.clone();
                    translate_value(module, &mut value, ids);
                    (Target::whole(port), value)
                }
                Connection::Output(Target { signal, slice }) => {
                    let target = Target { signal: ids.signals[signal], slice: *slice };
                    (target, Expression::signal(port, self.module.signal(port).ty))
                }
                Connection::InOut(_) => continue,
            };
            let body = vec![StatementKind::Assign(target, value).into()];
            self.push(ItemKind::Combinational(body), Place { instance, item: None });
        }
    }

    fn push(&mut self, kind: ItemKind, place: Place) {
        self.module.items.push(Item::from(kind));
        self.places.push(place);
    }
}
