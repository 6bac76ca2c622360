//! Clocks that rise at the same time.

use word_simulator::Simulator;
use word_simulator::netlist::{Id, Memory, Netlist, Operation, Register, Write};
use word_simulator::simulator::Memories;

/// The number of clocks.
const CLOCKS: usize = 3;

/// Changes of the clocks: some thousand for each set of clocks that rise.
const CHANGES: usize = 100_000;

/// Registers `a`, `b` and `c` of one clock each, which load what depends on the others, and a
/// memory that two of the clocks write.
struct Model {
    values: [u8; 3],
    memory: [u8; 16],
}

impl Model {
    fn rise(&mut self, rises: [bool; CLOCKS]) {
        let [a, b, c] = self.values;
        let read = self.memory[usize::from(a % 16)];
        if rises[0] {
            self.values[0] = b.wrapping_mul(3).wrapping_add(read).wrapping_add(1);
            self.memory[usize::from(b % 16)] = a;
        }
        if rises[1] {
            // An odd number is added, so that it never stays the same.
            self.values[1] = b.wrapping_add(a.wrapping_mul(2)).wrapping_add(1);
            if c % 2 == 1 {
                self.memory[usize::from(a % 16)] = b;
            }
        }
        if rises[2] && a % 4 != 0 {
            self.values[2] = FACTORS
                .fold(c.wrapping_add(a), |sum, factor| sum.wrapping_mul(factor).wrapping_add(b));
        }
    }
}

/// With so many operations, a register under a condition is computed only if it loads.
const FACTORS: std::ops::Range<u8> = 3..9;

fn netlist(clocks: &mut Vec<u32>) -> (Netlist, [Id; 3]) {
    let mut netlist = Netlist::default();
    let levels = [(); CLOCKS].map(|()| {
        let (state, level) = netlist.add_state(1);
        clocks.push(state);
        level
    });
    let [(a_state, a), (b_state, b), (c_state, c)] = [(); 3].map(|()| netlist.add_state(8));
    let number = |netlist: &mut Netlist, value| netlist.constant(value, 8);
    let both = |netlist: &mut Netlist, of: fn(Id, Id) -> Operation, one, other| {
        netlist.add(of(one, other), 8)
    };
    let [to_a, to_b] = [a, b].map(|word| netlist.extract(word, 0, 4));

    let read = netlist.add(Operation::Read { memory: 0, address: to_a, part: 0 }, 8);
    let [one, two, three] = [1, 2, 3].map(|value| number(&mut netlist, value));
    let tripled = both(&mut netlist, Operation::Multiply, b, three);
    let sum = both(&mut netlist, Operation::Add, tripled, read);
    let next_a = both(&mut netlist, Operation::Add, sum, one);
    let doubled = both(&mut netlist, Operation::Multiply, a, two);
    let sum = both(&mut netlist, Operation::Add, b, doubled);
    let next_b = both(&mut netlist, Operation::Add, sum, one);
    let mut next_c = both(&mut netlist, Operation::Add, c, a);
    for factor in FACTORS {
        let factor = number(&mut netlist, factor.into());
        let product = both(&mut netlist, Operation::Multiply, next_c, factor);
        next_c = both(&mut netlist, Operation::Add, product, b);
    }
    let low = netlist.extract(a, 0, 2);
    let zero = netlist.constant(0, 2);
    let select = netlist.add(Operation::Equal(low, zero), 1);
    let next_c = netlist.add(Operation::Mux { select, one: c, zero: next_c }, 8);
    let loads = [(a_state, next_a), (b_state, next_b), (c_state, next_c)];
    for (clock, (state, next)) in levels.into_iter().zip(loads) {
        netlist.registers.push(Register { state, load: Some((clock, next)), force: None });
    }

    netlist.memories.push(Memory { address_width: 4, word_shift: 0 });
    let always = netlist.constant(1, 1);
    let odd = netlist.extract(c, 0, 1);
    for (clock, enable, address, data) in [(0, always, to_b, a), (1, odd, to_a, b)] {
        let clock = levels[clock];
        netlist.writes.push(Write { memory: 0, clock, enable, address, data: vec![data] });
    }
    (netlist, [a, b, c])
}

#[test]
fn registers_of_all_clocks_load_what_others_held_before() {
    let mut clocks = vec![];
    let (netlist, words) = netlist(&mut clocks);
    let observed = words.map(|word| (0..8).map(|bit| (word, bit)).collect::<Vec<_>>());
    let of_memory = netlist.memories.clone();
    let mut simulator = Simulator::new(netlist, &clocks, &observed, &[]).expect("machine code");
    let mut bytes = [0; 16];
    let mut model = Model { values: [0; 3], memory: [0; 16] };
    let mut levels = 0;
    let mut random = 1_u64;
    simulator.begin(&mut Memories::new(&of_memory, [bytes.as_mut_slice()]));
    for change in 0..CHANGES {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let next = random >> 61;
        model.rise([0, 1, 2].map(|clock| next & !levels & 1 << clock != 0));
        levels = next;
        let mut memories = Memories::new(&of_memory, [bytes.as_mut_slice()]);
        simulator.forget_changes();
        simulator.drive(levels, &mut memories).expect("settled");
        let values = [0, 1, 2].map(|word| simulator.observed(word) as u8);
        assert_eq!((values, bytes), (model.values, model.memory), "change {change}");
    }
}
