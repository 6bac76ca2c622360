//! Registers, latches and memories at clock edges.

use word_simulator::Simulator;
use word_simulator::netlist::{Force, Id, Memory, Netlist, Operation, Register, Write};
use word_simulator::simulator::{Memories, Oscillation};

/// A netlist with a clock.
struct Design {
    netlist: Netlist,
    clock: (u32, Id),
}

impl Design {
    fn new() -> Design {
        let mut netlist = Netlist::default();
        let clock = netlist.add_state(1);
        Design { netlist, clock }
    }

    /// Adds a register of 8 bits, with what it loads at an edge of a clock.
    fn register(&mut self, clock: Id, load: impl Fn(&mut Netlist, Id) -> Id) -> Id {
        let (state, held) = self.netlist.add_state(8);
        let loaded = load(&mut self.netlist, held);
        self.netlist.registers.push(Register { state, load: Some((clock, loaded)), force: None });
        held
    }

    fn counter(&mut self, clock: Id) -> Id {
        self.register(clock, increment)
    }

    /// The values of some words after each half cycle, with these bytes of a memory.
    fn run(&self, words: &[Id], cycles: usize, bytes: &mut [u8]) -> Vec<Vec<u64>> {
        let mut simulator = self.simulator(words);
        let mut memories = Memories::new(&self.netlist.memories, [bytes]);
        simulator.begin(&mut memories);
        let mut levels = [1, 0].into_iter().cycle();
        let mut half = || {
            let level = levels.next().expect("a level");
            simulator.drive(level, &mut memories).expect("settled");
            simulator.sample(&mut memories).to_vec()
        };
        (0..2 * cycles).map(|_| half()).collect()
    }

    /// Samples whole words of 64 bits, so that each is a word.
    fn simulator(&self, words: &[Id]) -> Simulator {
        let mut netlist = self.netlist.clone();
        let mut bits = vec![];
        for word in words {
            let width = netlist.node(*word).width;
            let zeros = netlist.constant(0, 64 - width);
            let wide = netlist.add(Operation::Concatenate(vec![*word, zeros]), 64);
            bits.extend((0..64).map(|bit| (wide, bit)));
        }
        Simulator::new(netlist, &[self.clock.0], &[], &bits).expect("machine code")
    }
}

fn increment(netlist: &mut Netlist, held: Id) -> Id {
    let one = netlist.constant(1, 8);
    netlist.add(Operation::Add(held, one), 8)
}

fn no_bytes() -> [u8; 0] {
    []
}

#[test]
fn registers_load_what_others_held_before_the_edge() {
    let mut design = Design::new();
    let clock = design.clock.1;
    let count = design.counter(clock);
    let delayed = design.register(clock, |_, _| count);
    let falling = design.netlist.add(Operation::Not(clock), 1);
    let late = design.register(falling, |_, _| count);
    let values = design.run(&[count, delayed, late], 2, &mut no_bytes());
    assert_eq!(values, [[1, 0, 0], [1, 0, 1], [2, 1, 1], [2, 1, 2]]);
}

#[test]
fn a_clock_that_a_register_makes_rises_after_it() {
    let mut design = Design::new();
    let clock = design.clock.1;
    let count = design.counter(clock);
    let divided = design.netlist.extract(count, 0, 1);
    let slow = design.counter(divided);
    // Loads after both have changed.
    let copy = design.register(divided, |_, _| count);
    let values = design.run(&[count, slow, copy], 3, &mut no_bytes());
    let after_edges: Vec<&Vec<u64>> = values.iter().step_by(2).collect();
    assert_eq!(after_edges, [&[1, 1, 1], &[2, 1, 1], &[3, 2, 3]]);
}

