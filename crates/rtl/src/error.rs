//! What can be wrong with a design, said so that its author can mend it.

use thiserror::Error;

/// Why a `rust-hdl` block cannot become a [`Design`](super::Design).
#[derive(Clone, Debug, PartialEq, Error)]
pub enum Error {
    /// The tree holds something that this backend does not carry over.
    #[error("module `{module}`: {construct} cannot be carried over to hardware here; {remedy}")]
    Unsupported { module: String, construct: String, remedy: String },

    /// A kernel names something that its tree does not hold.
    #[error(
        "module `{module}`: `{name}` is neither a signal, a constant, a port of a child nor an enum variant; \
         write constants as literals or as `Constant` fields, and variants as `Enum::Variant`"
    )]
    UnknownName { module: String, name: String },

    /// A pattern of a `match` is no value.
    #[error(
        "module `{module}`: the match arm `{pattern}` is no integer, no `Enum::Variant` and not `_`; a name on its own \
         binds in Rust and cannot be told from a constant here, so write the value"
    )]
    Pattern { module: String, pattern: String },

    /// Two values of different widths meet.
    #[error(
        "module `{module}`, {place}: {left} bits meet {right}; bring both to one width with `bit_cast`"
    )]
    WidthMismatch { module: String, place: String, left: u32, right: u32 },

    /// A number does not fit where it is used.
    #[error(
        "module `{module}`, {place}: {value} does not fit in {width} bits; rust-hdl would panic on it"
    )]
    LiteralTooLarge { module: String, place: String, value: i128, width: u32 },

    /// A bit is read that is not there.
    #[error(
        "module `{module}`, {place}: bit {bit} of a value of {width} bits is read; rust-hdl would panic on it"
    )]
    BitOutOfRange { module: String, place: String, bit: i128, width: u32 },

    /// A signal has more bits than can be handled.
    #[error(
        "module `{module}`: `{signal}` is {width} bits wide, and at most 128 can be handled; split it"
    )]
    TooWide { module: String, signal: String, width: usize },

    /// A signal is read, or is a port, and nothing gives it a value.
    #[error(
        "module `{module}`: nothing drives `{signal}`; assign `self.{signal}.next` in the kernel"
    )]
    Undriven { module: String, signal: String },

    /// Two things drive one signal.
    #[error("module `{module}`: `{signal}` has two drivers: {first} and {second}; remove one")]
    MultipleDrivers { module: String, signal: String, first: String, second: String },

    /// A kernel drives what is driven from outside.
    #[error(
        "module `{module}`: the kernel assigns its own input `{signal}`; inputs are driven from outside"
    )]
    InputDriven { module: String, signal: String },

    /// A signal is not assigned on every path.
    #[error(
        "module `{module}`: `{signal}` keeps its old value on some path through the kernel, which is a latch; \
         assign it a default before the `if` or `match`, or add the missing `else` or `_` arm"
    )]
    Latch { module: String, signal: String },

    /// A value is read before it is settled, so that the order of statements would decide.
    #[error(
        "module `{module}`: `{signal}` is read before its last assignment, by what drives `{reader}`; \
         assign it completely first, or give the intermediate value a signal of its own"
    )]
    ReadBeforeAssignment { module: String, signal: String, reader: String },

    /// A signal depends on itself without a register between.
    #[error(
        "combinational loop in `{module}`: {} and back; put a register into the loop, or give a signal that serves \
         two purposes two names", path.join(" -> ")
    )]
    CombinationalLoop { module: String, path: Vec<String> },

    /// A simulation was asked for of what only Verilog tools understand.
    #[error(
        "module `{module}` is written in Verilog, which only Verilog tools can simulate; give it a kernel, or simulate \
         the printed files"
    )]
    BlackBox { module: String },

    /// SystemVerilog does not take a name, or another thing has it.
    #[error("module `{module}`: `{name}` {reason}; rename it")]
    IllegalName { module: String, name: String, reason: String },

    /// Two modules that differ have one name.
    #[error(
        "two different modules are called `{name}`: one from {first}, one from {second}; name one of them with \
         `#[module(name = ...)]`"
    )]
    ModuleNameClash { name: String, first: String, second: String },
}
