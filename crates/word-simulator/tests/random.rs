//! Random netlists, compared with a plain evaluation of all nodes after each change.

use word_simulator::Simulator;
use word_simulator::netlist::{Force, Id, Memory, Netlist, Operation, Register, Write, mask};
use word_simulator::simulator::Memories;

/// The delta cycles after which a netlist oscillates.
const MAXIMUM_LOADS: usize = 1000;

/// The width of an address of the memory, whose words have 16 bits.
const ADDRESS: u32 = 3;

/// The values of all nodes in a state.
fn evaluate(netlist: &Netlist, state: &[u64], memory: &[u16]) -> Vec<u64> {
    use Operation::*;
    let mut values: Vec<u64> = vec![];
    for node in netlist.nodes() {
        let of = |id: &Id| values[id.index()];
        let width = |id: &Id| netlist.node(*id).width;
        let value = match &node.operation {
            Constant(value) => *value,
            State(index) => state[*index as usize],
            Read { address, .. } => u64::from(memory[of(address) as usize]),
            Not(operand) => !of(operand),
            And(left, right) => of(left) & of(right),
            Or(left, right) => of(left) | of(right),
            Xor(left, right) => of(left) ^ of(right),
            Add(left, right) => of(left).wrapping_add(of(right)),
            Multiply(left, right) => of(left).wrapping_mul(of(right)),
            Equal(left, right) => u64::from(of(left) == of(right)),
            Less(left, right) => u64::from(of(left) < of(right)),
            Mux { select, one, zero } => of(if of(select) == 1 { one } else { zero }),
            Extract(operand, offset) => of(operand) >> offset,
            Concatenate(parts) => {
                let join = |(all, place), part| (all | of(part) << place, place + width(part));
                parts.iter().fold((0, 0), join).0
            }
            other => unreachable!("{other:?}"),
        };
        values.push(value & mask(node.width));
    }
    values
}

/// A netlist whose state is simulated without any of the simulator's shortcuts.
struct Reference {
    netlist: Netlist,
    state: Vec<u64>,
    memory: Vec<u16>,
    /// The levels of the clocks of the registers and of the write ports after the last edges.
    levels: Vec<u64>,
}

impl Reference {
    fn new(netlist: Netlist) -> Reference {
        let state = vec![0; netlist.states as usize];
        let levels = vec![0; netlist.registers.len() + netlist.writes.len()];
        let memory = vec![0; 1 << ADDRESS];
        let mut reference = Reference { netlist, state, memory, levels };
        // A clock that is 1 at first has no edge yet.
        reference.step();
        reference.state.fill(0);
        reference.memory.fill(0);
        reference
    }

    /// Returns whether it settles.
    fn drive(&mut self, level: u64) -> bool {
        self.state[0] = level;
        (0..MAXIMUM_LOADS).any(|_| !self.step())
    }

    /// Returns whether anything changes.
    fn step(&mut self) -> bool {
        let values = evaluate(&self.netlist, &self.state, &self.memory);
        let (registers, writes) = (&self.netlist.registers, &self.netlist.writes);
        let clock = |register: &Register| register.load.map_or(0, |load| values[load.0.index()]);
        let clocks = registers.iter().map(clock);
        let levels: Vec<u64> =
            clocks.chain(writes.iter().map(|write| values[write.clock.index()])).collect();
        let rises = |index: usize| levels[index] & !self.levels[index] == 1;
        let mut next = self.state.clone();
        for (index, register) in registers.iter().enumerate() {
            let held = &mut next[register.state as usize];
            if let Some((_, loaded)) = register.load.filter(|_| rises(index)) {
                *held = values[loaded.index()];
            }
            if let Some(Force { set, clear }) = register.force {
                *held = (*held | values[set.index()]) & !values[clear.index()];
            }
        }
        for (write, index) in writes.iter().zip(registers.len()..) {
            if rises(index) && values[write.enable.index()] == 1 {
                let address = values[write.address.index()] as usize;
                self.memory[address] = values[write.data[0].index()] as u16;
            }
        }
        let changes = (0..levels.len()).any(rises) || next != self.state;
        self.levels = levels;
        self.state = next;
        changes
    }
}

