//! Proves the files of a design.

use std::collections::BTreeMap;

use rust_hdl_rtl::{self as rtl, BlackBox, Checker, Design, ModuleId, SignalKind};
use thiserror::Error;

use crate::compare::{compare, compare_types};
use crate::design::{model, packages, ports};
use crate::error::ReadError;
use crate::model::{Gates, Model, Type};
use crate::reader::{Bind, Reader, Unit};

/// Proves that SystemVerilog files mean the same as a design: they declare its packages and
/// modules, and nothing else, and each module has the same ports, registers, memories and
/// instances, and the same functions of them.
///
/// Each file is its name, for messages, and its text. Packages come before the modules that use
/// them, and modules before those that instantiate them.
///
/// Black boxes are not proven: their text has to be their author's, character by character.
///
/// # Errors
///
/// Returns the first [`Error`](enum@Error) found.
pub fn prove(design: &Design, files: &[(&str, &str)]) -> Result<(), Error> {
    let mut rest = Rest::of(design);
    let verbatim: Vec<String> = rest.texts.iter().chain(rest.bodies.values()).cloned().collect();
    let verbatim: Vec<&str> = verbatim.iter().map(String::as_str).collect();
    let mut reader = Reader::default();
    for module in &design.modules {
        if let Some(BlackBox::Module(_)) = module.black_box {
            reader.declare(&module.name, ports(module));
        }
    }
    for (file, text) in files {
        let mut gates = Gates::default();
        let units = reader.read(text, &verbatim, &mut gates);
        let units = units.map_err(|error| Error::Read { file: file.to_string(), error })?;
        for unit in units {
            rest.remove(unit, &verbatim, design, &mut gates)?;
        }
    }
    rest.reject()
}

/// What the files have to declare but have not yet.
struct Rest {
    packages: BTreeMap<String, BTreeMap<String, Type>>,
    modules: BTreeMap<String, ModuleId>,
    /// The bodies that authors supplied, by the names of their modules.
    bodies: BTreeMap<String, String>,
    /// The modules that authors supplied.
    texts: Vec<String>,
    binds: Vec<Bind>,
}

impl Rest {
    fn of(design: &Design) -> Rest {
        let mut rest = Rest {
            packages: packages(design),
            modules: BTreeMap::new(),
            bodies: BTreeMap::new(),
            texts: vec![],
            binds: design.checkers.iter().map(|checker| bind(design, checker)).collect(),
        };
        for (module, id) in design.modules.iter().zip((0..).map(ModuleId)) {
            if let Some(BlackBox::Module(text)) = &module.black_box {
                rest.texts.push(without_blank_edges(text));
                continue;
            }
            rest.modules.insert(module.name.clone(), id);
            if let Some(BlackBox::Body(text)) = &module.black_box {
                rest.bodies.insert(module.name.clone(), without_blank_edges(text));
            }
        }
        rest.texts.extend(design.cores.iter().map(|core| without_blank_edges(&core.text)));
        rest.bodies.retain(|_, text| !text.is_empty());
        rest.texts.retain(|text| !text.is_empty());
        rest
    }

    fn remove(
        &mut self,
        unit: Unit,
        verbatim: &[&str],
        design: &Design,
        gates: &mut Gates,
    ) -> Result<(), Error> {
        let added = |declaration: String| Error::Added { declaration };
        match unit {
            Unit::Package { name, types } => {
                let expected = self.packages.remove(&name);
                let expected = expected.ok_or_else(|| added(format!("package `{name}`")))?;
                compare_types(&name, &expected, &types)
            }
            Unit::Module(actual) => {
                let id = self.modules.remove(&actual.name);
                let id = id.ok_or_else(|| added(format!("module `{}`", actual.name)))?;
                let module = design.module(id);
                if actual.text.as_ref() != self.bodies.get(&actual.name) {
                    return Err(Error::BlackBox { module: actual.name });
                }
                let expected = match &module.black_box {
                    Some(_) => Model {
                        text: actual.text.clone(),
                        name: module.name.clone(),
                        ports: ports(module),
                        ..Model::default()
                    },
                    None => {
                        model(design, id, gates).map_err(|error| Error::Design(Box::new(error)))?
                    }
                };
                compare(&expected, &actual, gates)
            }
            Unit::Bind(actual) => {
                let known = self.binds.iter().position(|bind| *bind == actual);
                let known = known.ok_or_else(|| added(bind_name(&actual)))?;
                self.binds.remove(known);
                Ok(())
            }
            Unit::Verbatim(index) => {
                let known = self.texts.iter().position(|text| text == verbatim[index]);
                let known = known.ok_or_else(|| added(text_name(verbatim[index])))?;
                self.texts.remove(known);
                Ok(())
            }
        }
    }

