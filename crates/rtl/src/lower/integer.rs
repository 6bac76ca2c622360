//! Rust integers: `.index()` makes one of `Bits`. Its arithmetic has 64 bits, and does not wrap
//! where that of the `Bits` would.
//!
//! `#[kernel]` marks `.index()`, but `#[hdl_gen]` drops it. Even then Rust's types tell where an
//! integer is: an index and the subject of a `match` are integers. A comparison is one of integers
//! if its operands cannot be `Bits` of one width; else it is read as one of `Bits`. An expression
//! with two readings of different values is rejected.
//!
//! An integer is lowered to `Bits` of a width that its value always fits, at most 64. At 64 bits it
//! wraps as in a release build; a debug build panics.

use rust_hdl::prelude::ast::{VerilogExpression, VerilogOp, VerilogOpUnary};
use rust_hdl_describe::{Conversion, decode_conversion};

use super::super::design::{BinaryOperator, Expression, ExpressionKind, Type, UnaryOperator, mask};
use super::super::error::Error;
use super::array_index::Variable;
use super::expression::Operand;
use super::inference::type_of;
use super::kernel::KernelLowering;
use super::operators::{binary_operator, fold, folded, unnamed};

/// The width of a `usize`.
const INTEGER_WIDTH: u32 = 64;

/// The greatest width of `Bits` that have an `.index()`.
const INDEX_WIDTH: u32 = 32;

