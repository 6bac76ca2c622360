//! Cosimulation: the design and `rust-hdl`'s simulation of its block get the same stimuli, and their outputs are compared.
//!
//! A combinational module with few input bits is tested exhaustively. Any other module gets random steps. On each step either one
//! clock or only other inputs change, so that no result depends on the order of simultaneous changes. If there are few register
//! bits, many inputs are tried in each new state.

mod bench;
mod clocks;
mod stimuli;

use num_bigint::BigUint;
use rust_hdl::prelude::{Bit, Bits, Block, Clock, In, Out, Signal, Signed, Synth, signed_cast};
use thiserror::Error;

use super::design::{Design, ModuleId, Value};
use super::evaluate::{Evaluator, Oscillation};
use bench::Bench;
pub(super) use bench::panic_message;

/// A type of port values that converts to and from a bit pattern.
pub trait BitPattern: Synth {
    /// Returns the value with that pattern.
    fn from_pattern(pattern: &Value) -> Self;
    /// Returns the pattern of the value.
    fn pattern(self) -> Value;
}

impl<const N: usize> BitPattern for Bits<N> {
    fn from_pattern(pattern: &Value) -> Self {
        match pattern.to_u128().map(u64::try_from) {
            Some(Ok(pattern)) => pattern.into(),
            _ => BigUint::from(pattern.clone()).into(),
        }
    }

    fn pattern(self) -> Value {
        if N <= 128 { self.to_u128().into() } else { BigUint::from(self).into() }
    }
}

/// The pattern is in two's complement.
impl<const N: usize> BitPattern for Signed<N> {
    fn from_pattern(pattern: &Value) -> Self {
        signed_cast(Bits::from_pattern(pattern))
    }

    fn pattern(self) -> Value {
        self.inner().pattern()
    }
}

impl BitPattern for Bit {
    fn from_pattern(pattern: &Value) -> Self {
        !pattern.is_zero()
    }

    fn pattern(self) -> Value {
        self.into()
    }
}

impl BitPattern for Clock {
    fn from_pattern(pattern: &Value) -> Self {
        (!pattern.is_zero()).into()
    }

    fn pattern(self) -> Value {
        self.clk.into()
    }
}

/// An input of a block that can be set.
pub trait Poke {
    /// Sets the input to the value with that pattern.
    fn poke(&mut self, pattern: &Value);
}

impl<T: BitPattern> Poke for Signal<In, T> {
    fn poke(&mut self, pattern: &Value) {
        self.next = T::from_pattern(pattern);
    }
}

/// An output of a block that can be read.
pub trait Peek {
    /// Returns the pattern of the present value.
    fn peek(&self) -> Value;
}

impl<T: BitPattern> Peek for Signal<Out, T> {
    fn peek(&self) -> Value {
        self.val().pattern()
    }
}

/// The name of an input and a function that sets it.
pub type InputPin<B> = (&'static str, fn(&mut B, &Value));

/// The name of an output and a function that reads it.
pub type OutputPin<B> = (&'static str, fn(&B) -> Value);

/// The ports of a block by name, with access to their values. Made by [`pins!`](crate::pins).
pub struct Pins<B> {
    /// All inputs.
    pub inputs: Vec<InputPin<B>>,
    /// All outputs.
    pub outputs: Vec<OutputPin<B>>,
}

/// Lists the ports of a block, inputs first: `pins!(Adder { a, b => sum })`.
///
/// A port of an interface is given by its path: `pins!(Bridge { bus.strobe, nodes[0].ready => bus.ready })`. Its name is that
/// in the design: `bus_strobe`, `nodes_0_ready`.
#[macro_export]
macro_rules! pins {
    ($block:ty {
        $($input:ident $([$i:literal])? $(.$input_field:ident $([$j:literal])?)*),* =>
        $($output:ident $([$k:literal])? $(.$output_field:ident $([$l:literal])?)*),* $(,)?
    }) => {
        $crate::Pins::<$block> {
            inputs: vec![$((
                concat!(stringify!($input) $(, "_", $i)? $(, "_", stringify!($input_field) $(, "_", $j)?)*),
                |block: &mut $block, pattern| {
                    $crate::Poke::poke(&mut block.$input $([$i])? $(.$input_field $([$j])?)*, pattern)
                },
            )),*],
            outputs: vec![$((
                concat!(stringify!($output) $(, "_", $k)? $(, "_", stringify!($output_field) $(, "_", $l)?)*),
                |block: &$block| {
                    $crate::Peek::peek(&block.$output $([$k])? $(.$output_field $([$l])?)*)
                },
            )),*],
        }
    };
}

/// How a design differs from its Rust block, or why they could not be compared.
///
/// In every variant, `module` is the module's name and `stimulus` says when it happened and what the inputs were.
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
        /// The output.
        signal: String,
        /// Its value in the Rust simulation.
        rust: Value,
        /// Its value in the design.
        design: Value,
        /// When, and with which inputs.
        stimulus: String,
    },

    /// The caller has no Rust block for the module.
    #[error("module `{module}`: there is no Rust block to compare it with; add one, with its pins")]
    NothingToCompare {
        /// The module.
        module: String,
    },

    /// A port is missing from the pins.
    #[error("module `{module}`: there is no pin for the port `{port}`; add it to `pins!`")]
    MissingPin {
        /// The module.
        module: String,
        /// The port.
        port: String,
    },

    /// A pin is not a port of the module.
    #[error("module `{module}`: the pin `{pin}` is not a port; remove it from `pins!`")]
    UnknownPin {
        /// The module.
        module: String,
        /// The pin.
        pin: String,
    },

    /// The Rust simulation panics, for example because a bit index is out of range.
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

/// Compares a module of a design with the Rust block that it was elaborated from, and returns the number of stimuli tried.
///
/// Random stimuli take `steps` steps, plus those in new states. They depend on `seed` only.
///
/// # Errors
///
/// Returns the first [`Mismatch`].
pub fn cosimulate<B: Block>(
    design: &Design,
    module: ModuleId,
    mut block: B,
    pins: &Pins<B>,
    steps: usize,
    seed: u64,
) -> Result<usize, Mismatch> {
    block.connect_all();
    let mut evaluator = Evaluator::new(design, module)?;
    // `rust-hdl` starts with all signals low, so an inverted clock rises at once. Hardware has no such edge.
    evaluator.assume_clocks_low();
    let mut bench = Bench::new(block, pins, evaluator, &design.module(module).name)?;
    bench.compare("at power-up")?;
    if bench.register_bits() > 0 || bench.input_bits() > EXHAUSTIVE_BITS {
        stimuli::random_steps(&mut bench, steps, seed)
    } else {
        stimuli::every_input(&mut bench)
    }
}
