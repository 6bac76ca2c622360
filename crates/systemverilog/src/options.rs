//! How the text is to look.

/// The longest line, unless [`Options::line_length`] says otherwise: lowRISC's.
pub const LINE_LENGTH: usize = 100;

/// How the printed text is to look. [`Options::default`] is lowRISC's style, a file for each module.
///
/// Every value of every option gives legal text that means the same.
///
/// ```
/// use rust_hdl_systemverilog::{CaseStyle, Options};
///
/// let options = Options { indentation: 4, case: CaseStyle::Unique, ..Options::default() };
/// assert_eq!(options.line_length, 100);
/// ```
#[derive(Clone, Copy)]
pub struct Options<'a> {
    /// The first lines above a module or a package, as plain text; they become a comment, and the documentation follows. For
    /// no header, give an empty text. By default, [`provenance`].
    pub header: &'a dyn Fn(&Unit) -> String,
    /// How the modules are spread over files.
    pub files: Files,
    /// The spaces of one level; 2 by default. What goes on in the next line has two levels more.
    pub indentation: u8,
    /// The longest line, in columns; [`LINE_LENGTH`] by default. It is kept wherever a line can be broken: between the words of
    /// comments, at the operators of expressions, between the labels of a case. A name, a number or a declaration that is
    /// longer than that stands on a line of its own, and the smaller the length, the more often; 0 breaks every line that
    /// can be broken.
    pub line_length: usize,
    /// Where the reset of a register stands.
    pub reset: ResetStyle,
    /// How a case begins.
    pub case: CaseStyle,
    /// Whether each process and each instance says where it comes from: `(* src = "src/gate.rs:31" *)`, the attribute that
    /// Yosys writes and reads. Known of kernels that are marked `#[kernel]`; nothing is said of others. Off by default: a
    /// line more at the top of a Rust file would change every line of these.
    pub source_lines: bool,
}

impl Default for Options<'_> {
    fn default() -> Self {
        Options {
            header: &provenance,
            files: Files::OnePerModule,
            indentation: 2,
            line_length: LINE_LENGTH,
            reset: ResetStyle::Hoisted,
            case: CaseStyle::Plain,
            source_lines: false,
        }
    }
}

/// What a header stands above: a module or a package.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unit<'a> {
    /// The name of the module or package.
    pub name: &'a str,
    /// The Rust file that it comes from, if that is known: of blocks that describe themselves.
    pub source: Option<&'a str>,
}

/// The header by default: where the text comes from, and that it is not to be edited.
pub fn provenance(unit: &Unit) -> String {
    match unit.source {
        Some(source) => format!("Generated from {source}. Edit that file instead of this one."),
        None => "Generated from a Rust-HDL design. Edit that instead of this file.".to_string(),
    }
}

/// How the modules are spread over files.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Files {
    /// A file for each module, named as it is.
    #[default]
    OnePerModule,
    /// One file with every module, children before their parents; it has the name of the last module.
    Single,
}

/// Where the reset of a register stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ResetStyle {
    /// `if (reset) q <= 0; else ..`: what overrides a register with a constant at the end of the kernel goes to the top of
    /// the process, where readers and synthesis tools look for a reset.
    #[default]
    Hoisted,
    /// In the kernel's order.
    AsFound,
}

/// How a case begins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CaseStyle {
    /// `case`. The values of a case are distinct constants and its default is always there, so `unique` would promise
    /// nothing more, and Icarus Verilog has no use for it but a complaint.
    #[default]
    Plain,
    /// `unique case`, for style guides and linters that ask for it.
    Unique,
}
