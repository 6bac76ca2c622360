//! Types: IEEE 1800-2012, clause 6.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::scope::{Scope, Symbol};
use crate::error::{Problem, ReadError};
use crate::lexer::Digits;
use crate::model::{self, Constant};
use crate::syntax::*;

/// The type of a value.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Type {
    /// The width in bits.
    pub width: usize,
    pub is_signed: bool,
    pub kind: TypeKind,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum TypeKind {
    /// A single bit without a range, of which nothing can be selected.
    Scalar,
    Vector,
    /// The name of the type, with that of its package.
    Enum(Rc<str>),
    Struct(Rc<[Field]>),
}

#[derive(Debug, PartialEq)]
pub(crate) struct Field {
    pub name: String,
    /// The index of its lowest bit.
    pub offset: usize,
    pub ty: Type,
}

impl Type {
    /// Unsigned bits.
    pub fn vector(width: usize) -> Type {
        Type { width, is_signed: false, kind: TypeKind::Vector }
    }

    pub fn is_enum(&self) -> bool {
        matches!(self.kind, TypeKind::Enum(_))
    }

    /// Returns the name of the enum, after that of its package or module.
    pub fn enumeration(&self) -> Option<&str> {
        match &self.kind {
            TypeKind::Enum(name) => Some(name),
            _ => None,
        }
    }

    /// Whether bits of it can be selected.
    pub fn is_packed(&self) -> bool {
        match self.kind {
            TypeKind::Scalar => false,
            TypeKind::Vector | TypeKind::Struct(_) => true,
            TypeKind::Enum(_) => self.width > 1,
        }
    }
}

impl Scope<'_> {
    /// Returns the type that a declaration names.
    pub fn data_type(&self, data_type: &DataType) -> Result<Type, ReadError> {
        match data_type {
            DataType::Vector { is_signed, width, has_range } => {
                let kind = if *has_range { TypeKind::Vector } else { TypeKind::Scalar };
                Ok(Type { width: *width as usize, is_signed: *is_signed, kind })
            }
            DataType::Named { package, name } => match self.find(package.as_ref(), name)? {
                Symbol::Type(ty) => Ok(ty.clone()),
                _ => Err(Problem::NotAType(name.text.to_string()).at(name.at)),
            },
        }
    }

    /// Declares a type and the constants of an enum.
    pub fn declare_type(
        &mut self,
        typedef: &Typedef,
        types: &mut BTreeMap<String, model::Type>,
    ) -> Result<(), ReadError> {
        let name = typedef.name;
        let (ty, definition) = match &typedef.kind {
            TypedefKind::Enum { width, variants } => {
                let width = *width as usize;
                let kind = TypeKind::Enum(format!("{}::{}", self.name, name.text).into());
                let ty = Type { width, is_signed: false, kind };
                let mut constants: Vec<(String, Constant)> = Vec::new();
                for (variant, number) in variants {
                    let value = match &number.digits {
                        Digits::Bits(bits) if bits.len() == width => bits.clone(),
                        _ => return Err(Problem::EnumWidth(width).at(variant.at)),
                    };
                    if constants.iter().any(|(_, other)| *other == value) {
                        return Err(Problem::EnumValue(variant.text.to_string()).at(variant.at));
                    }
                    self.declare(*variant, Symbol::Constant(ty.clone(), value.clone()))?;
                    constants.push((variant.text.to_string(), value));
                }
                (ty, model::Type::Enum(constants))
            }
            TypedefKind::Struct(fields) => {
                let (ty, widths) = self.structure(fields)?;
                (ty, model::Type::Struct(widths))
            }
        };
        types.insert(name.text.to_string(), definition);
        self.declare(name, Symbol::Type(ty))
    }

    /// The type of a struct, and the names and widths of its fields, the lowest bits first.
    fn structure(
        &self,
        fields: &[(DataType, Name)],
    ) -> Result<(Type, Vec<(String, usize)>), ReadError> {
        let mut laid_out: Vec<Field> = Vec::new();
        let mut offset = 0;
        for (data_type, name) in fields.iter().rev() {
            if laid_out.iter().any(|other| other.name == name.text) {
                return Err(Problem::AlreadyDeclared(name.text.to_string()).at(name.at));
            }
            let ty = self.data_type(data_type)?;
            let width = ty.width;
            laid_out.push(Field { name: name.text.to_string(), offset, ty });
            offset += width;
        }
        let widths = laid_out.iter().map(|field| (field.name.clone(), field.ty.width)).collect();
        let kind = TypeKind::Struct(laid_out.into());
        Ok((Type { width: offset, is_signed: false, kind }, widths))
    }
}
