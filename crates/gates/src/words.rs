//! Words of gates: arithmetic, comparisons, shifts.
//!
//! A word has its lowest bit first. The operands of an operator are equally wide, except for shift
//! amounts and indices, which may have any width. Words are unsigned; two's complement numbers have
//! the same sums, differences and products.

use super::graph::{Edge, Graph};

/// The bits of a value, the lowest first.
pub type Word = Vec<Edge>;

impl Graph {
    /// Adds an OR gate over all bits.
    pub fn any(&mut self, word: &[Edge]) -> Edge {
        word.iter().fold(Edge::ZERO, |any, bit| self.or(any, *bit))
    }

    /// Adds an AND gate over all bits.
    pub fn all(&mut self, word: &[Edge]) -> Edge {
        !self.any(&inverted(word))
    }

    /// Adds an XOR gate over all bits.
    pub fn parity(&mut self, word: &[Edge]) -> Edge {
        word.iter().fold(Edge::ZERO, |sum, bit| self.xor(sum, *bit))
    }

    /// Adds a gate for each pair of bits.
    pub fn bitwise(
        &mut self,
        gate: fn(&mut Graph, Edge, Edge) -> Edge,
        left: &[Edge],
        right: &[Edge],
    ) -> Word {
        left.iter().zip(right).map(|(left, right)| gate(self, *left, *right)).collect()
    }

    /// Adds `select ? one : zero`.
    pub fn choose(&mut self, select: Edge, one: &[Edge], zero: &[Edge]) -> Word {
        one.iter().zip(zero).map(|(one, zero)| self.mux(select, *one, *zero)).collect()
    }

    /// Adds `left == right`.
    pub fn equal(&mut self, left: &[Edge], right: &[Edge]) -> Edge {
        let different = self.bitwise(Graph::xor, left, right);
        !self.any(&different)
    }

    /// Adds `left < right`.
    pub fn less(&mut self, left: &[Edge], right: &[Edge]) -> Edge {
        // The carry out is 1 if there is no borrow.
        !self.add_with_carry(left, &inverted(right), Edge::ONE).1
    }

    /// Adds the sum, modulo 2^width.
    pub fn add(&mut self, left: &[Edge], right: &[Edge]) -> Word {
        self.add_with_carry(left, right, Edge::ZERO).0
    }

    /// Adds the difference, modulo 2^width.
    pub fn subtract(&mut self, left: &[Edge], right: &[Edge]) -> Word {
        self.add_with_carry(left, &inverted(right), Edge::ONE).0
    }

    /// Returns the sum and the carry out.
    fn add_with_carry(&mut self, left: &[Edge], right: &[Edge], mut carry: Edge) -> (Word, Edge) {
        if let Some(constant) = constant_sum(left, right, carry) {
            return constant;
        }
        let mut sum = Word::new();
        for (left, right) in left.iter().zip(right) {
            let half = self.xor(*left, *right);
            sum.push(self.xor(half, carry));
            carry = self.mux(half, carry, *left);
        }
        (sum, carry)
    }

    /// Adds the product, modulo 2^width: shift-and-add multiplication.
    pub fn multiply(&mut self, left: &[Edge], right: &[Edge]) -> Word {
        let width = left.len();
        let mut product = vec![Edge::ZERO; width];
        for (shift, bit) in right.iter().enumerate().filter(|(_, bit)| **bit != Edge::ZERO) {
            let mut partial = vec![Edge::ZERO; shift];
            partial.extend(left[..width - shift].iter().map(|left| self.and(*left, *bit)));
            product = self.add(&product, &partial);
        }
        product
    }

    /// Adds the quotient and the remainder: restoring division. If the divisor is 0, all bits of
    /// the quotient are 1, and the remainder is the dividend.
    pub fn divide(&mut self, dividend: &[Edge], divisor: &[Edge]) -> (Word, Word) {
        let divisor = [divisor, &[Edge::ZERO]].concat();
        let mut remainder = vec![Edge::ZERO; dividend.len()];
        let mut quotient = Word::new();
        for bit in dividend.iter().rev() {
            remainder.insert(0, *bit);
            let fits = !self.less(&remainder, &divisor);
            let rest = self.subtract(&remainder, &divisor);
            remainder = self.choose(fits, &rest, &remainder);
            remainder.pop();
            quotient.push(fits);
        }
        quotient.reverse();
        (quotient, remainder)
    }

    /// Adds `word << amount`, with zeros shifted in.
    pub fn shift_left(&mut self, word: &[Edge], amount: &[Edge]) -> Word {
        let reversed: Word = word.iter().rev().copied().collect();
        let mut shifted = self.shift_right(&reversed, amount, Edge::ZERO);
        shifted.reverse();
        shifted
    }

