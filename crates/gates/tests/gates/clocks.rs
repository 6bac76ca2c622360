//! Clocks: rising and falling, several of them, made by registers, and a pulse beside the two edges that it stands for.

use rust_hdl_gates::graph::{Edge, Graph};
use rust_hdl_gates::lanes::{ALL, NONE};
use rust_hdl_gates::netlist::{InputPort, OutputPort, RegisterBit};
use rust_hdl_gates::{Execution, Lanes, Netlist, Word};
use rust_hdl_rtl::Oscillation;

const EXECUTIONS: [Execution; 2] = [Execution::Interpreted, Execution::Fastest];

/// A netlist with input pins and registers, which are its outputs. `circuit` gets pins and registers and says, for each
/// register, its clock and its next value.
fn netlist(
    pins: u32,
    registers: u32,
    circuit: impl Fn(&mut Graph, &[Edge], &[Edge]) -> Vec<(Edge, Edge)>,
) -> Netlist {
    let mut graph = Graph::default();
    let leaves: Vec<Edge> = (0..pins + registers).map(|leaf| graph.leaf(leaf)).collect();
    let (inputs, held) = leaves.split_at(pins as usize);
    let behaviour = circuit(&mut graph, inputs, held);
    let mut clocks: Vec<Edge> = Vec::new();
    let registers = behaviour.into_iter().enumerate().map(|(bit, (clock, next))| {
        let known = clocks.iter().position(|known| *known == clock);
        RegisterBit {
            name: format!("register[{bit}]"),
            leaf: pins + bit as u32,
            next,
            clock: known.unwrap_or_else(|| {
                clocks.push(clock);
                clocks.len() - 1
            }),
            power_up: false,
        }
    });
    let registers = registers.collect();
    Netlist {
        name: "circuit".into(),
        inputs: vec![InputPort { name: "pins".into(), width: pins, leaf: 0 }],
        outputs: vec![OutputPort { name: "registers".into(), bits: held.to_vec() }],
        registers,
        clocks,
        signals: vec![],
        graph,
    }
}

/// The registers of lane 0 as a number.
fn held(lanes: &Lanes) -> u64 {
    let registers = lanes.netlist().registers.iter().enumerate();
    registers.map(|(place, bit)| (lanes.get(bit.leaf, 0)[0] & 1) << place).sum()
}

fn change(lanes: &mut Lanes, pin: u32, level: bool) {
    lanes.fill(pin, level);
    lanes.settle().expect("rest");
}

#[test]
fn a_register_loads_on_its_own_edge_of_its_own_clock() {
    // Data, then two clocks. The registers take the data on: rising, falling, the other clock, either clock's and.
    let circuit = |graph: &mut Graph, pins: &[Edge], _: &[Edge]| {
        let both = graph.and(pins[1], pins[2]);
        vec![(pins[1], pins[0]), (!pins[1], pins[0]), (pins[2], pins[0]), (both, pins[0])]
    };
    let netlist = netlist(3, 4, circuit);
    // What is done to which pin, and the registers after it.
    let cases = [
        (0, true, 0b0000),
        (1, true, 0b0001),
        (0, false, 0b0001),
        (0, true, 0b0001),
        (1, false, 0b0011),
        (0, false, 0b0011),
        (1, true, 0b0010),
        (0, true, 0b0010),
        (2, true, 0b1110),
        (0, false, 0b1110),
        (1, false, 0b1100),
        (1, true, 0b0100),
        (2, false, 0b0100),
        (2, true, 0b0000),
    ];
    for execution in EXECUTIONS {
        let mut lanes = Lanes::new(netlist.clone(), 1, execution);
        for (number, (pin, level, expected)) in cases.into_iter().enumerate() {
            change(&mut lanes, pin, level);
            assert_eq!(held(&lanes), expected, "case {number}, {execution:?}");
        }
    }
}

#[test]
fn registers_on_one_edge_exchange_their_values() {
    let circuit =
        |_: &mut Graph, pins: &[Edge], held: &[Edge]| vec![(pins[0], held[1]), (pins[0], held[0])];
    let netlist = netlist(1, 2, circuit);
    for execution in EXECUTIONS {
        let mut lanes = Lanes::new(netlist.clone(), 1, execution);
        lanes.fill(1, true);
        for expected in [0b10, 0b01, 0b10] {
            lanes.pulse(0, &[ALL]).expect("rest");
            assert_eq!(held(&lanes), expected, "{execution:?}");
        }
    }
}

/// Each bit is clocked by the one below going down.
fn ripple_counter() -> Netlist {
    netlist(1, 4, |_, pins, held| {
        vec![(pins[0], !held[0]), (!held[0], !held[1]), (!held[1], !held[2]), (!held[2], !held[3])]
    })
}

