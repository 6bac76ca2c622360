//! A design without instances: what simulators and loop checks work on.

use std::collections::{BTreeMap, BTreeSet};

use super::design::*;
use super::error::Error;
use super::walk;

/// One module with everything of those inside it. Internal signals are named by their path, `dp.pcard1`.
#[derive(Clone, Debug, PartialEq)]
pub struct Flat {
    /// Holds no instances; enum values are plain bits. Combinational items stand in an order in which each comes after
    /// those that drive what it reads.
    pub module: Module,
}

/// Flattens a module of a design.
///
/// # Errors
///
/// [`Error::CombinationalLoop`] if processes drive each other in a circle.
pub fn flatten(design: &Design, top: ModuleId) -> Result<Flat, Error> {
    let root = design.module(top);
    let mut flattener = Flattener { design, signals: vec![], items: vec![] };
    flattener.module(root, "", &BTreeMap::new());
    let items = in_order(flattener.items, &flattener.signals, &root.name)?;
    Ok(Flat { module: Module { signals: flattener.signals, items, enums: vec![], ..root.clone() } })
}

struct Flattener<'a> {
    design: &'a Design,
    signals: Vec<Signal>,
    items: Vec<Item>,
}

impl Flattener<'_> {
    /// Adds a module whose ports in `bound` are signals that are there already.
    fn module(
        &mut self,
        module: &Module,
        path: &str,
        bound: &BTreeMap<SignalId, SignalId>,
    ) -> BTreeMap<SignalId, SignalId> {
        let mut ids = bound.clone();
        for (id, signal) in module.signals() {
            if let Some(known) = bound.get(&id) {
                // The outer name stays; what only the inner module knows is added.
                let outer = &mut self.signals[known.0];
                outer.power_up = outer.power_up.or(signal.power_up);
                continue;
            }
            let ty = plain_type(module, signal.ty);
            let kind = if path.is_empty() { signal.kind } else { SignalKind::Internal };
            ids.insert(id, SignalId(self.signals.len()));
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
                    self.items.push(Item { comments: vec![], kind: ItemKind::Combinational(body) });
                }
                ItemKind::Register(register) => {
                    let mut register = register.clone();
                    register.target = ids[&register.target];
                    translate_value(module, &mut register.clock, &ids);
                    translate(module, &mut register.body, &ids);
                    self.items.push(Item { comments: vec![], kind: ItemKind::Register(register) });
                }
            }
        }
        ids
    }

    fn instance(
        &mut self,
        parent: &Module,
        instance: &Instance,
        path: &str,
        ids: &BTreeMap<SignalId, SignalId>,
    ) {
        let child = self.design.module(instance.module);
        let mut bound = BTreeMap::new();
        let mut wires = Vec::new();
        for ((port, _), connection) in child.ports().zip(&instance.connections) {
            match connection {
                Connection::Input(value) => match value.as_signal() {
                    Some(signal) => {
                        bound.insert(port, ids[&signal]);
                    }
                    None => wires.push((port, connection)),
                },
                Connection::Output(target) if target.slice.is_none() => {
                    bound.insert(port, ids[&target.signal]);
                }
                Connection::Output(_) => wires.push((port, connection)),
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
                        Target { signal: ids[&target.signal], slice: target.slice },
                        Expression::signal(id, ty),
                    )
                }
            };
            let assignment =
                Statement { comments: vec![], kind: StatementKind::Assign(target, value) };
            self.items
                .push(Item { comments: vec![], kind: ItemKind::Combinational(vec![assignment]) });
        }
    }
}

fn plain_type(module: &Module, ty: Type) -> Type {
    match ty {
        Type::Enum(_) => Type::Bits(module.width(ty)),
        other => other,
    }
}

fn translate(module: &Module, body: &mut [Statement], ids: &BTreeMap<SignalId, SignalId>) {
    walk::for_each_mut(body, &mut |statement| {
        if let StatementKind::Assign(target, _) = &mut statement.kind {
            target.signal = ids[&target.signal];
        }
        if let Some(value) = statement.expression_mut() {
            translate_value(module, value, ids);
        }
    });
}

