//! Descriptions of modules and types.

use crate::derived::identifier_part;
use crate::descriptor;
use rust_hdl::prelude::{Atom, AtomKind, TypeDescriptor};

/// The description of a module: what [`#[derive(Module)]`](derive@crate::Module) found at its
/// struct.
///
/// Documentation is the text of the `///` comments, without the leading space of each line, joined
/// by `\n`. It may be empty.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Description {
    /// The module's name: the type's in snake case, or what `#[module(name = ...)]` gives.
    pub name: String,
    /// The source file, relative to the workspace's root under Cargo, with `/` as the separator.
    pub file: String,
    /// The line of the struct's name, from 1.
    pub line: u32,
    /// The struct's documentation.
    pub documentation: String,
    /// The generic parameters, in order: name and value. A constant's value is its `Display` form,
    /// a type's is its name without module paths.
    pub parameters: Vec<(String, String)>,
    /// The documented fields, in order: name and documentation.
    pub fields: Vec<(String, String)>,
    /// The fields with `#[module(radix = ...)]`, in order: name and base (2, 10 or 16) in which
    /// literals are printed. The tree does not keep the base of the literals in the source.
    pub radices: Vec<(String, u32)>,
    /// The attributes that `#[module(attribute(...))]` gives fields, in order.
    pub attributes: Vec<FieldAttribute>,
    /// The enums and structs that `#[module(types(...))]` lists, in order.
    pub types: Vec<TypeDescription>,
}

impl Description {
    /// Returns the name followed by the parameters, which is unique for each use of a generic
    /// struct: `fifo_d8_n4` for `Fifo<8, 4>` with `const D: usize, const N: usize`, `delay_t_bits4`
    /// for `Delay<Bits<4>>` with a type `T`.
    pub fn name_with_parameters(&self) -> String {
        let mut name = self.name.clone();
        for (parameter, value) in &self.parameters {
            let value = identifier_part(value);
            let gap = if value.starts_with(|c: char| c.is_ascii_digit()) { "" } else { "_" };
            name += &format!("_{}{gap}{value}", parameter.to_lowercase());
        }
        name
    }

    /// Returns the description that an atom carries, or `None` if it is not the atom that
    /// [`#[derive(Module)]`](derive@crate::Module) adds.
    pub fn from_atom(atom: &dyn Atom) -> Option<Self> {
        if atom.kind() == AtomKind::Constant && atom.bits() == 0 {
            Self::from_descriptor(&atom.descriptor())
        } else {
            None
        }
    }

    /// Returns the description that a type descriptor encodes, or `None` for any other descriptor.
    pub fn from_descriptor(descriptor: &TypeDescriptor) -> Option<Self> {
        descriptor::decode(descriptor)
    }
}

/// An attribute of a field for the tools that read the printed module.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct FieldAttribute {
    /// The name of the field.
    pub field: String,
    /// The name of the attribute.
    pub name: String,
    /// The value: printable ASCII characters.
    pub value: String,
}

/// The description of an enum or a struct: what
/// [`#[derive(DescribeType)]`](derive@crate::DescribeType) found there.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TypeDescription {
    /// The type's name, which is also the name of its `TypeDescriptor`.
    pub name: String,
    /// The source file, as in [`Description::file`].
    pub file: String,
    /// The type's documentation.
    pub documentation: String,
    /// All variants or fields, in order: name and documentation.
    pub members: Vec<(String, String)>,
}

/// A module that describes itself. Derive it with [`#[derive(Module)]`](derive@crate::Module).
pub trait Describe {
    /// Returns the module's description.
    fn description() -> Description;
}

/// An enum or a struct that describes itself. Derive it with
/// [`#[derive(DescribeType)]`](derive@crate::DescribeType).
pub trait DescribeType {
    /// Returns the type's description.
    fn description() -> TypeDescription;
}
