#![doc = include_str!("guide.md")]
#![warn(missing_docs)]

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod black_box;
mod checker;
mod comment;
mod concatenation;
mod context;
mod declaration;
mod error;
mod expression;
#[cfg(test)]
mod faulty_printers;
mod layout;
mod memory;
mod module;
mod operator;
mod options;
mod placement;
mod process;
mod reset;
mod statement;
mod types;

pub use error::Error;
pub use operator::{is_boolean, operator_symbol};
pub use options::{CaseStyle, Files, LINE_LENGTH, Options, ResetStyle, Unit, default_header};

/// The proof that printed text means the same as the design.
pub use rust_hdl_proof as proof;
/// The typed design that is printed.
pub use rust_hdl_rtl as rtl;

/// Names, documentation, comments and ports of modules: all of [`rust_hdl_describe`].
///
/// The macros here expand to paths in this crate, so a user needs no dependency on
/// `rust-hdl-describe`.
pub mod describe {
    pub use rust_hdl_describe::__systemverilog::{DescribeType, FromBits, Module, Ports, kernel};
    pub use rust_hdl_describe::*;
}

use rust_hdl::prelude::Block;

use context::Context;
use rtl::{Core, Design, ModuleId, Package};

/// A SystemVerilog file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceFile {
    /// The file name: that of the module or package, with `.sv`.
    pub name: String,
    /// The contents, ending in one newline: ASCII, except in the texts of black boxes.
    pub text: String,
}

/// Converts blocks to SystemVerilog files: [`elaborate`](rtl::elaborate), then [`print_proven`].
///
/// The name beside each block is the name of its module, unless the block derives
/// [`Module`](describe::Module).
///
/// # Errors
///
/// Those of [`elaborate`](rtl::elaborate), for the first construct found that is not supported or
/// is not hardware, and [`Error::Proof`].
pub fn emit(blocks: &[(&str, &dyn Block)], options: &Options) -> Result<Vec<SourceFile>, Error> {
    emit_printed_by(print_all, blocks, options)
}

/// Prints a whole design.
type Printer = fn(&Design, &Options) -> Vec<SourceFile>;

/// [`emit`] with another printer than [`print_all`].
fn emit_printed_by(
    print: Printer,
    blocks: &[(&str, &dyn Block)],
    options: &Options,
) -> Result<Vec<SourceFile>, Error> {
    proven(print, &rtl::elaborate(blocks)?, options)
}

/// Prints a whole design as [`print_all`] and [`print_checkers`] do and proves the text, unless
/// [`Options::prove`] is off.
///
/// # Errors
///
/// [`Error::Proof`]
pub fn print_proven(design: &Design, options: &Options) -> Result<Vec<SourceFile>, Error> {
    proven(print_all, design, options)
}

fn proven(print: Printer, design: &Design, options: &Options) -> Result<Vec<SourceFile>, Error> {
    let mut files = print(design, options);
    files.extend(print_checkers(design, options));
    if options.prove {
        prove(design, &files)?;
    }
    Ok(files)
}

/// Proves that files mean the same as a design, as [`proof::prove`] does.
///
/// # Errors
///
/// The first reason found why they do not.
pub fn prove(design: &Design, files: &[SourceFile]) -> Result<(), proof::Error> {
    let files: Vec<(&str, &str)> =
        files.iter().map(|file| (file.name.as_str(), file.text.as_str())).collect();
    proof::prove(design, &files)
}

/// Prints the hardware of a design in the order in which tools must read it: packages first, then
/// the modules that only black boxes instantiate, and children before their parents.
pub fn print_all(design: &Design, options: &Options) -> Vec<SourceFile> {
    let packages = design.packages();
    let packages = packages.iter().map(|package| print_package(design, package, options));
    let cores = design.cores.iter().map(|core| print_core(core, options));
    let modules = design.hardware().map(|(id, _)| print(design, id, options));
    let files: Vec<SourceFile> = packages.chain(cores).chain(modules).collect();
    match (options.files, files.last()) {
        (Files::Single, Some(last)) => {
            let texts: Vec<&str> = files.iter().map(|file| file.text.as_str()).collect();
            vec![SourceFile { name: last.name.clone(), text: texts.join("\n") }]
        }
        _ => files,
    }
}

/// Prints the properties of a design: concurrent assertions in a file `NAME_sva.sv` for each module
/// that has some. Simulators and formal tools read them after the other files.
pub fn print_checkers(design: &Design, options: &Options) -> Vec<SourceFile> {
    design.checkers.iter().map(|checker| print(design, checker.checker, options)).collect()
}

/// Prints a package, which defines one type, as a file.
pub fn print_package(design: &Design, package: &Package, options: &Options) -> SourceFile {
    let module = design.module(package.module);
    let file = Context { module, options, column: 0 };
    let source = package.source.as_deref();
    let header = (options.header)(&Unit { name: &package.name, source });
    let mut lines = comment::documentation(&header, file.limit());
    lines.extend([format!("package {};", package.name), String::new()]);
    lines.extend(file.indent(types::definition(package.ty, file.deeper())));
    lines.extend([String::new(), "endpackage".to_string()]);
    SourceFile { name: format!("{}.sv", package.name), text: lines.join("\n") + "\n" }
}

/// Prints a module that only black boxes instantiate as a file: its text, unchanged.
pub fn print_core(core: &Core, options: &Options) -> SourceFile {
    SourceFile { name: format!("{}.sv", core.name), text: black_box::core(core, options) }
}

/// Prints one module as a file. The same design always gives the same text.
pub fn print(design: &Design, id: ModuleId, options: &Options) -> SourceFile {
    let module = design.module(id);
    let text = match design.as_checker(id) {
        Some(checker) => checker::text(design, checker, options),
        None => module::text(design, module, options),
    };
    SourceFile { name: format!("{}.sv", module.name), text }
}