fn translate_value(module: &Module, value: &mut Expression, ids: &BTreeMap<SignalId, SignalId>) {
    value.ty = plain_type(module, value.ty);
    if let ExpressionKind::Signal(id) = &mut value.kind {
        *id = ids[id];
    }
    for operand in value.operands_mut() {
        translate_value(module, operand, ids);
    }
}

/// Registers first, then the combinational processes, drivers before readers.
fn in_order(items: Vec<Item>, signals: &[Signal], module: &str) -> Result<Vec<Item>, Error> {
    let (mut ordered, processes): (Vec<Item>, Vec<Item>) =
        items.into_iter().partition(|item| matches!(item.kind, ItemKind::Register(_)));
    let ends: Vec<(BTreeSet<SignalId>, BTreeSet<SignalId>)> =
        processes.iter().map(reads_and_writes).collect();
    let mut drivers: BTreeMap<SignalId, Vec<usize>> = BTreeMap::new();
    for (index, (_, writes)) in ends.iter().enumerate() {
        for signal in writes {
            drivers.entry(*signal).or_default().push(index);
        }
    }
    let mut search = Search {
        ends: &ends,
        drivers: &drivers,
        state: vec![Visit::New; processes.len()],
        order: vec![],
    };
    for index in 0..processes.len() {
        if let Err(circle) = search.visit(index) {
            let path = circle.path.into_iter().map(|id| signals[id.0].name.clone()).collect();
            return Err(Error::CombinationalLoop { module: module.to_string(), path });
        }
    }
    let order = search.order;
    let mut processes: Vec<Option<Item>> = processes.into_iter().map(Some).collect();
    ordered.extend(order.into_iter().filter_map(|index| processes[index].take()));
    Ok(ordered)
}

/// What a process needs from others, and what it drives.
fn reads_and_writes(item: &Item) -> (BTreeSet<SignalId>, BTreeSet<SignalId>) {
    let (mut reads, mut writes) = (BTreeSet::new(), BTreeSet::new());
    if let ItemKind::Combinational(body) = &item.kind {
        walk::for_each_target(body, &mut |target| {
            writes.insert(target.signal);
        });
        walk::for_each_read(body, &mut |signal| {
            reads.insert(signal);
        });
    }
    // What it reads of its own it has assigned before: the lowering sees to that.
    let reads = reads.difference(&writes).copied().collect();
    (reads, writes)
}

#[derive(Clone, Copy, PartialEq)]
enum Visit {
    New,
    Open,
    Done,
}

struct Search<'a> {
    ends: &'a [(BTreeSet<SignalId>, BTreeSet<SignalId>)],
    drivers: &'a BTreeMap<SignalId, Vec<usize>>,
    state: Vec<Visit>,
    order: Vec<usize>,
}

/// Signals that drive each other in a circle, in the direction of flow, as far as the search has come back.
struct Circle {
    path: Vec<SignalId>,
    /// The process that the circle starts from, until the search is back there.
    start: Option<usize>,
}

impl Search<'_> {
    /// Puts a process behind its drivers.
    fn visit(&mut self, index: usize) -> Result<(), Circle> {
        self.state[index] = Visit::Open;
        for signal in &self.ends[index].0 {
            for driver in self.drivers.get(signal).into_iter().flatten() {
                match self.state[*driver] {
                    Visit::Done => {}
                    Visit::New => self.visit(*driver).map_err(|mut circle| {
                        if let Some(start) = circle.start {
                            circle.path.push(*signal);
                            circle.start = (start != index).then_some(start);
                        }
                        circle
                    })?,
                    Visit::Open => {
                        return Err(Circle { path: vec![*signal], start: Some(*driver) });
                    }
                }
            }
        }
        self.state[index] = Visit::Done;
        self.order.push(index);
        Ok(())
    }
}
