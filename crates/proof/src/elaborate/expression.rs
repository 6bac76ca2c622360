//! The value of an expression: IEEE 1800-2012, clause 11.

use super::Elaborator;
use super::place::{Bits, Place};
use super::shape::{OperatorKind, common};
use super::types::Type;
use crate::error::{Problem, ReadError};
use crate::lexer::Digits;
use crate::model::{Edge, Graph, Obligation, Word};
use crate::syntax::*;

impl<'t> Elaborator<'_, 't> {
    /// Returns the value of an expression by itself.
    pub(super) fn value(&mut self, expression: &Expression<'t>) -> Result<Word, ReadError> {
        let ty = self.shape(expression)?;
        self.evaluate(expression, ty.width, ty.is_signed)
    }

    /// Returns the value of an expression that is assigned to something `width` bits wide: 10.7.
    pub(super) fn assigned_value(
        &mut self,
        expression: &Expression<'t>,
        width: usize,
    ) -> Result<Word, ReadError> {
        let ty = self.shape(expression)?;
        let mut value = self.evaluate(expression, width.max(ty.width), ty.is_signed)?;
        value.truncate(width);
        Ok(value)
    }

    /// Returns whether the value of an expression is not 0.
    pub(super) fn truth(&mut self, expression: &Expression<'t>) -> Result<Edge, ReadError> {
        let value = self.value(expression)?;
        Ok(self.gates.graph.any(&value))
    }

    /// Returns the value of an expression in a context that is at least as wide as the expression.
    /// A context that is signed has only signed operands: 11.8.2.
    pub(super) fn evaluate(
        &mut self,
        expression: &Expression<'t>,
        width: usize,
        is_signed: bool,
    ) -> Result<Word, ReadError> {
        let value = match &expression.kind {
            ExpressionKind::Unary(Unary::Plus, operand) => {
                return self.evaluate(operand, width, is_signed);
            }
            ExpressionKind::Unary(Unary::Minus, operand) => {
                let operand = self.evaluate(operand, width, is_signed)?;
                return Ok(self.gates.graph.subtract(&vec![Edge::ZERO; width], &operand));
            }
            ExpressionKind::Unary(Unary::Not, operand) => {
                let operand = self.evaluate(operand, width, is_signed)?;
                return Ok(operand.into_iter().map(|bit| !bit).collect());
            }
            ExpressionKind::Conditional(condition, one, zero) => {
                let condition = self.truth(condition)?;
                let one = self.evaluate(one, width, is_signed)?;
                let zero = self.evaluate(zero, width, is_signed)?;
                return Ok(self.gates.graph.choose(condition, &one, &zero));
            }
            ExpressionKind::Binary(operator, left, right) => match operator.kind() {
                OperatorKind::Arithmetic => {
                    let left = self.evaluate(left, width, is_signed)?;
                    let right = self.evaluate(right, width, is_signed)?;
                    return Ok(arithmetic(&mut self.gates.graph, *operator, &left, &right));
                }
                OperatorKind::Shift => {
                    let left = self.evaluate(left, width, is_signed)?;
                    let amount = self.value(right)?;
                    return Ok(shift(&mut self.gates.graph, *operator, &left, &amount, is_signed));
                }
                OperatorKind::Comparison => vec![self.comparison(*operator, left, right)?],
                OperatorKind::Logical => {
                    let (left, right) = (self.truth(left)?, self.truth(right)?);
                    let graph = &mut self.gates.graph;
                    match operator {
                        Binary::LogicalAnd => vec![graph.and(left, right)],
                        _ => vec![graph.or(left, right)],
                    }
                }
            },
            ExpressionKind::Unary(operator, operand) => {
                let operand = self.value(operand)?;
                vec![reduced(&mut self.gates.graph, *operator, &operand)]
            }
            ExpressionKind::Number(number) => match &number.digits {
                Digits::Bits(bits) => constant(bits),
                Digits::HighImpedance => return Err(Problem::HighImpedance.at(expression.at)),
            },
            ExpressionKind::Reference(reference) => self.reference(reference)?,
            ExpressionKind::Concatenation(parts) => self.concatenation(expression, parts)?,
            ExpressionKind::Replication(count, parts) => {
                self.concatenation(expression, parts)?.repeat(*count as usize)
            }
            ExpressionKind::SizeCast(size, operand) => {
                self.size_cast(expression, *size as usize, operand)?
            }
            ExpressionKind::SignCast { operand, .. } => self.value(operand)?,
        };
        Ok(extended(value, width, is_signed))
    }

    fn comparison(
        &mut self,
        operator: Binary,
        left: &Expression<'t>,
        right: &Expression<'t>,
    ) -> Result<Edge, ReadError> {
        let ty = common(self.shape(left)?, self.shape(right)?);
        let mut left = self.evaluate(left, ty.width, ty.is_signed)?;
        let mut right = self.evaluate(right, ty.width, ty.is_signed)?;
        if ty.is_signed {
            // In offset binary, signed numbers compare like unsigned ones.
            let highest = ty.width - 1;
            (left[highest], right[highest]) = (!left[highest], !right[highest]);
        }
        let graph = &mut self.gates.graph;
        Ok(match operator {
            Binary::Equal => graph.equal(&left, &right),
            Binary::NotEqual => !graph.equal(&left, &right),
            Binary::Less => graph.less(&left, &right),
            Binary::GreaterOrEqual => !graph.less(&left, &right),
            Binary::Greater => graph.less(&right, &left),
            _ => !graph.less(&right, &left),
        })
    }

    fn concatenation(
        &mut self,
        expression: &Expression<'t>,
        parts: &[Expression<'t>],
    ) -> Result<Word, ReadError> {
        // Checks the operands, too.
        let mut word = Word::with_capacity(self.shape(expression)?.width);
        for part in parts.iter().rev() {
            word.extend(self.value(part)?);
        }
        Ok(word)
    }

    /// The standard can be read in two ways where a cast widens: the operand is evaluated by itself
    /// and then extended, or it is evaluated in the width of the cast, like the value of an
    /// assignment (6.24.1). Tools differ, so both must be the same.
    fn size_cast(
        &mut self,
        expression: &Expression<'t>,
        width: usize,
        operand: &Expression<'t>,
    ) -> Result<Word, ReadError> {
        self.shape(expression)?;
        let ty = self.shape(operand)?;
        let mut value = self.value(operand)?;
        if width <= ty.width {
            value.truncate(width);
            return Ok(value);
        }
        let value = extended(value, width, ty.is_signed);
        if self.assigned_value(operand, width)? != value {
            return Err(Problem::AmbiguousCast.at(expression.at));
        }
        Ok(value)
    }

    fn reference(&mut self, reference: &Reference<'t>) -> Result<Word, ReadError> {
        if let Some(value) = self.loop_index(reference) {
            return Ok(value.clone());
        }
        match self.scope.place(reference)? {
            Place::Bits(bits) => self.selected_bits(&bits, reference),
            Place::Word { memory, address } => {
                let address = self.index(address, self.scope.memories[memory].words, reference)?;
                let memory = &self.scope.memories[memory];
                Ok(self.gates.memory_word(&memory.name, &address, memory.ty.width))
            }
            Place::Constant(_, value) => Ok(constant(&value)),
        }
    }

    fn selected_bits(
        &mut self,
        bits: &Bits<'_, 't>,
        reference: &Reference<'t>,
    ) -> Result<Word, ReadError> {
        let at = reference.name.at;
        let Some(index) = &bits.index else { return self.read(bits.variable, bits.range(), at) };
        let positions = index.size + 1 - bits.ty.width;
        let amount = self.index(index.value, positions, reference)?;
        // In a loop, shifting the whole word each time would take very long.
        if let Ok(amount) = self.constant_index(&amount, index.value.at) {
            let first = bits.offset + amount;
            return self.read(bits.variable, first..first + bits.ty.width, at);
        }
        let word = self.read(bits.variable, bits.range(), at)?;
        let mut shifted = self.gates.graph.shift_right(&word, &amount, Edge::ZERO);
        shifted.truncate(bits.ty.width);
        Ok(shifted)
    }

    /// Returns the value of an index, which has to be less than `size`: otherwise the selected bits
    /// are X.
    pub(super) fn index(
        &mut self,
        index: &Expression<'t>,
        size: usize,
        reference: &Reference<'t>,
    ) -> Result<Word, ReadError> {
        let Type { is_signed, .. } = self.shape(index)?;
        let value = self.value(index)?;
        let sign = if is_signed { value[value.len() - 1] } else { Edge::ZERO };
        let width = value.len().max(usize::BITS as usize);
        let limit = (0..width).map(|bit| Edge::from(bit < 64 && size >> bit & 1 == 1));
        let limit: Word = limit.collect();
        let is_less = self.gates.graph.less(&extended(value.clone(), width, false), &limit);
        let holds = self.gates.graph.and(is_less, !sign);
        if holds == Edge::ZERO {
            return Err(Problem::OutOfRange { size }.at(index.at));
        }
        if holds != Edge::ONE {
            let (name, at) = (reference.name.text, index.at);
            let meaning =
                format!("{}:{}: the index of `{name}` is less than {size}", at.line, at.column);
            self.model.obligations.push(Obligation { meaning, holds });
        }
        Ok(value)
    }
}

