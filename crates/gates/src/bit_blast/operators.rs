//! Operators as gates.

use super::BitBlaster;
use crate::graph::{Edge, Graph};
use crate::words::Word;
use rust_hdl_rtl::{BinaryOperator, UnaryOperator};

impl BitBlaster<'_> {
    pub(super) fn unary(&mut self, operator: UnaryOperator, operand: Word) -> Word {
        let graph = &mut self.graph;
        match operator {
            UnaryOperator::Not => operand.into_iter().map(|bit| !bit).collect(),
            UnaryOperator::Negate => graph.subtract(&vec![Edge::ZERO; operand.len()], &operand),
            UnaryOperator::All => vec![graph.all(&operand)],
            UnaryOperator::Any => vec![graph.any(&operand)],
            UnaryOperator::Parity => vec![graph.parity(&operand)],
        }
    }

    pub(super) fn binary(
        &mut self,
        operator: BinaryOperator,
        left: &[Edge],
        right: &[Edge],
    ) -> Word {
        use BinaryOperator::*;
        let graph = &mut self.graph;
        match operator {
            Add => graph.add(left, right),
            Subtract => graph.subtract(left, right),
            Multiply => graph.multiply(left, right),
            And => graph.bitwise(Graph::and, left, right),
            Or => graph.bitwise(Graph::or, left, right),
            Xor => graph.bitwise(Graph::xor, left, right),
            ShiftRight => graph.shift_right(left, right, Edge::ZERO),
            ShiftLeft => graph.shift_left(left, right),
            Equal => vec![graph.equal(left, right)],
            NotEqual => vec![!graph.equal(left, right)],
            Less => vec![graph.less(left, right)],
            GreaterOrEqual => vec![!graph.less(left, right)],
            Greater => vec![graph.less(right, left)],
            LessOrEqual => vec![!graph.less(right, left)],
        }
    }
}

/// Converts two's complement to offset binary, in which signed numbers compare like unsigned ones.
pub(super) fn offset_binary(mut word: Word) -> Word {
    if let Some(sign) = word.last_mut() {
        *sign = !*sign;
    }
    word
}

/// Returns the bits of a number.
pub(super) fn constant(value: u128, width: usize) -> Word {
    (0..width).map(|bit| Edge::from(bit < 128 && value >> bit & 1 == 1)).collect()
}
