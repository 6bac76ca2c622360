//! The printing context: module, options and indentation.

use rust_hdl_rtl::Module;

use super::layout;
use super::options::Options;

/// The context that every part of the printer receives.
#[derive(Clone, Copy)]
pub(super) struct Context<'a> {
    pub module: &'a Module,
    pub options: &'a Options<'a>,
    /// The column at which lines begin.
    pub column: usize,
}

impl Context<'_> {
    /// The same, one level of indentation deeper.
    pub fn deeper(self) -> Self {
        Context { column: self.column + usize::from(self.options.indentation), ..self }
    }

    /// How many columns a line may occupy here.
    pub fn limit(self) -> usize {
        self.options.line_length.saturating_sub(self.column)
    }

    /// Indents lines by one level.
    pub fn indent(self, lines: Vec<String>) -> Vec<String> {
        layout::indent(lines, self.options.indentation.into())
    }
}
