//! Warnings that need no attention, each with its reason. All others are reported.

use std::fmt;

use super::{Flow, Message};

/// A warning that is known to be harmless.
#[derive(Debug, PartialEq, Eq)]
pub struct Warning {
    pub flow: Flow,
    pub pattern: Pattern,
    /// Why it is harmless.
    pub reason: &'static str,
}

/// How a warning is recognised.
#[derive(Debug, PartialEq, Eq)]
pub enum Pattern {
    /// By Quartus's number.
    Id(u32),
    /// By Quartus's number and a part of its text.
    IdWith(u32, &'static str),
}

impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Pattern::Id(id) => write!(f, "{id}"),
            Pattern::IdWith(id, text) => write!(f, "{id}, {text}"),
        }
    }
}

/// Warnings that any design may cause.
pub const EXPECTED: [Warning; 4] = [
    quartus(
        Pattern::Id(15714),
        "pins without drive strength and slew rate take Quartus's defaults, which suit signals of low speed",
    ),
    quartus(
        Pattern::IdWith(292013, "LogicLock"),
        "a feature that this design does not use needs a licence",
    ),
    quartus(
        Pattern::Id(20028),
        "an edition without a licence for parallel compilation compiles on one processor",
    ),
    quartus(Pattern::Id(20031), "there are fewer processors than Quartus could use"),
];

const fn quartus(pattern: Pattern, reason: &'static str) -> Warning {
    Warning { flow: Flow::Quartus, pattern, reason }
}

/// The expected warning that matches a message: one of the design's, or one of [`EXPECTED`].
pub(super) fn explanation(
    flow: Flow,
    of_design: &'static [Warning],
    message: &Message,
) -> Option<&'static Warning> {
    let mut expected = of_design.iter().chain(&EXPECTED).filter(|warning| warning.flow == flow);
    expected.find(|warning| match warning.pattern {
        Pattern::Id(id) => message.id == Some(id),
        Pattern::IdWith(id, text) => message.id == Some(id) && message.text.contains(text),
    })
}
