//! Shifts and indices, of any number of bits.
//!
//! A shift of several words first moves whole words, by a power of two for each bit of their
//! number, the largest first: a multiplexer for each word that is still needed. The rest of the
//! amount then shifts each word, with bits of its neighbour.

use super::Builder;
use super::cells::Binary;
use fpga_tools::synthesis::Cell;
use word_simulator::netlist::{Id, Operation, WORD};

#[cfg(test)]
mod tests;

/// The bits of an amount that shift within a word.
const WITHIN: u32 = WORD.ilog2();

/// An index of so many bits becomes multiplexers of the elements, a wider one a shift.
const FEW_BITS: usize = 3;

/// How far the lowest bits of an amount are followed.
const DEPTH: u32 = 8;

/// A direction.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Towards {
    /// Bit 0.
    Low,
    High,
}

impl Builder<'_> {
    /// Adds a shift.
    pub fn shift(&mut self, cell: &Cell, width: usize) -> Option<Vec<Id>> {
        let (a, b) = (cell.bits("A"), cell.bits("B"));
        let computed = width.max(a.len());
        if b.len() > WORD as usize {
            return None;
        }
        let amount = self.word(b)?;
        if computed <= WORD as usize {
            return Some(vec![self.narrow_shift(cell, amount, [width, computed])?]);
        }
        let mut words = self.words(&cell.extended("A", computed))?;
        let zero = self.netlist.constant(0, WORD);
        let last = words.pop()?;
        let is_arithmetic = cell.kind == "$sshr" && cell.is_signed("A");
        let (last, fill) = if is_arithmetic {
            let place = self.netlist.node(last).width - 1;
            let sign = self.netlist.extract(last, place, 1);
            (self.sign_extended(last), self.sign_extended(sign))
        } else {
            (self.resized(last, WORD), zero)
        };
        words.push(last);
        Some(match cell.kind.as_str() {
            "$shl" | "$sshl" => self.shifted(Towards::High, words, amount, width, zero),
            "$shift" | "$shiftx" if cell.is_signed("B") => {
                let right = self.shifted(Towards::Low, words.clone(), amount, width, fill);
                let signed = self.sign_extended(amount);
                let negative = self.binary(Operation::Subtract, zero, signed);
                let left = self.shifted(Towards::High, words, negative, width, fill);
                let is_negative = self.netlist.extract(amount, b.len() as u32 - 1, 1);
                let pairs = left.into_iter().zip(right);
                pairs.map(|(left, right)| self.select(is_negative, left, right)).collect()
            }
            _ => self.shifted(Towards::Low, words, amount, width, fill),
        })
    }

    fn sign_extended(&mut self, word: Id) -> Id {
        match self.netlist.node(word).width {
            WORD => word,
            _ => self.netlist.add(Operation::SignExtend(word), WORD),
        }
    }

    /// Shifts words of 64 bits. Returns the lowest bits, of any number.
    fn shifted(
        &mut self,
        towards: Towards,
        words: Vec<Id>,
        amount: Id,
        width: usize,
        fill: Id,
    ) -> Vec<Id> {
        let needed = width.div_ceil(WORD as usize);
        let zeros = self.trailing_zeros(amount);
        // A field at a multiple of its width is not in two words.
        let is_aligned = match towards {
            _ if zeros >= WITHIN => true,
            Towards::Low => zeros < usize::BITS && width <= 1 << zeros,
            Towards::High => false,
        };
        let moved = needed + usize::from(towards == Towards::Low && !is_aligned);
        let moved = self.moved(towards, words, amount, moved, fill);
        let within = WITHIN.min(self.netlist.node(amount).width);
        let within = self.netlist.extract(amount, 0, within);
        let all = self.netlist.constant(u64::from(WORD), WITHIN + 1);
        let rest = self.resized(within, WITHIN + 1);
        let rest = self.binary(Operation::Subtract, all, rest);
        let (forth, back): (Binary, Binary) = match towards {
            Towards::Low => (Operation::ShiftRight, Operation::ShiftLeft),
            Towards::High => (Operation::ShiftLeft, Operation::ShiftRight),
        };
        let mut result = vec![];
        for place in 0..needed {
            let mut word = moved[place];
            let neighbour = match towards {
                Towards::Low => moved.get(place + 1),
                Towards::High => place.checked_sub(1).and_then(|place| moved.get(place)),
            };
            if zeros < WITHIN {
                word = self.binary(forth, word, within);
                if let Some(neighbour) = neighbour.filter(|_| !is_aligned) {
                    let bits = self.binary(back, *neighbour, rest);
                    word = self.binary(Operation::Or, word, bits);
                }
            }
            let bits = (width - place * WORD as usize).min(WORD as usize);
            result.push(self.netlist.extract(word, 0, bits as u32));
        }
        result
    }

    /// Moves whole words, and returns so many of the lowest ones.
    fn moved(
        &mut self,
        towards: Towards,
        mut words: Vec<Id>,
        amount: Id,
        needed: usize,
        fill: Id,
    ) -> Vec<Id> {
        let bits = self.netlist.node(amount).width;
        // By more than these, all words would be others.
        let most = match towards {
            Towards::Low => words.len(),
            Towards::High => needed,
        };
        let steps = most.next_power_of_two().ilog2().min(bits.saturating_sub(WITHIN));
        for bit in (0..steps).rev() {
            let by = 1_usize << bit;
            let select = self.netlist.extract(amount, WITHIN + bit, 1);
            let count = match towards {
                Towards::Low => words.len().min(needed + by - 1),
                Towards::High => needed,
            };
            let at = |place: Option<usize>| {
                place.and_then(|place| words.get(place)).copied().unwrap_or(fill)
            };
            let pair = |place: usize| match towards {
                Towards::Low => (at(Some(place + by)), at(Some(place))),
                Towards::High => (at(place.checked_sub(by)), at(Some(place))),
            };
            let pairs: Vec<(Id, Id)> = (0..count).map(pair).collect();
            words = pairs.into_iter().map(|(one, zero)| self.select(select, one, zero)).collect();
        }
        words.resize(needed, fill);
        let above = WITHIN + steps;
        if bits > above {
            let above = self.netlist.extract(amount, above, bits - above);
            let zero = self.netlist.constant(0, self.netlist.node(above).width);
            let is_near = self.netlist.add(Operation::Equal(above, zero), 1);
            words = words.into_iter().map(|word| self.select(is_near, word, fill)).collect();
        }
        words
    }

    /// The number of lowest bits of a word that are known to be 0.
    fn trailing_zeros(&self, id: Id) -> u32 {
        self.zeros(id, DEPTH)
    }

    /// The same of the operations up to a depth: a node may be reached in many ways.
    fn zeros(&self, id: Id, depth: u32) -> u32 {
        let node = self.netlist.node(id);
        let Some(depth) = depth.checked_sub(1) else { return 0 };
        let zeros = match &node.operation {
            Operation::Constant(value) => value.trailing_zeros(),
            Operation::Concatenate(parts) => {
                let mut zeros = 0;
                for part in parts {
                    let of_part = self.zeros(*part, depth);
                    zeros += of_part;
                    if of_part < self.netlist.node(*part).width {
                        break;
                    }
                }
                zeros
            }
            Operation::Multiply(left, right) => {
                self.zeros(*left, depth) + self.zeros(*right, depth)
            }
            Operation::Add(left, right) | Operation::Subtract(left, right) => {
                self.zeros(*left, depth).min(self.zeros(*right, depth))
            }
            Operation::SignExtend(of) => self.zeros(*of, depth),
            Operation::Extract(of, 0) => self.zeros(*of, depth),
            _ => 0,
        };
        zeros.min(node.width)
    }

    /// Adds a multiplexer whose select input is the index of one of its operands.
    pub fn indexed(&mut self, cell: &Cell, width: usize) -> Option<Vec<Id>> {
        let (a, index) = (cell.bits("A"), cell.bits("S"));
        if index.is_empty() {
            return self.words(a);
        }
        if index.len() > FEW_BITS && width.is_power_of_two() && width <= WORD as usize {
            let zeros = width.ilog2();
            let index = self.word(index)?;
            let bits = self.netlist.node(index).width + zeros;
            let amount = match zeros {
                0 => index,
                _ => {
                    let zeros = self.netlist.constant(0, zeros);
                    self.netlist.add(Operation::Concatenate(vec![zeros, index]), bits)
                }
            };
            let mut words = self.words(a)?;
            let last = words.pop()?;
            words.push(self.resized(last, WORD));
            let zero = self.netlist.constant(0, WORD);
            return Some(self.shifted(Towards::Low, words, amount, width, zero));
        }
        let elements = a.chunks(width).map(|bits| self.words(bits));
        let mut elements: Vec<Vec<Id>> = elements.collect::<Option<_>>()?;
        for select in index {
            let select = self.word(&[*select])?;
            let pairs: Vec<Vec<Id>> = elements
                .chunks(2)
                .map(|pair| {
                    let words = pair[1].iter().zip(&pair[0]);
                    words.map(|(one, zero)| self.select(select, *one, *zero)).collect()
                })
                .collect();
            elements = pairs;
        }
        elements.pop()
    }

    /// A shift of a word. `amount` is the operand B; the widths are those of the result and of what
    /// is computed.
    fn narrow_shift(&mut self, cell: &Cell, amount: Id, widths: [usize; 2]) -> Option<Id> {
        let kind = cell.kind.as_str();
        let [width, computed] = widths.map(|width| width as u32);
        let is_arithmetic = kind == "$sshr" && cell.is_signed("A");
        let shifted = match kind {
            "$shl" | "$sshl" => {
                let value = self.operand(cell, "A", computed)?;
                self.binary(Operation::ShiftLeft, value, amount)
            }
            _ if is_arithmetic => {
                let value = self.operand(cell, "A", WORD)?;
                self.binary(Operation::SignedShiftRight, value, amount)
            }
            "$shift" | "$shiftx" if cell.is_signed("B") => {
                let value = self.operand(cell, "A", computed)?;
                let signed = self.sign_extended(amount);
                let zero = self.netlist.constant(0, WORD);
                let negative = self.binary(Operation::Subtract, zero, signed);
                let left = self.binary(Operation::ShiftLeft, value, negative);
                let right = self.binary(Operation::ShiftRight, value, signed);
                let place = self.netlist.node(amount).width - 1;
                let is_negative = self.netlist.extract(amount, place, 1);
                self.select(is_negative, left, right)
            }
            _ => {
                let value = self.operand(cell, "A", computed)?;
                self.binary(Operation::ShiftRight, value, amount)
            }
        };
        Some(self.resized(shifted, width))
    }
}
