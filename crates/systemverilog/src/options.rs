//! Options of the printer.

/// The default maximum line length, that of the lowRISC style guide.
pub const LINE_LENGTH: usize = 100;

/// The style of the printed text. [`Options::default`] is the lowRISC style, with one file per
/// module.
///
/// Every combination of options gives legal SystemVerilog with the same meaning.
///
/// ```
/// use rust_hdl_systemverilog::{CaseStyle, Options};
///
/// let options = Options { indentation: 4, case: CaseStyle::Unique, ..Options::default() };
/// assert_eq!(options.line_length, 100);
/// ```
#[derive(Clone, Copy)]
pub struct Options<'a> {
    /// Returns the header of a module or a package as plain text, which is printed as a comment
    /// above the documentation. An empty text prints no header. Default: [`default_header`].
    pub header: &'a dyn Fn(&Unit) -> String,
    /// One file per module or a single file.
    pub files: Files,
    /// Spaces per level of indentation; default 2. Continuation lines are indented by two more
    /// levels.
    pub indentation: u8,
    /// The maximum line length in columns; default [`LINE_LENGTH`]. Lines are broken between the
    /// words of comments, at the operators of expressions and between the labels of a case. A name,
    /// number or declaration that is longer gets a line of its own. 0 breaks lines wherever
    /// possible.
    pub line_length: usize,
    /// Where a register's reset is printed.
    pub reset: ResetStyle,
    /// `case` or `unique case`.
    pub case: CaseStyle,
    /// Whether each process and each instance has its source location as an attribute,
    /// `(* src = "src/gate.rs:31" *)`, which Yosys understands. Only kernels marked `#[kernel]`
    /// have locations. Off by default, because adding a line to a Rust file changes all locations
    /// below it.
    pub source_lines: bool,
    /// Whether [`emit`](crate::emit) and [`print_proven`](crate::print_proven) read the text back
    /// and prove that it means the same as the design; on by default. The functions that only print
    /// ignore it.
    pub prove: bool,
}

impl Default for Options<'_> {
    fn default() -> Self {
        Options {
            header: &default_header,
            files: Files::OnePerModule,
            indentation: 2,
            line_length: LINE_LENGTH,
            reset: ResetStyle::First,
            case: CaseStyle::Plain,
            source_lines: false,
            prove: true,
        }
    }
}

/// The module or package that a header belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unit<'a> {
    /// The name of the module or package.
    pub name: &'a str,
    /// The Rust file that defines it, for blocks that derive [`Module`](crate::describe::Module)
    /// and the types that they list.
    pub source: Option<&'a str>,
}

/// The default header: the source of the text, and a request not to edit it.
pub fn default_header(unit: &Unit) -> String {
    match unit.source {
        Some(source) => format!("Generated from {source}. Edit that file instead of this one."),
        None => {
            "Generated from a rust-hdl design. Edit the design instead of this file.".to_string()
        }
    }
}

/// How modules are distributed over files.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Files {
    /// One file per module, with the module's name.
    #[default]
    OnePerModule,
    /// One file with all modules, children before their parents, with the name of the last module.
    Single,
}

/// Where a register's reset is printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ResetStyle {
    /// At the top of the process: `if (reset) q <= 0; else ..`. A reset is a conditional assignment
    /// of a constant at the end of the kernel. Readers and synthesis tools look for it at the top.
    #[default]
    First,
    /// In the order of the kernel.
    KernelOrder,
}

/// Which keyword begins a case.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CaseStyle {
    /// `case`. `unique` would add nothing, since the labels are distinct constants and there is
    /// always a default, and Icarus Verilog warns about it.
    #[default]
    Plain,
    /// `unique case`, for style guides and linters that require it.
    Unique,
}
