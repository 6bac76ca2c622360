//! The functions of a simulator: what happens at clock edges.

use cranelift::prelude::{InstBuilder, Value};

use super::compile::{Body, When};
use super::dependencies::DRIVEN;
use super::netlist::{Force, Id, Netlist};
use super::observation::Observation;
use super::schedule::{Group, groups};

/// Where words that only the functions use are.
pub struct Words {
    /// The level of the first clock after the last edges.
    pub levels: u32,
    /// Whether a word of a memory has changed.
    pub written: u32,
    /// What the first register loads next.
    next: u32,
    /// The address that each write port writes, before its word.
    writes: Vec<u32>,
}

impl Words {
    /// Adds them to the state.
    pub fn new(netlist: &mut Netlist, clocks: usize) -> Words {
        let levels = netlist.reserve(clocks as u32);
        let written = netlist.reserve(1);
        let next = netlist.reserve(netlist.registers.len() as u32);
        let writes = netlist.writes.iter().map(|write| 1 + write.data.len() as u32);
        let writes: Vec<u32> = writes.collect();
        let writes = writes.into_iter().map(|words| netlist.reserve(words)).collect();
        Words { levels, written, next, writes }
    }
}

/// The clocks of a netlist.
pub fn clocks(netlist: &Netlist) -> Vec<Id> {
    let loads = netlist.registers.iter().filter_map(|register| Some(register.load?.0));
    let mut clocks: Vec<Id> = loads.chain(netlist.writes.iter().map(|write| write.clock)).collect();
    clocks.sort_unstable();
    clocks.dedup();
    clocks
}

/// Simulates as many cycles of the only clock as the argument says.
pub fn cycles(
    body: &mut Body,
    netlist: &Netlist,
    domain: &Domain,
    words: &Words,
    driven: u32,
    observation: &Observation,
) -> Value {
    body.repeat(|body| {
        let level = body.constant(1);
        body.store(driven, level);
        let mut changed = Changed::default();
        body.scoped(|body| changed = domain.load(body, netlist, words));
        changed.always |= DRIVEN;
        observation.observe(body, &changed);
        let level = body.constant(0);
        body.store(driven, level);
        observation.observe(body, &Changed { always: DRIVEN, ..Changed::default() });
    });
    body.constant(0)
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
    body.when(When::If(body.argument), |body| {
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
        let others: Vec<Id> = writes.iter().map(|index| netlist.writes[*index].enable).collect();
        Domain { groups: groups(netlist, &registers, &others), writes }
    }

    /// Loads the registers. All is computed before anything changes. Returns the groups that have
    /// loaded.
    pub fn load(&self, body: &mut Body, netlist: &Netlist, words: &Words) -> Changed {
        let always = self.groups.iter().filter(|group| group.condition.is_none());
        let mut needed: Vec<Id> = always.flat_map(|group| group.needs(netlist)).collect();
        needed.extend(self.groups.iter().filter_map(|group| group.condition));
        needed.extend(self.writes.iter().map(|index| netlist.writes[*index].enable));
        body.compute(&needed);
        let mut changes: Vec<(u32, Value)> = vec![];
        for group in self.groups.iter().filter(|group| group.condition.is_none()) {
            for (index, loaded) in &group.registers {
                let register = &netlist.registers[*index];
                let loaded = body.value(*loaded);
                changes.push((register.state, forced(body, register.force, loaded)));
            }
        }
        let writes: Vec<Writing> =
            self.writes.iter().map(|index| Writing::hold(body, netlist, words, *index)).collect();
        let mut conditional: Vec<(Value, &Vec<(usize, Id)>)> = vec![];
        let mut loaded = Changed::default();
        for group in &self.groups {
            let Group { bit, condition, registers } = group;
            let Some(condition) = condition else {
                loaded.always |= bit;
                continue;
            };
            let condition = body.value(*condition);
            loaded.sometimes.push((*bit, condition));
            body.when(When::If(condition), |body| {
                body.compute(&group.needs(netlist));
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
            body.when(When::If(condition), |body| {
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

/// What has changed: bits as those of dependencies.
#[derive(Default)]
pub struct Changed {
    /// Bits that have changed in any case.
    pub always: u64,
    /// A number with further bits that have.
    pub mask: Option<Value>,
    /// Bits that have changed if a number is not 0.
    pub sometimes: Vec<(u64, Value)>,
}

impl Changed {
    /// When one of these bits has changed.
    pub fn any(&self, body: &mut Body, bits: u64) -> When {
        if self.always & bits != 0 {
            return When::Always;
        }
        let mask = self.mask.map(|mask| body.builder.ins().band_imm(mask, bits as i64));
        let sometimes = self.sometimes.iter().filter(|(bit, _)| bit & bits != 0);
        let numbers = mask.into_iter().chain(sometimes.map(|(_, number)| *number));
        numbers.fold(When::Never, |when, number| when.or(body, When::If(number)))
    }

    /// A number with all of them.
    pub fn bits(&self, body: &mut Body) -> Value {
        let mut all = body.constant(self.always);
        for (bits, number) in &self.sometimes {
            let [bits, none] = [*bits, 0].map(|bits| body.constant(bits));
            let bits = body.builder.ins().select(*number, bits, none);
            all = body.builder.ins().bor(all, bits);
        }
        match self.mask {
            Some(mask) => body.builder.ins().bor(all, mask),
            None => all,
        }
    }
}

/// What a write port writes.
fn operands(netlist: &Netlist, write: usize) -> Vec<Id> {
    let write = &netlist.writes[write];
    [write.address].into_iter().chain(write.data.iter().copied()).collect()
}

/// A write port whose enable is computed. Its address and its word are held in words of the state.
struct Writing {
    write: usize,
    enable: Value,
    held: u32,
}

impl Writing {
    /// Computes what is written, if anything is.
    fn hold(body: &mut Body, netlist: &Netlist, words: &Words, write: usize) -> Writing {
        let enable = body.value(netlist.writes[write].enable);
        let held = words.writes[write];
        let operands = operands(netlist, write);
        body.when(When::If(enable), |body| {
            body.compute(&operands);
            for (state, id) in (held..).zip(&operands) {
                let value = body.value(*id);
                body.store(state, value);
            }
        });
        Writing { write, enable, held }
    }

    fn write(&self, body: &mut Body, netlist: &Netlist, words: &Words) {
        let port = &netlist.writes[self.write];
        body.when(When::If(self.enable), |body| {
            let address = body.load(self.held);
            let place = body.place(port.memory, address);
            let mut changes = body.load(words.written);
            for part in 0..port.data.len() as u32 {
                let data = body.load(self.held + 1 + part);
                let before = body.read(port.memory, place, part);
                let change = body.builder.ins().bxor(before, data);
                changes = body.builder.ins().bor(changes, change);
                body.write(port.memory, place, part, data);
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
            let mut writing = Writing::hold(body, netlist, words, index);
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
