//! Comparison of models: declarations, and functions made of different gates.

use rust_hdl_proof::model::*;
use rust_hdl_proof::{Error, compare};

/// A module `m` with the inputs `a` and `b`, the register `q`, the memory `table`, and the function
/// as next value of `q`.
fn module(gates: &mut Gates, next: fn(&mut Gates) -> Word) -> Model {
    let next = next(gates);
    let clock = gates.signal("clock", 1)[0];
    let ports = [("clock", 1), ("a", 8), ("b", 8)].map(|(name, width)| Port {
        name: name.to_string(),
        direction: Direction::Input,
        width,
        enumeration: None,
    });
    let register = Register { clock, next, power_up: Some(vec![false; 8]), attributes: vec![] };
    let memory = Memory { width: 8, words: 256, ..Memory::default() };
    Model {
        name: "m".to_string(),
        ports: ports.to_vec(),
        registers: [("q".to_string(), register)].into(),
        memories: [("table".to_string(), memory)].into(),
        ..Model::default()
    }
}

fn a(gates: &mut Gates) -> Word {
    gates.signal("a", 8)
}

fn b(gates: &mut Gates) -> Word {
    gates.signal("b", 8)
}

fn sum(gates: &mut Gates) -> Word {
    let (a, b) = (a(gates), b(gates));
    gates.graph.add(&a, &b)
}

/// `a + b` as `(a | b) + (a & b)`.
fn other_sum(gates: &mut Gates) -> Word {
    let (a, b) = (a(gates), b(gates));
    let or = gates.graph.bitwise(Graph::or, &a, &b);
    let and = gates.graph.bitwise(Graph::and, &a, &b);
    gates.graph.add(&or, &and)
}

fn difference(gates: &mut Gates) -> Word {
    let (a, b) = (a(gates), b(gates));
    gates.graph.subtract(&a, &b)
}

fn held(gates: &mut Gates) -> Word {
    gates.signal("q", 8)
}

fn word_at(gates: &mut Gates, address: fn(&mut Gates) -> Word) -> Word {
    let address = address(gates);
    gates.memory_word("table", &address, 8)
}

/// `table[table[a + b]]`.
fn word_at_word_at_sum(gates: &mut Gates) -> Word {
    word_at(gates, |gates| word_at(gates, sum))
}

fn word_at_word_at_other_sum(gates: &mut Gates) -> Word {
    word_at(gates, |gates| word_at(gates, other_sum))
}

/// The result of a comparison, as text.
fn compared(expected: fn(&mut Gates) -> Word, actual: fn(&mut Gates) -> Word) -> String {
    let mut gates = Gates::default();
    let (expected, actual) = (module(&mut gates, expected), module(&mut gates, actual));
    match compare(&expected, &actual, &mut gates) {
        Ok(()) => "equal".to_string(),
        Err(error) => error.to_string(),
    }
}

#[test]
fn equal_functions_of_different_gates_are_proven() {
    for (expected, actual) in [
        (sum as fn(&mut Gates) -> Word, other_sum as fn(&mut Gates) -> Word),
        (|gates| word_at(gates, sum), |gates| word_at(gates, other_sum)),
        (word_at_word_at_sum, word_at_word_at_other_sum),
        (
            // a - b == 0 selects one of equal values.
            |gates| {
                let equal = difference(gates);
                let equal = !gates.graph.any(&equal);
                let (a, b) = (a(gates), b(gates));
                gates.graph.choose(equal, &a, &b)
            },
            b,
        ),
    ] {
        assert_eq!(compared(expected, actual), "equal");
    }
}

#[test]
fn a_difference_has_values_for_which_it_shows() {
    let error = compared(sum, difference);
    assert!(error.starts_with("module `m`: the next value of `q` is "), "{error}");
    let numbers: Vec<u8> =
        error.split(|c: char| !c.is_ascii_digit()).filter_map(|word| word.parse().ok()).collect();
    let [actual, expected, a, b] = numbers[..] else { panic!("{error}") };
    assert!(error.ends_with(&format!(" in the design, if a = {a}, b = {b}")), "{error}");
    assert_eq!((expected, actual), (a.wrapping_add(b), a.wrapping_sub(b)), "{error}");
    assert_ne!(expected, actual);
}

