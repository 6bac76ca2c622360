//! Errors in a design, each with its place and how to correct it.

use thiserror::Error;

use super::design::MAXIMUM_WIDTH;

/// Why a `rust-hdl` block cannot become a [`Design`](super::Design), or a design cannot be
/// simulated.
///
/// In every variant, `module` is the path of the block, such as `top.fifos[1].ram`: the name that
/// was given for the block that is elaborated, then fields. In errors about a
/// [`Design`](super::Design), it is the module's name. `place` says where in the kernel the fault
/// is, for example "in the assignment to `sum`".
#[derive(Clone, Debug, PartialEq, Error)]
pub enum Error {
    /// The block uses a construct that this crate cannot translate.
    #[error("module `{module}`: {construct} cannot be translated to hardware; {remedy}")]
    Unsupported {
        /// The module.
        module: String,
        /// The construct.
        construct: String,
        /// What to write instead.
        remedy: String,
    },

    /// A kernel uses a name that rust-hdl's tree does not define.
    #[error(
        "module `{module}`: `{name}` is not a signal, a constant, a port of a child or an enum variant; \
         write constants as literals, as `Constant` fields or, under `#[kernel]`, by a name in capitals, and variants as `Enum::Variant`"
    )]
    UnknownName {
        /// The module.
        module: String,
        /// The name as the kernel has it.
        name: String,
    },

    /// A pattern of a `match` is not a value.
    #[error(
        "module `{module}`: the match arm `{pattern}` is not an integer, an `Enum::Variant` or `_`; a bare name may be a \
         binding or a constant, so write the value"
    )]
    Pattern {
        /// The module.
        module: String,
        /// The pattern as the kernel has it.
        pattern: String,
    },

    /// The operands of an operator, or the two sides of an assignment, differ in width.
    #[error(
        "module `{module}`, {place}: the widths differ ({left} bits and {right} bits); convert one of them with `bit_cast`"
    )]
    WidthMismatch {
        /// The module.
        module: String,
        /// Where in the kernel.
        place: String,
        /// The width of the left operand or of the target, in bits.
        left: u32,
        /// The width of the right operand or of the value, in bits.
        right: u32,
    },

    /// A number needs more bits than its type has.
    #[error(
        "module `{module}`, {place}: {value} does not fit in {width} bits, and rust-hdl would panic; use a wider type or \
         another value"
    )]
    LiteralTooLarge {
        /// The module.
        module: String,
        /// Where in the kernel.
        place: String,
        /// The number.
        value: i128,
        /// The width that is available, in bits.
        width: u32,
    },

    /// The kernel reads a bit beyond the end of a value.
    #[error(
        "module `{module}`, {place}: bit {bit} of a {width}-bit value is read, and rust-hdl would panic; read a bit \
         below {width}"
    )]
    BitOutOfRange {
        /// The module.
        module: String,
        /// Where in the kernel.
        place: String,
        /// The index of the bit.
        bit: i128,
        /// The width of the value, in bits.
        width: u32,
    },

    /// A signal has more than [`MAXIMUM_WIDTH`] bits.
    #[error(
        "module `{module}`: `{signal}` is {width} bits wide, and the limit is {MAXIMUM_WIDTH}; split it"
    )]
    TooWide {
        /// The module.
        module: String,
        /// The signal.
        signal: String,
        /// Its width, in bits.
        width: usize,
    },

    /// A signal that is read, or an output, has no driver.
    #[error(
        "module `{module}`: nothing drives `{signal}`; assign `self.{signal}.next` in the kernel"
    )]
    Undriven {
        /// The module.
        module: String,
        /// The signal.
        signal: String,
    },

    /// A signal has more than one driver.
    #[error("module `{module}`: `{signal}` has two drivers: {first} and {second}; remove one")]
    MultipleDrivers {
        /// The module.
        module: String,
        /// The signal.
        signal: String,
        /// One driver.
        first: String,
        /// The other driver.
        second: String,
    },

    /// A kernel assigns an input of its module.
    #[error(
        "module `{module}`: the kernel assigns the input `{signal}`; inputs are driven from outside, so make it an \
         output or a local signal"
    )]
    InputDriven {
        /// The module.
        module: String,
        /// The input.
        signal: String,
    },

    /// A signal is not assigned on every path.
    #[error(
        "module `{module}`: `{signal}` keeps its old value on some path through the kernel, which is a latch; \
         assign it a default before the `if` or `match`, or add the missing `else` or `_` arm"
    )]
    Latch {
        /// The module.
        module: String,
        /// The signal.
        signal: String,
    },

    /// The next value of a register is not assigned on every path.
    #[error(
        "module `{module}`: the next value of the register `{register}` is not assigned on some path through the kernel; \
         name it in `dff_setup!` at the beginning of the kernel, with which it holds its value"
    )]
    NoNextValue {
        /// The module.
        module: String,
        /// The register.
        register: String,
    },

    /// A signal is read before its last assignment, so the order of processes would decide the
    /// value.
    #[error(
        "module `{module}`: `{signal}` is read before its last assignment, in the process that drives `{reader}`; \
         assign it completely first, or use another signal for the intermediate value"
    )]
    ReadBeforeAssignment {
        /// The module.
        module: String,
        /// The signal that is read.
        signal: String,
        /// The signal that is assigned from it.
        reader: String,
    },

    /// A signal depends on itself combinationally.
    #[error(
        "combinational loop in `{module}`: {} and back; insert a register, or split a signal that serves two purposes \
         into two", path.join(" -> ")
    )]
    CombinationalLoop {
        /// The module.
        module: String,
        /// The signals of the loop, each driving the next.
        path: Vec<String>,
    },

    /// A process depends on itself through others, although no bit does, and cannot be split.
    #[error(
        "module `{module}`: some bits of {} depend on others of them through other signals, so their process wakes itself; \
         replace them by several signals",
        list(signals)
    )]
    ProcessCycle {
        /// The module.
        module: String,
        /// The signals that the process drives.
        signals: Vec<String>,
    },

    /// The clock of a register or a memory is ambiguous, or does not do the same in SystemVerilog
    /// as in Rust's simulation.
    #[error("module `{module}`: the clock of `{register}` {reason}; {remedy}")]
    Clock {
        /// The path of the outermost block that was looked at.
        module: String,
        /// The register or memory, with the instances that it is in. A register has the name of the
        /// output that it drives.
        register: String,
        /// What is wrong with the clock, as a predicate.
        reason: String,
        /// What to write instead.
        remedy: String,
    },

    /// A clock is computed in several steps, which are clock edges in an event-driven simulator.
    #[error(
        "module `{module}`: the clock `{clock}` is computed in several steps, which may be clock edges; assign it once, or \
         once in an `if` and once in its `else`; give each further choice a signal of its own"
    )]
    ClockLogic {
        /// The module.
        module: String,
        /// The signal.
        clock: String,
    },

    /// A module that is written in Verilog cannot be simulated here.
    #[error(
        "module `{module}` is written in Verilog, which only Verilog tools can simulate; give it a kernel, or simulate \
         the printed files"
    )]
    BlackBox {
        /// The module.
        module: String,
    },

    /// A name is not legal in SystemVerilog, or is taken.
    #[error("module `{module}`: `{name}` {reason}; rename it")]
    IllegalName {
        /// The module.
        module: String,
        /// The name.
        name: String,
        /// What is wrong with it, as a predicate: "is a SystemVerilog keyword".
        reason: String,
    },

    /// The Verilog text of a black box does not fit its block.
    #[error("module `{module}`: its Verilog text {reason}")]
    BlackBoxText {
        /// The module.
        module: String,
        /// What is wrong with the text, as a predicate, and how to correct it: "has no port
        /// `ready`; add it".
        reason: String,
    },

    /// Two different modules have the same name.
    #[error("two different modules are called `{name}`: {first} and {second}; {remedy}")]
    ModuleNameClash {
        /// The name.
        name: String,
        /// The path of one block, and its Rust file if that is known.
        first: String,
        /// The path of the other block, and its Rust file if that is known.
        second: String,
        /// How to correct it.
        remedy: String,
    },

    /// An error whose place in the Rust source is known, because the block or one around it derives
    /// `Module`.
    #[error("{file}:{line}: {error}")]
    Located {
        /// The source file, as in [`Module::source`](super::Module::source).
        file: String,
        /// The line of the statement; without `#[kernel]`, or if no statement is to blame, that of
        /// the block; for a block that does not derive `Module`, that of the nearest one around it.
        line: u32,
        /// The error.
        error: Box<Error>,
    },
}

