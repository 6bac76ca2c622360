//! The evaluator of the typed design as a model.

use rust_hdl_rtl::{Design, Error, Evaluator, SignalId};

use crate::cosimulation::Model;
use crate::interface::{Interface, PortKind};

/// The evaluator of a design.
pub struct EvaluatorModel<'a> {
    interface: &'a Interface,
    fresh: Evaluator,
    evaluator: Evaluator,
    inputs: Vec<SignalId>,
    outputs: Vec<SignalId>,
    /// For each bidirectional port, whether the design drives it.
    driven: Vec<SignalId>,
    steps: u64,
}

impl<'a> EvaluatorModel<'a> {
    pub fn new(design: &Design, interface: &'a Interface) -> Result<EvaluatorModel<'a>, Error> {
        let fresh = Evaluator::new(design, design.top())?;
        let module = &fresh.flat().module;
        let find = |name: &str| {
            module.find(name).unwrap_or_else(|| panic!("the design has no port `{name}`"))
        };
        let inputs = interface.inputs.iter().map(|port| find(&port.name)).collect();
        // A flat design has bidirectional ports as separate signals.
        let outputs = interface.outputs.iter().map(|port| match port.kind {
            PortKind::Bus => find(&format!("{}.value", port.name)),
            _ => find(&port.name),
        });
        let outputs = outputs.collect();
        let driven = interface.buses().map(|port| find(&format!("{}.driven", port.name))).collect();
        let evaluator = fresh.clone();
        Ok(EvaluatorModel { interface, evaluator, fresh, inputs, outputs, driven, steps: 0 })
    }
}

impl Model for EvaluatorModel<'_> {
    fn power_up(&mut self) -> Result<(), String> {
        self.evaluator = self.fresh.clone();
        Ok(())
    }

    fn step(
        &mut self,
        changes: &[(usize, u128)],
        outputs: &[u128],
        drives: &[bool],
    ) -> Result<(), String> {
        for (index, value) in changes {
            self.evaluator.set(self.inputs[*index], *value);
        }
        self.evaluator.settle().map_err(|oscillation| oscillation.to_string())?;
        for (index, (id, rust)) in self.outputs.iter().zip(outputs).enumerate() {
            let design = self.evaluator.get(*id);
            if design != *rust {
                let name = &self.interface.outputs[index].name;
                return Err(format!(
                    "in step {}, `{name}` of the design is {design:#x}, in Rust {rust:#x}",
                    self.steps
                ));
            }
        }
        for (bus, (id, rust)) in self.driven.iter().zip(drives).enumerate() {
            if self.evaluator.get(*id).is_zero() == *rust {
                let index = self.outputs.len() - self.driven.len() + bus;
                let name = &self.interface.outputs[index].name;
                let (design, rust) =
                    if *rust { ("not driven", "is") } else { ("driven", "is not") };
                return Err(format!(
                    "in step {}, `{name}` is {design} by the design, and {rust} in Rust",
                    self.steps
                ));
            }
        }
        self.steps += 1;
        Ok(())
    }
}