/// A netlist under construction.
struct Random {
    random: fastrand::Rng,
    netlist: Netlist,
    nodes: Vec<Id>,
}

impl Random {
    fn any(&mut self) -> Id {
        self.nodes[self.random.usize(..self.nodes.len())]
    }

    /// A node of a width.
    fn sized(&mut self, width: u32) -> Id {
        let id = self.any();
        let now = self.netlist.node(id).width;
        if width <= now {
            let offset = self.random.u32(..=now - width);
            return self.netlist.extract(id, offset, width);
        }
        let zeros = self.netlist.constant(0, width - now);
        self.netlist.add(Operation::Concatenate(vec![id, zeros]), width)
    }

    fn grow(&mut self, count: usize) {
        use Operation::*;
        for _ in 0..count {
            let width = [1, 1, 1, 8, 13, 40][self.random.usize(..6)];
            let [left, right] = [(); 2].map(|()| self.sized(width));
            let (operation, width) = match self.random.u8(..12) {
                0 => (Not(left), width),
                1 => (And(left, right), width),
                2 => (Or(left, right), width),
                3 => (Xor(left, right), width),
                4 => (Add(left, right), width),
                5 => (Multiply(left, right), width),
                6 => (Equal(left, right), 1),
                7 => (Less(left, right), 1),
                _ => (Mux { select: self.sized(1), one: left, zero: right }, width),
            };
            let id = self.netlist.add(operation, width);
            self.nodes.push(id);
        }
    }

    /// Adds a memory that is read and, in few cycles, written.
    fn add_memory(&mut self, clock: Id) {
        self.netlist.memories.push(Memory { address_width: ADDRESS, word_shift: 1 });
        let address = self.sized(ADDRESS);
        let read = self.netlist.add(Operation::Read { memory: 0, address, part: 0 }, 16);
        let enables = [(); 2].map(|()| self.sized(1));
        let enable = self.netlist.add(Operation::And(enables[0], enables[1]), 1);
        let (address, data) = (self.sized(ADDRESS), vec![self.sized(16)]);
        self.netlist.writes.push(Write { memory: 0, clock, enable, address, data });
        self.nodes.extend([read; 8]);
    }

    fn mux(&mut self, select: Id, one: Id, zero: Id) -> Id {
        let width = self.netlist.node(one).width;
        self.netlist.add(Operation::Mux { select, one, zero }, width)
    }

    /// What a register loads: often, it holds unless conditions hold that others share.
    fn loaded(&mut self, held: Id, conditions: &[Id]) -> Id {
        let width = self.netlist.node(held).width;
        let mut loaded = self.sized(width);
        for condition in conditions {
            match self.random.u8(..4) {
                0 => {}
                1 => {
                    let other = self.sized(width);
                    let inner = self.mux(*condition, other, held);
                    loaded = self.mux(*condition, loaded, inner);
                }
                _ => loaded = self.mux(*condition, loaded, held),
            }
        }
        match self.random.u8(..3) {
            0 => {
                let number = self.netlist.constant(self.random.u64(..), width);
                self.mux(conditions[0], number, loaded)
            }
            _ => loaded,
        }
    }

    /// What forces a register: a level, or bits at any time. A level may never be active.
    fn force(&mut self, held: Id) -> Force {
        let width = self.netlist.node(held).width;
        let zero = self.netlist.constant(0, width);
        let active = if self.random.u8(..4) == 0 { None } else { Some(self.sized(1)) };
        let value = self.sized(width);
        let not = self.netlist.add(Operation::Not(value), width);
        match (active, self.random.u8(..6)) {
            (_, 0) => Force { set: zero, clear: zero },
            (None, 1) => Force { set: self.sized(width), clear: not },
            (None, _) => Force { set: value, clear: not },
            (Some(active), 1) => Force { set: zero, clear: self.mux(active, not, zero) },
            (Some(active), 2) => {
                let other = self.sized(1);
                Force { set: self.mux(active, value, zero), clear: self.mux(other, not, zero) }
            }
            (Some(active), _) => {
                Force { set: self.mux(active, value, zero), clear: self.mux(active, not, zero) }
            }
        }
    }
}

