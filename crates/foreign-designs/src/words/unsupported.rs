//! Why a design has no netlist of words.

use std::fmt;

/// Why all gates of a design are simulated.
#[derive(Clone, Debug, PartialEq, Eq, serde::Deserialize, serde::Serialize)]
pub enum Unsupported {
    /// A memory that is written all the time, not at the edges of a clock.
    Memory(String),
    /// A loop of gates whose nets have no names among the words, with one of them as the sources
    /// call it, if they do.
    Loop(Option<String>),
    /// A cell that words are not made of: a division of more than 64 bits.
    Division,
}

impl fmt::Display for Unsupported {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unsupported::Memory(name) => {
                write!(f, "memory {name}, which is written without a clock")
            }
            Unsupported::Loop(Some(net)) => write!(f, "a loop of gates at {net}"),
            Unsupported::Loop(None) => f.write_str("a loop of gates"),
            Unsupported::Division => f.write_str("a division of more than 64 bits"),
        }
    }
}
