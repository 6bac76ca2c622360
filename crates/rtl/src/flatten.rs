//! Flattening: a module without instances, for simulators and loop checks.

use std::collections::BTreeMap;

use super::design::*;
use super::error::Error;
use super::nets;
use super::network::{Merge, Network};
use super::order::drivers_first;
use super::walk;

/// A module that contains the items of all its instances. Internal signals are named by their path:
/// `counter.high`.
#[derive(Clone, Debug, PartialEq)]
pub struct Flat {
    /// The module. It has no instances, and enums and structs are plain bits. An `inout` port
    /// becomes three signals: the input with the port's name, `.value` and `.driven`. Each
    /// combinational item comes after those that drive what it reads.
    pub module: Module,
    /// A module inside that is written in Verilog. It is left out; the signals that it drives are
    /// 0.
    black_box: Option<String>,
}

impl Flat {
    /// Returns the flat module if it is complete.
    ///
    /// # Errors
    ///
    /// Returns [`Error::BlackBox`] if a module inside is written in Verilog.
    pub fn reject_black_boxes(self) -> Result<Flat, Error> {
        match self.black_box {
            Some(module) => Err(Error::BlackBox { module }),
            None => Ok(self),
        }
    }
}

/// Flattens a module of a design.
///
/// # Errors
///
/// Returns [`Error::CombinationalLoop`] if processes drive each other in a cycle.
pub fn flatten(design: &Design, top: ModuleId) -> Result<Flat, Error> {
    let network = Network::of(design, top, Merge::WholeSignals);
    let modules = network.instances.iter().map(|id| design.module(*id));
    let black_box = modules.rev().find(|module| module.black_box.is_some());
    let mut module = network.module;
    nets::resolve(&mut module.signals, &mut module.items);
    module.items = drivers_first(&module)?;
    Ok(Flat { module, black_box: black_box.map(|module| module.name.clone()) })
}

/// The signals and memories of a network for those of a module.
pub(super) struct Ids {
    pub signals: BTreeMap<SignalId, SignalId>,
    pub memories: BTreeMap<MemoryId, MemoryId>,
}

impl Ids {
    /// The memories of a module follow `first` others.
    pub fn new(module: &Module, signals: BTreeMap<SignalId, SignalId>, first: usize) -> Ids {
        let memories = (0..module.memories.len()).map(|id| (MemoryId(id), MemoryId(first + id)));
        Ids { signals, memories: memories.collect() }
    }

    /// Makes an item of the module one of the network, except for an instance.
    pub fn translate(&self, module: &Module, item: &mut ItemKind) {
        let value = |value: &mut Expression| translate_value(module, value, self);
        match item {
            ItemKind::Instance(_) => {}
            ItemKind::Combinational(body) => translate(module, body, self),
            ItemKind::Register(register) => {
                register.target = self.signals[&register.target];
                value(&mut register.clock);
                translate(module, &mut register.body, self);
            }
            ItemKind::MemoryWrite(write) => {
                write.memory = self.memories[&write.memory];
                write.operands_mut().into_iter().for_each(value);
            }
            ItemKind::Tristate(driver) => {
                driver.target = self.signals[&driver.target];
                [&mut driver.enable, &mut driver.value].into_iter().for_each(value);
            }
        }
    }
}

pub(super) fn plain_type(module: &Module, ty: Type) -> Type {
    match ty {
        Type::Enum(_) | Type::Struct(_) => Type::Bits(module.width(ty)),
        other => other,
    }
}

fn translate(module: &Module, body: &mut [Statement], ids: &Ids) {
    walk::for_each_mut(body, &mut |statement| {
        if let StatementKind::Assign(target, _) = &mut statement.kind {
            target.signal = ids.signals[&target.signal];
        }
        if let Some(value) = statement.expression_mut() {
            translate_value(module, value, ids);
        }
    });
}

pub(super) fn translate_value(module: &Module, value: &mut Expression, ids: &Ids) {
    value.ty = plain_type(module, value.ty);
    match &mut value.kind {
        ExpressionKind::Signal(id) => *id = ids.signals[id],
        ExpressionKind::Element { memory, .. } => *memory = ids.memories[memory],
        _ => {}
    }
    for operand in value.operands_mut() {
        translate_value(module, operand, ids);
    }
}
