//! When a state machine advances.

use rust_hdl::prelude::*;
use rust_hdl_describe::*;

/// When a state machine takes a step: on every clock edge, or only on the edges where an input is
/// high.
///
/// The rules of the game are written once, in [`crate::statemachine`], and emitted as two modules,
/// one for each mode.
pub trait StepMode: Ports + Clone + Default {
    /// The name of the SystemVerilog module of the state machine in this mode.
    const MODULE_NAME: &'static str;

    /// High when the next clock edge is a step.
    fn val(&self) -> Bit;
}

/// Every clock edge is a step: the state machine has no `step` input, and what depends on it is
/// decided before it is printed.
#[derive(Clone, Debug)]
pub struct AlwaysStep(Constant<Bit>);

impl Default for AlwaysStep {
    fn default() -> AlwaysStep {
        AlwaysStep(Constant::new(true))
    }
}

impl Logic for AlwaysStep {
    fn update(&mut self) {}
}

impl Block for AlwaysStep {
    fn connect_all(&mut self) {}

    fn update_all(&mut self) {}

    fn has_changed(&self) -> bool {
        false
    }

    fn accept(&self, name: &str, probe: &mut dyn Probe) {
        self.0.accept(name, probe);
    }
}

impl Ports for AlwaysStep {
    fn visit_ports(&mut self, _name: PortName<'_>, _visitor: &mut PortVisitor<'_>) {}
}

impl StepMode for AlwaysStep {
    const MODULE_NAME: &'static str = "statemachine";

    fn val(&self) -> Bit {
        self.0.val()
    }
}

/// A clock edge is a step when the `step` input is high.
pub type StepInput = Signal<In, Bit>;

impl StepMode for StepInput {
    const MODULE_NAME: &'static str = "statemachine_stepped";

    fn val(&self) -> Bit {
        self.val()
    }
}
