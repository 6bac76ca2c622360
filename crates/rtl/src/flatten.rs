//! Flattening: a module without instances, for simulators and loop checks.

use std::collections::BTreeMap;

use super::design::*;
use super::error::Error;
use super::nets;
use super::order::drivers_first;
use super::walk;

/// A module that contains the items of all its instances. Internal signals are named by their path: `counter.high`.
#[derive(Clone, Debug, PartialEq)]
pub struct Flat {
    /// The module. It has no instances, and enums and structs are plain bits. An `inout` port becomes three signals: the input
    /// with the port's name, `.value` and `.driven`. Each combinational item comes after those that drive what it reads.
    pub module: Module,
    /// A module inside that is written in Verilog. It is left out; the signals that it drives are 0.
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
    let root = design.module(top);
    let mut flattener =
        Flattener { design, signals: vec![], memories: vec![], items: vec![], black_box: None };
    flattener.module(root, "", &BTreeMap::new());
    let Flattener { mut signals, memories, mut items, black_box, .. } = flattener;
    nets::resolve(&mut signals, &mut items);
    let mut module =
        Module { signals, memories, items, enums: vec![], structs: vec![], ..root.clone() };
    module.items = drivers_first(&module)?;
    Ok(Flat { module, black_box })
}

struct Flattener<'a> {
    design: &'a Design,
    signals: Vec<Signal>,
    memories: Vec<Memory>,
    items: Vec<Item>,
    black_box: Option<String>,
}

/// The flat module's signals and memories for those of a module.
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

    /// Makes an item of the module one of the flat module, except for an instance.
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

impl Flattener<'_> {
    /// Adds a module; its ports in `bound` are existing signals.
    fn module(
        &mut self,
        module: &Module,
        path: &str,
        bound: &BTreeMap<SignalId, SignalId>,
    ) -> BTreeMap<SignalId, SignalId> {
        let mut ids = Ids::new(module, bound.clone(), self.memories.len());
        if module.black_box.is_some() {
            self.black_box = Some(module.name.clone());
        }
        for memory in &module.memories {
            let (name, ty) = (format!("{path}{}", memory.name), plain_type(module, memory.ty));
            self.memories.push(Memory { name, ty, ..memory.clone() });
        }
        for (id, signal) in module.signals() {
            if let Some(known) = bound.get(&id) {
                // The outer signal keeps its name and gets the power-up value.
                let outer = &mut self.signals[known.0];
                outer.power_up = outer.power_up.take().or(signal.power_up.clone());
                continue;
            }
            let ty = plain_type(module, signal.ty);
            let kind = if path.is_empty() { signal.kind } else { SignalKind::Internal };
            ids.signals.insert(id, SignalId(self.signals.len()));
            self.signals.push(Signal {
                name: format!("{path}{}", signal.name),
                ty,
                kind,
                ..signal.clone()
            });
        }
        for item in &module.items {
            match &item.kind {
                ItemKind::Instance(instance) => self.instance(module, instance, path, &ids),
                kind => {
                    let mut kind = kind.clone();
                    ids.translate(module, &mut kind);
                    self.items.push(Item::from(kind));
                }
            }
        }
        ids.signals
    }

    fn instance(&mut self, parent: &Module, instance: &Instance, path: &str, ids: &Ids) {
        let child = self.design.module(instance.module);
        let mut bound = BTreeMap::new();
        let mut wires = Vec::new();
        for ((port, _), connection) in child.ports().zip(&instance.connections) {
            match connection {
                // One signal for an output and an input of the same instance would hide their loop.
                Connection::Input(value) => match value.as_signal() {
                    Some(signal) if !drives(instance, signal) => {
                        bound.insert(port, ids.signals[&signal]);
                    }
                    _ => wires.push((port, connection)),
                },
                Connection::Output(target) if target.slice.is_none() => {
                    bound.insert(port, ids.signals[&target.signal]);
                }
                Connection::Output(_) => wires.push((port, connection)),
                Connection::InOut(net) => {
                    bound.insert(port, ids.signals[net]);
                }
            }
        }
        let inner = self.module(child, &format!("{path}{}.", instance.name), &bound);
        for (port, connection) in wires {
            let (target, value) = match connection {
                Connection::Input(value) => {
                    let mut value = value.clone();
                    translate_value(parent, &mut value, ids);
                    (Target::whole(inner[&port]), value)
                }
                Connection::Output(target) => {
                    let id = inner[&port];
                    let ty = self.signals[id.0].ty;
                    (
                        Target { signal: ids.signals[&target.signal], slice: target.slice },
                        Expression::signal(id, ty),
                    )
                }
                Connection::InOut(_) => continue,
            };
            let assignment = StatementKind::Assign(target, value).into();
            self.items.push(Item::from(ItemKind::Combinational(vec![assignment])));
        }
    }
}

fn drives(instance: &Instance, signal: SignalId) -> bool {
    instance.connections.iter().any(
        |connection| matches!(connection, Connection::Output(target) if target.signal == signal),
    )
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
