//! A module with everything inside it, as registers and the logic between them.

use std::collections::{BTreeMap, BTreeSet};

use super::RustDetails;
use super::change::{self, Change};
use crate::design::*;
use crate::error::Error;
use crate::network::Network;
use crate::order::{self, Ends, overlap};
use crate::walk;

/// The delta cycles from the clock edge that a kernel passes to a `DFF` until it sees the new
/// value: the `DFF` sees the edge in the next delta cycle, and the kernel its output in the one
/// after.
const REGISTER_DELAY: u32 = 2;

pub(super) struct Circuit<'a> {
    pub network: &'a Network,
    /// The path of its outermost block, for messages.
    path: &'a str,
    details: &'a [RustDetails],
    /// The combinational logic, drivers before readers.
    pub logic: Vec<Logic>,
    pub clocked: Vec<Clocked<'a>>,
}

/// Logic for some bits.
pub(super) struct Logic {
    pub body: Vec<Statement>,
    /// Whether it connects a port of an instance.
    pub is_connection: bool,
    /// Whether it drives a bidirectional wire, on a condition.
    pub is_bus_driver: bool,
    /// The instance whose kernel computes it.
    pub instance: usize,
    pub ends: Ends,
}

/// A register or a write port of a memory.
pub(super) struct Clocked<'a> {
    pub clock: &'a Expression,
    pub instance: usize,
    pub kind: ClockedKind<'a>,
    /// The delta cycles until the kernel of the instance sees the new value.
    pub delay: u32,
}