/// The gates of a constant.
pub(super) fn constant(bits: &[bool]) -> Word {
    bits.iter().map(|bit| Edge::from(*bit)).collect()
}

/// Extends a value to a width.
fn extended(mut value: Word, width: usize, is_signed: bool) -> Word {
    let sign = value.last().copied().filter(|_| is_signed);
    value.resize(width, sign.unwrap_or(Edge::ZERO));
    value
}

fn arithmetic(graph: &mut Graph, operator: Binary, left: &[Edge], right: &[Edge]) -> Word {
    match operator {
        Binary::Add => graph.add(left, right),
        Binary::Subtract => graph.subtract(left, right),
        Binary::Multiply => graph.multiply(left, right),
        Binary::And => graph.bitwise(Graph::and, left, right),
        Binary::Or => graph.bitwise(Graph::or, left, right),
        Binary::Xor => graph.bitwise(Graph::xor, left, right),
        _ => graph.bitwise(|graph, left, right| !graph.xor(left, right), left, right),
    }
}

fn shift(
    graph: &mut Graph,
    operator: Binary,
    left: &[Edge],
    amount: &[Edge],
    is_signed: bool,
) -> Word {
    let sign = left.last().copied().filter(|_| is_signed).unwrap_or(Edge::ZERO);
    match operator {
        Binary::ShiftRight => graph.shift_right(left, amount, Edge::ZERO),
        Binary::ArithmeticShiftRight => graph.shift_right(left, amount, sign),
        _ => graph.shift_left(left, amount),
    }
}

/// The result of `!` and of the reduction operators.
fn reduced(graph: &mut Graph, operator: Unary, operand: &[Edge]) -> Edge {
    match operator {
        Unary::And => graph.all(operand),
        Unary::Nand => !graph.all(operand),
        Unary::Or => graph.any(operand),
        Unary::Xor => graph.parity(operand),
        Unary::Xnor => !graph.parity(operand),
        _ => !graph.any(operand),
    }
}
