//! A typed design printed as SystemVerilog (IEEE 1800-2012) that reads as if written by hand.
//!
//! The style is the lowRISC guide's: one module a file, two spaces, lines of at most 100 columns, `logic` only, ANSI ports
//! in aligned columns, named connections, `always_ff` with `<=`, `always_comb` with `=`, typed enums, sized literals, a
//! `default` in every `case`. Two departures, with their reasons:
//!
//! - `case` instead of `unique case`. The values of a case are distinct constants and its default is always there, so
//!   `unique` would promise nothing more, and Icarus Verilog has no use for it but a complaint.
//! - Registers have their power-up value in their declaration: FPGAs load it, and simulators then need no reset either.

mod comment;
mod expression;
mod layout;
mod module;
mod process;
mod statement;
mod types;

use crate::rtl::{Design, Module, ModuleId, Package};

/// The longest line.
pub const LINE_LENGTH: usize = 100;

/// What the printer is told.
pub struct Options<'a> {
    /// The first lines of a file, as plain text; they become a comment above the module's documentation.
    pub header: &'a dyn Fn(&Module) -> String,
}

/// A file of SystemVerilog.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceFile {
    /// The module's name with `.sv`.
    pub name: String,
    pub text: String,
}

/// Prints a package with the type that it defines.
pub fn print_package(design: &Design, package: &Package) -> SourceFile {
    let module = design.module(package.module);
    let mut lines = vec![format!("package {};", package.name), String::new()];
    lines.extend(layout::indent(types::definition(module, package.ty), 2));
    lines.extend([String::new(), "endpackage".to_string()]);
    SourceFile { name: format!("{}.sv", package.name), text: lines.join("\n") + "\n" }
}

/// Prints a module: ASCII, ending in one newline, the same text for the same design.
pub fn print(design: &Design, id: ModuleId, options: &Options) -> SourceFile {
    let module = design.module(id);
    SourceFile { name: format!("{}.sv", module.name), text: module::text(design, module, options) }
}