#[test]
fn a_ripple_counter_counts_pulses_and_edges() {
    for execution in EXECUTIONS {
        let mut pulsed = Lanes::new(ripple_counter(), 1, execution);
        let mut toggled = Lanes::new(ripple_counter(), 1, execution);
        for count in 1..40 {
            pulsed.pulse(0, &[ALL]).expect("rest");
            change(&mut toggled, 0, true);
            change(&mut toggled, 0, false);
            assert_eq!(held(&pulsed), count % 16, "{execution:?}");
            assert_eq!(held(&toggled), count % 16, "{execution:?}");
        }
    }
}

#[test]
fn every_lane_has_its_own_edges() {
    let masks: [Word; 3] = [[0b1, 0, 0, 1 << 63], [0b11, 0, 0, 0], [u64::MAX, 0, 0, 0]];
    for execution in EXECUTIONS {
        let mut lanes = Lanes::new(ripple_counter(), 2, execution);
        for mask in masks {
            lanes.pulse(0, &[mask, NONE]).expect("rest");
        }
        let count = |lane: usize, chunk: usize| -> u64 {
            let bit = |leaf: u32| lanes.get(leaf, chunk)[lane / 64] >> (lane % 64) & 1;
            (0..4).map(|place| bit(1 + place) << place).sum()
        };
        for (lane, expected) in [(0, 3), (1, 2), (2, 1), (63, 1), (64, 0), (254, 0), (255, 1)] {
            assert_eq!(count(lane, 0), expected, "lane {lane}, {execution:?}");
            assert_eq!(count(lane, 1), 0, "the other chunk");
        }
    }
}

#[test]
fn a_pulse_is_two_changes_whatever_the_pin_is_and_wherever_it_rests() {
    // The pin is a clock; a falling one; also data; also an enable; a clock through a gate; no clock.
    type Circuit = fn(&mut Graph, &[Edge], &[Edge]) -> Vec<(Edge, Edge)>;
    let circuits: [Circuit; 6] = [
        |_, pins, held| vec![(pins[0], !held[0]), (pins[0], held[0])],
        |_, pins, held| vec![(!pins[0], !held[0]), (pins[1], held[0])],
        |graph, pins, held| vec![(pins[0], graph.xor(pins[0], held[1])), (!pins[0], held[0])],
        |graph, pins, held| {
            vec![(pins[1], graph.mux(pins[0], !held[0], held[0])), (!pins[0], pins[0])]
        },
        |graph, pins, held| vec![(graph.and(pins[0], pins[1]), !held[0]), (pins[1], !held[1])],
        |_, pins, held| vec![(pins[1], !held[0]), (pins[1], pins[0])],
    ];
    for (number, circuit) in circuits.into_iter().enumerate() {
        for execution in EXECUTIONS {
            for levels in 0..4 {
                let start = || {
                    let mut lanes = Lanes::new(netlist(2, 2, circuit), 1, execution);
                    lanes.fill(0, levels & 1 == 1);
                    lanes.fill(1, levels & 2 == 2);
                    lanes.rest();
                    lanes
                };
                let (mut pulsed, mut toggled) = (start(), start());
                for step in 0..6 {
                    let pin = step % 2;
                    pulsed.pulse(pin, &[ALL]).expect("rest");
                    for _ in 0..2 {
                        let level = toggled.get(pin, 0) == ALL;
                        change(&mut toggled, pin, !level);
                    }
                    let case = format!("circuit {number}, levels {levels}, {execution:?}");
                    assert_eq!(held(&pulsed), held(&toggled), "step {step} of {case}");
                    assert_eq!(pulsed.get(pin, 0), toggled.get(pin, 0), "the pin, {case}");
                }
            }
        }
    }
}

#[test]
fn a_circuit_that_makes_its_own_edges_without_end_is_an_error() {
    // `a` turns on each rise of a signal that turns twice whenever `a` does: once `b` has followed it, and `c` that.
    let circuit = |graph: &mut Graph, pins: &[Edge], held: &[Edge]| {
        let [a, b_rise, b_fall, c_rise, c_fall] = *held else {
            unreachable!("five registers");
        };
        let b = graph.xor(b_rise, b_fall);
        let c = graph.xor(c_rise, c_fall);
        let either = graph.xor(b, c);
        let clock = graph.xor(pins[0], either);
        vec![(clock, !a), (a, !b_rise), (!a, !b_fall), (b, !c_rise), (!b, !c_fall)]
    };
    let netlist = netlist(1, 5, circuit);
    for execution in EXECUTIONS {
        let mut lanes = Lanes::new(netlist.clone(), 1, execution);
        assert_eq!(lanes.settle(), Ok(()), "nothing moves before the pin does");
        lanes.fill(0, true);
        assert_eq!(lanes.settle(), Err(Oscillation), "{execution:?}");
    }
}