impl KernelLowering<'_> {
    /// Returns the conversion that an expression is marked as, and its operand.
    pub(super) fn conversion<'a>(
        &self,
        tree: &'a VerilogExpression,
    ) -> Option<(Conversion, &'a VerilogExpression)> {
        decode_conversion(tree).filter(|_| self.is_marked)
    }

    /// Returns the operand and the type of the `signed_bit_cast` that a `signed_cast` of this
    /// stands for, if `#[kernel]` has kept its width.
    pub(super) fn signed_width<'a>(
        &self,
        tree: &'a VerilogExpression,
    ) -> Option<(&'a VerilogExpression, Type)> {
        let VerilogExpression::Cast(bits, width) = tree else { return None };
        match self.conversion(bits)? {
            (Conversion::Signed, VerilogExpression::Unsigned(cast)) => match &**cast {
                VerilogExpression::Signed(operand) => {
                    let bits = self.bits(*width, "").ok()?;
                    Some((operand, Type::Signed(self.symbols.width(bits))))
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// Lowers an index or the subject of a `match`, which are integers.
    pub(super) fn integer(&self, tree: &VerilogExpression, place: &str) -> Result<Operand, Error> {
        match tree {
            // Parentheses around all of it would be redundant, so they are those of
            // `(a + b).index()`.
            VerilogExpression::Paren(inner) if !self.is_marked => self
                .converted(inner, INDEX_WIDTH, place)
                .or_else(|error| self.arithmetic(inner, place).map_err(|_| error)),
            _ => self.arithmetic(tree, place),
        }
    }

    /// Lowers arithmetic on integers.
    fn arithmetic(&self, tree: &VerilogExpression, place: &str) -> Result<Operand, Error> {
        if let Some((Conversion::Integer, value)) = self.conversion(tree) {
            return self.converted(value, INDEX_WIDTH, place);
        }
        match tree {
            VerilogExpression::Paren(inner) if has_operator(inner) && !self.is_marked => {
                self.parenthesised(inner, place)
            }
            VerilogExpression::Paren(inner) => self.arithmetic(inner, place),
            VerilogExpression::Binary(left, operator, right) if has_operator(tree) => {
                let (left, right) = (self.arithmetic(left, place)?, self.arithmetic(right, place)?);
                self.combined(left, binary_operator(operator), right, place)
            }
            VerilogExpression::Unary(VerilogOpUnary::Not, inner) => {
                let operand = self.symbols.resized(
                    self.sized(self.arithmetic(inner, place)?, place)?,
                    Type::Bits(INTEGER_WIDTH),
                );
                let ty = operand.ty;
                let kind = ExpressionKind::Unary(UnaryOperator::Not, Box::new(operand));
                Ok(Operand::Typed(folded(Expression { kind, ty })))
            }
            _ => self.converted(tree, INDEX_WIDTH, place),
        }
    }

    /// Lowers `(a + b)` inside an integer, from `(a + b).index()` or `(a.index() + b.index())`.
    fn parenthesised(&self, inner: &VerilogExpression, place: &str) -> Result<Operand, Error> {
        let integer = self.arithmetic(inner, place)?;
        if let Ok(Operand::Typed(bits)) = self.converted(inner, INDEX_WIDTH, place) {
            self.check_readings(&bits, &integer, place)?;
        }
        Ok(integer)
    }

    /// Checks that arithmetic on `Bits` does not wrap where that on integers does not.
    fn check_readings(
        &self,
        bits: &Expression,
        integer: &Operand,
        place: &str,
    ) -> Result<(), Error> {
        match integer {
            Operand::Typed(integer)
                if self.symbols.width(bits.ty) < self.symbols.width(integer.ty) =>
            {
                Err(self.symbols.unsupported(
                    &format!("arithmetic {place} that is either on `Bits` or on their `.index()`"),
                    "use `#[kernel]`, which records `.index()`, or assign the result to a local signal first",
                ))
            }
            _ => Ok(()),
        }
    }

    /// Lowers a value of at most `limit` bits that becomes an integer.
    fn converted(
        &self,
        tree: &VerilogExpression,
        limit: u32,
        place: &str,
    ) -> Result<Operand, Error> {
        let value = match self.operand(tree, None, place)? {
            Operand::Typed(value) => value,
            number => return Ok(number),
        };
        match value.ty {
            Type::Bits(width) if width <= limit => Ok(Operand::Typed(value)),
            Type::Bits(width) => Err(self.symbols.unsupported(
                &format!("a Rust integer of {width} bits {place}"),
                &format!("select at most {limit} bits with `get_bits`: rust-hdl panics on more"),
            )),
            Type::Bit => Ok(Operand::Typed(self.symbols.resized(value, Type::Bits(1)))),
            ty => Err(self.not_an_integer(ty, place)),
        }
    }

    pub(super) fn not_an_integer(&self, ty: Type, place: &str) -> Error {
        self.symbols.unsupported(
            &format!("{} as a Rust integer {place}", self.symbols.type_name(ty)),
            "rust-hdl has `.index()` for `Bits` only, and does not record one of your own: write a `match`",
        )
    }

    /// Lowers `bits(x.into())`.
    pub(super) fn number_from_bits(
        &self,
        tree: &VerilogExpression,
        place: &str,
    ) -> Result<Operand, Error> {
        self.converted(tree, INTEGER_WIDTH, place)
    }

    /// Lowers `.to_bits()`, on whose operand rust-hdl panics if it does not fit.
    pub(super) fn integer_to_bits(
        &self,
        tree: &VerilogExpression,
        wanted: Option<Type>,
        place: &str,
    ) -> Result<Operand, Error> {
        match (self.arithmetic(tree, place)?, wanted) {
            (Operand::Typed(value), Some(ty @ Type::Bits(_))) => {
                Ok(Operand::Typed(self.symbols.resized(value, ty)))
            }
            (Operand::Typed(_), _) => Err(self.symbols.unsupported(
                &format!("a `to_bits` of unknown width {place}"),
                "write the width, as in `to_bits::<8>()`",
            )),
            (number, _) => Ok(number),
        }
    }

    /// Applies an operator to two integers.
    fn combined(
        &self,
        left: Operand,
        operator: BinaryOperator,
        right: Operand,
        place: &str,
    ) -> Result<Operand, Error> {
        use BinaryOperator::*;
        if let (Operand::Number(left, _), Operand::Number(right, _)) = (&left, &right) {
            return fold(*left, operator, *right).ok_or_else(|| self.unfoldable(place));
        }
        let shift = match right {
            Operand::Number(by, _) => u32::try_from(by).ok(),
            Operand::Typed(_) => None,
        };
        let (left, right) = (self.sized(left, place)?, self.sized(right, place)?);
        let widths = [&left, &right].map(|operand| self.symbols.width(operand.ty));
        let [left_width, right_width] = widths;
        let most = |width: u32| 1_u32.checked_shl(width).unwrap_or(INTEGER_WIDTH);
        let width = match operator {
            Add => left_width.max(right_width) + 1,
            Multiply => left_width + right_width,
            And => left_width.min(right_width),
            Or | Xor => left_width.max(right_width),
            ShiftLeft => left_width.saturating_add(shift.unwrap_or(most(right_width) - 1)),
            ShiftRight => left_width,
            // A difference may be negative, on which a debug build panics.
            _ => INTEGER_WIDTH,
        };
        let ty = Type::Bits(width.min(INTEGER_WIDTH));
        let left = self.symbols.resized(left, ty);
        let right = match operator.is_shift() {
            true => unnamed(right),
            false => self.symbols.resized(right, ty),
        };
        let kind = ExpressionKind::Binary(operator, Box::new(left), Box::new(right));
        Ok(Operand::Typed(folded(Expression { kind, ty })))
    }

    /// Gives a number the smallest width that it fits.
    fn sized(&self, operand: Operand, place: &str) -> Result<Expression, Error> {
        match operand {
            Operand::Typed(value) => Ok(value),
            Operand::Number(number, name) => {
                let bits = u64::try_from(number).map_err(|_| self.unfoldable(place))?;
                let width = (u64::BITS - bits.leading_zeros()).max(1);
                Ok(Expression::named(u128::from(bits), Type::Bits(width), name))
            }
        }
    }

    /// Lowers a comparison of integers; `None` if it is one of other values.
    pub(super) fn compared_integers(
        &self,
        left: &VerilogExpression,
        operator: BinaryOperator,
        right: &VerilogExpression,
        place: &str,
    ) -> Result<Option<Operand>, Error> {
        let are_integers = match self.is_marked {
            true => self.is_marked_integer(left) || self.is_marked_integer(right),
            false => self.cannot_be_bits(left, right),
        };
        if !are_integers {
            self.check_loop_variables(left, right, place)?;
            return Ok(None);
        }
        let operands = (self.arithmetic(left, place)?, self.arithmetic(right, place)?);
        if let (Operand::Number(left, _), Operand::Number(right, _)) = operands {
            return Ok(fold(left, operator, right));
        }
        let [left, right] = [self.sized(operands.0, place)?, self.sized(operands.1, place)?];
        if let Some(truth) = self.compared_with_greater(&left, operator, &right) {
            return Ok(Some(Operand::Typed(Expression::literal(truth, Type::Bit))));
        }
        let ty = Type::Bits(self.symbols.width(left.ty).max(self.symbols.width(right.ty)));
        let [left, right] = [left, right].map(|value| self.symbols.resized(value, ty));
        Ok(Some(self.comparison(operator, left, right)))
    }

    /// Returns the result of a comparison with a number that the other operand cannot have.
    fn compared_with_greater(
        &self,
        left: &Expression,
        operator: BinaryOperator,
        right: &Expression,
    ) -> Option<bool> {
        use BinaryOperator::*;
        let exceeds = |number: &Expression, other: &Expression| {
            number.as_literal().is_some_and(|number| *number > mask(self.symbols.width(other.ty)))
        };
        let left_is_less = exceeds(right, left);
        if !left_is_less && !exceeds(left, right) {
            return None;
        }
        Some(match operator {
            Equal => false,
            NotEqual => true,
            Less | LessOrEqual => left_is_less,
            _ => !left_is_less,
        })
    }

    /// Checks that arithmetic beside a loop variable, which may be an integer, has the same value
    /// as one of `Bits`.
    fn check_loop_variables(
        &self,
        left: &VerilogExpression,
        right: &VerilogExpression,
        place: &str,
    ) -> Result<(), Error> {
        let mut leaves = Vec::new();
        for_each_leaf(left, &mut |leaf| leaves.push(leaf));
        for_each_leaf(right, &mut |leaf| leaves.push(leaf));
        if !self.is_marked && leaves.into_iter().any(|leaf| self.variable(leaf).is_some()) {
            for side in [left, right].into_iter().filter(|side| has_operator(side)) {
                if let Ok(integer) = self.arithmetic(side, place)
                    && let Operand::Typed(bits) = self.operand(side, None, place)?
                {
                    self.check_readings(&bits, &integer, place)?;
                }
            }
        }
        Ok(())
    }

    /// Whether a marked expression is an integer.
    fn is_marked_integer(&self, tree: &VerilogExpression) -> bool {
        match tree {
            _ if self.conversion(tree).is_some() => {
                matches!(self.conversion(tree), Some((Conversion::Integer, _)))
            }
            VerilogExpression::Paren(inner) => self.is_marked_integer(inner),
            VerilogExpression::Unary(VerilogOpUnary::Not, inner) => self.is_marked_integer(inner),
            VerilogExpression::Binary(left, _, right) if has_operator(tree) => {
                self.is_marked_integer(left) || self.is_marked_integer(right)
            }
            _ => false,
        }
    }

    /// Whether the sides of a comparison without marks cannot be `Bits` of one width, but can be
    /// integers.
    fn cannot_be_bits(&self, left: &VerilogExpression, right: &VerilogExpression) -> bool {
        let mut leaves = Vec::new();
        for_each_leaf(left, &mut |leaf| leaves.push(leaf));
        for_each_leaf(right, &mut |leaf| leaves.push(leaf));
        let is_integer = |variable: &Variable| variable.is_integer;
        let has_integer = leaves.iter().any(|leaf| self.variable(leaf).is_some_and(is_integer));
        let mut widths = leaves.iter().filter_map(|leaf| type_of(self, leaf)).map(|ty| match ty {
            Type::Bits(width) if width <= INDEX_WIDTH => Some(width),
            _ => None,
        });
        let Some(first) = widths.next() else {
            return false;
        };
        let mut differ = has_integer;
        first.is_some()
            && widths.all(|width| {
                differ |= width != first;
                width.is_some()
            })
            && differ
    }

    /// Returns the loop variable that an expression is.
    fn variable(&self, leaf: &VerilogExpression) -> Option<&Variable> {
        match leaf {
            VerilogExpression::Signal(name) => self.variables.get(name),
            _ => None,
        }
    }
}

/// Whether this is arithmetic, whose result depends on the type of its operands.
fn has_operator(tree: &VerilogExpression) -> bool {
    match tree {
        VerilogExpression::Binary(_, operator, _) => !matches!(
            operator,
            VerilogOp::LogicalAnd
                | VerilogOp::LogicalOr
                | VerilogOp::Eq
                | VerilogOp::Ne
                | VerilogOp::Lt
                | VerilogOp::Le
                | VerilogOp::Gt
                | VerilogOp::Ge
        ),
        VerilogExpression::Unary(operator, _) => matches!(operator, VerilogOpUnary::Not),
        _ => false,
    }
}

/// Calls `visit` with every operand of arithmetic that has no operator itself.
fn for_each_leaf<'a>(tree: &'a VerilogExpression, visit: &mut impl FnMut(&'a VerilogExpression)) {
    match tree {
        VerilogExpression::Paren(inner) => for_each_leaf(inner, visit),
        VerilogExpression::Unary(_, inner) if has_operator(tree) => for_each_leaf(inner, visit),
        VerilogExpression::Binary(left, operator, right) if has_operator(tree) => {
            for_each_leaf(left, visit);
            if !matches!(operator, VerilogOp::Shl | VerilogOp::Shr) {
                for_each_leaf(right, visit);
            }
        }
        _ => visit(tree),
    }
}
