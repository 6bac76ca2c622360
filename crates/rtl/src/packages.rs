//! Packages for the types of ports, one package for each type.
//!
//! A port has the same type inside and outside its module. In SystemVerilog, only a package can share a type between modules.

use std::collections::BTreeMap;

use super::design::*;
use super::error::Error;
use super::type_names::snake_case;

/// A package that defines one type.
#[derive(Clone, Debug, PartialEq)]
pub struct Package {
    /// The name of the type in snake case, with the suffix `_pkg`.
    pub name: String,
    /// The type, as an index into [`module`](Package::module).
    pub ty: Type,
    /// A module that uses the type.
    pub module: ModuleId,
}

impl Design {
    /// Returns the packages of the design, each after those that it imports.
    pub fn packages(&self) -> Vec<Package> {
        let mut packages: Vec<Package> = Vec::new();
        for (index, module) in self.modules.iter().enumerate() {
            for ty in module.used_types() {
                let Some(name) = package_of(module, ty) else {
                    continue;
                };
                if packages.iter().all(|known| known.name != *name) {
                    packages.push(Package { name: name.clone(), ty, module: ModuleId(index) });
                }
            }
        }
        packages
    }
}

/// Assigns a package to every type of a port and to the types that it contains.
///
/// # Errors
///
/// Returns [`Error::IllegalName`] if two such types have the same name, or a package has the name of a module.
pub(super) fn assign(design: &mut Design) -> Result<(), Error> {
    let mut shared: BTreeMap<String, (String, Definition)> = BTreeMap::new();
    for module in &design.modules {
        for ty in module.used_types() {
            let on_port =
                module.ports().any(|(_, port)| port.ty == ty || module.contains(port.ty, ty));
            if !on_port {
                continue;
            }
            let definition = Definition::of(module, ty);
            let name = definition.package_name();
            let known =
                shared.entry(name).or_insert_with(|| (module.name.clone(), definition.clone()));
            if known.1 != definition {
                return Err(Error::IllegalName {
                    module: module.name.clone(),
                    name: definition.name().to_string(),
                    reason: format!("is also the name of another type on a port of `{}`", known.0),
                });
            }
        }
    }
    for module in &mut design.modules {
        for ty in module.used_types() {
            let definition = Definition::of(module, ty);
            let name = definition.package_name();
            if shared.get(&name).is_some_and(|known| known.1 == definition) {
                match ty {
                    Type::Enum(id) => module.enums[id.0].package = Some(name),
                    Type::Struct(id) => module.structs[id.0].package = Some(name),
                    _ => {}
                }
            }
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

fn package_of(module: &Module, ty: Type) -> Option<&String> {
    match ty {
        Type::Enum(id) => module.enums[id.0].package.as_ref(),
        Type::Struct(id) => module.structs[id.0].package.as_ref(),
        _ => None,
    }
}

/// A type's definition, independent of any module's indices.
#[derive(Clone, PartialEq)]
enum Definition {
    Enum { name: String, width: u32, variants: Vec<String> },
    Struct { name: String, fields: Vec<(String, Definition)> },
    Plain(Type),
}

impl Definition {
    fn of(module: &Module, ty: Type) -> Definition {
        match ty {
            Type::Enum(id) => {
                let definition = &module.enums[id.0];
                let variants = definition.variants.iter().map(|variant| variant.name.clone());
                Definition::Enum {
                    name: definition.name.clone(),
                    width: definition.width,
                    variants: variants.collect(),
                }
            }
            Type::Struct(id) => {
                let definition = &module.structs[id.0];
                let fields = definition.fields.iter();
                let fields =
                    fields.map(|field| (field.name.clone(), Definition::of(module, field.ty)));
                Definition::Struct { name: definition.name.clone(), fields: fields.collect() }
            }
            plain => Definition::Plain(plain),
        }
    }

    fn name(&self) -> &str {
        match self {
            Definition::Enum { name, .. } | Definition::Struct { name, .. } => name,
            Definition::Plain(_) => "",
        }
    }

    fn package_name(&self) -> String {
        snake_case(self.name()) + "_pkg"
    }
}
