//! The warnings that are to be expected, and why each is all right. Every other one is reported.

use std::fmt;

use super::{Flow, Message};

/// A warning that is to be expected.
#[derive(Debug, PartialEq, Eq)]
pub struct Warning {
    pub flow: Flow,
    pub pattern: Pattern,
    /// Why it is all right.
    pub reason: &'static str,
}

/// How a warning is known.
#[derive(Debug, PartialEq, Eq)]
pub enum Pattern {
    /// By Quartus's number.
    Id(u32),
    /// By Quartus's number, with this in its text.
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

const fn quartus(pattern: Pattern, reason: &'static str) -> Warning {
    Warning { flow: Flow::Quartus, pattern, reason }
}

/// All of them.
pub const EXPECTED: [Warning; 7] = [
    quartus(
        Pattern::IdWith(21074, "input pin(s) that do not drive logic"),
        "KEY1 and KEY2 have no effect, and are ports all the same: the lab's task5 has them",
    ),
    quartus(Pattern::IdWith(15610, "KEY[1]"), "KEY1 has no effect"),
    quartus(Pattern::IdWith(15610, "KEY[2]"), "KEY2 has no effect"),
    quartus(
        Pattern::Id(15714),
        "pins without drive strength and slew rate take Quartus's defaults, which are right for lights and keys",
    ),
    quartus(
        Pattern::IdWith(292013, "LogicLock"),
        "a feature that this design does not use needs a license",
    ),
    quartus(
        Pattern::Id(20028),
        "an edition without a license for parallel compilation compiles on one processor",
    ),
    quartus(Pattern::Id(20031), "there are fewer processors than Quartus could use"),
];

/// What explains this message, if anything does.
pub(super) fn explanation(flow: Flow, message: &Message) -> Option<&'static Warning> {
    EXPECTED.iter().filter(|warning| warning.flow == flow).find(|warning| match warning.pattern {
        Pattern::Id(id) => message.id == Some(id),
        Pattern::IdWith(id, text) => message.id == Some(id) && message.text.contains(text),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_documentation_tells_every_warning_that_is_to_be_expected() {
        let page = include_str!("../../../docs/board.md");
        let (_, rest) = page.split_once("## Warnings").expect("the section");
        let (section, _) = rest.split_once("\n## ").expect("the next one");
        for warning in &EXPECTED {
            let (Pattern::Id(id) | Pattern::IdWith(id, _)) = warning.pattern;
            assert!(section.contains(&id.to_string()), "{id} is not in docs/board.md");
        }
    }
}
