//! What is computed only if its inputs have changed.

use word_simulator::Simulator;
use word_simulator::netlist::{Force, Id, Memory, Netlist, Operation, Register, Write};
use word_simulator::simulator::Memories;

/// The factors of a long function: odd ones, so that the result depends on all bits.
fn factors() -> impl Iterator<Item = u64> {
    (3..77).step_by(2)
}

/// Adds many operations on a word of 16 bits.
fn long(netlist: &mut Netlist, word: Id) -> Id {
    factors().fold(word, |word, factor| {
        let factor = netlist.constant(factor, 16);
        let product = netlist.add(Operation::Multiply(word, factor), 16);
        netlist.add(Operation::Xor(product, factor), 16)
    })
}

/// What they compute.
fn long_value(word: u64) -> u64 {
    factors().fold(word, |word, factor| word.wrapping_mul(factor) & 0xffff ^ factor)
}

#[test]
fn results_follow_the_bits_and_the_registers_that_they_depend_on() {
    let mut netlist = Netlist::default();
    let (clock, level) = netlist.add_state(1);
    let (count_state, count) = netlist.add_state(16);
    let one = netlist.constant(1, 16);
    let next = netlist.add(Operation::Add(count, one), 16);
    let load = Some((level, next));
    netlist.registers.push(Register { state: count_state, load, force: None });
    // Five registers load the function of the counter in every eighth cycle.
    let low = netlist.extract(count, 0, 3);
    let zero = netlist.constant(0, 3);
    let enable = netlist.add(Operation::Equal(low, zero), 1);
    let of_count = long(&mut netlist, count);
    let mut sum = one;
    for _ in 0..5 {
        let (state, held) = netlist.add_state(16);
        let loaded = netlist.add(Operation::Mux { select: enable, one: of_count, zero: held }, 16);
        netlist.registers.push(Register { state, load: Some((level, loaded)), force: None });
        sum = netlist.add(Operation::Add(sum, held), 16);
    }
    let slow = netlist.extract(count, 4, 12);
    let zeros = netlist.constant(0, 4);
    let slow = netlist.add(Operation::Concatenate(vec![slow, zeros]), 16);
    let [of_slow, of_registers] = [slow, sum].map(|word| long(&mut netlist, word));
    let of_nothing = long(&mut netlist, one);
    let observed = [of_slow, of_registers, of_nothing];
    let bits = observed.map(|word| (0..16).map(|bit| (word, bit)).collect::<Vec<_>>());
    let mut simulator = Simulator::new(netlist, &[clock], &bits, &[]).expect("machine code");
    let mut memories = Memories::new(&[], []);
    let (mut count, mut held) = (0_u64, 0);
    simulator.begin(&mut memories);
    for cycle in 0..300 {
        if cycle == 100 {
            (count, held) = (7, 0);
            for state in 1..=6 {
                simulator.set(state, if state == count_state { count } else { 0 });
            }
            simulator.begin(&mut memories);
        }
        simulator.forget_changes();
        simulator.run(1, &mut memories).expect("settled");
        if count % 8 == 0 {
            held = long_value(count);
        }
        count += 1;
        let sum = (1 + 5 * held) & 0xffff;
        let expected = [count >> 4, sum, 1].map(long_value);
        let values = [0, 1, 2].map(|word| simulator.observed(word));
        assert_eq!(values, expected, "cycle {cycle}");
    }
}

