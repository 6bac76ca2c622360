//! Operators as gates.

use super::{BitBlaster, Bits};
use crate::graph::{Edge, Graph};
use rust_hdl_rtl::{BinaryOperator, UnaryOperator};

impl BitBlaster<'_> {
    pub(super) fn unary(&mut self, operator: UnaryOperator, operand: Bits) -> Bits {
        match operator {
            UnaryOperator::Not => operand.into_iter().map(|bit| !bit).collect(),
            UnaryOperator::Negate => {
                let zero = vec![Edge::ZERO; operand.len()];
                self.subtract(&zero, &operand).0
            }
            UnaryOperator::All => {
                let inverted: Bits = operand.into_iter().map(|bit| !bit).collect();
                vec![!self.any(&inverted)]
            }
            UnaryOperator::Any => vec![self.any(&operand)],
            UnaryOperator::Parity => {
                vec![operand.into_iter().fold(Edge::ZERO, |sum, bit| self.graph.xor(sum, bit))]
            }
        }
    }

    pub(super) fn binary(&mut self, operator: BinaryOperator, left: Bits, right: Bits) -> Bits {
        use BinaryOperator::*;
        match operator {
            Add => self.add(&left, &right, Edge::ZERO).0,
            Subtract => self.subtract(&left, &right).0,
            Multiply => self.multiply(&left, &right),
            And => self.bitwise(left, right, Graph::and),
            Or => self.bitwise(left, right, Graph::or),
            Xor => self.bitwise(left, right, Graph::xor),
            ShiftRight => self.shift_right(left, &right),
            ShiftLeft => {
                let reversed = left.into_iter().rev().collect();
                self.shift_right(reversed, &right).into_iter().rev().collect()
            }
            Equal => vec![self.equal(&left, &right)],
            NotEqual => vec![!self.equal(&left, &right)],
            // No borrow means left >= right.
            Less => vec![!self.subtract(&left, &right).1],
            GreaterOrEqual => vec![self.subtract(&left, &right).1],
            Greater => vec![!self.subtract(&right, &left).1],
            LessOrEqual => vec![self.subtract(&right, &left).1],
        }
    }

    fn bitwise(
        &mut self,
        left: Bits,
        right: Bits,
        gate: fn(&mut Graph, Edge, Edge) -> Edge,
    ) -> Bits {
        left.into_iter()
            .zip(right)
            .map(|(left, right)| gate(&mut self.graph, left, right))
            .collect()
    }

    pub(super) fn any(&mut self, word: &[Edge]) -> Edge {
        word.iter().fold(Edge::ZERO, |any, bit| self.graph.or(any, *bit))
    }

    pub(super) fn equal(&mut self, left: &[Edge], right: &[Edge]) -> Edge {
        let different = self.bitwise(left.to_vec(), right.to_vec(), Graph::xor);
        !self.any(&different)
    }

    /// Returns the sum and the carry out.
    fn add(&mut self, left: &[Edge], right: &[Edge], mut carry: Edge) -> (Bits, Edge) {
        let mut sum = Bits::new();
        for (left, right) in left.iter().zip(right) {
            let half = self.graph.xor(*left, *right);
            sum.push(self.graph.xor(half, carry));
            carry = self.graph.mux(half, carry, *left);
        }
        (sum, carry)
    }

    /// Returns the difference and the carry out, which is 1 if there is no borrow.
    fn subtract(&mut self, left: &[Edge], right: &[Edge]) -> (Bits, Edge) {
        let inverted: Bits = right.iter().map(|bit| !*bit).collect();
        self.add(left, &inverted, Edge::ONE)
    }

    /// Shift-and-add multiplication, truncated to the width of `left`.
    fn multiply(&mut self, left: &[Edge], right: &[Edge]) -> Bits {
        let width = left.len();
        let mut product = vec![Edge::ZERO; width];
        for (shift, bit) in right.iter().enumerate() {
            let mut partial = vec![Edge::ZERO; shift];
            partial.extend(left[..width - shift].iter().map(|left| self.graph.and(*left, *bit)));
            product = self.add(&product, &partial, Edge::ZERO).0;
        }
        product
    }

    pub(super) fn replace_bit(&mut self, base: Bits, index: &[Edge], bit: Edge) -> Bits {
        let positions = 0..base.len();
        let replaced = base.into_iter().zip(positions).map(|(old, position)| {
            let chosen = if index.len() < 64 && position >> index.len() != 0 {
                Edge::ZERO
            } else {
                self.equal(index, &constant(position as u128, index.len()))
            };
            self.graph.mux(chosen, bit, old)
        });
        replaced.collect()
    }

    pub(super) fn shift_right(&mut self, mut word: Bits, amount: &[Edge]) -> Bits {
        for (stage, bit) in amount.iter().enumerate() {
            let distance = 1_usize.checked_shl(stage as u32).unwrap_or(usize::MAX);
            let shifted = (0..word.len()).map(|index| {
                let from = index.checked_add(distance).and_then(|from| word.get(from)).copied();
                from.unwrap_or(Edge::ZERO)
            });
            let shifted: Bits = shifted.collect();
            word = shifted
                .into_iter()
                .zip(word)
                .map(|(one, zero)| self.graph.mux(*bit, one, zero))
                .collect();
        }
        word
    }
}

/// Converts two's complement to offset binary, in which signed numbers compare like unsigned ones.
pub(super) fn offset_binary(mut word: Bits) -> Bits {
    if let Some(sign) = word.last_mut() {
        *sign = !*sign;
    }
    word
}

/// Returns the bits of a number.
pub(super) fn constant(value: u128, width: usize) -> Bits {
    (0..width).map(|bit| Edge::from(bit < 128 && value >> bit & 1 == 1)).collect()
}
