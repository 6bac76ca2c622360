#![doc = include_str!("guide.md")]

mod black_box;
mod comment;
mod concatenation;
mod context;
mod expression;
mod layout;
mod memory;
mod module;
mod options;
mod process;
mod reset;
mod statement;
mod types;

pub use expression::{is_truth, symbol};
pub use options::{CaseStyle, Files, LINE_LENGTH, Options, ResetStyle, Unit, provenance};

/// The typed design that is printed.
pub use rust_hdl_rtl as rtl;

/// Names, documentation and comments of modules: all of [`rust_hdl_describe`].
///
/// The macros here expand to paths in this crate, so a user needs no dependency on `rust-hdl-describe`.
pub mod describe {
    pub use rust_hdl_describe::__systemverilog::{DescribeEnum, Module, kernel};
    pub use rust_hdl_describe::*;
}

use rust_hdl::prelude::Block;

use context::Context;
use rtl::{Design, ModuleId, Package};

/// A file of SystemVerilog.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceFile {
    /// The name of its module or package with `.sv`.
    pub name: String,
    /// All of it: ASCII, ending in one newline.
    pub text: String,
}

/// Turns blocks into files of SystemVerilog: [`elaborate`](rtl::elaborate), then [`print_all`].
///
/// Each block is given with the name that its module gets if it does not describe itself.
///
/// # Errors
///
/// Those of [`elaborate`](rtl::elaborate): the first thing found that hardware cannot be made of.
pub fn emit(
    blocks: &[(&str, &dyn Block)],
    options: &Options,
) -> Result<Vec<SourceFile>, rtl::Error> {
    Ok(print_all(&rtl::elaborate(blocks)?, options))
}

/// Prints a whole design, in the order that tools want to read it in: packages first, children before their
/// parents.
pub fn print_all(design: &Design, options: &Options) -> Vec<SourceFile> {
    let packages = design.packages();
    let packages = packages.iter().map(|package| print_package(design, package, options));
    let ids = (0..design.modules.len()).map(ModuleId);
    let files: Vec<SourceFile> = packages.chain(ids.map(|id| print(design, id, options))).collect();
    match (options.files, files.last()) {
        (Files::Single, Some(last)) => {
            let texts: Vec<&str> = files.iter().map(|file| file.text.as_str()).collect();
            vec![SourceFile { name: last.name.clone(), text: texts.join("\n") }]
        }
        _ => files,
    }
}

/// Prints a package with the type that it defines, as a file of its own.
pub fn print_package(design: &Design, package: &Package, options: &Options) -> SourceFile {
    let module = design.module(package.module);
    let file = Context { module, options, column: 0 };
    let header = (options.header)(&Unit { name: &package.name, source: None });
    let mut lines = comment::documentation(&header, file.room());
    lines.extend([format!("package {};", package.name), String::new()]);
    lines.extend(file.indent(types::definition(package.ty, file.deeper())));
    lines.extend([String::new(), "endpackage".to_string()]);
    SourceFile { name: format!("{}.sv", package.name), text: lines.join("\n") + "\n" }
}

/// Prints one module as a file of its own: ASCII, ending in one newline, the same text for the same design.
pub fn print(design: &Design, id: ModuleId, options: &Options) -> SourceFile {
    let module = design.module(id);
    SourceFile { name: format!("{}.sv", module.name), text: module::text(design, module, options) }
}
