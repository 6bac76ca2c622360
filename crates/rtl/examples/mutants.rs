//! Lists the single faults of an adder that a test with few inputs does not notice:
//! `cargo run --example mutants`.

use rust_hdl::prelude::*;
use rust_hdl_rtl::mutation::mutants;
use rust_hdl_rtl::{Design, Error, Evaluator, ModuleId, SignalId, elaborate};

#[derive(Default, LogicBlock)]
struct SaturatingAdder {
    pub a: Signal<In, Bits<4>>,
    pub b: Signal<In, Bits<4>>,
    pub sum: Signal<Out, Bits<4>>,
    wide: Signal<Local, Bits<5>>,
}

impl Logic for SaturatingAdder {
    #[hdl_gen]
    fn update(&mut self) {
        self.wide.next = bit_cast::<5, 4>(self.a.val()) + bit_cast::<5, 4>(self.b.val());
        self.sum.next = self.wide.val().get_bits::<4>(0);
        if self.wide.val().get_bit(4) {
            self.sum.next = 15.into();
        }
    }
}

/// Whether the design passes a test with these inputs.
fn passes(design: &Design, adder: ModuleId, inputs: &[(u128, u128)]) -> Result<bool, Error> {
    let mut evaluator = Evaluator::new(design, adder)?;
    let [a, b, sum]: [SignalId; 3] =
        ["a", "b", "sum"].map(|port| design.module(adder).find(port).expect("a port"));
    Ok(inputs.iter().all(|(left, right)| {
        evaluator.set(a, *left);
        evaluator.set(b, *right);
        evaluator.settle().is_ok() && evaluator.get(sum) == (left + right).min(15)
    }))
}

fn main() -> Result<(), Error> {
    let design = elaborate(&[("adder", &SaturatingAdder::default())])?;
    let adder = design.top();
    let inputs = [(0, 0), (1, 2)];
    assert!(passes(&design, adder, &inputs)?);

    let mutants = mutants(&design, adder);
    println!("{} faults; the inputs {inputs:?} miss:", mutants.len());
    for mutant in &mutants {
        // A mutant with a combinational loop cannot be simulated.
        if let Ok(true) = passes(&mutant.apply(&design), adder, &inputs) {
            println!("- {}", mutant.fault);
        }
    }
    Ok(())
}