/// A netlist with several clocks, and registers that others force.
fn with_clocks(seed: u64) -> Netlist {
    let mut netlist = Netlist::default();
    let (_, clock) = netlist.add_state(1);
    let mut random = Random { random: fastrand::Rng::with_seed(seed), netlist, nodes: vec![] };
    let count = random.random.usize(4..12);
    let widths: Vec<u32> =
        (0..count).map(|_| [1, 3, 8, 24, 40][random.random.usize(..5)]).collect();
    let held: Vec<(u32, Id)> =
        widths.iter().map(|width| random.netlist.add_state(*width)).collect();
    let inputs = [1, 16].map(|width| random.netlist.add_state(width).1);
    random.nodes.extend(held.iter().map(|(_, id)| *id).chain(inputs));
    let before = random.nodes.len();
    random.grow(60);
    let conditions: Vec<Id> = (0..3).map(|_| random.sized(1)).collect();
    random.grow(120);
    let divided = random.netlist.extract(held[0].1, 0, 1);
    // What forces depends on few nodes that do not depend on forced registers, or nearly all
    // netlists would oscillate.
    let (forced, all) = (count / 3, random.nodes.clone());
    for (index, (state, held)) in held.iter().copied().enumerate() {
        let load = match random.random.u8(..6) {
            0 if index >= count - forced => None,
            1 if index > 0 => Some((divided, random.loaded(held, &conditions))),
            _ => Some((clock, random.loaded(held, &conditions))),
        };
        random.nodes.retain(|id| {
            all[..before - 2 - forced].contains(id) || all[before - 2..before].contains(id)
        });
        if random.random.bool() {
            random.nodes.extend(&all[before..before + 12]);
        }
        let force = (index >= count - forced).then(|| random.force(held));
        random.nodes.clone_from(&all);
        random.netlist.registers.push(Register { state, load, force });
    }
    random.netlist
}

/// A netlist with one clock and a memory, whose registers depend on few others. Some are forced, by
/// inputs only.
fn with_one_clock(seed: u64) -> Netlist {
    let mut netlist = Netlist::default();
    let (_, clock) = netlist.add_state(1);
    let mut random = Random { random: fastrand::Rng::with_seed(seed), netlist, nodes: vec![] };
    let held: Vec<(u32, Id)> = (0..24)
        .map(|_| random.netlist.add_state([1, 3, 8, 24, 40][random.random.usize(..5)]))
        .collect();
    let inputs = [1, 16].map(|width| random.netlist.add_state(width).1);
    random.nodes = held.iter().map(|(_, id)| *id).collect();
    random.add_memory(clock);
    let all: Vec<Id> = random.nodes.iter().copied().chain(inputs).collect();
    for (state, held) in held {
        random.nodes = inputs.to_vec();
        let force = (random.random.u8(..6) == 0).then(|| random.force(held));
        // Few of them count.
        random.nodes = if random.random.u8(..6) == 0 { vec![held] } else { vec![] };
        let others = random.random.usize(1..4);
        random.nodes.extend((0..others).map(|_| all[random.random.usize(..all.len())]));
        let conditions = [random.sized(1)];
        let count = random.random.usize(4..40);
        random.grow(count);
        let loaded = match random.random.bool() {
            true => random.loaded(held, &conditions),
            false => random.sized(random.netlist.node(held).width),
        };
        random.netlist.registers.push(Register { state, load: Some((clock, loaded)), force });
    }
    random.netlist
}

/// Sets inputs in both.
fn change_inputs(random: &mut fastrand::Rng, reference: &mut Reference, simulator: &mut Simulator) {
    let states = reference.state.len();
    for (input, width) in [(states - 2, 1), (states - 1, 16)] {
        let value = random.u64(..) & mask(width);
        reference.state[input] = value;
        simulator.set(input as u32, value);
    }
}

