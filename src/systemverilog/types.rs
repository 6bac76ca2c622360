//! Definitions of enums and structs, in modules and in packages.

use crate::rtl::{Enum, Module, Struct, Type};

use super::comment;
use super::expression::scoped;
use super::layout::indent as indented;
use super::module::{documented, keyword, range};

/// The types that a module defines itself.
pub(super) fn definitions(module: &Module) -> Vec<String> {
    let mut lines = Vec::new();
    for ty in module.used_types() {
        let (package, definition) = match ty {
            Type::Enum(id) => (&module.enums[id.0].package, definition(module, ty)),
            Type::Struct(id) => (&module.structs[id.0].package, definition(module, ty)),
            _ => continue,
        };
        if package.is_some() {
            continue;
        }
        if !lines.is_empty() {
            lines.push(String::new());
        }
        lines.extend(definition);
    }
    lines
}

/// The definition of a type.
pub(super) fn definition(module: &Module, ty: Type) -> Vec<String> {
    match ty {
        Type::Enum(id) => enumeration(&module.enums[id.0]),
        Type::Struct(id) => structure(module, &module.structs[id.0]),
        _ => vec![],
    }
}

fn enumeration(definition: &Enum) -> Vec<String> {
    let mut lines = comment::documentation(&definition.documentation, 2);
    let range = range(definition.width);
    let space = if range.is_empty() { "" } else { " " };
    lines.push(format!("typedef enum logic {range}{space}{{"));
    let last = definition.variants.len().saturating_sub(1);
    let rows = definition.variants.iter().enumerate().map(|(value, variant)| {
        let comma = if value == last { "" } else { "," };
        let encoding = format!("= {}'d{value}{comma}", definition.width);
        (variant.documentation.as_str(), vec![variant.name.clone(), encoding])
    });
    lines.extend(indented(documented(rows.collect(), 4), 2));
    lines.push(format!("}} {};", definition.type_name()));
    lines
}

/// A packed struct begins with its highest bits.
fn structure(module: &Module, definition: &Struct) -> Vec<String> {
    let mut lines = vec!["typedef struct packed {".to_string()];
    let rows = definition.fields.iter().rev().map(|field| {
        let [ty, range] = declared(module, field.ty);
        ("", vec![ty, range, format!("{};", field.name)])
    });
    lines.extend(indented(documented(rows.collect(), 4), 2));
    lines.push(format!("}} {};", definition.type_name()));
    lines
}

/// The type and the range that a signal is declared with.
pub(super) fn declared(module: &Module, ty: Type) -> [String; 2] {
    match ty {
        Type::Enum(id) => {
            let definition = &module.enums[id.0];
            [scoped(&definition.package, &definition.type_name()), String::new()]
        }
        Type::Struct(id) => {
            let definition = &module.structs[id.0];
            [scoped(&definition.package, &definition.type_name()), String::new()]
        }
        ty => [keyword(ty).to_string(), range(module.width(ty))],
    }
}