#[test]
fn words_of_a_memory_at_different_addresses_differ() {
    let error = compared(|gates| word_at(gates, a), |gates| word_at(gates, b));
    assert!(error.contains("table["), "{error}");
    // But the state is one: equal addresses have equal words.
    let values = error.split_once(", if ").expect("a counterexample").1;
    let value = |name: &str| {
        let start = values.find(&format!("{name} = ")).expect("a value") + name.len() + 3;
        values[start..].split(',').next().expect("a value").to_string()
    };
    assert_ne!(value("a"), value("b"), "{error}");
}

#[test]
fn a_register_that_holds_is_not_one_that_is_cleared() {
    let error = compared(held, |_| vec![Edge::ZERO; 8]);
    assert!(error.contains("the next value of `q` is 0 in the text, but"), "{error}");
}

/// A change of a model, and the error about it.
type Case = (fn(&mut Model), &'static str);

#[test]
fn declarations_have_to_be_equal() {
    let cases: [Case; 14] = [
        (
            |m| m.ports.swap(1, 2),
            "the order of the ports of module `m` is \"clock, b, a\" in the text, but \"clock, a, b\" in the design",
        ),
        (|m| drop(m.ports.pop()), "the text lacks port `b` of module `m`, which the design has"),
        (
            |m| m.ports[1].width = 7,
            "port `a` of module `m` is \"input, 7 bits\" in the text, but \"input, 8 bits\" in the design",
        ),
        (
            |m| m.ports[1].direction = Direction::InOut,
            "port `a` of module `m` is \"inout, 8 bits\" in the text, but \"input, 8 bits\" in the design",
        ),
        (
            |m| m.registers.clear(),
            "the text lacks register `q` of module `m`, which the design has",
        ),
        (
            |m| drop(m.registers.insert("r".to_string(), m.registers["q"].clone())),
            "the text has register `r` of module `m`, which the design lacks",
        ),
        (
            |m| m.registers.get_mut("q").expect("q").power_up = Some(vec![true; 8]),
            "register `q` of module `m` is \"8 bits, at power-up 255\" in the text, but \"8 bits, at power-up 0\" in the design",
        ),
        (
            |m| m.registers.get_mut("q").expect("q").power_up = None,
            "register `q` of module `m` is \"8 bits, at power-up undefined\" in the text, but \"8 bits, at power-up 0\" in the design",
        ),
        (
            |m| {
                let attribute = ("keep".to_string(), "true".to_string());
                m.registers.get_mut("q").expect("q").attributes.push(attribute);
            },
            "the text has attribute of register `q` of module `m`, which the design lacks",
        ),
        (
            |m| m.memories.get_mut("table").expect("table").words = 128,
            "memory `table` of module `m` is \"128 words of 8 bits, 0 write ports\" in the text, but \"256 words of 8 bits, 0 write ports\" in the design",
        ),
        (
            |m| {
                drop(
                    m.memories
                        .get_mut("table")
                        .expect("table")
                        .contents
                        .insert(3, vec![true, false]),
                )
            },
            "the text has word `table[3]` of module `m`, which the design lacks",
        ),
        (
            |m| drop(m.instances.insert("u".to_string(), Instance::default())),
            "the text has instance `u` of module `m`, which the design lacks",
        ),
        (
            |m| drop(m.nets.insert("bus".to_string(), Net::default())),
            "the text has wire `bus` of module `m`, which the design lacks",
        ),
        (
            |m| drop(m.types.insert("state_e".to_string(), Type::Enum(vec![]))),
            "the text has type `state_e` of module `m`, which the design lacks",
        ),
    ];
    for (change, message) in cases {
        let mut gates = Gates::default();
        let expected = module(&mut gates, sum);
        let mut actual = expected.clone();
        change(&mut actual);
        let error = compare(&expected, &actual, &mut gates).expect_err(message);
        assert_eq!(error.to_string(), message);
    }
}

#[test]
fn clocks_and_outputs_are_compared() {
    let mut gates = Gates::default();
    let mut expected = module(&mut gates, sum);
    expected.outputs.insert("y".to_string(), a(&mut gates));
    let mut falling = expected.clone();
    let register = falling.registers.get_mut("q").expect("q");
    register.clock = !register.clock;
    let mut other = expected.clone();
    other.outputs.insert("y".to_string(), b(&mut gates));
    for (actual, place) in [(falling, "the clock of `q`"), (other, "output `y`")] {
        let error = compare(&expected, &actual, &mut gates).expect_err(place);
        assert!(matches!(&error, Error::Value(found) if found.place == place), "{error}");
    }
}

#[test]
fn an_obligation_holds_for_all_values_or_is_an_error() {
    let mut gates = Gates::default();
    let expected = module(&mut gates, sum);
    let (a, b) = (a(&mut gates), b(&mut gates));
    let [below, not_below] = [gates.graph.less(&a, &b), gates.graph.less(&b, &a)];
    let total = gates.graph.equal(&a, &b);
    let total = gates.graph.or(total, below);
    let total = gates.graph.or(total, not_below);
    for (holds, error) in [
        (total, None),
        (
            below,
            Some(
                "module `m`: a value can be X, because it does not hold that an index is in range, if ",
            ),
        ),
    ] {
        let mut actual = expected.clone();
        actual.obligations =
            vec![Obligation { meaning: "an index is in range".to_string(), holds }];
        let result = compare(&expected, &actual, &mut gates);
        let message = result.err().map(|error| error.to_string());
        assert_eq!(message.is_some(), error.is_some());
        assert!(message.unwrap_or_default().starts_with(error.unwrap_or_default()));
    }
}

/// A product of a word of 16 bits, of which one is replaced, written as masks or bit by bit.
fn product(gates: &mut Gates, replaced: fn(&mut Gates, &Word, &Word, Edge) -> Word) -> Word {
    let (a, c) = (gates.signal("a", 16), gates.signal("c", 16));
    let (index, bit) = (gates.signal("index", 4), gates.signal("bit", 1)[0]);
    let replaced = replaced(gates, &a, &index, bit);
    let wide = |word: &Word| (0..32).map(|bit| word[bit.min(15)]).collect::<Word>();
    gates.graph.multiply(&wide(&replaced), &wide(&c))
}

fn bit_by_bit(gates: &mut Gates, word: &Word, index: &Word, bit: Edge) -> Word {
    gates.graph.replace_bit(word, index, bit)
}

/// `word & ~(1 << index) | bit << index`.
fn masked(gates: &mut Gates, word: &Word, index: &Word, bit: Edge) -> Word {
    let graph = &mut gates.graph;
    let mut one = vec![Edge::ZERO; 16];
    one[0] = Edge::ONE;
    let selected = graph.shift_left(&one, index);
    one[0] = bit;
    let new = graph.shift_left(&one, index);
    let kept: Word = selected.iter().map(|bit| !*bit).collect();
    let kept = graph.bitwise(Graph::and, word, &kept);
    graph.bitwise(Graph::or, &kept, &new)
}

/// The same, but the bit is not cleared before.
fn wrongly_masked(gates: &mut Gates, word: &Word, index: &Word, bit: Edge) -> Word {
    let mut one = vec![Edge::ZERO; 16];
    one[0] = bit;
    let new = gates.graph.shift_left(&one, index);
    gates.graph.bitwise(Graph::or, word, &new)
}

#[test]
fn equal_operands_of_a_product_are_merged_before_it_is_compared() {
    let mut gates = Gates::default();
    let expected = module(&mut gates, |gates| product(gates, bit_by_bit));
    let actual = module(&mut gates, |gates| product(gates, masked));
    assert_eq!(compare(&expected, &actual, &mut gates), Ok(()));
    let wrong = module(&mut gates, |gates| product(gates, wrongly_masked));
    let error = compare(&expected, &wrong, &mut gates).expect_err("a bit that is not cleared");
    assert!(matches!(error, Error::Value(_)), "{error}");
}
