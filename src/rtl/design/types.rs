//! The types of values.

use super::{EnumId, StructId};

/// An enumeration; a variant's encoding is its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Enum {
    pub name: String,
    pub documentation: String,
    /// Bits of an encoding.
    pub width: u32,
    pub variants: Vec<Variant>,
    /// The package that defines it, if several modules share it.
    pub package: Option<String>,
}

/// Several values in one, each with a name: a packed struct.
#[derive(Clone, Debug, PartialEq)]
pub struct Struct {
    pub name: String,
    pub width: u32,
    /// The lowest bits first.
    pub fields: Vec<Field>,
    /// The package that defines it, if several modules share it.
    pub package: Option<String>,
}

/// One value of a [`Struct`].
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    pub name: String,
    /// The place of its lowest bit.
    pub offset: u32,
    pub ty: Type,
}

/// One value of an [`Enum`].
#[derive(Clone, Debug, PartialEq)]
pub struct Variant {
    pub name: String,
    pub documentation: String,
}

/// The base that literals of a signal are written in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Radix {
    #[default]
    Decimal,
    /// A pattern of bits.
    Binary,
    Hexadecimal,
}

/// What kind of value: it decides width and meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Type {
    /// A truth value.
    Bit,
    /// A clock.
    Clock,
    /// An unsigned number of that many bits; it wraps.
    Bits(u32),
    /// A number in two's complement of that many bits; it wraps. Values stand as their bit patterns.
    Signed(u32),
    Enum(EnumId),
    Struct(StructId),
}

impl Type {
    /// Whether its highest bit is a sign.
    pub fn is_signed(self) -> bool {
        matches!(self, Type::Signed(_))
    }
}
