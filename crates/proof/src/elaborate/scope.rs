//! Names and what they stand for.

use std::collections::HashMap;

use super::types::Type;
use crate::error::{Position, Problem, ReadError};
use crate::model::Constant;
use crate::syntax::{DeclarationKind, Direction, Name};

/// What a name stands for.
#[derive(Clone, Debug)]
pub(crate) enum Symbol {
    /// A port, a variable, a net or a constant of the module, by its index in [`Scope::variables`].
    Variable(usize),
    /// A memory, by its index in [`Scope::memories`].
    Memory(usize),
    /// A constant of an enum.
    Constant(Type, Constant),
    Type(Type),
    Instance,
    Property,
}

/// A port, a variable, a net or a constant of the module.
#[derive(Debug)]
pub(crate) struct Variable {
    pub name: String,
    pub at: Position,
    pub ty: Type,
    /// Its direction, if it is a port.
    pub direction: Option<Direction>,
    /// A net can have several drivers; an `inout` is one.
    pub kind: DeclarationKind,
    pub initial: Option<Constant>,
    /// The attributes: names and values, in order.
    pub attributes: Vec<(String, String)>,
}

impl Variable {
    /// Reports an attribute of a variable that is not a register.
    pub fn check_attributes(&self, is_register: bool) -> Result<(), ReadError> {
        match self.attributes.first() {
            Some((name, _)) if !is_register => {
                Err(Problem::UnsupportedAttribute(name.clone()).at(self.at))
            }
            _ => Ok(()),
        }
    }
}

/// A memory.
#[derive(Debug)]
pub(crate) struct MemoryDeclaration {
    pub name: String,
    pub at: Position,
    pub ty: Type,
    pub words: usize,
}

/// The names of packages, by the name of the package.
pub(crate) type Packages = HashMap<String, HashMap<String, (Position, Symbol)>>;

/// The names of a module or a package.
#[derive(Debug)]
pub(crate) struct Scope<'a> {
    /// The name of the module or the package.
    pub name: &'a str,
    packages: &'a Packages,
    symbols: HashMap<String, (Position, Symbol)>,
    pub variables: Vec<Variable>,
    pub memories: Vec<MemoryDeclaration>,
}

impl<'a> Scope<'a> {
    pub fn new(name: &'a str, packages: &'a Packages) -> Scope<'a> {
        Scope { name, packages, symbols: HashMap::new(), variables: vec![], memories: vec![] }
    }

    /// Returns the names and what they stand for.
    pub fn into_symbols(self) -> HashMap<String, (Position, Symbol)> {
        self.symbols
    }

    pub fn declare(&mut self, name: Name, symbol: Symbol) -> Result<(), ReadError> {
        match self.symbols.insert(name.text.to_string(), (name.at, symbol)) {
            None => Ok(()),
            Some(_) => Err(Problem::AlreadyDeclared(name.text.to_string()).at(name.at)),
        }
    }

    /// Returns what a name stands for. It has to be declared above.
    pub fn find(&self, package: Option<&Name>, name: &Name) -> Result<&Symbol, ReadError> {
        let undeclared = || Problem::Undeclared(name.text.to_string()).at(name.at);
        let Some(package) = package else {
            let (declared, symbol) = self.symbols.get(name.text).ok_or_else(undeclared)?;
            let is_above = *declared < name.at;
            return if is_above { Ok(symbol) } else { Err(undeclared()) };
        };
        let unknown = || Problem::Undeclared(package.text.to_string()).at(package.at);
        let symbols = self.packages.get(package.text).ok_or_else(unknown)?;
        symbols.get(name.text).map(|(_, symbol)| symbol).ok_or_else(undeclared)
    }
}
