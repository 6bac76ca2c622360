//! The types of values.

use super::{EnumId, StructId};

/// An enumeration; a variant's encoding is its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Enum {
    /// The name of its Rust type.
    pub name: String,
    /// What it is, in its author's words; empty if it does not say.
    pub documentation: String,
    /// Bits of an encoding.
    pub width: u32,
    /// At least one, in the order of their encodings: 0, 1, 2 and so on.
    pub variants: Vec<Variant>,
    /// The package that defines it, if several modules share it.
    pub package: Option<String>,
}

/// Several values in one, each with a name: a packed struct.
#[derive(Clone, Debug, PartialEq)]
pub struct Struct {
    /// The name of its Rust type.
    pub name: String,
    /// Bits of all fields together.
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
    /// Its name without that of the enum.
    pub name: String,
    /// What it means, in its author's words; empty if it does not say.
    pub documentation: String,
}

/// The base that literals of a signal are written in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Radix {
    /// A number.
    #[default]
    Decimal,
    /// A pattern of bits.
    Binary,
    /// A pattern of bits in groups of four.
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
    /// One of the variants, as its encoding.
    Enum(EnumId),
    /// The values of all fields side by side.
    Struct(StructId),
}

impl Type {
    /// Whether its highest bit is a sign.
    pub fn is_signed(self) -> bool {
        matches!(self, Type::Signed(_))
    }
}
