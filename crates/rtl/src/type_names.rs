//! The names of types in SystemVerilog, by lowRISC's style guide.

use super::design::{Enum, Expression, Module, Struct, Type};
use super::walk;

impl Enum {
    /// Returns the name of the type: `state_e` for `State`.
    pub fn type_name(&self) -> String {
        snake_case(&self.name) + "_e"
    }
}

impl Struct {
    /// Returns the name of the type: `frame_t` for `Frame`.
    pub fn type_name(&self) -> String {
        snake_case(&self.name) + "_t"
    }
}

impl Module {
    /// Returns the enum and struct types that the module uses, each after the types of its fields.
    pub fn used_types(&self) -> Vec<Type> {
        self.types().filter(|ty| self.uses(*ty)).collect()
    }

    /// Whether a signal has that type, or is a struct that contains it, or a value is a variant of
    /// that enum.
    fn uses(&self, ty: Type) -> bool {
        self.signals.iter().any(|signal| signal.ty == ty || self.contains(signal.ty, ty))
            || matches!(ty, Type::Enum(_))
                && self.items.iter().any(|item| {
                    let mut any = false;
                    walk::for_each_expression(item, &mut |value| any |= has_part(value, ty));
                    any
                })
    }

    /// Whether a type contains another at any depth.
    pub(super) fn contains(&self, outer: Type, inner: Type) -> bool {
        let Type::Struct(id) = outer else {
            return false;
        };
        let fields = &self.structs[id.0].fields;
        fields.iter().any(|field| field.ty == inner || self.contains(field.ty, inner))
    }
}

fn has_part(value: &Expression, ty: Type) -> bool {
    value.ty == ty || value.operands().into_iter().any(|operand| has_part(operand, ty))
}

/// Converts `HTTPState` to `http_state`.
pub(super) fn snake_case(name: &str) -> String {
    let letters: Vec<char> = name.chars().collect();
    let mut snake = String::new();
    for (index, letter) in letters.iter().enumerate() {
        if letter.is_uppercase() && index > 0 {
            // A word begins after a lower-case letter, and at the last capital of a run:
            // `HTTPState`, `I2CState`.
            let next_is_lowercase = letters.get(index + 1).is_some_and(|next| next.is_lowercase());
            if letters[index - 1].is_lowercase() || next_is_lowercase {
                snake.push('_');
            }
        }
        snake.extend(letter.to_lowercase());
    }
    snake.replace("__", "_")
}