pub(super) enum ClockedKind<'a> {
    Register(&'a Register),
    Write(&'a MemoryWrite),
}

/// A signal that is read, and the slice.
type Read = (SignalId, Option<Slice>);

impl<'a> Circuit<'a> {
    pub fn of(
        network: &'a Network,
        design: &Design,
        details: &'a [RustDetails],
    ) -> Result<Circuit<'a>, Error> {
        let module = &network.module;
        let split = |module: &Module| -> (Vec<usize>, Vec<Item>) {
            let parts = order::split(module).into_iter();
            parts.map(|(origin, part)| (origin, driver_as_process(part))).unzip()
        };
        let (mut origins, mut items) = split(module);
        let order = order::order(&items, module).or_else(|error| {
            (origins, items) = split(&order::with_split_copies(module));
            order::order(&items, module).map_err(|_| error)
        })?;
        let mut logic = Vec::new();
        for index in order {
            let (item, origin) = (&items[index], origins[index]);
            if let ItemKind::Combinational(body) = &item.kind {
                logic.push(Logic {
                    body: body.clone(),
                    is_connection: network.places[origin].item.is_none(),
                    is_bus_driver: matches!(module.items[origin].kind, ItemKind::Tristate(_)),
                    instance: network.places[origin].instance,
                    ends: Ends::of(item, module),
                });
            }
        }
        let mut clocked = Vec::new();
        for (item, place) in module.items.iter().zip(&network.places) {
            let instance = place.instance;
            // Only rust-hdl's own memory blocks have memories, and those load in their own
            // `update`. All others have a `DFF` inside.
            let is_memory = !design.module(network.instances[instance]).memories.is_empty();
            let (clock, kind, delay) = match &item.kind {
                ItemKind::Register(register) => {
                    let delay = if is_memory { 0 } else { REGISTER_DELAY };
                    (&register.clock, ClockedKind::Register(register), delay)
                }
                // rust-hdl's memories are read before they are written, so a kernel sees a new word
                // one delta cycle later.
                ItemKind::MemoryWrite(write) => (&write.clock, ClockedKind::Write(write), 1),
                _ => continue,
            };
            clocked.push(Clocked { clock, instance, kind, delay });
        }
        Ok(Circuit { network, path: "", details, logic, clocked })
    }

    /// Sets the path of its outermost block.
    pub fn at(self, path: &'a str) -> Circuit<'a> {
        Circuit { path, ..self }
    }

    /// Returns the changes of a signal, given those of all, in the delta cycles in which the kernel
    /// of an instance sees them.
    pub fn seen(&self, changes: &[Vec<Change>], id: SignalId, instance: usize) -> Vec<Change> {
        let owner = self.network.owners[id.0];
        let passes = u32::from(owner != instance);
        let details = &self.details[self.network.instances[owner].0];
        // A kernel that reads an input of a child back sees it one delta cycle later than the child
        // or the register, which read the same signal.
        let late = u32::from(details.read_back.contains(&self.network.locals[id.0]));
        // Each level of a bidirectional wire takes one, but the wire belongs to the outermost.
        let most = match self.network.module.signal(id).kind {
            SignalKind::InOut => u32::MAX,
            _ => passes + late,
        };
        let changes = changes[id.0].iter().cloned();
        changes.map(|change| change.delayed(passes, most)).collect()
    }

    /// Adds the changes of all logic to those of registers and inputs.
    pub fn propagate(&self, changes: &mut [Vec<Change>]) {
        for logic in &self.logic {
            for (target, list) in self.of_logic(logic, changes) {
                let passes = u32::from(self.network.owners[target.0] != logic.instance);
                let list = list.into_iter().map(|change| change.delayed(passes, passes));
                change::join(&mut changes[target.0], list.collect());
            }
        }
    }

    fn of_logic(&self, logic: &Logic, changes: &[Vec<Change>]) -> Vec<(SignalId, Vec<Change>)> {
        let module = &self.network.module;
        let seen = |id| self.seen(changes, id, logic.instance);
        let of = |value: &Expression| change::of_value(value, module, &seen);
        if let Some(ClockLogic { target, value }) = clock_logic(&logic.body) {
            let width = module.bits(target.signal, target.slice).count_ones();
            let list = match value {
                ClockValue::Plain(value) => of(value),
                ClockValue::Choice { condition, yes, no } => {
                    change::of_choice(of(condition), of(yes), of(no), width)
                }
            };
            return vec![(target.signal, into_slice(list, target))];
        }
        let reads_own = logic.ends.own_reads;
        let mut result: BTreeMap<SignalId, Vec<Change>> = BTreeMap::new();
        let mut conditions = Vec::new();
        walk::for_each(
            &logic.body,
            &mut |statement| match (&statement.kind, statement.expression()) {
                (StatementKind::Assign(target, value), _) if !reads_own => {
                    let list = into_slice(of(value), target);
                    change::join(result.entry(target.signal).or_default(), list);
                }
                (_, Some(value)) => conditions.push(of(value)),
                _ => {}
            },
        );
        for (signal, driven) in &logic.ends.writes {
            let all = conditions.iter().cloned();
            let list = change::of_all_bits(all, module.signal_width(*signal)).into_iter();
            let list = list.map(|change| Change { bits: driven.clone(), ..change }).collect();
            change::join(result.entry(*signal).or_default(), list);
        }
        // In an `always_comb`, it may be assigned several times.
        result.values_mut().flatten().for_each(|change| change.is_single = false);
        result.into_iter().collect()
    }

    /// Returns, for each signal, its bits if it may not start at 0 in Rust: it is a port with
    /// another value, or is connected to one.
    pub fn not_zero_at_start(&self) -> Vec<Value> {
        let mut bits = self.bits_of(|details| &details.not_zero);
        let connections = self.logic.iter().filter(|logic| logic.is_connection);
        for ends in connections.map(|logic| &logic.ends) {
            if ends.reads.iter().any(|(id, read)| overlap(&bits[id.0], read)) {
                ends.writes.iter().for_each(|(id, driven)| bits[id.0] |= driven);
            }
        }
        bits
    }

    /// Returns, for each signal, its bits if a kernel reads it back.
    pub fn read_back(&self) -> Vec<Value> {
        self.bits_of(|details| &details.read_back)
    }

    fn bits_of(&self, signals: impl Fn(&RustDetails) -> &BTreeSet<SignalId>) -> Vec<Value> {
        let network = self.network;
        let places = network.module.signals().zip(network.owners.iter().zip(&network.locals));
        let bits = places.map(|((id, _), (owner, local))| {
            let details = &self.details[network.instances[*owner].0];
            match signals(details).contains(local) {
                true => network.module.bits(id, None),
                false => Value::ZERO,
            }
        });
        bits.collect()
    }

    pub fn is_input(&self, id: SignalId) -> bool {
        let drives = |logic: &Logic| logic.ends.writes.contains_key(&id) && !logic.is_bus_driver;
        let is_register = |clocked: &Clocked| clocked.target() == Some(id);
        !self.logic.iter().any(drives) && !self.clocked.iter().any(is_register)
    }

    /// Returns an error about the clock of a register or a memory.
    pub fn error(&self, clocked: &Clocked, reason: String, remedy: &str) -> Error {
        let module = &self.network.module;
        Error::Clock {
            module: self.path.to_string(),
            register: match &clocked.kind {
                ClockedKind::Register(register) => module.signal(register.target).name.clone(),
                ClockedKind::Write(write) => module.memory(write.memory).name.clone(),
            },
            reason,
            remedy: remedy.to_string(),
        }
    }
}

/// Returns a tristate driver as a process, and any other item unchanged.
fn driver_as_process(item: Item) -> Item {
    let ItemKind::Tristate(Tristate { target, enable, value }) = item.kind else {
        return item;
    };
    let then = vec![StatementKind::Assign(Target::whole(target), value).into()];
    let kind = StatementKind::If { condition: enable, then, otherwise: vec![] };
    Item::from(ItemKind::Combinational(vec![kind.into()]))
}

impl Clocked<'_> {
    /// Whether it loads in the kernel of its instance, and not in a `DFF` inside.
    pub fn loads_in_kernel(&self) -> bool {
        self.delay < REGISTER_DELAY
    }

    /// Returns the register, if it is not a memory.
    pub fn target(&self) -> Option<SignalId> {
        match self.kind {
            ClockedKind::Register(register) => Some(register.target),
            ClockedKind::Write(_) => None,
        }
    }

    /// Returns the signals and the memories that it reads when its clock rises.
    pub fn reads(&self) -> (Vec<Read>, Vec<MemoryId>) {
        let (mut signals, mut memories) = (Vec::new(), Vec::new());
        let mut read = |value: &Expression| {
            value.for_each_read(&mut |id, slice| signals.push((id, slice)));
            memories_of(value, &mut memories);
        };
        match &self.kind {
            ClockedKind::Register(register) => walk::for_each(&register.body, &mut |statement| {
                statement.expression().into_iter().for_each(&mut read);
            }),
            ClockedKind::Write(write) => {
                [&write.enable, &write.address, &write.data].into_iter().for_each(read);
            }
        }
        (signals, memories)
    }
}

