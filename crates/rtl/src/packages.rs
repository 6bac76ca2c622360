//! Packages for enums, one package for each.
//!
//! In SystemVerilog, only a package can share a type's constants between modules, as for ports. Its
//! constants have names of their own, so two enums of a module with a variant of the same name get
//! packages, too.

use std::collections::{BTreeMap, BTreeSet};

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
    /// A module that uses the type, and describes it if any does.
    pub module: ModuleId,
    /// The Rust source file of the type, if a module describes it.
    pub source: Option<String>,
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
                let ty = Type::Enum(EnumId(number));
                let (module, source) = (ModuleId(index), definition.source.clone());
                let package = Package { name: name.clone(), ty, module, source };
                match packages.iter_mut().find(|known| known.name == *name) {
                    Some(known) if known.source.is_none() => *known = package,
                    Some(_) => {}
                    None => packages.push(package),
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

/// Gives the enums of each module packages where constants would have the same name, and shares
/// every enum that has a package with all modules that have it.
///
/// # Errors
///
/// Returns [`Error::IllegalName`] if two such enums have the same name, or a package has the name
/// of a module.
pub(super) fn assign(design: &mut Design) -> Result<(), Error> {
    design.modules.iter_mut().for_each(separate_constants);
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
                    reason: format!(
                        "is also the name of another enum with a package, in `{known_in}`"
                    ),
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

/// Gives enums packages that have a variant in common with another, whatever its case.
fn separate_constants(module: &mut Module) {
    let used: Vec<usize> = module.used_types().into_iter().filter_map(enum_index).collect();
    let names = |index: usize| {
        let variants = &module.enums[index].variants;
        variants.iter().map(|variant| variant.name.to_ascii_lowercase()).collect::<BTreeSet<_>>()
    };
    let clashes = |index: &usize| {
        let is_local = |index: &&usize| module.enums[**index].package.is_none();
        let others = used.iter().filter(is_local).filter(|other| *other != index);
        is_local(&index)
            && others.into_iter().any(|other| !names(*other).is_disjoint(&names(*index)))
    };
    let clashing: Vec<usize> = used.iter().copied().filter(clashes).collect();
    for index in clashing {
        module.enums[index].share();
    }
}

fn enum_index(ty: Type) -> Option<usize> {
    match ty {
        Type::Enum(id) => Some(id.0),
        _ => None,
    }
}

/// Whether two definitions have the same name and the same variants. Only blocks that describe
/// themselves have comments.
fn is_same(one: &Enum, other: &Enum) -> bool {
    let variants = |of: &Enum| of.variants.iter().map(|v| v.name.clone()).collect::<Vec<_>>();
    (&one.name, one.width, variants(one)) == (&other.name, other.width, variants(other))
}
