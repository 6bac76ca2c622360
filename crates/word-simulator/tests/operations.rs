//! Operations, compared with arithmetic in Rust.

use word_simulator::Simulator;
use word_simulator::netlist::{Id, Netlist, Operation, WORD, mask};
use word_simulator::simulator::Memories;

/// An operation with two operands of `width` bits, the width of its result, and its value.
struct Case {
    name: &'static str,
    operation: fn(Id, Id) -> Operation,
    result: fn(u32) -> u32,
    value: fn(u64, u64, u32) -> u64,
}

fn same(width: u32) -> u32 {
    width
}

fn one(_: u32) -> u32 {
    1
}

fn signed(value: u64, width: u32) -> i64 {
    (value << (WORD - width)) as i64 >> (WORD - width)
}

fn shift(amount: u64, shifted: impl Fn(u32) -> u64) -> u64 {
    if amount < u64::from(WORD) { shifted(amount as u32) } else { 0 }
}

const CASES: [Case; 17] = [
    Case { name: "not", operation: |a, _| Operation::Not(a), result: same, value: |a, _, _| !a },
    Case { name: "and", operation: Operation::And, result: same, value: |a, b, _| a & b },
    Case { name: "or", operation: Operation::Or, result: same, value: |a, b, _| a | b },
    Case { name: "xor", operation: Operation::Xor, result: same, value: |a, b, _| a ^ b },
    Case {
        name: "add",
        operation: Operation::Add,
        result: same,
        value: |a, b, _| a.wrapping_add(b),
    },
    Case {
        name: "subtract",
        operation: Operation::Subtract,
        result: same,
        value: |a, b, _| a.wrapping_sub(b),
    },
    Case {
        name: "multiply",
        operation: Operation::Multiply,
        result: same,
        value: |a, b, _| a.wrapping_mul(b),
    },
    Case {
        name: "divide",
        operation: Operation::Divide,
        result: same,
        value: |a, b, _| a.checked_div(b).unwrap_or(u64::MAX),
    },
    Case {
        name: "remainder",
        operation: Operation::Remainder,
        result: same,
        value: |a, b, _| a.checked_rem(b).unwrap_or(a),
    },
    Case {
        name: "equal",
        operation: Operation::Equal,
        result: one,
        value: |a, b, _| (a == b).into(),
    },
    Case { name: "less", operation: Operation::Less, result: one, value: |a, b, _| (a < b).into() },
    Case {
        name: "parity",
        operation: |a, _| Operation::Parity(a),
        result: one,
        value: |a, _, _| (a.count_ones() % 2).into(),
    },
    Case {
        name: "shift left",
        operation: Operation::ShiftLeft,
        result: same,
        value: |a, b, _| shift(b, |amount| a << amount),
    },
    Case {
        name: "shift right",
        operation: Operation::ShiftRight,
        result: same,
        value: |a, b, _| shift(b, |amount| a >> amount),
    },
    Case {
        name: "signed shift right",
        operation: Operation::SignedShiftRight,
        result: same,
        value: |a, b, _| (a as i64 >> b.min(63)) as u64,
    },
    Case {
        name: "sign extend",
        operation: |a, _| Operation::SignExtend(a),
        result: |_| WORD,
        value: |a, _, width| signed(a, width) as u64,
    },
    Case {
        name: "signed less",
        operation: Operation::SignedLess,
        result: one,
        value: |a, b, _| ((a as i64) < b as i64).into(),
    },
];

/// The words that are observed for some words of the state.
fn observed(netlist: Netlist, clock: u32, words: &[Id], states: &[(u32, u64)]) -> Vec<u64> {
    let bits = |id: &Id| (0..netlist.node(*id).width).map(|bit| (*id, bit)).collect();
    let bits: Vec<Vec<(Id, u32)>> = words.iter().map(bits).collect();
    let mut simulator = Simulator::new(netlist, &[clock], &bits, &[]).expect("machine code");
    states.iter().for_each(|(state, value)| simulator.set(*state, *value));
    simulator.drive(0, &mut Memories::new(&[], [])).expect("settled");
    (0..words.len()).map(|word| simulator.observed(word)).collect()
}