fn memories_of(value: &Expression, found: &mut Vec<MemoryId>) {
    if let ExpressionKind::Element { memory, .. } = value.kind {
        found.push(memory);
    }
    value.operands().into_iter().for_each(|operand| memories_of(operand, found));
}

/// A process that can compute a clock: simulators evaluate it in one step.
pub(super) struct ClockLogic<'a> {
    pub target: &'a Target,
    pub value: ClockValue<'a>,
}

pub(super) enum ClockValue<'a> {
    Plain(&'a Expression),
    Choice { condition: &'a Expression, yes: &'a Expression, no: &'a Expression },
}

/// Returns the parts of a process that is one assignment, or one choice between two.
pub(super) fn clock_logic(body: &[Statement]) -> Option<ClockLogic<'_>> {
    let [statement] = body else {
        return None;
    };
    match &statement.kind {
        StatementKind::Assign(target, value) => {
            Some(ClockLogic { target, value: ClockValue::Plain(value) })
        }
        StatementKind::If { condition, then, otherwise } => {
            let ([then], [otherwise]) = (then.as_slice(), otherwise.as_slice()) else {
                return None;
            };
            match (&then.kind, &otherwise.kind) {
                (StatementKind::Assign(target, yes), StatementKind::Assign(other, no))
                    if target == other =>
                {
                    Some(ClockLogic { target, value: ClockValue::Choice { condition, yes, no } })
                }
                _ => None,
            }
        }
        _ => None,
    }
}

fn into_slice(list: Vec<Change>, target: &Target) -> Vec<Change> {
    let offset = target.slice.map_or(0, |slice| slice.offset);
    list.into_iter().map(|change| Change { bits: &change.bits << offset, ..change }).collect()
}
