//! Bit-parallel simulation agrees with the statement-level simulator in every lane, interpreted and
//! compiled.

use baccarat_hdl::top::Clocking;
use rust_hdl_gates::{Netlist, bit_blast};
use rust_hdl_lanes::masks::has_lane;
use rust_hdl_lanes::{Comparison, Execution, LANES_PER_WORD, Lanes, Word};
use rust_hdl_rtl::{Design, Evaluator, ModuleId, SignalId, Value};

const STEPS: usize = 300;

/// Applies random inputs to two chunks of lanes and compares some of the lanes.
fn compare(design: &Design, module: ModuleId, execution: Execution) {
    let name = &design.module(module).name;
    let netlist = bit_blast(design, module).expect("no loops");
    let mut lanes = Lanes::new(netlist.clone(), 2, execution);
    let checked = [0, 1, 63, 64, 200, 255, LANES_PER_WORD, 2 * LANES_PER_WORD - 1];
    let mut evaluators: Vec<Evaluator> =
        checked.iter().map(|_| Evaluator::new(design, module).expect("no loops")).collect();
    let port =
        |name: &str| -> SignalId { evaluators[0].flat().module.find(name).expect("the port") };
    let inputs: Vec<_> =
        netlist.inputs.iter().map(|input| (input.clone(), port(&input.name))).collect();
    let outputs: Vec<_> = netlist.outputs.iter().map(|output| port(&output.name)).collect();

    let mut random = fastrand::Rng::with_seed(7);
    for step in 0..STEPS {
        // One port changes at a time, so that no two clocks change together.
        let (input, signal) = &inputs[random.usize(..inputs.len())];
        let changes = (0..input.width).filter(|_| random.bool()).collect::<Vec<_>>();
        let pulsed = changes.len() == 1 && random.bool();
        for change in &changes {
            let words: [Word; 2] = std::array::from_fn(|_| std::array::from_fn(|_| random.u64(..)));
            let leaf = input.leaf + change;
            for (index, lane) in checked.iter().enumerate() {
                let evaluator = &mut evaluators[index];
                let is_in = has_lane(&words, *lane);
                let old = evaluator.get(*signal);
                if pulsed && is_in {
                    for value in [old.with_bit(*change, !old.bit(*change)), old] {
                        evaluator.set(*signal, value);
                        evaluator.settle().expect("no oscillation");
                    }
                } else if !pulsed {
                    evaluator.set(*signal, old.with_bit(*change, is_in));
                    evaluator.settle().expect("no oscillation");
                }
            }
            if pulsed {
                lanes.pulse(leaf, &words).expect("no oscillation");
            } else {
                (0..2).for_each(|chunk| lanes.set(leaf, chunk, words[chunk]));
                lanes.settle().expect("no oscillation");
            }
        }
        let mut found = vec![vec![Value::ZERO; outputs.len()]; checked.len()];
        lanes.outputs(|port, bit_number, chunk, word| {
            for (index, lane) in checked.iter().enumerate() {
                if lane / LANES_PER_WORD == chunk {
                    let level = has_lane(&[word], lane % LANES_PER_WORD);
                    found[index][port] = found[index][port].with_bit(bit_number as u32, level);
                }
            }
        });
        for (index, lane) in checked.iter().enumerate() {
            for (port, signal) in outputs.iter().enumerate() {
                let expected = evaluators[index].get(*signal);
                let output = &netlist.outputs[port].name;
                assert_eq!(
                    found[index][port], expected,
                    "{name}.{output}, lane {lane}, step {step}"
                );
            }
        }
    }
}

#[test]
fn every_module_matches_in_both_clockings_interpreted_and_compiled() {
    for clocking in Clocking::ALL {
        let design = baccarat_sim::design(clocking).expect("the design");
        for module in (0..design.modules.len()).map(ModuleId) {
            for execution in [Execution::Interpreted, Execution::Fastest] {
                compare(&design, module, execution);
            }
        }
    }
}

#[test]
fn modules_are_equivalent_only_to_themselves() {
    let design = baccarat_sim::design(Clocking::Synchronised).expect("the design");
    let netlists: Vec<Netlist> =
        design.hardware().map(|(id, _)| bit_blast(&design, id).expect("no loops")).collect();
    for (one, left) in netlists.iter().enumerate() {
        for (other, right) in netlists.iter().enumerate() {
            assert_eq!(
                rust_hdl_lanes::compare(left, right) == Comparison::Equivalent,
                one == other
            );
        }
    }
}
