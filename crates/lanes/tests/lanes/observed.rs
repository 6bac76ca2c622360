//! Designs without the state that some outputs do not depend on, compared with the whole designs.

use fastrand::Rng;
use rust_hdl::prelude::*;
use rust_hdl_gates::{bit_blast_keeping_memories, bit_blast_observed};
use rust_hdl_rtl::{Evaluator, Flat, SignalKind, elaborate, flatten};

use crate::random_designs::random_design;

const DESIGNS: u64 = 40;
const STEPS: usize = 300;

/// Two counters and a memory: `left` depends on itself, `right` on both counters, the memory on
/// all.
#[derive(Default, LogicBlock)]
struct Counters {
    pub clock: Signal<In, Clock>,
    pub enable: Signal<In, Bit>,
    pub left_out: Signal<Out, Bits<4>>,
    pub right_out: Signal<Out, Bits<4>>,
    pub table_out: Signal<Out, Bits<4>>,
    pub both_are_zero: Signal<Out, Bit>,
    left: DFF<Bits<4>>,
    right: DFF<Bits<4>>,
    table: RAM<Bits<4>, 4>,
    left_is_zero: Signal<Local, Bit>,
}

impl Logic for Counters {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, left, right);
        self.left_is_zero.next = self.left.q.val() == 0;
        self.both_are_zero.next = self.left_is_zero.val() && (self.right.q.val() == 0);
        self.left.d.next = self.left.q.val() + 1;
        if self.enable.val() && self.left_is_zero.val() {
            self.right.d.next = self.right.q.val() + 1;
        }
        self.table.read_clock.next = self.clock.val();
        self.table.write_clock.next = self.clock.val();
        self.table.read_address.next = self.left.q.val();
        self.table.write_address.next = self.right.q.val();
        self.table.write_data.next = self.left.q.val();
        self.table.write_enable.next = self.enable.val();
        self.left_out.next = self.left.q.val();
        self.right_out.next = self.right.q.val();
        self.table_out.next = self.table.read_data.val();
    }
}

/// The names of the signals of some kind, in alphabetical order.
fn names(flat: &Flat, kind: SignalKind) -> Vec<String> {
    let signals = flat.module.signals().filter(|(_, signal)| signal.kind == kind);
    let mut names: Vec<String> = signals.map(|(_, signal)| signal.name.clone()).collect();
    names.sort();
    names
}

#[test]
fn state_and_logic_that_outputs_do_not_depend_on_are_left_out() {
    let design = elaborate(&[("counters", &Counters::default())]).expect("a design");
    let observed = |outputs: &[&str]| {
        let whole = flatten(&design, design.top()).expect("no loops");
        let inputs = names(&whole, SignalKind::Input);
        let flat = whole.observed_at(outputs);
        assert_eq!(names(&flat, SignalKind::Output), outputs);
        assert_eq!(names(&flat, SignalKind::Input), inputs);
        let has = |name| flat.module.find(name).is_some();
        let logic = (has("left_is_zero"), has("both_are_zero"));
        let netlist = bit_blast_observed(&design, design.top(), outputs).expect("no loops");
        (netlist.netlist.registers.len(), flat.module.memories.len(), logic)
    };
    assert_eq!(observed(&[]), (0, 0, (false, false)));
    assert_eq!(observed(&["left_out"]), (4, 0, (true, false)));
    assert_eq!(observed(&["left_out", "right_out"]), (8, 0, (true, true)));
    assert_eq!(observed(&["table_out"]), (12, 1, (true, true)));
}

#[test]
fn what_is_left_behaves_like_the_whole_design() {
    let mut left_out = 0;
    for seed in 0..DESIGNS {
        let mut random = Rng::with_seed(seed);
        let design = random_design(&mut random);
        let whole = flatten(&design, design.top()).expect("no loops");
        let outputs = names(&whole, SignalKind::Output);
        let output = random.choice(&outputs).expect("an output").as_str();
        let flat = whole.clone().observed_at(&[output]);
        left_out += whole.module.signals.len() - flat.module.signals.len();
        let ids = flat.module.signals().map(|(id, signal)| {
            (id, whole.module.find(&signal.name).expect("the signal of the whole design"))
        });
        let ids: Vec<_> = ids.collect();

        let mut simulators = [whole, flat].map(|flat| Evaluator::of(flat).expect("complete"));
        for step in 0..STEPS {
            let port = ["clock_0", "clock_1", "data", "more"][random.usize(..4)];
            let value = random.u128(..4096);
            for simulator in &mut simulators {
                let port = simulator.flat().module.find(port).expect("the input");
                simulator.set(port, value);
                simulator.settle().expect("no oscillation");
            }
            let [whole, observed] = &simulators;
            for (id, id_in_whole) in &ids {
                let name = &observed.flat().module.signal(*id).name;
                let values = (observed.get(*id), whole.get(*id_in_whole));
                assert_eq!(values.0, values.1, "{name} in step {step} of design {seed}");
            }
        }

        let netlist = bit_blast_observed(&design, design.top(), &[output]).expect("no loops");
        let all = bit_blast_keeping_memories(&design, design.top()).expect("no loops");
        assert!(netlist.netlist.leaves() <= all.netlist.leaves());
        assert_eq!(netlist.netlist.outputs.len(), 1);
    }
    assert!(left_out > 100, "{left_out} signals are left out");
}
