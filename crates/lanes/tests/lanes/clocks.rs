//! Clocks: both edges, several domains, derived clocks, and pulses compared with the two toggles
//! that they stand for.

use rust_hdl_gates::Netlist;
use rust_hdl_gates::graph::{Edge, Graph};
use rust_hdl_gates::netlist::{InputPort, OutputPort, RegisterBit};
use rust_hdl_lanes::masks::{ALL, NONE};
use rust_hdl_lanes::{Execution, Lanes, Word};
use rust_hdl_rtl::Oscillation;

const EXECUTIONS: [Execution; 2] = [Execution::Interpreted, Execution::Fastest];

/// A netlist with input pins and registers, which are its outputs. `circuit` gets pins and
/// registers and returns the clock and the next value of each register.
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
    registers.map(|(index, bit)| (lanes.get(bit.leaf, 0)[0] & 1) << index).sum()
}

fn change(lanes: &mut Lanes, pin: u32, level: bool) {
    lanes.fill(pin, level);
    lanes.settle().expect("no oscillation");
}

#[test]
fn registers_load_on_their_edge_of_their_clock() {
    // Data, then two clocks. The registers load on clock 1 rising, clock 1 falling, clock 2 rising,
    // and both ANDed.
    let circuit = |graph: &mut Graph, pins: &[Edge], _: &[Edge]| {
        let both = graph.and(pins[1], pins[2]);
        vec![(pins[1], pins[0]), (!pins[1], pins[0]), (pins[2], pins[0]), (both, pins[0])]
    };
    let netlist = netlist(3, 4, circuit);
    // The pin, its new level, and the registers afterwards.
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
fn registers_on_the_same_edge_swap_their_values() {
    let circuit =
        |_: &mut Graph, pins: &[Edge], held: &[Edge]| vec![(pins[0], held[1]), (pins[0], held[0])];
    let netlist = netlist(1, 2, circuit);
    for execution in EXECUTIONS {
        let mut lanes = Lanes::new(netlist.clone(), 1, execution);
        lanes.fill(1, true);
        for expected in [0b10, 0b01, 0b10] {
            lanes.pulse(0, &[ALL]).expect("no oscillation");
            assert_eq!(held(&lanes), expected, "{execution:?}");
        }
    }
}

/// Each bit is clocked by the falling edge of the lower one.
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
            pulsed.pulse(0, &[ALL]).expect("no oscillation");
            change(&mut toggled, 0, true);
            change(&mut toggled, 0, false);
            assert_eq!(held(&pulsed), count % 16, "{execution:?}");
            assert_eq!(held(&toggled), count % 16, "{execution:?}");
        }
    }
}

#[test]
fn each_lane_has_its_own_clock_edges() {
    let masks: [Word; 3] = [[0b1, 0, 0, 1 << 63], [0b11, 0, 0, 0], [u64::MAX, 0, 0, 0]];
    for execution in EXECUTIONS {
        let mut lanes = Lanes::new(ripple_counter(), 2, execution);
        for mask in masks {
            lanes.pulse(0, &[mask, NONE]).expect("no oscillation");
        }
        let count = |lane: usize, chunk: usize| -> u64 {
            let bit = |leaf: u32| lanes.get(leaf, chunk)[lane / 64] >> (lane % 64) & 1;
            (0..4).map(|position| bit(1 + position) << position).sum()
        };
        for (lane, expected) in [(0, 3), (1, 2), (2, 1), (63, 1), (64, 0), (254, 0), (255, 1)] {
            assert_eq!(count(lane, 0), expected, "lane {lane}, {execution:?}");
            assert_eq!(count(lane, 1), 0, "the other chunk");
        }
    }
}

#[test]
fn a_pulse_equals_two_toggles_for_every_kind_of_pin_and_level() {
    // The pin is a rising clock; a falling clock; also data; also an enable; a gated clock; not a
    // clock.
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
                    lanes.ignore_edges();
                    lanes
                };
                let (mut pulsed, mut toggled) = (start(), start());
                for step in 0..6 {
                    let pin = step % 2;
                    pulsed.pulse(pin, &[ALL]).expect("no oscillation");
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
fn endless_derived_clock_edges_are_an_error() {
    // `a` toggles on each rising edge of a signal that toggles twice after each toggle of `a`: with
    // `b`, then with `c`.
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
        assert_eq!(lanes.settle(), Ok(()), "stable before the pin changes");
        lanes.fill(0, true);
        assert_eq!(lanes.settle(), Err(Oscillation), "{execution:?}");
    }
}
