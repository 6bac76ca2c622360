//! What the registers and the write ports of a clock do at its edges.

use std::collections::BTreeMap;

use super::compile::{Body, When};
use super::emit::*;
use super::functions::{Changed, Words, forced};
use super::netlist::{Id, Netlist};
use super::order::{Change, Part, order};
use super::schedule::{Group, LoadsIf, groups};

/// The registers and the write ports of a clock.
pub struct Domain {
    /// Groups that load under different conditions.
    pub groups: Vec<Group>,
    /// The indices of the write ports.
    pub writes: Vec<usize>,
}

impl Domain {
    pub fn new(netlist: &mut Netlist, clock: Id) -> Domain {
        let registers = netlist.registers.iter().enumerate();
        let registers: Vec<(usize, Id)> = registers
            .filter_map(|(index, register)| {
                let (of, loaded) = register.load?;
                (of == clock).then_some((index, loaded))
            })
            .collect();
        let writes = netlist.writes.iter().enumerate().filter(|(_, write)| write.clock == clock);
        let writes: Vec<usize> = writes.map(|(index, _)| index).collect();
        let others: Vec<Id> = writes.iter().map(|index| netlist.writes[*index].enable).collect();
        Domain { groups: groups(netlist, &registers, &others), writes }
    }

    /// Those of several clocks.
    pub fn union<'d>(domains: impl Iterator<Item = &'d Domain>) -> Domain {
        let mut union = Domain { groups: vec![], writes: vec![] };
        for domain in domains {
            union.groups.extend(domain.groups.iter().cloned());
            union.writes.extend(&domain.writes);
        }
        // Of several ports that write a word, the last one of the netlist wins.
        union.writes.sort_unstable();
        union
    }

    /// The nodes that its groups need.
    pub fn nodes(&mut self) -> impl Iterator<Item = &mut Id> {
        self.groups.iter_mut().flat_map(|group| {
            let registers = group.registers.iter_mut().map(|(_, next)| next);
            registers.chain(group.loads_if.condition_mut())
        })
    }

    /// Loads the registers and writes the memories, as the state before demands. `activity` is that
    /// of the edge before, if it is known. Returns the groups that have loaded.
    pub fn load(
        &self,
        body: &mut Body,
        netlist: &Netlist,
        words: &Words,
        activity: Option<&[Value]>,
    ) -> Changed {
        let loads = self.loads(netlist);
        let changes: Vec<Change> = loads.iter().map(|load| load.change(netlist)).collect();
        let always: Vec<Id> = loads.iter().flat_map(|load| load.always(netlist)).collect();
        let bits = self.groups.iter().filter(|group| matches!(group.loads_if, LoadsIf::Always));
        let mut changed =
            Changed { always: bits.fold(0, |bits, group| bits | group.bit), ..Changed::default() };
        let mut held: BTreeMap<usize, Held> = BTreeMap::new();
        body.with_branches(&always, |body| {
            for step in order(netlist, &changes) {
                let load = &loads[step.change];
                if let Load::Group(group) = load {
                    changed.sometimes.push((group.bit, group.loads(body, activity)));
                }
                if step.is_stored {
                    load.store(body, netlist, words, activity);
                } else {
                    held.insert(step.change, load.hold(body, netlist, words, activity));
                }
                for held in step.stored.iter().filter_map(|change| held.remove(change)) {
                    held.store(body, netlist, words);
                }
            }
        });
        changed
    }

    /// What happens at an edge.
    fn loads(&self, netlist: &Netlist) -> Vec<Load<'_>> {
        let mut loads = vec![];
        for group in &self.groups {
            match group.loads_if {
                LoadsIf::Always => {
                    let registers = group.registers.iter();
                    loads.extend(registers.map(|(index, next)| Load::Register(*index, *next)));
                }
                LoadsIf::Condition(_) | LoadsIf::Active(_) => loads.push(Load::Group(group)),
            }
        }
        let mut memories: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
        for index in &self.writes {
            memories.entry(netlist.writes[*index].memory).or_default().push(*index);
        }
        loads.extend(memories.into_values().map(Load::Writes));
        loads
    }
}

/// What happens at an edge as a whole.
enum Load<'d> {
    /// A register may load at every edge. This is what it loads.
    Register(usize, Id),
    /// Registers load under a condition.
    Group(&'d Group),
    /// All write ports of a memory write, in this order.
    Writes(Vec<usize>),
}

