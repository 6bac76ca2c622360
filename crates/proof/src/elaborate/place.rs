//! What a reference stands for: bits of a variable, a word of a memory, or a constant.

use super::scope::{Scope, Symbol};
use super::types::{Type, TypeKind};
use crate::error::{Problem, ReadError};
use crate::model::Constant;
use crate::syntax::*;

/// What a reference stands for.
#[derive(Debug)]
pub(super) enum Place<'e, 't> {
    Bits(Bits<'e, 't>),
    /// A word of a memory.
    Word {
        /// The index in [`Scope::memories`].
        memory: usize,
        address: &'e Expression<'t>,
    },
    Constant(Type, Constant),
}

/// Bits of a variable or a net.
#[derive(Debug)]
pub(super) struct Bits<'e, 't> {
    /// The index in [`Scope::variables`].
    pub variable: usize,
    /// The index of the lowest bit, or of that at index 0.
    pub offset: usize,
    /// The type of the selected bits.
    pub ty: Type,
    /// An index that is not a number.
    pub index: Option<Index<'e, 't>>,
}

/// An index that is not a number.
#[derive(Debug)]
pub(super) struct Index<'e, 't> {
    pub value: &'e Expression<'t>,
    /// The number of bits that it selects from.
    pub size: usize,
}

impl Bits<'_, '_> {
    /// The bits that may be read or written: the longest static prefix.
    pub fn range(&self) -> std::ops::Range<usize> {
        let width = self.index.as_ref().map_or(self.ty.width, |index| index.size);
        self.offset..self.offset + width
    }
}

impl Scope<'_> {
    /// Returns what a reference stands for.
    pub fn place<'e, 't>(&self, reference: &'e Reference<'t>) -> Result<Place<'e, 't>, ReadError> {
        let name = &reference.name;
        let not_a_value = || Problem::NotAValue(name.text.to_string()).at(name.at);
        match (self.find(reference.package.as_ref(), name)?, &reference.select) {
            (Symbol::Variable(variable), _) => self.bits(*variable, reference).map(Place::Bits),
            (Symbol::Memory(memory), Some(Select::Bit(address))) if reference.fields.is_empty() => {
                Ok(Place::Word { memory: *memory, address })
            }
            (Symbol::Constant(ty, value), None) if reference.fields.is_empty() => {
                Ok(Place::Constant(ty.clone(), value.clone()))
            }
            _ => Err(not_a_value()),
        }
    }

    /// Returns the bits of a variable that a reference stands for.
    fn bits<'e, 't>(
        &self,
        variable: usize,
        reference: &'e Reference<'t>,
    ) -> Result<Bits<'e, 't>, ReadError> {
        let mut ty = &self.variables[variable].ty;
        let mut offset = 0;
        for name in &reference.fields {
            let fields: &[_] = if let TypeKind::Struct(fields) = &ty.kind { fields } else { &[] };
            let field = fields.iter().find(|field| field.name == name.text);
            let field = field.ok_or_else(|| Problem::NoField(name.text.to_string()).at(name.at))?;
            (ty, offset) = (&field.ty, offset + field.offset);
        }
        let whole = Bits { variable, offset, ty: ty.clone(), index: None };
        match &reference.select {
            None => Ok(whole),
            Some(_) if !ty.is_packed() => {
                Err(Problem::SelectOfScalar(reference.name.text.to_string()).at(reference.name.at))
            }
            Some(select) => selected(whole, select),
        }
    }
}

/// Applies a select.
fn selected<'e, 't>(
    whole: Bits<'e, 't>,
    select: &'e Select<'t>,
) -> Result<Bits<'e, 't>, ReadError> {
    let size = whole.ty.width;
    let (lowest, width, at) = match select {
        Select::Bit(index) => (number(index), 1, index.at),
        Select::Part(highest, lowest) => {
            let (highest, lowest_bit) = (constant(highest)?, constant(lowest)?);
            let width = (highest + 1).checked_sub(lowest_bit).filter(|width| *width > 0);
            let width = width.ok_or_else(|| Problem::Range.at(lowest.at))?;
            (Some(lowest_bit), width, lowest.at)
        }
        Select::IndexedPart(base, width) => match constant(width)? {
            0 => return Err(Problem::OutOfRange { size }.at(width.at)),
            width => (number(base), width, base.at),
        },
    };
    let ty = Type::vector(width);
    let is_in_range = lowest.unwrap_or(0) + width <= size;
    match (lowest, select) {
        _ if !is_in_range => Err(Problem::OutOfRange { size }.at(at)),
        (Some(lowest), _) => Ok(Bits { offset: whole.offset + lowest, ty, ..whole }),
        (None, Select::Bit(value) | Select::IndexedPart(value, _)) => {
            Ok(Bits { ty, index: Some(Index { value, size }), ..whole })
        }
        (None, Select::Part(..)) => Err(Problem::NotConstant.at(at)),
    }
}

/// The value of a number literal.
fn number(expression: &Expression) -> Option<usize> {
    match &expression.kind {
        ExpressionKind::Number(number) => number.small().map(|value| value as usize),
        _ => None,
    }
}

fn constant(expression: &Expression) -> Result<usize, ReadError> {
    number(expression).ok_or_else(|| Problem::NotConstant.at(expression.at))
}
