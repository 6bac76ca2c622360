//! The changes of observed words that are recorded.

use word_simulator::Simulator;
use word_simulator::netlist::{Force, Id, Memory, Netlist, Operation, Register, Write};
use word_simulator::simulator::{Change, MAXIMUM_CYCLES, Memories};

/// The bytes of the memory of a design.
const BYTES: usize = 16;

/// A design with a clock and an input.
struct Design {
    netlist: Netlist,
    clock: (u32, Id),
    input: (u32, Id),
    observed: Vec<Vec<(Id, u32)>>,
}

impl Design {
    /// Two counters, of which one counts if two bits of the other are equal, a memory that the
    /// second one fills, and a reset by the input. The observed words are made of bits of all of
    /// them and of the clock.
    fn new() -> Design {
        let mut netlist = Netlist::default();
        let (clock, input) = (netlist.add_state(1), netlist.add_state(1));
        let [(fast, first), (slow, second)] = [(); 2].map(|()| netlist.add_state(8));
        let one = netlist.constant(1, 8);
        let zeros = netlist.constant(0, 8);
        let faster = netlist.add(Operation::Add(first, one), 8);
        let [low, high] = [0, 2].map(|bit| netlist.extract(first, bit, 1));
        let enable = netlist.add(Operation::Equal(low, high), 1);
        let mut slower = second;
        for factor in [3, 5, 7, 11] {
            let factor = netlist.constant(factor, 8);
            let product = netlist.add(Operation::Multiply(slower, factor), 8);
            slower = netlist.add(Operation::Add(product, one), 8);
        }
        let slower = netlist.add(Operation::Mux { select: enable, one: slower, zero: second }, 8);
        let resets = netlist.add(Operation::Concatenate(vec![input.1; 8]), 8);
        let force = Some(Force { set: zeros, clear: resets });
        for (state, loaded) in [(fast, faster), (slow, slower)] {
            netlist.registers.push(Register { state, load: Some((clock.1, loaded)), force });
        }
        netlist.memories.push(Memory { address_width: 4, word_shift: 0 });
        let address = netlist.extract(first, 0, 4);
        let data = vec![second];
        netlist.writes.push(Write { memory: 0, clock: clock.1, enable, address, data });
        let read = netlist.add(Operation::Read { memory: 0, address, part: 0 }, 8);
        let observed = vec![
            vec![(first, 7), (second, 3), (second, 4), (clock.1, 0), (first, 1)],
            (0..8).map(|bit| (second, bit)).collect(),
            vec![(input.1, 0), (zeros, 0), (read, 0), (read, 1)],
            vec![(input.1, 0)],
        ];
        Design { netlist, clock, input, observed }
    }

    fn simulator(&self) -> Simulator {
        Simulator::new(self.netlist.clone(), &[self.clock.0], &self.observed, &[]).expect("code")
    }

    /// Adds a register of the falling edge.
    fn with_falling_edge(mut self) -> Design {
        let falling = self.netlist.add(Operation::Not(self.clock.1), 1);
        let (state, held) = self.netlist.add_state(1);
        let loaded = self.netlist.add(Operation::Not(held), 1);
        self.netlist.registers.push(Register { state, load: Some((falling, loaded)), force: None });
        self.observed.push(vec![(held, 0)]);
        self
    }
}

/// The changes in some half cycles, from the values after each.
fn changes(before: u64, values: &[u64]) -> Vec<Change> {
    let mut last = before;
    let change = |(time, value): (u64, &u64)| {
        (std::mem::replace(&mut last, *value) != *value).then_some(Change { time, value: *value })
    };
    (0..).zip(values).filter_map(change).collect()
}

#[test]
fn cycles_at_once_record_what_half_cycles_show() {
    const CYCLES: usize = 700;
    for design in [Design::new(), Design::new().with_falling_edge()] {
        let words = design.observed.len();
        let [mut by_halves, mut at_once] = [(); 2].map(|()| design.simulator());
        let [mut one, mut other] = [[0; BYTES]; 2];
        let mut random = fastrand::Rng::with_seed(7);
        for _ in 0..10 {
            let input = u64::from(random.u8(..4) == 0);
            let mut memories = Memories::new(&design.netlist.memories, [&mut other[..]]);
            at_once.set(design.input.0, input);
            at_once.begin(&mut memories);
            let before: Vec<u64> = (0..words).map(|word| at_once.observed(word)).collect();
            at_once.run(1, &mut memories).expect("settled");
            at_once.run(CYCLES - 1, &mut memories).expect("settled");

            let mut memories = Memories::new(&design.netlist.memories, [&mut one[..]]);
            by_halves.set(design.input.0, input);
            by_halves.begin(&mut memories);
            let mut values = vec![vec![]; words];
            for level in [1, 0].repeat(CYCLES) {
                by_halves.drive(level, &mut memories).expect("settled");
                for (word, values) in values.iter_mut().enumerate() {
                    values.push(by_halves.observed(word));
                }
            }
            for word in 0..words {
                let recorded: Vec<Change> = at_once.changes(word).collect();
                assert_eq!(recorded, changes(before[word], &values[word]), "word {word}");
            }
        }
        assert_eq!(one, other);
    }
}

#[test]
fn changes_are_forgotten_and_recorded_anew() {
    let design = Design::new();
    let mut simulator = design.simulator();
    let mut bytes = [0; BYTES];
    let mut memories = Memories::new(&design.netlist.memories, [&mut bytes[..]]);
    simulator.begin(&mut memories);
    for _ in 0..3 {
        simulator.forget_changes();
        simulator.run(MAXIMUM_CYCLES, &mut memories).expect("settled");
        let last = simulator.changes(0).last().map(|change| change.time);
        assert_eq!(last, Some(2 * MAXIMUM_CYCLES as u64 - 1), "the clock falls");
    }
    simulator.forget_changes();
    assert_eq!(simulator.changes(0).count(), 0);
}

#[test]
#[should_panic(expected = "too many cycles are recorded")]
fn more_changes_than_there_is_room_for_are_not_recorded() {
    let design = Design::new();
    let mut bytes = [0; BYTES];
    let mut memories = Memories::new(&design.netlist.memories, [&mut bytes[..]]);
    let mut simulator = design.simulator();
    _ = simulator.run(MAXIMUM_CYCLES, &mut memories);
    _ = simulator.run(1, &mut memories);
}
