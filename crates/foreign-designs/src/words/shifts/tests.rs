//! Shifts and indices, compared with what Yosys's manual says of their bits.

use fpga_tools::synthesis::Module;
use serde_json::json;
use word_simulator::Simulator;
use word_simulator::simulator::Memories;

use super::*;

/// A cell with two operands. Those that are signed are named.
struct Case {
    kind: &'static str,
    signed: &'static [&'static str],
    /// The bits of A, of B or S, and of Y.
    widths: [usize; 3],
    /// The lowest bits of B that are 0.
    zeros: usize,
}

/// The number of a bit of an operand of any number of bits.
type Bits = Vec<bool>;

impl Case {
    fn module(&self) -> Module {
        let [a, b, y] = self.widths;
        let amount = if self.kind == "$bmux" { "S" } else { "B" };
        let nets = |first: usize, count: usize| (first..first + count).collect::<Vec<_>>();
        let (of_a, of_y) = (nets(2, a), nets(2 + a + b, y));
        let of_b = nets(2 + a, b - self.zeros);
        let zeros = vec![json!("0"); self.zeros];
        let all: Vec<_> = zeros.into_iter().chain(of_b.iter().map(|net| json!(net))).collect();
        let mut parameters = serde_json::Map::new();
        for pin in self.signed {
            parameters.insert(format!("{pin}_SIGNED"), json!("1"));
        }
        let text = json!({"modules": {"m": {
            "ports": {
                "a": {"direction": "input", "bits": of_a},
                "b": {"direction": "input", "bits": of_b},
                "y": {"direction": "output", "bits": of_y},
            },
            "cells": {"c": {
                "type": self.kind,
                "parameters": parameters,
                "port_directions": {"A": "input", amount: "input", "Y": "output"},
                "connections": {"A": of_a, amount: all, "Y": of_y},
            }},
            "netnames": {},
        }}});
        Module::read(&text.to_string(), "m").expect("a netlist")
    }

    /// What the words make of some operands.
    fn results(&self, operands: &[[Bits; 2]]) -> Vec<Bits> {
        let module = self.module();
        let mut builder = Builder::new(&module);
        builder.inputs(&[]);
        builder.cell(&module.cells["c"]).expect("words");
        let words = builder.words(module.cells["c"].bits("Y")).expect("words");
        let netlist = builder.netlist;
        let bits = words.iter().flat_map(|word| {
            (0..netlist.node(*word).width).map(|bit| (*word, bit)).collect::<Vec<_>>()
        });
        let sampled: Vec<(Id, u32)> = bits.collect();
        let mut simulator = Simulator::new(netlist, &[], &[], &sampled).expect("machine code");
        let result = |[a, b]: &[Bits; 2]| {
            let words = a.chunks(64).chain(b[self.zeros..].chunks(64));
            for (state, bits) in (0..).zip(words) {
                let bits = bits.iter().enumerate();
                let value = bits.fold(0, |all, (place, bit)| all | u64::from(*bit) << place);
                simulator.set(state, value);
            }
            let values = simulator.sample(&mut Memories::new(&[], []));
            (0..self.widths[2]).map(|bit| values[bit / 64] >> (bit % 64) & 1 == 1).collect()
        };
        operands.iter().map(result).collect()
    }

    fn expected(&self, [a, b]: &[Bits; 2]) -> Bits {
        let amount = (0..).zip(b).fold(0_i128, |all, (place, bit)| all | i128::from(*bit) << place);
        let is_negative = self.signed.contains(&"B") && b.last() == Some(&true);
        let amount = if is_negative { amount - (1_i128 << b.len()) } else { amount };
        let width = self.widths[2];
        let sign = self.signed.contains(&"A") && a.last() == Some(&true);
        let computed = width.max(a.len()) as i128;
        let above = self.kind == "$sshr" && sign;
        let bit = |place: i128| match place {
            ..0 => false,
            _ if place < computed => a.get(place as usize).copied().unwrap_or(sign),
            _ => above,
        };
        let moved = |place: i128| match self.kind {
            "$shl" | "$sshl" => place - amount,
            "$bmux" => amount * width as i128 + place,
            _ => amount + place,
        };
        (0..width as i128).map(|place| bit(moved(place))).collect()
    }
}

fn number(value: u64, width: usize) -> Bits {
    (0..width).map(|bit| bit < 64 && value >> bit & 1 == 1).collect()
}

fn compare(case: &Case, random: &mut fastrand::Rng) {
    let [a, b, _] = case.widths;
    let free = b - case.zeros;
    // All amounts, if they are few; else those around the number of bits, and random ones.
    let amounts: Vec<Bits> = match free {
        0..=9 => (0..1 << free).map(|value| number(value << case.zeros, b)).collect(),
        _ => {
            let near = 0..a as u64 + 70;
            let far = (0..70).map(|value: u64| 0_u64.wrapping_sub(value));
            let any = (0..20).map(|_| random.u64(..)).collect::<Vec<_>>();
            let all = near.chain(far).chain(any);
            all.map(|value| number(value >> case.zeros << case.zeros, b)).collect()
        }
    };
    let operand = |amount: Bits| [(0..a).map(|_| random.bool()).collect(), amount];
    let operands: Vec<[Bits; 2]> = amounts.into_iter().map(operand).collect();
    for (operands, result) in operands.iter().zip(case.results(&operands)) {
        let Case { kind, signed, widths, zeros } = case;
        let expected = case.expected(operands);
        assert_eq!(result, expected, "{kind} {signed:?} {widths:?} {zeros} {operands:?}");
    }
}

#[test]
fn shifts_of_any_width_by_any_amount() {
    let mut random = fastrand::Rng::with_seed(54);
    let kinds: [(&str, &[&str]); 10] = [
        ("$shl", &[]),
        ("$shl", &["A"]),
        ("$sshl", &["A"]),
        ("$shr", &[]),
        ("$shr", &["A"]),
        ("$sshr", &[]),
        ("$sshr", &["A"]),
        ("$shift", &["B"]),
        ("$shiftx", &[]),
        ("$shiftx", &["B"]),
    ];
    let widths = [
        [8, 3, 8],
        [64, 7, 64],
        [65, 7, 65],
        [65, 9, 1],
        [128, 6, 128],
        [130, 8, 32],
        [200, 9, 70],
        [40, 8, 300],
        [300, 12, 64],
        [333, 9, 333],
        [90, 33, 90],
        [70, 64, 128],
        [1, 5, 150],
    ];
    for (kind, signed) in kinds {
        for widths in widths {
            for zeros in [0, 3, 6] {
                if zeros < widths[1] {
                    compare(&Case { kind, signed, widths, zeros }, &mut random);
                }
            }
        }
    }
}

#[test]
fn an_index_selects_an_element_of_any_width() {
    let mut random = fastrand::Rng::with_seed(55);
    for bits in 1..=7 {
        for width in [1, 2, 3, 8, 12, 32, 64, 65, 100] {
            let widths = [width << bits, bits, width];
            compare(&Case { kind: "$bmux", signed: &[], widths, zeros: 0 }, &mut random);
        }
    }
}
