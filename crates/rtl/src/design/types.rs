//! The types of values.

use super::{EnumId, StructId};

/// An enumeration. The encoding of a variant is its index.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
pub struct Enum {
    /// The name of its Rust type.
    pub name: String,
    /// Its doc comment; empty if there is none.
    pub documentation: String,
    /// The Rust source file, if a module lists the type in `#[module(types(...))]`.
    pub source: Option<String>,
    /// The width of an encoding, in bits.
    pub width: u32,
    /// The variants, at least one, in the order of their encodings: 0, 1, 2 and so on.
    pub variants: Vec<Variant>,
    /// The package that defines it, if it is on a port, also in a struct, or if another type of the
    /// module declares the same name.
    pub package: Option<String>,
}

/// A packed struct.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
pub struct Struct {
    /// The name of its Rust type.
    pub name: String,
    /// Its doc comment; empty if there is none.
    pub documentation: String,
    /// The Rust source file, if a module lists the type in `#[module(types(...))]`.
    pub source: Option<String>,
    /// The width of all fields together, in bits.
    pub width: u32,
    /// The package that defines it, as that of an enum.
    pub package: Option<String>,
    /// The fields, lowest bits first.
    pub fields: Vec<Field>,
}

/// A field of a [`Struct`].
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
pub struct Field {
    /// Its name.
    pub name: String,
    /// Its doc comment; empty if there is none.
    pub documentation: String,
    /// The index of its lowest bit in the struct.
    pub offset: u32,
    /// Its type.
    pub ty: Type,
}

/// A variant of an [`Enum`].
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
pub struct Variant {
    /// Its name, without the name of the enum.
    pub name: String,
    /// Its doc comment; empty if there is none.
    pub documentation: String,
}

/// The base in which literals of a signal are printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
pub enum Radix {
    /// Base 10, for numbers.
    #[default]
    Decimal,
    /// Base 2, for bit patterns.
    Binary,
    /// Base 16, for bit patterns in groups of four.
    Hexadecimal,
}

/// The greatest width of a value, in bits: every SystemVerilog tool has to support it (IEEE
/// 1800-2012, 6.9.1).
pub const MAXIMUM_WIDTH: u32 = 65_536;

/// The type of a value, which determines its width and its meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
pub enum Type {
    /// A single bit.
    Bit,
    /// A clock.
    Clock,
    /// An unsigned number with that many bits; arithmetic wraps.
    Bits(u32),
    /// A two's complement number with that many bits; arithmetic wraps. Its values are stored as
    /// bit patterns.
    Signed(u32),
    /// An enum; its values are encodings.
    Enum(EnumId),
    /// A struct; its values are the concatenated fields.
    Struct(StructId),
}

impl Type {
    /// Whether the highest bit is a sign bit.
    pub fn is_signed(self) -> bool {
        matches!(self, Type::Signed(_))
    }
}
