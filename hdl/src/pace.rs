//! How a state machine is told to advance.

use rust_hdl::prelude::*;

/// When a state machine takes its next step: on every clock edge, or on those that an input picks out.
///
/// The rules of the game are then written once, in [`crate::statemachine`], and become two modules.
pub trait Pace: Block + Clone + Default {
    /// The name of the state machine that goes at this pace.
    const STATEMACHINE: &'static str;

    /// High: the next clock edge is a step.
    fn val(&self) -> Bit;
}

/// Every clock edge is a step: the machine has no input for it.
#[derive(Clone, Debug)]
pub struct EveryEdge(Constant<Bit>);

impl Default for EveryEdge {
    fn default() -> EveryEdge {
        EveryEdge(Constant::new(true))
    }
}

impl Logic for EveryEdge {
    fn update(&mut self) {}
}

impl Block for EveryEdge {
    fn connect_all(&mut self) {}

    fn update_all(&mut self) {}

    fn has_changed(&self) -> bool {
        false
    }

    fn accept(&self, name: &str, probe: &mut dyn Probe) {
        self.0.accept(name, probe);
    }
}

impl Pace for EveryEdge {
    const STATEMACHINE: &'static str = "statemachine";

    fn val(&self) -> Bit {
        self.0.val()
    }
}

/// An input says which clock edges are steps.
pub type WhenTold = Signal<In, Bit>;

impl Pace for WhenTold {
    const STATEMACHINE: &'static str = "statemachine_stepped";

    fn val(&self) -> Bit {
        self.val()
    }
}
