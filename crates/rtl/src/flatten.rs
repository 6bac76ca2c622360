//! Flattening: a module without instances, for simulators and loop checks.

use std::collections::{BTreeMap, BTreeSet};

use super::design::*;
use super::error::Error;
use super::nets;
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

/// Returns the items of a module with each combinational process after those that drive what it reads. Outputs of instances
/// count as driven from the start.
///
/// # Errors
///
/// Returns [`Error::CombinationalLoop`] if processes drive each other in a cycle.
pub fn drivers_first(module: &Module) -> Result<Vec<Item>, Error> {
    // Processes that depend on each other may be free of loops if each signal has its own.
    in_order(&module.items, module).or_else(|_| in_order(&split(module), module))
}

struct Flattener<'a> {
    design: &'a Design,
    signals: Vec<Signal>,
    memories: Vec<Memory>,
    items: Vec<Item>,
    black_box: Option<String>,
}

/// The flat module's signals and memories for those of a module.
struct Ids {
    signals: BTreeMap<SignalId, SignalId>,
    first_memory: usize,
}

impl Flattener<'_> {
    /// Adds a module; its ports in `bound` are existing signals.
    fn module(
        &mut self,
        module: &Module,
        path: &str,
        bound: &BTreeMap<SignalId, SignalId>,
    ) -> BTreeMap<SignalId, SignalId> {
        let mut ids = Ids { signals: bound.clone(), first_memory: self.memories.len() };
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
                ItemKind::Combinational(body) => {
                    let mut body = body.clone();
                    translate(module, &mut body, &ids);
                    self.items.push(Item::from(ItemKind::Combinational(body)));
                }
                ItemKind::Register(register) => {
                    let mut register = register.clone();
                    register.target = ids.signals[&register.target];
                    translate_value(module, &mut register.clock, &ids);
                    translate(module, &mut register.body, &ids);
                    self.items.push(Item::from(ItemKind::Register(register)));
                }
                ItemKind::MemoryWrite(write) => {
                    let mut write = write.clone();
                    write.memory.0 += ids.first_memory;
                    for operand in write.operands_mut() {
                        translate_value(module, operand, &ids);
                    }
                    self.items.push(Item::from(ItemKind::MemoryWrite(write)));
                }
                ItemKind::Tristate(driver) => {
                    let mut driver = driver.clone();
                    driver.target = ids.signals[&driver.target];
                    translate_value(module, &mut driver.enable, &ids);
                    translate_value(module, &mut driver.value, &ids);
                    self.items.push(Item::from(ItemKind::Tristate(driver)));
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

fn plain_type(module: &Module, ty: Type) -> Type {
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

fn translate_value(module: &Module, value: &mut Expression, ids: &Ids) {
    value.ty = plain_type(module, value.ty);
    match &mut value.kind {
        ExpressionKind::Signal(id) => *id = ids.signals[id],
        ExpressionKind::Element { memory, .. } => memory.0 += ids.first_memory,
        _ => {}
    }
    for operand in value.operands_mut() {
        translate_value(module, operand, ids);
    }
}

/// Returns the pairs of an input and an output of a flat module that are connected combinationally.
pub(super) fn combinational_paths(flat: &Flat) -> BTreeSet<(SignalId, SignalId)> {
    let mut sources: BTreeMap<SignalId, BTreeSet<SignalId>> = BTreeMap::new();
    let inputs = flat.module.ports().filter(|(_, port)| port.kind == SignalKind::Input);
    sources.extend(inputs.map(|(id, _)| (id, BTreeSet::from([id]))));
    for item in split(&flat.module) {
        let ends = Ends::of(&item, &flat.module);
        let inputs: BTreeSet<SignalId> =
            ends.reads.keys().filter_map(|id| sources.get(id)).flatten().copied().collect();
        for target in ends.writes.keys() {
            sources.entry(*target).or_default().extend(&inputs);
        }
    }
    let outputs = flat.module.ports().filter(|(_, port)| port.kind == SignalKind::Output);
    outputs
        .flat_map(|(output, _)| {
            let inputs = sources.get(&output).into_iter().flatten();
            inputs.map(move |input| (*input, output))
        })
        .collect()
}

/// Splits each process that does not read its own targets into one for each group of bits that it assigns.
fn split(module: &Module) -> Vec<Item> {
    let mut split = Vec::new();
    for item in &module.items {
        let body = match &item.kind {
            ItemKind::Combinational(body) if !Ends::of(item, module).own_reads => body,
            _ => {
                split.push(item.clone());
                continue;
            }
        };
        for (signal, bits) in groups_of_bits(body, module) {
            let part = walk::filter(body, &|target| {
                target.signal == signal && overlap(&module.bits(signal, target.slice), &bits)
            });
            split.push(Item::from(ItemKind::Combinational(part)));
        }
    }
    split
}

/// Returns the assigned bits in groups; targets that overlap share a group.
fn groups_of_bits(body: &[Statement], module: &Module) -> Vec<(SignalId, Value)> {
    let mut groups: Vec<(SignalId, Value)> = Vec::new();
    walk::for_each_target(body, &mut |target| {
        let mut bits = module.bits(target.signal, target.slice);
        groups.retain(|(signal, others)| {
            let apart = *signal != target.signal || !overlap(others, &bits);
            if !apart {
                bits |= others;
            }
            apart
        });
        groups.push((target.signal, bits));
    });
    groups
}

fn overlap(left: &Value, right: &Value) -> bool {
    !(left & right).is_zero()
}

/// Returns the registers, then the combinational processes with drivers before readers.
fn in_order(items: &[Item], module: &Module) -> Result<Vec<Item>, Error> {
    let (registers, processes): (Vec<&Item>, Vec<&Item>) =
        items.iter().partition(|item| matches!(item.kind, ItemKind::Register(_)));
    let ends: Vec<Ends> = processes.iter().map(|item| Ends::of(item, module)).collect();
    let mut drivers: BTreeMap<SignalId, Vec<(usize, &Value)>> = BTreeMap::new();
    for (index, ends) in ends.iter().enumerate() {
        for (signal, bits) in &ends.writes {
            drivers.entry(*signal).or_default().push((index, bits));
        }
    }
    let mut search = Search {
        ends: &ends,
        drivers: &drivers,
        state: vec![Visit::New; processes.len()],
        order: vec![],
    };
    for index in 0..processes.len() {
        if search.state[index] == Visit::New
            && let Err(cycle) = search.visit(index)
        {
            let path = cycle.path.into_iter().map(|id| module.signal(id).name.clone()).collect();
            return Err(Error::CombinationalLoop { module: module.name.clone(), path });
        }
    }
    let ordered = search.order.iter().map(|index| processes[*index]);
    Ok(registers.into_iter().chain(ordered).cloned().collect())
}

/// The bits that a process reads from others, and those that it drives.
#[derive(Default)]
struct Ends {
    reads: BTreeMap<SignalId, Value>,
    writes: BTreeMap<SignalId, Value>,
    /// Whether it reads bits that it drives. The lowering ensures that it assigns them first.
    own_reads: bool,
}

impl Ends {
    fn of(item: &Item, module: &Module) -> Ends {
        let mut ends = Ends::default();
        let ItemKind::Combinational(body) = &item.kind else {
            return ends;
        };
        walk::for_each_target(body, &mut |target| {
            *ends.writes.entry(target.signal).or_default() |=
                module.bits(target.signal, target.slice);
        });
        walk::for_each_read_bits(body, &mut |signal, slice| {
            let bits = module.bits(signal, slice);
            let own = ends.writes.get(&signal).unwrap_or(&Value::ZERO);
            ends.own_reads |= overlap(own, &bits);
            let others = bits.without(own);
            if !others.is_zero() {
                *ends.reads.entry(signal).or_default() |= others;
            }
        });
        ends
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Visit {
    New,
    Open,
    Done,
}

struct Search<'a> {
    ends: &'a [Ends],
    drivers: &'a BTreeMap<SignalId, Vec<(usize, &'a Value)>>,
    state: Vec<Visit>,
    order: Vec<usize>,
}

/// A combinational loop, as far as the search has unwound.
struct Cycle {
    /// The signals, each driving the next.
    path: Vec<SignalId>,
    /// The process that closes the loop; `None` once the search has unwound to it.
    start: Option<usize>,
}

impl Search<'_> {
    /// Adds the drivers of a process to the order, then the process.
    fn visit(&mut self, index: usize) -> Result<(), Cycle> {
        self.state[index] = Visit::Open;
        for (signal, bits) in &self.ends[index].reads {
            let drivers = self.drivers.get(signal).into_iter().flatten();
            for (driver, _) in drivers.filter(|(_, driven)| overlap(driven, bits)) {
                match self.state[*driver] {
                    Visit::Done => {}
                    Visit::New => self.visit(*driver).map_err(|mut cycle| {
                        if let Some(start) = cycle.start {
                            cycle.path.push(*signal);
                            cycle.start = (start != index).then_some(start);
                        }
                        cycle
                    })?,
                    Visit::Open => {
                        return Err(Cycle { path: vec![*signal], start: Some(*driver) });
                    }
                }
            }
        }
        self.state[index] = Visit::Done;
        self.order.push(index);
        Ok(())
    }
}
