//! Packages for enums and structs, one package for each.
//!
//! In SystemVerilog, only a package can share a type between modules, as for ports. A package has a
//! scope of its own, so two types of a module that declare the same name get packages, too.

use std::collections::{BTreeMap, BTreeSet};
use std::iter::once;

use super::design::*;
use super::type_names::snake_case;

/// A package that defines one type.
#[derive(Clone, Debug, PartialEq)]
pub struct Package {
    /// The name of the type in snake case with the suffix `_pkg`, as in `state_pkg`; `state_2_pkg`
    /// if another package or a module has that name.
    pub name: String,
    /// The type, an enum or a struct of [`module`](Package::module).
    pub ty: Type,
    /// A module that uses the type, and describes it if any does.
    pub module: ModuleId,
    /// The Rust source file of the type, if a module describes it.
    pub source: Option<String>,
}

impl Design {
    /// Returns the packages of the design, those of types that its text uses.
    pub fn packages(&self) -> Vec<Package> {
        let mut packages: Vec<Package> = Vec::new();
        for (index, module) in self.modules.iter().enumerate() {
            for ty in module.used_types() {
                let Some(name) = module.package(ty) else {
                    continue;
                };
                let source = module.type_source(ty).cloned();
                let package = Package { name: name.into(), ty, module: ModuleId(index), source };
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

impl Module {
    /// Returns all enum and struct types that the module knows.
    pub(super) fn types(&self) -> impl Iterator<Item = Type> + use<> {
        let enums = (0..self.enums.len()).map(|index| Type::Enum(EnumId(index)));
        enums.chain((0..self.structs.len()).map(|index| Type::Struct(StructId(index))))
    }

    /// Returns the name of the package that defines a type, if one does.
    pub fn package(&self, ty: Type) -> Option<&str> {
        match ty {
            Type::Enum(id) => self.enums[id.0].package.as_deref(),
            Type::Struct(id) => self.structs[id.0].package.as_deref(),
            _ => None,
        }
    }

    /// Returns the Rust source file of a type, if the module describes the type.
    fn type_source(&self, ty: Type) -> Option<&String> {
        match ty {
            Type::Enum(id) => self.enums[id.0].source.as_ref(),
            Type::Struct(id) => self.structs[id.0].source.as_ref(),
            _ => None,
        }
    }

    /// Returns the names that the definition of a type declares: its own, and the variants of an
    /// enum.
    pub(super) fn declares(&self, ty: Type) -> Vec<String> {
        match ty {
            Type::Enum(id) => {
                let Enum { variants, .. } = &self.enums[id.0];
                let variants = variants.iter().map(|variant| variant.name.clone());
                once(self.enums[id.0].type_name()).chain(variants).collect()
            }
            Type::Struct(id) => vec![self.structs[id.0].type_name()],
            _ => vec![],
        }
    }

    fn share(&mut self, ty: Type) {
        match ty {
            Type::Enum(id) => self.enums[id.0].share(),
            Type::Struct(id) => self.structs[id.0].share(),
            _ => {}
        }
    }

    fn set_package(&mut self, ty: Type, name: &str) {
        match ty {
            Type::Enum(id) => self.enums[id.0].package = Some(name.to_string()),
            Type::Struct(id) => self.structs[id.0].package = Some(name.to_string()),
            _ => {}
        }
    }

    /// Returns what tells types apart: the name, and the variants of an enum or the fields of a
    /// struct with their widths and whether they are signed. Not every module has its comments.
    fn identity(&self, ty: Type) -> Identity {
        let (name, parts) = match ty {
            Type::Enum(id) => {
                let Enum { name, variants, .. } = &self.enums[id.0];
                (name, variants.iter().map(|variant| (variant.name.clone(), 0, false)).collect())
            }
            Type::Struct(id) => {
                let Struct { name, fields, .. } = &self.structs[id.0];
                let field = |field: &Field| {
                    (field.name.clone(), self.width(field.ty), field.ty.is_signed())
                };
                (name, fields.iter().map(field).collect())
            }
            _ => return Identity::default(),
        };
        (name.clone(), self.width(ty), parts)
    }
}

type Identity = (String, u32, Vec<(String, u32, bool)>);

impl Enum {
    /// Moves the definition into a package of its own.
    pub(super) fn share(&mut self) {
        self.package = Some(package_name(&self.name));
    }
}

impl Struct {
    /// Moves the definition into a package of its own.
    pub(super) fn share(&mut self) {
        self.package = Some(package_name(&self.name));
    }
}

const SUFFIX: &str = "_pkg";

fn package_name(of_type: &str) -> String {
    snake_case(of_type) + SUFFIX
}

/// Gives the types of each module packages where their names would clash, and shares every type
/// that has a package with all modules that have it.
pub(super) fn assign(design: &mut Design) {
    design.modules.iter_mut().for_each(separate);
    let mut shared: BTreeSet<Identity> = BTreeSet::new();
    for module in &design.modules {
        let types = module.types().filter(|ty| module.package(*ty).is_some());
        shared.extend(types.map(|ty| module.identity(ty)));
    }
    for module in &mut design.modules {
        for ty in module.types() {
            if shared.contains(&module.identity(ty)) {
                module.share(ty);
            }
        }
    }
}

/// Numbers the packages whose names another package or a module has.
pub(super) fn number(design: &mut Design) {
    let mut names: BTreeMap<Identity, String> = BTreeMap::new();
    for module in &design.modules {
        for ty in module.used_types() {
            let (Some(package), own) = (module.package(ty), module.identity(ty)) else { continue };
            if names.contains_key(&own) {
                continue;
            }
            let is_free = |name: &String| {
                let modules = design.modules.iter().map(|module| &module.name);
                let cores = design.cores.iter().map(|core| &core.name);
                !names
                    .values()
                    .chain(modules)
                    .chain(cores)
                    .any(|known| known.eq_ignore_ascii_case(name))
            };
            let stem = package.strip_suffix(SUFFIX).unwrap_or(package);
            let numbered = (2..u64::MAX).map(|number| format!("{stem}_{number}{SUFFIX}"));
            let free = once(package.to_string()).chain(numbered).find(is_free);
            names.insert(own, free.unwrap_or_default());
        }
    }
    for module in &mut design.modules {
        for ty in module.types() {
            if let Some(name) = names.get(&module.identity(ty)) {
                module.set_package(ty, name);
            }
        }
    }
}

/// Gives packages to types that declare a name, whatever its case, that another declares, too.
fn separate(module: &mut Module) {
    let mut local = module.used_types();
    local.retain(|ty| module.package(*ty).is_none());
    let declared =
        |ty: &Type| module.declares(*ty).iter().map(|name| name.to_ascii_lowercase()).collect();
    let names: Vec<BTreeSet<String>> = local.iter().map(declared).collect();
    for (index, ty) in local.iter().enumerate() {
        let mut others = names.iter().enumerate().filter(|(other, _)| *other != index);
        if others.any(|(_, other)| !other.is_disjoint(&names[index])) {
            module.share(*ty);
        }
    }
}
