//! The typed design beside `rust-hdl`'s own simulation of the block that it came from.
//!
//! Both get the same stimuli. A module without registers and with few inputs sees every input there is; any other sees
//! many random steps, on each of which either one clock changes or the other inputs do, so that no result hangs on which
//! of two simultaneous changes comes first. Where the registers can hold few values, each of them sees many inputs.

mod bench;
mod clocks;
mod stimuli;

use rust_hdl::prelude::{
    Bit, Bits, Block, Clock, In, Out, Signal, Signed, Synth, ToBits, signed_cast,
};
use thiserror::Error;

use super::design::{Design, ModuleId};
use super::evaluate::{Evaluator, Oscillation};
use bench::Bench;

/// A type of port values that can be written as a pattern of bits.
pub trait BitPattern: Synth {
    /// The value with that pattern.
    fn from_pattern(pattern: u128) -> Self;
    /// The pattern of a value.
    fn pattern(self) -> u128;
}

impl<const N: usize> BitPattern for Bits<N> {
    fn from_pattern(pattern: u128) -> Self {
        if N <= 64 { (pattern as u64).into() } else { pattern.to_bits() }
    }

    fn pattern(self) -> u128 {
        self.to_u128()
    }
}

/// The pattern is the number's two's complement.
impl<const N: usize> BitPattern for Signed<N> {
    fn from_pattern(pattern: u128) -> Self {
        signed_cast(Bits::from_pattern(pattern))
    }

    fn pattern(self) -> u128 {
        self.inner().pattern()
    }
}

impl BitPattern for Bit {
    fn from_pattern(pattern: u128) -> Self {
        pattern != 0
    }

    fn pattern(self) -> u128 {
        self.into()
    }
}

impl BitPattern for Clock {
    fn from_pattern(pattern: u128) -> Self {
        (pattern != 0).into()
    }

    fn pattern(self) -> u128 {
        self.clk.into()
    }
}

/// Sets an input of a block.
pub trait Poke {
    /// Sets it to the value with that pattern.
    fn poke(&mut self, pattern: u128);
}

impl<T: BitPattern> Poke for Signal<In, T> {
    fn poke(&mut self, pattern: u128) {
        self.next = T::from_pattern(pattern);
    }
}

/// Reads an output of a block.
pub trait Peek {
    /// The pattern of its present value.
    fn peek(&self) -> u128;
}

impl<T: BitPattern> Peek for Signal<Out, T> {
    fn peek(&self) -> u128 {
        self.val().pattern()
    }
}

/// An input by name, and how to set it.
pub type InputPin<B> = (&'static str, fn(&mut B, u128));

/// An output by name, and how to read it.
pub type OutputPin<B> = (&'static str, fn(&B) -> u128);

/// The ports of a block by name. A probe can only look; this can also set. Made by [`pins!`](crate::pins).
pub struct Pins<B> {
    /// Every input; the comparison sets them.
    pub inputs: Vec<InputPin<B>>,
    /// Every output; the comparison reads them.
    pub outputs: Vec<OutputPin<B>>,
}

/// The ports of a block: `pins!(Adder { a, b => sum })`, inputs first.
///
/// A port in an interface is given as its path: `pins!(Bridge { bus.strobe, nodes[0].ready => bus.ready })`. It is called
/// as in the design: `bus_strobe`, `nodes_0_ready`.
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

/// How two descriptions of one module differ, or why they could not be compared.
#[derive(Debug, Error)]
pub enum Mismatch {
    /// An output differs.
    #[error(
        "module `{module}`: the design is not what Rust simulates: `{signal}` is {design:#x}, in Rust {rust:#x}, \
         {stimulus}. This is a fault of the translation, or of a construct that rust-hdl's tree \
         does not show (a guard on a match arm is one)"
    )]
    Value { module: String, signal: String, rust: u128, design: u128, stimulus: String },

    /// A design was to be compared that has no Rust block.
    #[error(
        "module `{module}`: there is no Rust block to compare it with; name one, with its pins"
    )]
    NothingToCompare { module: String },

    /// A port is not among the pins.
    #[error("module `{module}`: no pin was given for the port `{port}`; name it in `pins!`")]
    MissingPin { module: String, port: String },

    /// A pin is not among the ports.
    #[error("module `{module}`: the pin `{pin}` is no such port")]
    UnknownPin { module: String, pin: String },

    /// The Rust simulation panics, on a bit that is not there for example.
    #[error("module `{module}`: rust-hdl's simulation panics, {stimulus}: {message}")]
    Panic { module: String, message: String, stimulus: String },

    /// The Rust simulation does not come to rest: its signals drive each other in a cycle.
    #[error("module `{module}`: rust-hdl's simulation does not come to rest, {stimulus}")]
    Unstable { module: String, stimulus: String },

    /// The design does not come to rest.
    #[error("module `{module}`: {oscillation}, {stimulus}")]
    Oscillation { module: String, oscillation: Oscillation, stimulus: String },

    /// The module cannot be flattened.
    #[error(transparent)]
    Design(#[from] super::Error),
}

/// At most so many input bits are tried in every combination.
const EXHAUSTIVE_BITS: u32 = 14;

/// Compares a module of a design with the block that it came from. Random stimuli go on for `steps` steps, and longer
/// where a state is new; they are the same for the same `seed`. Returns how many stimuli were tried.
///
/// # Errors
///
/// The first [`Mismatch`].
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
    // `rust-hdl` simulates from all signals low, so that an inverted clock rises at once. Hardware has no such edge.
    evaluator.assume_clocks_low();
    let mut bench = Bench::new(block, pins, evaluator, &design.module(module).name)?;
    bench.compare("at power-up")?;
    if bench.register_bits() > 0 || bench.input_bits() > EXHAUSTIVE_BITS {
        stimuli::random_steps(&mut bench, steps, seed)
    } else {
        stimuli::every_input(&mut bench)
    }
}
