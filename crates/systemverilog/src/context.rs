//! Where in which module a line stands, and how it is to look.

use rust_hdl_rtl::Module;

use super::layout;
use super::options::Options;

/// What every part of the printer is told.
#[derive(Clone, Copy)]
pub(super) struct Context<'a> {
    pub module: &'a Module,
    pub options: &'a Options<'a>,
    /// How many columns of the file are to the left of the lines.
    pub column: usize,
}

impl Context<'_> {
    /// The same, a level deeper.
    pub fn deeper(self) -> Self {
        Context { column: self.column + usize::from(self.options.indentation), ..self }
    }

    /// How many columns a line may have here.
    pub fn room(self) -> usize {
        self.options.line_length.saturating_sub(self.column)
    }

    /// The lines, moved to the right by a level.
    pub fn indent(self, lines: Vec<String>) -> Vec<String> {
        layout::indent(lines, self.options.indentation.into())
    }
}
