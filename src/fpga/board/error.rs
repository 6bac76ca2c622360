//! Errors of a project for a board.

use super::Direction;

/// Why a project does not fit a board.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum BoardError {
    /// A row of the board's pin table is invalid.
    #[error(
        "line {line} of the pin table of the {board} is `{text}`; a row is `signal,pin,io_standard` with \
         all three filled in"
    )]
    PinTable { board: &'static str, line: usize, text: String },

    /// A port that the board does not have.
    #[error(
        "port `{port}` of the top has no pin for `{bit}` on the {board}: rename it to one of {known}, or add \
         its signals to the pin table"
    )]
    UnknownPort {
        port: String,
        /// Its first bit.
        bit: String,
        board: &'static str,
        known: String,
    },

    /// A port that has another width on the board.
    #[error(
        "port `{port}` of the top has no pin for `{bit}` on the {board}, which has {available}: make its \
         width fit (a port of one bit has no index)"
    )]
    Width {
        port: String,
        /// The first bit without a pin.
        bit: String,
        board: &'static str,
        available: String,
    },

    /// A port of the wrong direction.
    #[error(
        "port `{port}` is an {direction} of the top, but the {board} has it as an {expected} of the FPGA: \
         make it an {expected}, or use another signal"
    )]
    Direction { port: String, direction: Direction, board: &'static str, expected: Direction },

    /// A port without bits.
    #[error("port `{port}` of the top is 0 bits wide: remove it or give it bits")]
    ZeroWidth { port: String },

    /// Two ports of one name.
    #[error("the top has two ports named `{port}`: rename or remove one")]
    DuplicatePort { port: String },

    /// No source files.
    #[error(
        "the project `{top}` has no source files: name at least the one with the module `{top}`"
    )]
    NoSources { top: String },

    /// A name that cannot be written in these files.
    #[error(
        "`{name}` cannot be the name of a {what}: use letters, digits and underscores, and do not start with a digit"
    )]
    Name { what: &'static str, name: String },

    /// A version with other parts than numbers.
    #[error("the version {version:?} must be numbers separated by dots, such as `0.1.0`")]
    Version { version: String },

    /// A description that cannot be quoted in a core file.
    #[error(
        "the description is {description:?}: write one line of printable ASCII without a quote or a backslash"
    )]
    Description { description: String },

    /// A first stage that is not a register's name.
    #[error(
        "`{name}` is not the name of a register: give the instances from the top down and the register, \
         with `|` between them, such as `step_key|stage1`"
    )]
    Register { name: String },

    /// The timing description names an unknown port bit.
    #[error(
        "the {role} `{name}` is not an {direction} of `{top}`: use one of its {direction}s, {known}"
    )]
    UnknownBit {
        role: &'static str,
        name: String,
        top: String,
        direction: Direction,
        known: String,
    },

    /// The timing description uses an output as an input, or the reverse.
    #[error("the {role} `{name}` must be an {expected} of the top, and is not: name an {expected}")]
    TimingDirection { role: &'static str, name: String, expected: Direction },

    /// The timing description has two entries for one name.
    #[error("`{name}` is described twice, as {first} and as {second}: keep one description")]
    DescribedTwice { name: String, first: &'static str, second: &'static str },

    /// A period that is not positive.
    #[error("clock `{clock}` has a period of {period_ns} ns: give a number above 0")]
    Period { clock: String, period_ns: f64 },

    /// A period that differs from the oscillator's.
    #[error(
        "clock `{clock}` has a period of {period_ns} ns, but the oscillator on {bit} of the {board} has \
         {actual_ns} ns: use that"
    )]
    OscillatorPeriod {
        clock: String,
        bit: String,
        period_ns: f64,
        board: &'static str,
        actual_ns: f64,
    },

    /// A crossing of an undeclared clock.
    #[error(
        "a crossing names the clock `{name}`, which is not declared: declare it or use one of {known}"
    )]
    UnknownClock { name: String, known: String },

    /// An exception without a printable reason.
    #[error(
        "the reason given for {subject} is {reason:?}: write one, in printable ASCII without a backslash"
    )]
    Reason { subject: String, reason: String },

    /// An absolute path.
    #[error("the path {path:?} is not relative to the project's folder: give it as a relative one")]
    AbsolutePath { path: String },

    /// A path that cannot be written in a Quartus settings file.
    #[error(
        "the path {path:?} cannot be written in a Quartus settings file: rename it to printable ASCII \
         without {}",
        super::tcl::FORBIDDEN
    )]
    Path { path: String },
}
