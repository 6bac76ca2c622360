//! What takes time when a design is simulated.

use std::fmt;

use foreign_designs::Unsupported;
use punto_banco::grouped;

/// What a simulated cycle costs, for a user whose design is slow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cost<'d> {
    /// The design is being compiled. Until then, all of its gates are simulated.
    Compilation,
    /// So many operations on words.
    Words(usize),
    /// So many gates, since the design has no netlist of words.
    Gates(usize, Option<&'d Unsupported>),
}

impl fmt::Display for Cost<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Cost::Compilation => f.write_str("The design is being compiled; then it is faster"),
            Cost::Words(operations) => {
                let operations = grouped(*operations as u128);
                write!(f, "A cycle takes up to {operations} operations on words")
            }
            Cost::Gates(gates, reason) => {
                write!(f, "All {} gates are simulated", grouped(*gates as u128))?;
                reason.map_or(Ok(()), |reason| write!(f, ", because of {reason}"))
            }
        }
    }
}
