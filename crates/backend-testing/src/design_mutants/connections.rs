//! Faults in the connections of instances.

use std::collections::BTreeMap;

use rust_hdl_rtl::*;

use super::Faulty;
use super::expressions::faults;

/// A connection of an instance.
#[derive(Clone, Copy)]
struct Place<'a> {
    /// The index of the instance among the module's items.
    item: usize,
    instance: &'a Instance,
    /// The index of the port.
    port: usize,
}

impl<'a> Place<'a> {
    fn all(item: usize, instance: &'a Instance) -> impl Iterator<Item = Place<'a>> {
        (0..instance.connections.len()).map(move |port| Place { item, instance, port })
    }

    fn connection(&self) -> &'a Connection {
        &self.instance.connections[self.port]
    }

    fn name(&self, design: &Design) -> String {
        let mut ports = design.module(self.instance.module).ports();
        let port = ports.nth(self.port).map_or("", |(_, port)| port.name.as_str());
        format!("{}.{port}", self.instance.name)
    }
}

/// Returns every single fault in the expressions that an instance's inputs are connected to.
pub(super) fn of_instance(
    design: &Design,
    module: &Module,
    instance: &Instance,
) -> Vec<Faulty<Instance>> {
    let mut found = Vec::new();
    for place in Place::all(0, instance) {
        if let Connection::Input(value) = place.connection() {
            for (fault, value) in faults(module, value) {
                let mut instance = instance.clone();
                instance.connections[place.port] = Connection::Input(value);
                found.push((format!("{}: {fault}", place.name(design)), instance));
            }
        }
    }
    found
}

/// Returns every exchange of two connections with the same shape, within an instance or between
/// two, with the items that change.
pub(super) fn exchanged(design: &Design, module: &Module) -> Vec<Faulty<Vec<(usize, ItemKind)>>> {
    let items = module.items.iter().enumerate();
    let places: Vec<Place> = items
        .filter_map(|(index, item)| match &item.kind {
            ItemKind::Instance(instance) => Some(Place::all(index, instance)),
            _ => None,
        })
        .flatten()
        .collect();
    let mut found = Vec::new();
    for (index, first) in places.iter().enumerate() {
        for second in &places[index + 1..] {
            let (left, right) = (first.connection(), second.connection());
            if left != right && shape(module, left) == shape(module, right) {
                let fault =
                    format!("{} exchanged with {}", first.name(design), second.name(design));
                found.push((fault, exchange(*first, *second)));
            }
        }
    }
    found
}

/// Returns the direction, the width, and whether it is a clock. Connections of the same shape can
/// be exchanged.
fn shape(module: &Module, connection: &Connection) -> (SignalKind, u32, bool) {
    match connection {
        Connection::Input(value) => {
            (SignalKind::Input, module.width(value.ty), value.ty == Type::Clock)
        }
        Connection::InOut(net) => (SignalKind::InOut, module.signal_width(*net), false),
        Connection::Output(target) => {
            let ty = module.signal(target.signal).ty;
            let width = target.slice.map_or_else(|| module.width(ty), |slice| slice.width);
            (SignalKind::Output, width, ty == Type::Clock)
        }
    }
}

fn exchange(first: Place, second: Place) -> Vec<(usize, ItemKind)> {
    let mut changed =
        BTreeMap::from([first, second].map(|place| (place.item, place.instance.clone())));
    for (place, other) in [(first, second), (second, first)] {
        if let Some(instance) = changed.get_mut(&place.item) {
            instance.connections[place.port] = other.connection().clone();
        }
    }
    changed.into_iter().map(|(item, instance)| (item, ItemKind::Instance(instance))).collect()
}