#[test]
fn registers_that_hold_under_a_condition_load_only_then() {
    let mut design = Design::new();
    let clock = design.clock.1;
    let count = design.counter(clock);
    let [odd, second] = [0, 1].map(|bit| design.netlist.extract(count, bit, 1));
    // Long enough to be computed only if needed.
    let long = |netlist: &mut Netlist, held: Id| {
        let mut sum = held;
        for _ in 0..12 {
            let product = netlist.add(Operation::Multiply(sum, count), 8);
            sum = netlist.add(Operation::Add(product, held), 8);
        }
        increment(netlist, sum)
    };
    let mux = |netlist: &mut Netlist, select, one, zero| {
        netlist.add(Operation::Mux { select, one, zero }, 8)
    };
    let at_odd = |netlist: &mut Netlist, held: Id| {
        let one = long(netlist, held);
        mux(netlist, odd, one, held)
    };
    let at_even = |netlist: &mut Netlist, held: Id| {
        let zero = long(netlist, held);
        mux(netlist, odd, held, zero)
    };
    // So short that it is computed with those that load at any odd number.
    let at_three = |netlist: &mut Netlist, held: Id| {
        let one = increment(netlist, held);
        let inner = mux(netlist, second, one, held);
        mux(netlist, odd, inner, held)
    };
    let registers = [
        design.register(clock, at_odd),
        design.register(clock, at_odd),
        design.register(clock, at_even),
        design.register(clock, at_three),
    ];
    let values = design.run(&[[count].as_slice(), &registers].concat(), 40, &mut no_bytes());
    let (mut count, mut odd, mut even, mut threes) = (0_u8, 0_u8, 0_u8, 0_u8);
    for half in values.iter().step_by(2) {
        let long = |held: u8| {
            let step = |sum: u8, _| sum.wrapping_mul(count).wrapping_add(held);
            (0..12).fold(held, step).wrapping_add(1)
        };
        match count % 2 {
            1 => odd = long(odd),
            _ => even = long(even),
        }
        threes += u8::from(count % 4 == 3);
        count = count.wrapping_add(1);
        assert_eq!(half, &[count, odd, odd, even, threes].map(u64::from));
    }
}

#[test]
fn levels_force_registers_whatever_the_clock_does() {
    let mut design = Design::new();
    let clock = design.clock.1;
    let count = design.counter(clock);
    let two = design.netlist.constant(2, 8);
    let [zero, ones] = [0, 255].map(|value| design.netlist.constant(value, 8));
    let active = design.netlist.add(Operation::Equal(count, two), 1);
    let set = design.netlist.constant(6, 8);
    let select =
        |netlist: &mut Netlist, one| netlist.add(Operation::Mux { select: active, one, zero }, 8);
    let [set, clear] = [set, ones].map(|one| select(&mut design.netlist, one));
    let (state, latch) = design.netlist.add_state(8);
    let not = design.netlist.add(Operation::Not(set), 8);
    let clear = design.netlist.add(Operation::And(clear, not), 8);
    let force = Some(Force { set, clear });
    let loaded = increment(&mut design.netlist, latch);
    design.netlist.registers.push(Register { state, load: Some((clock, loaded)), force });
    let values = design.run(&[count, latch], 4, &mut no_bytes());
    let after_edges: Vec<&Vec<u64>> = values.iter().step_by(2).collect();
    assert_eq!(after_edges, [&[1, 1], &[2, 6], &[3, 6], &[4, 7]]);
}

#[test]
fn memories_are_read_before_they_are_written() {
    for word_shift in [0, 1, 2, 3] {
        let mut design = Design::new();
        let clock = design.clock.1;
        let count = design.counter(clock);
        let address = design.netlist.extract(count, 0, 2);
        design.netlist.memories.push(Memory { address_width: 2, word_shift });
        let read = Operation::Read { memory: 0, address, part: 0 };
        let read = design.netlist.add(read, 8);
        let held = design.register(clock, |_, _| read);
        let enable = design.netlist.constant(1, 1);
        let data = vec![increment(&mut design.netlist, read)];
        design.netlist.writes.push(Write { memory: 0, clock, enable, address, data });
        let mut bytes = vec![0; 4 << word_shift];
        bytes[0] = 50;
        let values = design.run(&[held, read], 6, &mut bytes);
        let after_edges: Vec<&Vec<u64>> = values.iter().step_by(2).collect();
        let expected = [[50, 0], [0, 0], [0, 0], [0, 51], [51, 1], [1, 1]];
        assert_eq!(after_edges, expected.iter().collect::<Vec<_>>(), "{word_shift}");
        assert_eq!(bytes[0], 52, "{word_shift}");
    }
}

#[test]
fn registers_that_never_settle_are_an_error() {
    let mut design = Design::new();
    let active = design.clock.1;
    let (state, latch) = design.netlist.add_state(1);
    let not = design.netlist.add(Operation::Not(latch), 1);
    let zero = design.netlist.constant(0, 1);
    let [set, clear] =
        [not, latch].map(|one| design.netlist.add(Operation::Mux { select: active, one, zero }, 1));
    let force = Some(Force { set, clear });
    design.netlist.registers.push(Register { state, load: None, force });
    let mut simulator = design.simulator(&[]);
    let mut memories = Memories::new(&[], []);
    simulator.drive(0, &mut memories).expect("settled");
    let error: Oscillation = simulator.drive(1, &mut memories).expect_err("oscillates");
    assert_eq!(error.to_string(), "the design oscillates");
}

