//! Cosimulation: the design and `rust-hdl`'s simulation of its block get the same stimuli, and
//! their outputs are compared.
//!
//! A combinational module with few input bits is tested exhaustively. Any other module gets random
//! steps. On each step either one clock or only other inputs change, so that no result depends on
//! the order of simultaneous changes. An input that clocks a register or a memory, also through
//! logic, counts as a clock, whether it is data besides or not. If there are few register bits,
//! many inputs are tried in each new state.
//!
//! Inputs get any bit pattern; those whose type has an enum, any of its variants. The outside
//! drives a random value on a bidirectional port while the block does not drive it.

mod bench;
mod clocks;
mod fatal;
mod port_list;
mod simulation;
mod stimuli;

use std::fmt;

use rust_hdl_describe::Ports;
use thiserror::Error;

use super::design::{Design, ModuleId, Value};
use super::evaluate::Oscillation;
use super::{elaborate, identifier_error};
use bench::Bench;
pub(super) use simulation::panic_message;

pub use port_list::{PortList, WithPorts};
pub use simulation::{BlockSimulation, SimulatedPort, SimulationError};

/// What a cosimulation without a mismatch compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Compared {
    /// The number of stimuli, after each of which all outputs were compared.
    pub stimuli: usize,
    /// The number of outputs, with bidirectional ports.
    pub outputs: usize,
    /// The outputs that never changed: the stimuli did not test them.
    pub constant: Vec<String>,
}

/// Such as ``5000 stimuli; 2 of 3 outputs changed, all but `busy` ``.
impl fmt::Display for Compared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let changed = self.outputs - self.constant.len();
        write!(f, "{} stimuli; {changed} of {} outputs changed", self.stimuli, self.outputs)?;
        match self.constant[..] {
            [] => Ok(()),
            _ => write!(f, ", all but `{}`", self.constant.join("`, `")),
        }
    }
}

/// How a design differs from its Rust block, or why they could not be compared.
///
/// In every variant, `module` is the module's name and `stimulus` says when it happened and what
/// the inputs were.
#[derive(Debug, Error)]
pub enum Mismatch {
    /// An output has another value in the design than in Rust.
    #[error(
        "module `{module}`: the design differs from the Rust simulation: `{signal}` is {design:#x} instead of \
         {rust:#x}, {stimulus}. Either the translation is wrong, or the kernel uses a construct that rust-hdl drops, \
         such as a guard on a match arm"
    )]
    Value {
        /// The module.
        module: String,
        /// The output. For a bidirectional port `bus`, `bus.driven` is whether the module drives
        /// it.
        signal: String,
        /// Its value in the Rust simulation.
        rust: Value,
        /// Its value in the design.
        design: Value,
        /// When, and with which inputs.
        stimulus: String,
    },

    /// The module has no outputs.
    #[error("module `{module}`: there is nothing to compare, because it has no outputs")]
    NothingToCompare {
        /// The module.
        module: String,
    },

    /// The Rust block does not show a port of the module.
    #[error(
        "module `{module}`: the Rust block does not show its port `{port}`; derive `Ports` for the interface that it belongs to, \
         bound the type parameter that it belongs to by `Ports`, or add it to the list in `ports!`"
    )]
    HiddenPort {
        /// The module.
        module: String,
        /// The port.
        port: String,
    },

    /// The Rust block has a port that the module lacks, or that differs in its direction or width.
    #[error(
        "module `{module}`: it has no port like `{port}` of the Rust block; compare it with the block that it was made from"
    )]
    UnknownPort {
        /// The module.
        module: String,
        /// The port.
        port: String,
    },

    /// The Rust simulation panics, for example because a bit index is out of range, or would
    /// recurse or allocate without end.
    #[error("module `{module}`: rust-hdl's simulation panics, {stimulus}: {message}")]
    Panic {
        /// The module.
        module: String,
        /// The message of the panic.
        message: String,
        /// When, and with which inputs.
        stimulus: String,
    },

    /// The Rust simulation does not settle, because its signals drive each other in a cycle.
    #[error("module `{module}`: rust-hdl's simulation does not settle, {stimulus}")]
    Unstable {
        /// The module.
        module: String,
        /// When, and with which inputs.
        stimulus: String,
    },

    /// The design does not settle.
    #[error("module `{module}`: {oscillation}, {stimulus}")]
    Oscillation {
        /// The module.
        module: String,
        /// The cause.
        oscillation: Oscillation,
        /// When, and with which inputs.
        stimulus: String,
    },

    /// The module cannot be flattened.
    #[error(transparent)]
    Design(#[from] super::Error),
}

/// The most input bits that are tested exhaustively.
const EXHAUSTIVE_BITS: u32 = 14;

/// Elaborates a block and compares the design with the block's Rust simulation: drives all inputs
/// and clocks at random, and compares every output after each step.
///
/// The block derives `Module`, or [`Ports`] beside `LogicBlock`; [`ports!`](crate::ports) lists the
/// ports of a block of another crate. It must be new, as for a simulation. Random stimuli take
/// `steps` steps, plus those in new states. They depend on `seed` only.
///
/// # Errors
///
/// Returns the first [`Mismatch`]; one of them is a block that cannot be elaborated.
pub fn cosimulate(
    block: impl Ports + 'static,
    steps: usize,
    seed: u64,
) -> Result<Compared, Mismatch> {
    let design = elaborate(&[(&name(&block), &block)])?;
    cosimulate_module(&design, design.top(), block, steps, seed)
}

/// Compares a module of a design with the Rust block that it was elaborated from, like
/// [`cosimulate`].
///
/// # Errors
///
/// Returns the first [`Mismatch`].
pub fn cosimulate_module(
    design: &Design,
    module: ModuleId,
    block: impl Ports + 'static,
    steps: usize,
    seed: u64,
) -> Result<Compared, Mismatch> {
    let mut bench = Bench::new(BlockSimulation::new(block), design, module)?;
    bench.compare(format_args!("at power-up"))?;
    let stimuli = if bench.has_state || bench.input_bits() > EXHAUSTIVE_BITS {
        stimuli::random_steps(&mut bench, steps, seed)?
    } else {
        stimuli::every_input(&mut bench)?
    };
    Ok(bench.compared(stimuli))
}

/// Returns the name of a block's module, for one that does not describe itself: that of its type.
fn name(block: &impl Ports) -> String {
    let name = block.type_name();
    if identifier_error(&name).is_some() { format!("{name}_block") } else { name }
}