    /// Adds `word >> amount`, with copies of `fill` shifted in.
    pub fn shift_right(&mut self, word: &[Edge], amount: &[Edge], fill: Edge) -> Word {
        let mut word = word.to_vec();
        for (stage, bit) in amount.iter().enumerate() {
            let distance = 1_usize.checked_shl(stage as u32).unwrap_or(usize::MAX);
            let shifted = (0..word.len()).map(|index| {
                index.checked_add(distance).and_then(|from| word.get(from)).copied().unwrap_or(fill)
            });
            let shifted: Word = shifted.collect();
            word = self.choose(*bit, &shifted, &word);
        }
        word
    }

    /// Adds `word` with the bit at `index` replaced, unchanged if the index is out of range.
    pub fn replace_bit(&mut self, word: &[Edge], index: &[Edge], bit: Edge) -> Word {
        let replaced = word.iter().enumerate().map(|(position, old)| {
            let chosen = if index.len() < 64 && position >> index.len() != 0 {
                Edge::ZERO
            } else {
                let digit = |bit: usize| Edge::from(bit < 64 && position >> bit & 1 == 1);
                let position: Word = (0..index.len()).map(digit).collect();
                self.equal(index, &position)
            };
            self.mux(chosen, bit, *old)
        });
        replaced.collect()
    }
}

fn inverted(word: &[Edge]) -> Word {
    word.iter().map(|bit| !*bit).collect()
}

/// Returns the sum and the carry out if all is constant: loops compute many of those.
fn constant_sum(left: &[Edge], right: &[Edge], carry: Edge) -> Option<(Word, Edge)> {
    let sum = constant(left)?.checked_add(constant(right)?)?.checked_add(constant(&[carry])?)?;
    let mut bits: Word = (0..=left.len()).map(|bit| Edge::from(sum >> bit & 1 == 1)).collect();
    let carry = bits.pop()?;
    Some((bits, carry))
}

/// Returns the number of a word of constants, if it has less than 128 bits.
fn constant(word: &[Edge]) -> Option<u128> {
    if word.len() >= u128::BITS as usize {
        return None;
    }
    word.iter().rev().try_fold(0, |number, bit| match *bit {
        Edge::ZERO => Some(number << 1),
        Edge::ONE => Some(number << 1 | 1),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const WIDTH: usize = 3;

    fn constant(value: usize, width: usize) -> Word {
        (0..width).map(|bit| Edge::from(value >> bit & 1 == 1)).collect()
    }

    fn number(word: &[Edge]) -> usize {
        word.iter().rev().fold(0, |value, bit| value << 1 | usize::from(*bit == Edge::ONE))
    }

    #[test]
    fn operators_on_constants_are_folded_to_their_values() {
        let mut graph = Graph::default();
        let (mask, values) = ((1 << WIDTH) - 1, 0..1_usize << WIDTH);
        for (x, y) in values.clone().flat_map(|x| values.clone().map(move |y| (x, y))) {
            let (a, b) = (&constant(x, WIDTH), &constant(y, WIDTH));
            assert_eq!(number(&graph.add(a, b)), (x + y) & mask);
            assert_eq!(number(&graph.subtract(a, b)), x.wrapping_sub(y) & mask);
            assert_eq!(number(&graph.multiply(a, b)), (x * y) & mask);
            let (quotient, remainder) = graph.divide(a, b);
            assert_eq!(number(&quotient), x.checked_div(y).unwrap_or(mask));
            assert_eq!(number(&remainder), x.checked_rem(y).unwrap_or(x));
            assert_eq!(number(&graph.bitwise(Graph::and, a, b)), x & y);
            assert_eq!(number(&graph.shift_left(a, b)), (x << y) & mask);
            assert_eq!(number(&graph.shift_right(a, b, Edge::ZERO)), x >> y);
            assert_eq!(number(&graph.shift_right(a, b, Edge::ONE)), (x | !mask) >> y & mask);
            assert_eq!(graph.equal(a, b), Edge::from(x == y));
            assert_eq!(graph.less(a, b), Edge::from(x < y));
            let cleared = if y < WIDTH { x & !(1 << y) } else { x };
            assert_eq!(number(&graph.replace_bit(a, b, Edge::ZERO)), cleared);
            assert_eq!(number(&graph.choose(Edge::ONE, a, b)), x);
            assert_eq!(graph.any(a), Edge::from(x != 0));
            assert_eq!(graph.all(a), Edge::from(x == mask));
            assert_eq!(graph.parity(a), Edge::from(x.count_ones() % 2 == 1));
        }
    }
}
