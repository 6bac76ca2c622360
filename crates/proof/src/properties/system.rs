//! A module with the modules inside it as a transition system.

use std::collections::BTreeMap;

use rust_hdl_rtl::{
    self as rtl, Design, ItemKind, ModuleId, PropertyKind, SignalId, SignalKind, flatten,
};

use super::PropertyError;
use crate::design::model;
use crate::model::{Gates, Model};

/// A flat module as a transition system.
pub(super) struct System {
    pub name: String,
    pub gates: Gates,
    pub model: Model,
    pub properties: Vec<Checked>,
}

/// A property of the module or of one inside it.
pub(super) struct Checked {
    pub path: String,
    /// The output of the flat module that has its condition.
    pub output: String,
    pub role: Role,
}

/// What a property is for the module that is proven.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// It is proven.
    Goal,
    /// The inputs fulfil it.
    Assumption,
    /// It is looked for.
    Cover,
}

impl System {
    pub fn of(design: &Design, id: ModuleId) -> Result<System, PropertyError> {
        let error = |error: rtl::Error| PropertyError::Design(Box::new(error));
        let name = design.module(id).name.clone();
        // The monitors have the clocks that sample the properties.
        let bound = design.with_monitors();
        let flat = flatten(&bound, id).and_then(rtl::Flat::reject_black_boxes).map_err(error)?;
        let mut module = flat.module;
        let (mut properties, mut monitors) = (vec![], BTreeMap::new());
        let mut clocks: Vec<(&String, Option<SignalId>)> = vec![];
        for found in design.properties_inside(id) {
            let rtl::PropertyInside { path, kind, condition, monitor } = found;
            let signal = module.find(&condition).expect("every condition is a signal");
            module.signals[signal.0].kind = SignalKind::Output;
            monitors.insert(monitor, path.clone());
            let role = match kind {
                PropertyKind::Cover => Role::Cover,
                PropertyKind::Assume if !path.contains('.') => Role::Assumption,
                PropertyKind::Assume | PropertyKind::Assert => Role::Goal,
            };
            properties.push(Checked { path, output: condition, role });
        }
        for item in &module.items {
            clocks.extend(match &item.kind {
                ItemKind::Register(register) => {
                    let name = &module.signal(register.target).name;
                    Some((name, register.clock.as_signal()))
                }
                ItemKind::MemoryWrite(write) => {
                    Some((&module.memory(write.memory).name, write.clock.as_signal()))
                }
                _ => None,
            });
        }
        let is_other = |clock: Option<SignalId>| clock.is_none() || clock != clocks[0].1;
        if let Some((register, _)) = clocks.iter().find(|(_, clock)| is_other(*clock)) {
            let signal = monitors.get(*register).unwrap_or(*register).clone();
            return Err(PropertyError::SecondClock { module: name, signal });
        }
        let alone = Design { modules: vec![module], tops: vec![ModuleId(0)], ..Design::default() };
        let mut gates = Gates::default();
        let model = model(&alone, ModuleId(0), &mut gates).map_err(error)?;
        Ok(System { name, gates, model, properties })
    }

    /// Returns the indices of the properties of a role.
    pub fn indices(&self, role: Role) -> Vec<usize> {
        let properties = self.properties.iter().enumerate();
        properties.filter(|(_, property)| property.role == role).map(|(index, _)| index).collect()
    }

    /// Returns the paths of the properties of a role.
    pub fn paths(&self, role: Role) -> Vec<String> {
        let indices = self.indices(role).into_iter();
        indices.map(|index| self.properties[index].path.clone()).collect()
    }
}