#[test]
fn results_follow_registers_that_a_level_forces() {
    let mut netlist = Netlist::default();
    let (clock, level) = netlist.add_state(1);
    let (state, count) = netlist.add_state(16);
    let [one, nine, zero, ones] = [1, 9, 0, 0xffff].map(|number| netlist.constant(number, 16));
    let next = netlist.add(Operation::Add(count, one), 16);
    netlist.registers.push(Register { state, load: Some((level, next)), force: None });
    let of_count = long(&mut netlist, count);
    let [loads, resets] = [one, nine].map(|at| {
        let low = netlist.extract(count, 0, 4);
        let at = netlist.extract(at, 0, 4);
        netlist.add(Operation::Equal(low, at), 1)
    });
    let clear = netlist.add(Operation::Mux { select: resets, one: ones, zero }, 16);
    let force = Some(Force { set: zero, clear });
    let mut sum = one;
    for _ in 0..5 {
        let (state, held) = netlist.add_state(16);
        let loaded = netlist.add(Operation::Mux { select: loads, one: of_count, zero: held }, 16);
        netlist.registers.push(Register { state, load: Some((level, loaded)), force });
        sum = netlist.add(Operation::Add(sum, held), 16);
    }
    let of_registers = long(&mut netlist, sum);
    let bits = (0..16).map(|bit| (of_registers, bit)).collect();
    let mut simulator = Simulator::new(netlist, &[clock], &[bits], &[]).expect("machine code");
    let mut memories = Memories::new(&[], []);
    simulator.begin(&mut memories);
    let (mut count, mut held) = (0_u64, 0);
    for cycle in 0..100 {
        simulator.forget_changes();
        simulator.run(1, &mut memories).expect("settled");
        if count % 16 == 1 {
            held = long_value(count);
        }
        count += 1;
        if count % 16 == 9 {
            held = 0;
        }
        let expected = long_value((1 + 5 * held) & 0xffff);
        assert_eq!(simulator.observed(0), expected, "cycle {cycle}");
    }
}

#[test]
fn a_register_follows_the_word_of_a_memory_that_is_seldom_written() {
    let mut netlist = Netlist::default();
    let (clock, level) = netlist.add_state(1);
    let (state, count) = netlist.add_state(16);
    let [zero, one] = [0, 1].map(|number| netlist.constant(number, 16));
    let next = netlist.add(Operation::Add(count, one), 16);
    netlist.registers.push(Register { state, load: Some((level, next)), force: None });
    netlist.memories.push(Memory { address_width: 1, word_shift: 1 });
    let address = netlist.extract(zero, 0, 1);
    let [low, none] = [count, zero].map(|word| netlist.extract(word, 0, 4));
    let enable = netlist.add(Operation::Equal(low, none), 1);
    netlist.writes.push(Write { memory: 0, clock: level, enable, address, data: vec![count] });
    let read = netlist.add(Operation::Read { memory: 0, address, part: 0 }, 16);
    let loaded = long(&mut netlist, read);
    let (of_word, _) = netlist.add_state(16);
    netlist.registers.push(Register { state: of_word, load: Some((level, loaded)), force: None });
    let memories = netlist.memories.clone();
    let mut simulator = Simulator::new(netlist, &[clock], &[], &[]).expect("machine code");
    let mut bytes = [0; 4];
    let memories = &mut Memories::new(&memories, [&mut bytes[..]]);
    simulator.begin(memories);
    let (mut count, mut word, mut expected) = (0, 0, 0);
    for run in 0..200 {
        let cycles = 1 + run % 7;
        simulator.forget_changes();
        simulator.run(cycles, memories).expect("settled");
        for _ in 0..cycles {
            expected = long_value(word);
            word = if count % 16 == 0 { count } else { word };
            count += 1;
        }
        assert_eq!(simulator.get(of_word), expected, "after {count} cycles");
    }
}

#[test]
fn a_register_follows_an_input_that_is_set_before_many_cycles() {
    let mut netlist = Netlist::default();
    let (clock, level) = netlist.add_state(1);
    let (input, word) = netlist.add_state(16);
    let loaded = long(&mut netlist, word);
    let (state, _) = netlist.add_state(16);
    netlist.registers.push(Register { state, load: Some((level, loaded)), force: None });
    let mut simulator = Simulator::new(netlist, &[clock], &[], &[]).expect("machine code");
    let memories = &mut Memories::new(&[], []);
    simulator.begin(memories);
    for value in [5, 6] {
        simulator.forget_changes();
        simulator.set(input, value);
        // No edge, but the simulator is settled after it.
        simulator.drive(0, memories).expect("settled");
        simulator.run(3, memories).expect("settled");
        assert_eq!(simulator.get(state), long_value(value));
    }
}
