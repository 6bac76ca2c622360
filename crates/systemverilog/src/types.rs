//! Enums and structs: definitions in modules and packages, and types of declarations.

use rust_hdl_rtl::{Enum, Module, Struct, Type};

use super::comment;
use super::context::Context;
use super::declaration::{Row, documented};
use super::module::{keyword, range};

/// Prints the types that a module defines itself, and not in a package.
pub(super) fn definitions(context: Context) -> Vec<String> {
    let module = context.module;
    let mut lines = Vec::new();
    for ty in module.used_types() {
        if module.package(ty).is_some() {
            continue;
        }
        if !lines.is_empty() {
            lines.push(String::new());
        }
        lines.extend(definition(ty, context));
    }
    lines
}

/// Prints the definition of a type.
pub(super) fn definition(ty: Type, context: Context) -> Vec<String> {
    match ty {
        Type::Enum(id) => enumeration(&context.module.enums[id.0], context),
        Type::Struct(id) => structure(&context.module.structs[id.0], context),
        _ => vec![],
    }
}

fn enumeration(definition: &Enum, context: Context) -> Vec<String> {
    let mut lines = comment::documentation(&definition.documentation, context.limit());
    let range = range(definition.width);
    let space = if range.is_empty() { "" } else { " " };
    lines.push(format!("typedef enum logic {range}{space}{{"));
    let last = definition.variants.len().saturating_sub(1);
    let rows = definition.variants.iter().enumerate().map(|(value, variant)| {
        let comma = if value == last { "" } else { "," };
        let encoding = format!("= {}'d{value}{comma}", definition.width);
        Row::new(&variant.documentation, vec![variant.name.clone(), encoding])
    });
    lines.extend(context.indent(documented(rows.collect(), context.deeper())));
    lines.push(format!("}} {};", definition.type_name()));
    lines
}

/// A packed struct lists its most significant field first.
fn structure(definition: &Struct, context: Context) -> Vec<String> {
    let mut lines = comment::documentation(&definition.documentation, context.limit());
    lines.push("typedef struct packed {".to_string());
    let rows = definition.fields.iter().rev().map(|field| {
        let ty = declared(context.module, field.ty);
        Row::new(&field.documentation, vec![ty, format!("{};", field.name)])
    });
    lines.extend(context.indent(documented(rows.collect(), context.deeper())));
    lines.push(format!("}} {};", definition.type_name()));
    lines
}

/// The type of a declaration, with its package or its range. Yosys does not support `import`.
pub(super) fn declared(module: &Module, ty: Type) -> String {
    match ty {
        Type::Enum(id) => scoped(module.package(ty), &module.enums[id.0].type_name()),
        Type::Struct(id) => scoped(module.package(ty), &module.structs[id.0].type_name()),
        ty => {
            let (keyword, range) = (keyword(ty), range(module.width(ty)));
            if range.is_empty() { keyword.to_string() } else { format!("{keyword} {range}") }
        }
    }
}

/// A name, with its package's name if it has one.
pub(super) fn scoped(package: Option<&str>, name: &str) -> String {
    match package {
        Some(package) => format!("{package}::{name}"),
        None => name.to_string(),
    }
}