/// A function of 8 bits that takes more operations than a branch is worth.
fn mix(value: u8, salt: u8) -> u8 {
    (salt..salt + 10).fold(value, |value, number| value.wrapping_add(number) ^ 0x5a)
}

/// The same as nodes.
fn mixed(netlist: &mut Netlist, value: Id, salt: u8) -> Id {
    let all = netlist.constant(0x5a, 8);
    (salt..salt + 10).fold(value, |value, number| {
        let number = netlist.constant(number.into(), 8);
        let sum = netlist.add(Operation::Add(value, number), 8);
        netlist.add(Operation::Xor(sum, all), 8)
    })
}

#[test]
fn either_side_of_multiplexers_within_each_other_is_selected() {
    let mut design = Design::new();
    let clock = design.clock.1;
    let count = design.counter(clock);
    let netlist = &mut design.netlist;
    let [bit_0, bit_1] = [0, 1].map(|bit| netlist.extract(count, bit, 1));
    let [first, second, third, shared] = [1, 20, 40, 60].map(|salt| mixed(netlist, count, salt));
    let deeper = mixed(netlist, shared, 80);
    let inner = netlist.add(Operation::Mux { select: bit_1, one: first, zero: deeper }, 8);
    let sum = netlist.add(Operation::Add(third, shared), 8);
    let outer = netlist.add(Operation::Mux { select: bit_0, one: inner, zero: sum }, 8);
    let other = netlist.add(Operation::Mux { select: bit_1, one: second, zero: inner }, 8);
    let both = [outer, other].map(|loaded| design.register(clock, |_, _| loaded));

    let values = design.run(&[count, both[0], both[1], outer, other], 256, &mut no_bytes());
    let expected = |count: u8| {
        let shared = mix(count, 60);
        let inner = if count & 2 != 0 { mix(count, 1) } else { mix(shared, 80) };
        let outer = if count & 1 != 0 { inner } else { mix(count, 40).wrapping_add(shared) };
        let other = if count & 2 != 0 { mix(count, 20) } else { inner };
        [outer, other].map(u64::from)
    };
    for (edge, values) in values.iter().step_by(2).enumerate() {
        let before = edge as u8;
        let now = before.wrapping_add(1);
        let [[loaded, other_loaded], [outer, other]] = [before, now].map(expected);
        assert_eq!(values, &[u64::from(now), loaded, other_loaded, outer, other], "edge {edge}");
    }
}

#[test]
fn of_write_ports_that_write_a_word_together_the_last_one_wins() {
    let mut design = Design::new();
    let clock = design.clock.1;
    let count = design.counter(clock);
    let netlist = &mut design.netlist;
    netlist.memories.push(Memory { address_width: 2, word_shift: 0 });
    let [odd, second] = [0, 1].map(|bit| netlist.extract(count, bit, 1));
    let addresses = [1, 2, 0, 3].map(|place| netlist.extract(count, place, 2));
    let read = Operation::Read { memory: 0, address: addresses[0], part: 0 };
    let read = netlist.add(read, 8);
    let not = netlist.add(Operation::Not(count), 8);
    let next = increment(netlist, count);
    let ports = [odd, odd, second, odd].into_iter().zip(addresses).zip([count, not, next, read]);
    for ((enable, address), data) in ports {
        let data = vec![data];
        netlist.writes.push(Write { memory: 0, clock, enable, address, data });
    }
    let words = [0, 1, 2, 3].map(|address| {
        let address = design.netlist.constant(address, 2);
        design.netlist.add(Operation::Read { memory: 0, address, part: 0 }, 8)
    });
    let values = design.run(&words, 256, &mut [1, 2, 3, 4]);
    let mut memory: [u64; 4] = [1, 2, 3, 4];
    for (count, values) in (0_u8..=255).zip(values.iter().step_by(2)) {
        let [odd, second] = [0, 1].map(|bit| count >> bit & 1 == 1);
        let address = |place: u8| usize::from(count >> place & 3);
        let read = memory[address(1)];
        let next = u64::from(count.wrapping_add(1));
        for (enable, place, data) in
            [(odd, 1, count.into()), (odd, 2, (!count).into()), (second, 0, next), (odd, 3, read)]
        {
            if enable {
                memory[address(place)] = data;
            }
        }
        assert_eq!(values, &memory, "{count}");
    }
}