#[test]
fn the_state_is_that_of_a_plain_evaluation() {
    let (mut settled, mut oscillating) = (0, 0);
    for seed in 0..150 {
        let netlist = with_clocks(seed);
        let mut random = fastrand::Rng::with_seed(seed);
        let mut simulator = Simulator::new(netlist.clone(), &[0], &[], &[]).expect("machine code");
        let memories = &mut Memories::new(&[], []);
        let mut reference = Reference::new(netlist);
        simulator.begin(memories);
        for half in 0..240 {
            if random.u8(..12) == 0 {
                change_inputs(&mut random, &mut reference, &mut simulator);
            }
            let level = u64::from(half % 2 == 0);
            let settles = reference.drive(level);
            assert_eq!(simulator.drive(level, memories).is_ok(), settles, "{seed}, half {half}");
            if !settles {
                oscillating += 1;
                break;
            }
            settled += 1;
            let states = 0..reference.state.len() as u32;
            let state: Vec<u64> = states.map(|state| simulator.get(state)).collect();
            assert_eq!(state, reference.state, "seed {seed}, half cycle {half}");
        }
    }
    assert!(settled > 20_000 && oscillating < 75, "{settled} half cycles, {oscillating}");
}

#[test]
fn many_cycles_at_once_end_as_a_plain_evaluation_of_each() {
    for seed in 0..60 {
        let netlist = with_one_clock(seed);
        let mut random = fastrand::Rng::with_seed(seed);
        let loads = netlist.registers.iter().filter_map(|register| Some(register.load?.1));
        let loads: Vec<Id> = loads.collect();
        let observed: Vec<Id> = (0..4).map(|_| loads[random.usize(..loads.len())]).collect();
        let bits = observed.iter().map(|id| (0..netlist.node(*id).width).map(|bit| (*id, bit)));
        let bits: Vec<Vec<(Id, u32)>> = bits.map(Iterator::collect).collect();
        let mut simulator = Simulator::new(netlist.clone(), &[0], &bits, &[]).expect("code");
        let mut bytes = vec![0; netlist.memories[0].bytes()];
        let memories = netlist.memories.clone();
        let mut reference = Reference::new(netlist);
        simulator.begin(&mut Memories::new(&memories, [&mut bytes[..]]));
        for run in 0..30 {
            if random.u8(..3) == 0 {
                change_inputs(&mut random, &mut reference, &mut simulator);
            }
            if random.u8(..6) == 0 {
                let register = &reference.netlist.registers[random.usize(..24)];
                let width = reference.netlist.node(register.load.expect("a clock").1).width;
                let value = random.u64(..) & mask(width);
                simulator.set(register.state, value);
                reference.state[register.state as usize] = value;
            }
            let cycles = random.usize(1..20);
            simulator.forget_changes();
            let borrowed = &mut Memories::new(&memories, [&mut bytes[..]]);
            let levels: &[u64] = [&[][..], &[0], &[1, 0]][random.usize(..3)];
            for level in levels {
                simulator.drive(*level, borrowed).expect("settled");
                assert!(reference.drive(*level), "seed {seed} settles");
            }
            simulator.run(cycles, borrowed).expect("settled");
            for _ in 0..cycles {
                assert!(reference.drive(1) && reference.drive(0), "seed {seed} settles");
            }
            let states = 0..reference.state.len() as u32;
            let state: Vec<u64> = states.map(|state| simulator.get(state)).collect();
            assert_eq!(state, reference.state, "seed {seed}, run {run}");
            let words: Vec<u8> =
                reference.memory.iter().flat_map(|word| word.to_ne_bytes()).collect();
            assert_eq!(bytes, words, "seed {seed}, run {run}");
            let values = evaluate(&reference.netlist, &reference.state, &reference.memory);
            for (word, id) in observed.iter().enumerate() {
                assert_eq!(simulator.observed(word), values[id.index()], "seed {seed}, run {run}");
            }
        }
    }
}
