//! The functions of a simulator: what happens at clock edges.

use cranelift::prelude::{InstBuilder, Value};

use super::compile::Body;
use super::netlist::{Force, Id, Netlist};
use super::schedule::{Group, groups};

/// Where words that only the functions use are.
pub struct Words {
    /// The level of the first clock after the last edges.
    pub levels: u32,
    /// Whether a word of a memory has changed.
    pub written: u32,
    /// What the first register loads next.
    pub next: u32,
}

/// The clocks of a netlist.
pub fn clocks(netlist: &Netlist) -> Vec<Id> {
    let loads = netlist.registers.iter().filter_map(|register| Some(register.load?.0));
    let mut clocks: Vec<Id> = loads.chain(netlist.writes.iter().map(|write| write.clock)).collect();
    clocks.sort_unstable();
    clocks.dedup();
    clocks
}

/// Returns the clocks that rise; keeps the levels of all.
pub fn edges(body: &mut Body, clocks: &[Id], words: &Words) -> Value {
    let levels: Vec<Value> = clocks.iter().map(|clock| body.value(*clock)).collect();
    let mut edges = body.constant(0);
    for (bit, level) in (0..).zip(&levels) {
        let before = body.load(words.levels + bit);
        let rises = body.builder.ins().band_not(*level, before);
        let rises = body.builder.ins().ishl_imm(rises, i64::from(bit));
        edges = body.builder.ins().bor(edges, rises);
    }
    for (bit, level) in (0..).zip(&levels) {
        body.store(words.levels + bit, *level);
    }
    edges
}

/// A value with the bits that are forced at present.
fn forced(body: &mut Body, force: Option<Force>, value: Value) -> Value {
    let Some(force) = force else { return value };
    let [set, clear] = [force.set, force.clear].map(|id| body.value(id));
    let value = body.builder.ins().bor(value, set);
    body.builder.ins().band_not(value, clear)
}

/// Returns whether registers are forced to change, and changes them if the argument is not 0.
pub fn force(body: &mut Body, netlist: &Netlist) -> Value {
    let mut changes = body.constant(0);
    let mut stores = vec![];
    for register in netlist.registers.iter().filter(|register| register.force.is_some()) {
        let held = body.load(register.state);
        let next = forced(body, register.force, held);
        let change = body.builder.ins().bxor(next, held);
        changes = body.builder.ins().bor(changes, change);
        stores.push((register.state, next));
    }
    body.when(body.argument, |body| {
        for (state, next) in stores {
            body.store(state, next);
        }
    });
    changes
}

/// The registers of a clock.
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
        let others: Vec<Id> = writes.iter().flat_map(|index| operands(netlist, *index)).collect();
        Domain { groups: groups(netlist, &registers, &others), writes }
    }

    /// Loads the registers. All is computed before anything changes. Returns the bits of the groups
    /// that have loaded.
    pub fn load(&self, body: &mut Body, netlist: &Netlist, words: &Words) -> Value {
        let mut changes: Vec<(u32, Value)> = vec![];
        for group in self.groups.iter().filter(|group| group.condition.is_none()) {
            for (index, loaded) in &group.registers {
                let register = &netlist.registers[*index];
                let loaded = body.value(*loaded);
                changes.push((register.state, forced(body, register.force, loaded)));
            }
        }
        let writes: Vec<Writing> =
            self.writes.iter().map(|index| Writing::compute(body, netlist, *index)).collect();
        let mut conditional: Vec<(Value, &Vec<(usize, Id)>)> = vec![];
        let mut loaded = body.constant(0);
        for Group { bit, condition, registers } in &self.groups {
            let bit = body.constant(*bit);
            let Some(condition) = condition else {
                loaded = body.builder.ins().bor(loaded, bit);
                continue;
            };
            let condition = body.value(*condition);
            let zero = body.constant(0);
            let bit = body.builder.ins().select(condition, bit, zero);
            loaded = body.builder.ins().bor(loaded, bit);
            body.when(condition, |body| {
                for (index, next) in registers {
                    let value = body.value(*next);
                    let value = forced(body, netlist.registers[*index].force, value);
                    body.store(words.next + *index as u32, value);
                }
            });
            conditional.push((condition, registers));
        }
        for (state, value) in changes {
            body.store(state, value);
        }
        for (condition, registers) in conditional {
            body.when(condition, |body| {
                for (index, _) in registers {
                    let value = body.load(words.next + *index as u32);
                    body.store(netlist.registers[*index].state, value);
                }
            });
        }
        for writing in &writes {
            writing.write(body, netlist, words);
        }
        loaded
    }
}

/// What a write port reads.
fn operands(netlist: &Netlist, write: usize) -> impl Iterator<Item = Id> + use<> {
    let write = &netlist.writes[write];
    [write.enable, write.address].into_iter().chain(write.data.clone())
}

/// A write port whose operands are computed.
struct Writing {
    write: usize,
    enable: Value,
    address: Value,
    data: Vec<Value>,
}

impl Writing {
    fn compute(body: &mut Body, netlist: &Netlist, write: usize) -> Writing {
        let port = &netlist.writes[write];
        let [enable, address] = [port.enable, port.address].map(|id| body.value(id));
        let data = port.data.iter().map(|id| body.value(*id)).collect();
        Writing { write, enable, address, data }
    }

    fn write(&self, body: &mut Body, netlist: &Netlist, words: &Words) {
        let memory = netlist.writes[self.write].memory;
        body.when(self.enable, |body| {
            let place = body.place(memory, self.address);
            let mut changes = body.load(words.written);
            for (part, data) in (0..).zip(&self.data) {
                let before = body.read(memory, place, part);
                let change = body.builder.ins().bxor(before, *data);
                changes = body.builder.ins().bor(changes, change);
                body.write(memory, place, part, *data);
            }
            body.store(words.written, changes);
        });
    }
}

/// Loads the registers of all clocks that the argument has, and forces others. Returns whether
/// anything changes.
pub fn load_all(body: &mut Body, netlist: &Netlist, clocks: &[Id], words: &Words) -> Value {
    let rises: Vec<Value> = (0..clocks.len())
        .map(|bit| {
            let shifted = body.builder.ins().ushr_imm(body.argument, bit as i64);
            body.builder.ins().band_imm(shifted, 1)
        })
        .collect();
    let of = |clock: Id| rises[clocks.binary_search(&clock).unwrap_or(0)];
    let mut changes = body.constant(0);
    let mut stores = vec![];
    for register in &netlist.registers {
        let held = body.load(register.state);
        let mut next = held;
        if let Some((clock, loaded)) = register.load {
            let loaded = body.value(loaded);
            next = body.builder.ins().select(of(clock), loaded, held);
        }
        next = forced(body, register.force, next);
        let change = body.builder.ins().bxor(next, held);
        changes = body.builder.ins().bor(changes, change);
        stores.push((register.state, next));
    }
    let writes: Vec<Writing> = (0..netlist.writes.len())
        .map(|index| {
            let mut writing = Writing::compute(body, netlist, index);
            let rises = of(netlist.writes[index].clock);
            writing.enable = body.builder.ins().band(writing.enable, rises);
            writing
        })
        .collect();
    let written_before = body.load(words.written);
    let zero = body.constant(0);
    body.store(words.written, zero);
    for (state, next) in stores {
        body.store(state, next);
    }
    for writing in &writes {
        writing.write(body, netlist, words);
    }
    let written = body.load(words.written);
    changes = body.builder.ins().bor(changes, written);
    let written = body.builder.ins().bor(written, written_before);
    body.store(words.written, written);
    changes
}
