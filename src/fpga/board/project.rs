//! What a caller says about the design: its top, its ports, its sources.

use std::collections::BTreeSet;
use std::fmt;

use super::{BoardError, Package, Timing};

/// A design to be put on a board.
#[derive(Debug, Clone, PartialEq)]
pub struct Project {
    /// Name of the top module, and of the Quartus project.
    pub top: String,
    /// Ports of the top, in their order.
    pub ports: Vec<Port>,
    /// SystemVerilog files in compile order, relative to the project's folder, with `/` between folders.
    pub sources: Vec<String>,
    /// Its clocks, and the paths that are not to be timed.
    pub timing: Timing,
    /// What it is called where it is taken into other projects.
    pub package: Package,
}

/// A port of the top.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Port {
    /// Its name, which must be that of a signal of the board.
    pub name: String,
    /// Number of bits. A port of one bit is a scalar, written without an index.
    pub width: usize,
    /// Its direction as the FPGA sees it.
    pub direction: Direction,
}

/// Direction of a port as the FPGA sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// From the board into the FPGA.
    Input,
    /// From the FPGA to the board.
    Output,
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Input => "input",
            Self::Output => "output",
        })
    }
}

impl Port {
    /// An input of `width` bits.
    pub fn input(name: &str, width: usize) -> Self {
        Self { name: name.to_owned(), width, direction: Direction::Input }
    }

    /// An output of `width` bits.
    pub fn output(name: &str, width: usize) -> Self {
        Self { name: name.to_owned(), width, direction: Direction::Output }
    }

    /// The names of its bits, lowest first: `CLOCK_50` for a scalar, `KEY[0]`, `KEY[1]` ... for a vector.
    pub fn bits(&self) -> impl Iterator<Item = String> + '_ {
        (0..self.width).map(|bit| {
            if self.width == 1 { self.name.clone() } else { format!("{}[{bit}]", self.name) }
        })
    }

    /// All its bits as people write them: `CLOCK_50`, `KEY[3:0]`.
    pub(super) fn range(&self) -> String {
        match self.width {
            0 | 1 => self.name.clone(),
            width => format!("{}[{}:0]", self.name, width - 1),
        }
    }
}

impl Project {
    /// The port that a bit such as `KEY[0]` belongs to.
    pub(super) fn port_of_bit(&self, bit: &str) -> Option<&Port> {
        self.ports.iter().find(|port| port.bits().any(|b| b == bit))
    }

    /// Checks names, widths and that there is something to compile.
    pub(super) fn check(&self) -> Result<(), BoardError> {
        if !is_identifier(&self.top) {
            return Err(BoardError::Name { what: "top module", name: self.top.clone() });
        }
        let mut seen = BTreeSet::new();
        for port in &self.ports {
            if port.width == 0 {
                return Err(BoardError::ZeroWidth { port: port.name.clone() });
            }
            if !seen.insert(&port.name) {
                return Err(BoardError::DuplicatePort { port: port.name.clone() });
            }
        }
        if self.sources.is_empty() {
            return Err(BoardError::NoSources { top: self.top.clone() });
        }
        self.package.check()
    }
}

/// A simple identifier of SystemVerilog, without `$`, which means something else in Tcl.
pub(super) fn is_identifier(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

#[cfg(test)]
mod tests {
    use super::{Port, is_identifier};

    #[test]
    fn a_scalar_has_no_index_and_a_vector_counts_from_zero() {
        let bits = |port: Port| port.bits().collect::<Vec<_>>();
        assert_eq!(bits(Port::input("CLOCK_50", 1)), ["CLOCK_50"]);
        assert_eq!(bits(Port::input("SW", 3)), ["SW[0]", "SW[1]", "SW[2]"]);
        assert_eq!(bits(Port::input("KEY", 0)), Vec::<String>::new());
    }

    #[test]
    fn identifiers_are_plain() {
        for (text, expected) in [
            ("task5", true),
            ("_t", true),
            ("", false),
            ("5task", false),
            ("a b", false),
            ("a$b", false),
            ("t\u{e9}", false),
        ] {
            assert_eq!(is_identifier(text), expected, "{text:?}");
        }
    }
}
