//! The clocks and timing exceptions of a design.

/// The timing of a design. Bits are named as in Quartus: `CLOCK_50`, `KEY[0]`.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Timing {
    /// Clocks, the main one first.
    pub clocks: Vec<Clock>,
    /// The module that brings asynchronous inputs into a clock domain, if there is one.
    pub synchroniser: Option<Synchroniser>,
    /// Paths that are not timed.
    pub exceptions: Vec<Exception>,
}

/// A clock that enters at an input.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Clock {
    /// Its name in the constraints: an identifier, so not `KEY[0]`.
    pub name: &'static str,
    /// The input bit it enters at.
    pub bit: &'static str,
    /// Its period in nanoseconds.
    pub period_ns: f64,
    /// What it is, and the reason for this period.
    pub reason: &'static str,
}

/// A module with a chain of registers, which asynchronous inputs enter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Synchroniser {
    pub module: &'static str,
    /// The first register of the chain.
    pub first_stage: &'static str,
    /// The input ports whose bits enter instances of the module.
    pub inputs: Vec<&'static str>,
}

/// Paths that are not timed, for one reason.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Exception {
    /// Why, as the comment beside them.
    pub reason: &'static str,
    pub false_paths: Vec<FalsePath>,
}

/// Paths that are not timed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FalsePath {
    /// All paths from this input bit.
    FromInput(&'static str),
    /// All paths from one clock to another.
    BetweenClocks(&'static str, &'static str),
    /// All paths to this output port.
    ToOutput(String),
}
