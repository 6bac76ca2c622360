//! What types and packages are called in SystemVerilog, as lowRISC's guide has it.

use super::design::{Enum, Module, Struct, Type};

impl Enum {
    /// The name of its type: that of `State` is `state_e`.
    pub fn type_name(&self) -> String {
        snake_case(&self.name) + "_e"
    }
}

impl Struct {
    /// The name of its type: that of `Frame` is `frame_t`.
    pub fn type_name(&self) -> String {
        snake_case(&self.name) + "_t"
    }
}

impl Module {
    /// The enum and struct types that the module needs, each after those that its fields are of.
    pub fn used_types(&self) -> Vec<Type> {
        let enums = (0..self.enums.len()).map(|index| Type::Enum(super::EnumId(index)));
        let structs = (0..self.structs.len()).map(|index| Type::Struct(super::StructId(index)));
        enums.chain(structs).filter(|ty| self.uses(*ty)).collect()
    }

    /// Whether a signal is of that type, or a struct with such a field.
    fn uses(&self, ty: Type) -> bool {
        self.signals.iter().any(|signal| signal.ty == ty || self.contains(signal.ty, ty))
    }

    /// Whether a struct has a field of that type, at any depth.
    pub(super) fn contains(&self, outer: Type, inner: Type) -> bool {
        let Type::Struct(id) = outer else {
            return false;
        };
        let fields = &self.structs[id.0].fields;
        fields.iter().any(|field| field.ty == inner || self.contains(field.ty, inner))
    }
}

/// `HTTPState` as `http_state`.
pub(super) fn snake_case(name: &str) -> String {
    let letters: Vec<char> = name.chars().collect();
    let mut snake = String::new();
    for (index, letter) in letters.iter().enumerate() {
        if letter.is_uppercase() && index > 0 {
            // A word begins after a small letter, and with the last capital of `HTTPState` and `I2CState`.
            let next_is_small = letters.get(index + 1).is_some_and(|next| next.is_lowercase());
            if letters[index - 1].is_lowercase() || next_is_small {
                snake.push('_');
            }
        }
        snake.extend(letter.to_lowercase());
    }
    snake.replace("__", "_")
}