impl Error {
    /// Returns the error without its place in the source.
    pub fn cause(&self) -> &Error {
        match self {
            Error::Located { error, .. } => error.cause(),
            error => error,
        }
    }

    /// Adds the place in the source, unless the error has one.
    pub(super) fn at(self, file: &str, line: u32) -> Error {
        match self {
            Error::Located { .. } | Error::ModuleNameClash { .. } => self,
            error => Error::Located { file: file.to_string(), line, error: Box::new(error) },
        }
    }

    /// The module, unless there are two.
    pub(super) fn module(&self) -> Option<&str> {
        match self {
            Error::Unsupported { module, .. }
            | Error::UnknownName { module, .. }
            | Error::Pattern { module, .. }
            | Error::WidthMismatch { module, .. }
            | Error::LiteralTooLarge { module, .. }
            | Error::BitOutOfRange { module, .. }
            | Error::TooWide { module, .. }
            | Error::Undriven { module, .. }
            | Error::MultipleDrivers { module, .. }
            | Error::InputDriven { module, .. }
            | Error::Latch { module, .. }
            | Error::NoNextValue { module, .. }
            | Error::ReadBeforeAssignment { module, .. }
            | Error::CombinationalLoop { module, .. }
            | Error::ProcessCycle { module, .. }
            | Error::Clock { module, .. }
            | Error::ClockLogic { module, .. }
            | Error::BlackBox { module }
            | Error::IllegalName { module, .. }
            | Error::BlackBoxText { module, .. } => Some(module),
            Error::ModuleNameClash { .. } => None,
            Error::Located { error, .. } => error.module(),
        }
    }

    /// The signal whose assignments are to blame.
    pub(super) fn signal(&self) -> Option<&str> {
        match self {
            Error::MultipleDrivers { signal, .. }
            | Error::InputDriven { signal, .. }
            | Error::Latch { signal, .. }
            | Error::NoNextValue { register: signal, .. }
            | Error::ReadBeforeAssignment { reader: signal, .. } => Some(signal),
            Error::CombinationalLoop { path, .. } | Error::ProcessCycle { signals: path, .. } => {
                path.first().map(String::as_str)
            }
            _ => None,
        }
    }

    /// Replaces the name of a module by the path of its block, in errors about a finished module.
    pub(super) fn in_block(mut self, path: &str) -> Error {
        if let Error::IllegalName { module, .. } | Error::CombinationalLoop { module, .. } =
            &mut self
        {
            *module = path.to_string();
        }
        self
    }
}

/// Formats names as `a`, `b` and `c`.
fn list(names: &[String]) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    match quoted.split_last() {
        Some((last, others)) if !others.is_empty() => format!("{} and {last}", others.join(", ")),
        _ => quoted.join(""),
    }
}
