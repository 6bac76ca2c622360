//! The plain reading of the design as a follower.

use baccarat::rtl::{Design, Error, Evaluator, ModuleId, SignalId};

use crate::device::Interface;
use crate::play::Follower;

/// The evaluator of a design beside the Rust simulation.
pub struct Evaluated<'a> {
    interface: &'a Interface,
    fresh: Evaluator,
    evaluator: Evaluator,
    inputs: Vec<SignalId>,
    outputs: Vec<SignalId>,
    steps: u64,
}

impl<'a> Evaluated<'a> {
    pub fn new(design: &Design, interface: &'a Interface) -> Result<Evaluated<'a>, Error> {
        let fresh = Evaluator::new(design, ModuleId(design.modules.len() - 1))?;
        let module = &fresh.flat().module;
        let find = |name: &str| {
            module.find(name).unwrap_or_else(|| panic!("the design has no port `{name}`"))
        };
        let inputs = interface.inputs.iter().map(|port| find(&port.name)).collect();
        let outputs = interface.outputs.iter().map(|port| find(&port.name)).collect();
        Ok(Evaluated { interface, evaluator: fresh.clone(), fresh, inputs, outputs, steps: 0 })
    }
}

impl Follower for Evaluated<'_> {
    fn power_up(&mut self) -> Result<(), String> {
        self.evaluator = self.fresh.clone();
        self.evaluator.raise_clocks();
        Ok(())
    }

    fn step(
        &mut self,
        changes: &[(usize, u128)],
        outputs: &[u128],
        _drives: &[bool],
    ) -> Result<(), String> {
        for (place, value) in changes {
            self.evaluator.set(self.inputs[*place], *value);
        }
        self.evaluator.settle().map_err(|oscillation| oscillation.to_string())?;
        for (place, (id, rust)) in self.outputs.iter().zip(outputs).enumerate() {
            let design = self.evaluator.get(*id);
            if design != *rust {
                let name = &self.interface.outputs[place].name;
                return Err(format!(
                    "in step {}, `{name}` of the design is {design:#x}, in Rust {rust:#x}",
                    self.steps
                ));
            }
        }
        self.steps += 1;
        Ok(())
    }
}
