//! Reads files.

use std::collections::BTreeMap;

use crate::elaborate::Library;
use crate::error::{Problem, ReadError};
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
    /// A `bind`.
    Bind(Bind),
    /// A text that was not read, by its index in what was given.
    Verbatim(usize),
}

/// An instance that a `bind` adds to a module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bind {
    /// The module that gets the instance.
    pub target: String,
    /// The module of the instance.
    pub module: String,
    /// The name of the instance.
    pub name: String,
    /// The signal of the target that each input is connected to.
    pub inputs: BTreeMap<String, String>,
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
                syntax::Unit::Bind { target, instance } => Unit::Bind(bind(target, &instance)?),
                syntax::Unit::Verbatim(index) => Unit::Verbatim(index),
            });
        }
        Ok(units)
    }
}

fn bind(target: syntax::Name, instance: &syntax::Instance) -> Result<Bind, ReadError> {
    let mut inputs = BTreeMap::new();
    for (port, value) in &instance.connections {
        let signal = match &value.kind {
            syntax::ExpressionKind::Reference(reference)
                if reference.package.is_none()
                    && reference.fields.is_empty()
                    && reference.select.is_none() =>
            {
                reference.name.text.to_string()
            }
            _ => return Err(Problem::BoundExpression.at(value.at)),
        };
        if inputs.insert(port.text.to_string(), signal).is_some() {
            return Err(Problem::SecondConnection(port.text.to_string()).at(port.at));
        }
    }
    Ok(Bind {
        target: target.text.to_string(),
        module: instance.module.text.to_string(),
        name: instance.name.text.to_string(),
        inputs,
    })
}
