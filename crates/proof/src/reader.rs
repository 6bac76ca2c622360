//! Reads files.

use std::collections::BTreeMap;

use crate::elaborate::Library;
use crate::error::ReadError;
use crate::model::{Gates, Model, Port, Type};
use crate::parser::parse;
use crate::syntax;

/// Reads the SystemVerilog files of a design: packages first, and children before their parents.
///
/// The text has the meaning that IEEE 1800-2012 gives it. Text outside the subset that is supported
/// is an error, and so is text that is not synchronous logic without undefined values.
#[derive(Clone, Debug, Default)]
pub struct Reader {
    library: Library,
}

/// A unit of a file.
#[derive(Clone, Debug, PartialEq)]
pub enum Unit {
    /// A package.
    Package {
        /// Its name.
        name: String,
        /// Its types.
        types: BTreeMap<String, Type>,
    },
    /// A module.
    Module(Model),
    /// A text that was not read, by its index in what was given.
    Verbatim(usize),
}

impl Reader {
    /// Declares a module that instances refer to but whose text is not read.
    pub fn declare(&mut self, module: &str, ports: Vec<Port>) {
        self.library.declare(module, ports);
    }

    /// Reads a file. Gates are added to `gates`.
    ///
    /// `verbatim` are texts that are not read, such as Verilog that the author of a design
    /// supplied. Each is recognised between two line breaks, in place of a unit or of the items of
    /// a module.
    ///
    /// # Errors
    ///
    /// Returns the first problem of the text.
    pub fn read(
        &mut self,
        text: &str,
        verbatim: &[&str],
        gates: &mut Gates,
    ) -> Result<Vec<Unit>, ReadError> {
        let mut units = Vec::new();
        for unit in parse(text, verbatim)? {
            units.push(match unit {
                syntax::Unit::Package(package) => Unit::Package {
                    name: package.name.text.to_string(),
                    types: self.library.package(&package)?,
                },
                syntax::Unit::Module(module) => {
                    Unit::Module(self.library.module(&module, verbatim, gates)?)
                }
                syntax::Unit::Verbatim(index) => Unit::Verbatim(index),
            });
        }
        Ok(units)
    }
}
