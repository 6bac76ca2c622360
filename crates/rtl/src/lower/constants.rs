//! The Rust constants that a module reads by name.

use std::collections::BTreeSet;

use super::super::design::{Expression, ExpressionKind, Module, NamedConstant, Type};
use super::super::walk;
use super::truncation::{free_name, names_of_modules};

/// Declares the constants that the items of a module name, in the order of their first use.
pub(super) fn declare(module: &mut Module) {
    let mut constants = Vec::new();
    for item in &module.items {
        walk::for_each_expression(item, &mut |value| add(value, &mut constants));
    }
    let taken = names_of_modules(module);
    for mut constant in constants {
        constant.name = free(&constant.written, module, &taken);
        module.constants.push(constant);
    }
}

fn add(value: &Expression, constants: &mut Vec<NamedConstant>) {
    if let (ExpressionKind::Literal(number, Some(name)), Type::Bits(width)) =
        (&value.kind, value.ty)
    {
        let is_same =
            |known: &&mut NamedConstant| known.value == *number && *known.written == **name;
        match constants.iter_mut().find(is_same) {
            Some(known) => known.width = known.width.min(width),
            None => constants.push(NamedConstant {
                name: String::new(),
                written: name.to_string(),
                value: number.clone(),
                width,
            }),
        }
    }
    value.operands().into_iter().for_each(|operand| add(operand, constants));
}

/// Returns the name, or another that nothing in the module has: a signal may be called `limit`.
fn free(written: &str, module: &Module, taken: &BTreeSet<String>) -> String {
    let name = free_name(module, taken, written);
    if name == written { name } else { free_name(module, taken, &format!("{written}_VALUE")) }
}