/// What is computed before it is stored.
enum Held<'d> {
    Register(usize, Value),
    /// Registers, and the condition. What they load is held in words of the state.
    Group(&'d Group, Value),
    Writes(Vec<Writing>),
}

impl<'d> Load<'d> {
    /// What is computed in any case.
    fn always(&self, netlist: &Netlist) -> Vec<Id> {
        match self {
            Load::Register(index, next) => needs(netlist, &[(*index, *next)]),
            Load::Group(group) => Vec::from_iter(group.loads_if.condition()),
            Load::Writes(ports) => ports.iter().map(|port| netlist.writes[*port].enable).collect(),
        }
    }

    /// What it depends on and changes.
    fn change(&self, netlist: &Netlist) -> Change {
        let state = |(index, _): &(usize, Id)| Part::State(netlist.registers[*index].state);
        let mut read = self.always(netlist);
        let parts = match self {
            Load::Register(index, next) => vec![state(&(*index, *next))],
            Load::Group(group) => {
                read.extend(needs(netlist, &group.registers));
                group.registers.iter().map(state).chain(group.loads.map(Part::State)).collect()
            }
            Load::Writes(ports) => {
                read.extend(ports.iter().flat_map(|port| operands(netlist, *port)));
                ports.iter().map(|port| Part::Memory(netlist.writes[*port].memory)).collect()
            }
        };
        Change { needs: read, parts }
    }

    /// Computes and stores it.
    fn store(&self, body: &mut Body, netlist: &Netlist, words: &Words, activity: Option<&[Value]>) {
        match self {
            Load::Group(group) => {
                let loads = group.loads(body, activity);
                let loads = group.loads_if.condition().map_or(loads, |id| body.truth(id));
                body.when(When::If(loads), |body| {
                    let values = values(body, netlist, group);
                    group.store(body, netlist, words, &values);
                });
            }
            Load::Writes(ports) if ports.len() == 1 => {
                let port = &netlist.writes[ports[0]];
                body.value(port.enable);
                let enable = body.truth(port.enable);
                let operands = operands(netlist, ports[0]);
                body.when(When::If(enable), |body| {
                    body.compute(&operands);
                    let values: Vec<Value> = operands.iter().map(|id| body.value(*id)).collect();
                    write(body, port.memory, words, &values);
                });
            }
            _ => self.hold(body, netlist, words, activity).store(body, netlist, words),
        }
    }

    /// Computes it.
    fn hold(
        &self,
        body: &mut Body,
        netlist: &Netlist,
        words: &Words,
        activity: Option<&[Value]>,
    ) -> Held<'d> {
        match self {
            Load::Register(index, next) => {
                let value = body.value(*next);
                Held::Register(*index, forced(body, netlist.registers[*index].force, value))
            }
            Load::Group(group) => {
                let loads = group.loads(body, activity);
                body.when(When::If(loads), |body| {
                    let values = values(body, netlist, group);
                    for ((index, _), value) in group.registers.iter().zip(values) {
                        body.store(words.next + *index as u32, value);
                    }
                });
                Held::Group(group, loads)
            }
            Load::Writes(ports) => {
                let enable = |port: &usize| netlist.writes[*port].enable;
                let together = ports.chunk_by(|one, next| enable(one) == enable(next));
                let writing = |ports| Writing::compute(body, netlist, words, ports);
                Held::Writes(together.map(writing).collect())
            }
        }
    }
}

impl Held<'_> {
    fn store(self, body: &mut Body, netlist: &Netlist, words: &Words) {
        match self {
            Held::Register(index, value) => {
                let state = netlist.registers[index].state;
                if let Some(bit) = words.noted.registers.get(&index) {
                    let change = change(body, state, value);
                    body.when(change, |body| words.note(body, *bit));
                }
                body.store(state, value);
            }
            Held::Group(group, condition) => body.when(When::If(condition), |body| {
                let next = group.registers.iter().map(|(index, _)| words.next + *index as u32);
                let values: Vec<Value> = next.map(|word| body.load(word)).collect();
                group.store(body, netlist, words, &values);
            }),
            Held::Writes(ports) => {
                ports.iter().for_each(|writing| writing.store(body, netlist, words));
            }
        }
    }
}