#[test]
fn operations_compute_what_rust_does() {
    let mut random = fastrand::Rng::with_seed(11);
    for width in [1, 5, 8, 31, 32, 63, 64] {
        for _ in 0..10 {
            let mut netlist = Netlist::default();
            let (clock, _) = netlist.add_state(1);
            let [(left, a), (right, b)] = [(); 2].map(|()| netlist.add_state(width));
            let [x, mut y] = [(); 2].map(|()| random.u64(..) & mask(width));
            if random.bool() {
                y = random.u64(..70) & mask(width);
            }
            let words: Vec<Id> = CASES
                .iter()
                .map(|case| netlist.add((case.operation)(a, b), (case.result)(width)))
                .collect();
            let values = observed(netlist, clock, &words, &[(left, x), (right, y)]);
            for (case, value) in CASES.iter().zip(values) {
                let expected = (case.value)(x, y, width) & mask((case.result)(width));
                assert_eq!(value, expected, "{} of {x:#x} and {y:#x}, {width} bits", case.name);
            }
        }
    }
}

#[test]
fn functions_of_few_bits_compute_the_same_for_all_values() {
    const WIDTH: u32 = 5;
    const ADDED: [u64; 6] = [1, 3, 5, 7, 9, 11];
    let mut netlist = Netlist::default();
    let (clock, _) = netlist.add_state(1);
    let [(left, a), (right, b)] = [(); 2].map(|()| netlist.add_state(WIDTH));
    // So many operations that a table takes their place.
    let mut function = |case: &Case| {
        let width = (case.result)(WIDTH);
        let first = netlist.add((case.operation)(a, b), width);
        ADDED.iter().fold(first, |sum, number| {
            let number = netlist.constant(*number, width);
            netlist.add(Operation::Add(sum, number), width)
        })
    };
    let words: Vec<Id> = CASES.iter().map(&mut function).collect();
    let bits = |id: &Id| (0..netlist.node(*id).width).map(|bit| (*id, bit)).collect();
    let bits: Vec<Vec<(Id, u32)>> = words.iter().map(bits).collect();
    let mut simulator = Simulator::new(netlist, &[clock], &bits, &[]).expect("machine code");
    for (x, y) in (0..1 << WIDTH).flat_map(|x| (0..1 << WIDTH).map(move |y| (x, y))) {
        simulator.set(left, x);
        simulator.set(right, y);
        simulator.forget_changes();
        simulator.drive(0, &mut Memories::new(&[], [])).expect("settled");
        for (word, case) in CASES.iter().enumerate() {
            let value = (case.value)(x, y, WIDTH) & mask((case.result)(WIDTH));
            let expected = value.wrapping_add(ADDED.iter().sum()) & mask((case.result)(WIDTH));
            assert_eq!(simulator.observed(word), expected, "{} of {x} and {y}", case.name);
        }
    }
}

#[test]
fn words_are_taken_apart_put_together_and_chosen() {
    let mut netlist = Netlist::default();
    let (clock, _) = netlist.add_state(1);
    let (state, word) = netlist.add_state(40);
    let (choice, select) = netlist.add_state(1);
    let high = netlist.extract(word, 24, 16);
    let low = netlist.extract(word, 0, 8);
    let both = netlist.add(Operation::Concatenate(vec![high, low, low]), 32);
    let chosen = netlist.add(Operation::Mux { select, one: high, zero: both }, 32);
    for (selected, expected) in [(1, 0x1234), (0, 0xefef_1234)] {
        let states = [(state, 0x12_34ab_cdef), (choice, selected)];
        assert_eq!(observed(netlist.clone(), clock, &[chosen], &states), [expected]);
    }
}

#[test]
fn multiplexers_with_one_select_input_are_one() {
    let mut netlist = Netlist::default();
    let [select, a, b, c, d] = [1, 8, 8, 8, 8].map(|width| netlist.add_state(width).1);
    let mut mux = |one, zero| netlist.add(Operation::Mux { select, one, zero }, 8);
    let [left, right] = [mux(a, b), mux(c, d)];
    let [outer, inner] = [mux(left, c), mux(b, right)];
    let joined = [mux(left, right), mux(outer, inner), mux(left, b)];
    for (joined, expected) in joined.into_iter().zip([(a, d), (a, d), (a, b)]) {
        let (one, zero) = expected;
        assert_eq!(netlist.node(joined).operation, Operation::Mux { select, one, zero });
    }
}
