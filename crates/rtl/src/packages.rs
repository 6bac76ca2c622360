//! Packages for the enums on ports, one package for each.
//!
//! In SystemVerilog, only a package can share a type's constants between modules.

use std::collections::BTreeMap;

use super::design::*;
use super::error::Error;
use super::type_names::snake_case;

/// A package that defines one type.
#[derive(Clone, Debug, PartialEq)]
pub struct Package {
    /// The name of the type in snake case, with the suffix `_pkg`.
    pub name: String,
    /// The type, an enum of [`module`](Package::module).
    pub ty: Type,
    /// A module that uses the type.
    pub module: ModuleId,
}

impl Design {
    /// Returns the packages of the design.
    pub fn packages(&self) -> Vec<Package> {
        let mut packages: Vec<Package> = Vec::new();
        for (index, module) in self.modules.iter().enumerate() {
            for (number, definition) in module.enums.iter().enumerate() {
                let Some(name) = &definition.package else {
                    continue;
                };
                if packages.iter().all(|known| known.name != *name) {
                    let (name, ty) = (name.clone(), Type::Enum(EnumId(number)));
                    packages.push(Package { name, ty, module: ModuleId(index) });
                }
            }
        }
        packages
    }
}

impl Enum {
    /// Moves the definition into a package of its own.
    pub(super) fn share(&mut self) {
        self.package = Some(snake_case(&self.name) + "_pkg");
    }
}

/// Shares every enum that a module shares with all modules that have it.
///
/// # Errors
///
/// Returns [`Error::IllegalName`] if two such enums have the same name, or a package has the name of a module.
pub(super) fn assign(design: &mut Design) -> Result<(), Error> {
    let mut shared: BTreeMap<String, (String, Enum)> = BTreeMap::new();
    for module in &design.modules {
        for definition in &module.enums {
            let Some(package) = &definition.package else {
                continue;
            };
            let (known_in, known) = shared
                .entry(package.clone())
                .or_insert_with(|| (module.name.clone(), definition.clone()));
            if !is_same(known, definition) {
                return Err(Error::IllegalName {
                    module: module.name.clone(),
                    name: definition.name.clone(),
                    reason: format!("is also the name of another type on a port of `{known_in}`"),
                });
            }
        }
    }
    for definition in design.modules.iter_mut().flat_map(|module| &mut module.enums) {
        if shared.values().any(|(_, known)| is_same(known, definition)) {
            definition.share();
        }
    }
    for package in shared.keys() {
        let module = design.modules.iter().find(|module| module.name.eq_ignore_ascii_case(package));
        if let Some(module) = module {
            return Err(Error::IllegalName {
                module: module.name.clone(),
                name: package.clone(),
                reason: "is also the name of a type's package".to_string(),
            });
        }
    }
    Ok(())
}

/// Whether two definitions have the same name and the same variants. Only blocks that describe themselves have comments.
fn is_same(one: &Enum, other: &Enum) -> bool {
    let variants = |of: &Enum| of.variants.iter().map(|v| v.name.clone()).collect::<Vec<_>>();
    (&one.name, one.width, variants(one)) == (&other.name, other.width, variants(other))
}