    fn reject(self) -> Result<(), Error> {
        let packages = self.packages.into_keys().map(|name| format!("package `{name}`"));
        let modules = self.modules.into_keys().map(|name| format!("module `{name}`"));
        let texts = self.texts.iter().map(|text| text_name(text));
        let binds = self.binds.iter().map(bind_name);
        match packages.chain(modules).chain(texts).chain(binds).next() {
            Some(declaration) => Err(Error::Missing { declaration }),
            None => Ok(()),
        }
    }
}

/// The `bind` of a checker.
fn bind(design: &Design, checker: &Checker) -> Bind {
    let (target, module) = (design.module(checker.module), design.module(checker.checker));
    let inputs = module.ports().filter(|(_, port)| port.kind == SignalKind::Input);
    let signals = checker.inputs.iter().map(|id| target.signal(*id).name.clone());
    Bind {
        target: target.name.clone(),
        module: module.name.clone(),
        name: checker.instance(design).name,
        inputs: inputs.map(|(_, port)| port.name.clone()).zip(signals).collect(),
    }
}

/// Names a `bind` in messages.
fn bind_name(bind: &Bind) -> String {
    let inputs = bind.inputs.iter().map(|(port, signal)| format!(".{port} ({signal})"));
    let inputs = inputs.collect::<Vec<_>>().join(", ");
    format!("`bind {} {} {} ({inputs})`", bind.target, bind.module, bind.name)
}

/// Removes spaces at the ends of lines, and empty lines at the edges of a text.
fn without_blank_edges(text: &str) -> String {
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    lines.join("\n").trim_matches('\n').to_string()
}

/// Names a text in messages.
fn text_name(text: &str) -> String {
    let first_line = text.lines().next().unwrap_or_default();
    format!("the Verilog text that begins with `{first_line}`")
}

/// Why SystemVerilog text is not proven to mean the same as a design: the first reason found.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum Error {
    /// The text cannot be read.
    #[error("{file}:{error}")]
    Read {
        /// The name of the file.
        file: String,
        /// What is wrong, and where in the file.
        error: ReadError,
    },
    /// The design has no meaning.
    #[error(transparent)]
    Design(Box<rtl::Error>),
    /// Something is declared in the design only.
    #[error("the text lacks {declaration}, which the design has")]
    Missing {
        /// What is missing: ``register `count` of module `counter` ``.
        declaration: String,
    },
    /// Something is declared in the text only.
    #[error("the text has {declaration}, which the design lacks")]
    Added {
        /// What was added: ``register `count` of module `counter` ``.
        declaration: String,
    },
    /// Something is declared differently.
    #[error("{declaration} is \"{actual}\" in the text, but \"{expected}\" in the design")]
    Declaration {
        /// What differs: ``port `a` of module `counter` ``.
        declaration: String,
        /// Its properties in the design.
        expected: String,
        /// Its properties in the text.
        actual: String,
    },
    /// A function differs for some inputs and states.
    #[error(transparent)]
    Value(Box<Difference>),
    /// The text can have the value X.
    #[error("module `{module}`: a value can be X, because it does not hold that {meaning}{}", condition(.counterexample))]
    Undefined {
        /// The module.
        module: String,
        /// The condition that does not always hold.
        meaning: String,
        /// The signals that it depends on, with values for which it does not hold.
        counterexample: Vec<(String, String)>,
    },
    /// A proof takes too long.
    #[error(
        "module `{module}`: it takes too long to prove {question}; move a part of the \
         expression into a module of its own, or print without the proof (`Options::prove`)"
    )]
    Undecided {
        /// The module.
        module: String,
        /// What is not known: ``whether output `y` is the same in the text and in the design``.
        question: String,
    },
    /// The text of a black box is not its author's.
    #[error("module `{module}`: the black box's text differs from the author's")]
    BlackBox {
        /// The module.
        module: String,
    },
}

/// A function that differs for some inputs and states. The states may be unreachable.
#[derive(Clone, Debug, PartialEq, Error)]
#[error(
    "module `{module}`: {place} is {actual} in the text, but {expected} in the design{}",
    condition(.counterexample)
)]
pub struct Difference {
    /// The module.
    pub module: String,
    /// What differs: ``the next value of `count` ``.
    pub place: String,
    /// The signals that it depends on, with values for which it differs.
    pub counterexample: Vec<(String, String)>,
    /// Its value in the design.
    pub expected: String,
    /// Its value in the text.
    pub actual: String,
}

/// `, if a = 1, b = 2`.
pub fn condition(values: &[(String, String)]) -> String {
    let values = values.iter().map(|(name, value)| format!("{name} = {value}"));
    let separators = std::iter::once(", if ").chain(std::iter::repeat(", "));
    separators.zip(values).map(|(separator, value)| format!("{separator}{value}")).collect()
}
