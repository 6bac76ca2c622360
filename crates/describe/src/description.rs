//! What a module and its enums say about themselves.

use crate::derived::identifier_part;
use crate::descriptor;
use rust_hdl::prelude::{Atom, AtomKind, TypeDescriptor};

/// What a module says about itself: what [`#[derive(Module)]`](derive@crate::Module) found at its struct.
///
/// Documentation is the text of the `///` comments, one leading space taken off each line, the lines joined by `\n`. It is empty
/// where there is none.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Description {
    /// The module's name: the type's in snake case, or what `#[module(name = ...)]` gives.
    pub name: String,
    /// The source file, as the compiler was told it (under Cargo from the workspace's root), with `/` between its parts.
    pub file: String,
    /// The line of the struct's name, from 1.
    pub line: u32,
    /// The struct's documentation.
    pub documentation: String,
    /// The generic parameters, in order: name and value. A constant's value is its `Display` form, a type's is its name without the
    /// modules it lives in.
    pub parameters: Vec<(String, String)>,
    /// The documented fields, in order: name and documentation.
    pub fields: Vec<(String, String)>,
    /// The fields whose values are best read in a base of their own, in order: name and base, 2, 10 or 16. A bit pattern says so with
    /// `#[module(radix = 2)]`; the tree has lost how its literals were written.
    pub radices: Vec<(String, u32)>,
    /// The enums that `#[module(enums(...))]` lists, in order.
    pub enums: Vec<EnumDescription>,
}

impl Description {
    /// The name with the parameters behind it, which tells two uses of a generic struct apart: `fifo_d8_n4` is `Fifo<8, 4>`
    /// with `const D: usize, const N: usize`, `delay_t_bits4` is `Delay<Bits<4>>` with a type `T`.
    pub fn name_with_parameters(&self) -> String {
        let mut name = self.name.clone();
        for (parameter, value) in &self.parameters {
            let value = identifier_part(value);
            let gap = if value.starts_with(|c: char| c.is_ascii_digit()) { "" } else { "_" };
            name += &format!("_{}{gap}{value}", parameter.to_lowercase());
        }
        name
    }

    /// The description that an atom carries: `None` for every atom but the one that
    /// [`#[derive(Module)]`](derive@crate::Module) adds to a module's scope.
    pub fn from_atom(atom: &dyn Atom) -> Option<Self> {
        if atom.kind() == AtomKind::Constant && atom.bits() == 0 {
            Self::from_descriptor(&atom.descriptor())
        } else {
            None
        }
    }

    /// The description that a type descriptor encodes: `None` if it is any other descriptor.
    pub fn from_descriptor(descriptor: &TypeDescriptor) -> Option<Self> {
        descriptor::decode(descriptor)
    }
}

/// What an enum says about itself: what [`#[derive(DescribeEnum)]`](derive@crate::DescribeEnum) found there.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct EnumDescription {
    /// The type's name, which is also the name of its `TypeDescriptor`.
    pub name: String,
    /// The enum's documentation.
    pub documentation: String,
    /// All variants, in order: name and documentation.
    pub variants: Vec<(String, String)>,
}

/// A module that can describe itself. Derive it with [`#[derive(Module)]`](derive@crate::Module).
pub trait Describe {
    /// The module's description.
    fn description() -> Description;
}

/// An enum that can describe itself. Derive it with [`#[derive(DescribeEnum)]`](derive@crate::DescribeEnum).
pub trait DescribeEnum {
    /// The enum's description.
    fn description() -> EnumDescription;
}