impl Group {
    /// A number that is not 0 if they load.
    fn loads(&self, body: &mut Body, activity: Option<&[Value]>) -> Value {
        match (self.loads_if, activity) {
            (LoadsIf::Condition(id), _) => body.value(id),
            (LoadsIf::Active(bits), Some(activity)) => bits.any(body, activity),
            (LoadsIf::Always | LoadsIf::Active(_), _) => body.constant(1),
        }
    }

    /// Stores what they load, and notes that they have loaded or, without a condition, that they
    /// have changed.
    fn store(&self, body: &mut Body, netlist: &Netlist, words: &Words, values: &[Value]) {
        let is_compared = matches!(self.loads_if, LoadsIf::Active(_)) && self.activity.is_some();
        let mut changes = When::Never;
        for ((index, _), value) in self.registers.iter().zip(values) {
            let state = netlist.registers[*index].state;
            if is_compared {
                let change = change(body, state, *value);
                changes = changes.or(body, change);
            }
            body.store(state, *value);
        }
        self.loads.into_iter().for_each(|loads| body.count(loads));
        let changes = if is_compared { changes } else { When::Always };
        if let Some(bit) = self.activity {
            body.when(changes, |body| words.note(body, bit));
        }
    }
}

/// When a value differs from a word of the state.
fn change(body: &mut Body, state: u32, value: Value) -> When {
    let before = body.load(state);
    When::If(body.builder.ins().bxor(before, value))
}

/// What registers load and what forces them.
fn needs(netlist: &Netlist, registers: &[(usize, Id)]) -> Vec<Id> {
    let forces = registers.iter().filter_map(|(index, _)| netlist.registers[*index].force);
    let forces = forces.flat_map(|force| [force.set, force.clear]);
    registers.iter().map(|(_, next)| *next).chain(forces).collect()
}

/// Computes what the registers of a group load.
fn values(body: &mut Body, netlist: &Netlist, group: &Group) -> Vec<Value> {
    body.compute(&needs(netlist, &group.registers));
    let value = |(index, next): &(usize, Id)| {
        let value = body.value(*next);
        forced(body, netlist.registers[*index].force, value)
    };
    group.registers.iter().map(value).collect()
}

/// What a write port writes: its address, then the word.
fn operands(netlist: &Netlist, write: usize) -> Vec<Id> {
    let write = &netlist.writes[write];
    [write.address].into_iter().chain(write.data.iter().copied()).collect()
}

/// Writes a word of a memory, after its address.
fn write(body: &mut Body, memory: u32, words: &Words, values: &[Value]) {
    let place = body.place(memory, values[0]);
    if let Some(bit) = words.noted.memories.get(&memory) {
        words.note(body, *bit);
    }
    let mut changes = body.load(words.written);
    for (part, data) in (0..).zip(&values[1..]) {
        let before = body.read(memory, place, part);
        let change = body.builder.ins().bxor(before, *data);
        changes = body.builder.ins().bor(changes, change);
        body.write(memory, place, part, *data);
    }
    body.store(words.written, changes);
}

/// Write ports whose enable is computed. Their addresses and words are held in words of the state.
pub struct Writing {
    ports: Vec<usize>,
    pub enable: Value,
}

impl Writing {
    /// Computes what ports with the same enable write, if anything is written.
    pub fn compute(body: &mut Body, netlist: &Netlist, words: &Words, ports: &[usize]) -> Writing {
        let enable = body.value(netlist.writes[ports[0]].enable);
        body.when(When::If(enable), |body| {
            let needed: Vec<Id> = ports.iter().flat_map(|port| operands(netlist, *port)).collect();
            body.compute(&needed);
            for port in ports {
                for (state, id) in (words.writes[*port]..).zip(operands(netlist, *port)) {
                    let value = body.value(id);
                    body.store(state, value);
                }
            }
        });
        Writing { ports: ports.to_vec(), enable }
    }

    pub fn store(&self, body: &mut Body, netlist: &Netlist, words: &Words) {
        body.when(When::If(self.enable), |body| {
            for index in &self.ports {
                let (port, first) = (&netlist.writes[*index], words.writes[*index]);
                let held = first..=first + port.data.len() as u32;
                let values: Vec<Value> = held.map(|state| body.load(state)).collect();
                write(body, port.memory, words, &values);
            }
        });
    }
}
