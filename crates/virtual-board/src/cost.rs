//! What takes time when a design is simulated.

use foreign_designs::Unsupported;

/// What a simulated cycle costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cost<'d> {
    /// The design is being compiled. Until then, all of its gates are simulated.
    Compilation,
    /// So many operations on words.
    Words(usize),
    /// So many gates, since the design has no netlist of words.
    Gates(usize, Option<&'d Unsupported>),
}
