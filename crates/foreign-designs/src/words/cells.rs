//! Combinational cells as operations on words.

use std::collections::BTreeSet;

use super::Builder;
use fpga_tools::synthesis::{Bit, Cell};
use word_simulator::netlist::{Id, Operation, WORD, mask};

/// An operation with two operands.
pub type Binary = fn(Id, Id) -> Operation;

impl Builder<'_> {
    /// Adds a combinational cell. `None` if words are not made of its kind.
    pub fn cell(&mut self, cell: &Cell) -> Option<()> {
        if cell.kind == "$scopeinfo" {
            return Some(());
        }
        let y = cell.bits("Y");
        let words = match cell.kind.as_str() {
            "$not" | "$pos" | "$_NOT_" | "$_BUF_" => self.unary(cell, y.len())?,
            "$and" | "$or" | "$xor" | "$xnor" => self.bitwise(cell, y.len())?,
            "$mux" => self.mux(cell)?,
            "$pmux" => self.parallel_mux(cell)?,
            "$_TBUF_" => vec![self.tristate(cell)?],
            kind if kind.starts_with("$_") => vec![self.gate(cell)?],
            "$neg" | "$add" | "$sub" | "$mul" | "$div" | "$mod" => {
                vec![self.arithmetic(cell, y.len())?]
            }
            "$shl" | "$sshl" | "$shr" | "$sshr" | "$shift" | "$shiftx" => {
                self.shift(cell, y.len())?
            }
            "$bmux" => self.indexed(cell, y.len())?,
            _ => {
                let bit = self.predicate(cell)?;
                vec![self.resized(bit, y.len() as u32)]
            }
        };
        self.drive_all(y, &words);
        Some(())
    }

    /// An operand of at most 64 bits as a word of a width.
    pub fn operand(&mut self, cell: &Cell, pin: &str, width: u32) -> Option<Id> {
        let bits = cell.bits(pin);
        let used = bits.len().min(width as usize);
        let word = self.word(&bits[..used])?;
        let is_signed = cell.is_signed(pin);
        Some(match is_signed && used < width as usize {
            true => self.netlist.add(Operation::SignExtend(word), width),
            false => self.resized(word, width),
        })
    }

    /// A word with zeros above it, or its lowest bits.
    pub fn resized(&mut self, word: Id, width: u32) -> Id {
        let now = self.netlist.node(word).width;
        if width <= now {
            return self.netlist.extract(word, 0, width);
        }
        let zeros = self.netlist.constant(0, width - now);
        self.netlist.add(Operation::Concatenate(vec![word, zeros]), width)
    }

    pub fn not(&mut self, word: Id) -> Id {
        let width = self.netlist.node(word).width;
        self.netlist.add(Operation::Not(word), width)
    }

    fn not_if(&mut self, condition: bool, word: Id) -> Id {
        if condition { self.not(word) } else { word }
    }

    pub fn binary(&mut self, operation: Binary, left: Id, right: Id) -> Id {
        let width = self.netlist.node(left).width;
        self.netlist.add(operation(left, right), width)
    }

    fn unary(&mut self, cell: &Cell, width: usize) -> Option<Vec<Id>> {
        let words = self.words(&cell.extended("A", width))?;
        let inverts = matches!(cell.kind.as_str(), "$not" | "$_NOT_");
        Some(words.into_iter().map(|word| self.not_if(inverts, word)).collect())
    }

    fn bitwise(&mut self, cell: &Cell, width: usize) -> Option<Vec<Id>> {
        let [a, b] = ["A", "B"].map(|pin| self.words(&cell.extended(pin, width)));
        let operation: Binary = match cell.kind.as_str() {
            "$and" => Operation::And,
            "$or" => Operation::Or,
            _ => Operation::Xor,
        };
        let pairs = a?.into_iter().zip(b?);
        Some(
            pairs
                .map(|(a, b)| {
                    let word = self.binary(operation, a, b);
                    self.not_if(cell.kind == "$xnor", word)
                })
                .collect(),
        )
    }

    fn mux(&mut self, cell: &Cell) -> Option<Vec<Id>> {
        let select = self.word(cell.bits("S"))?;
        let [zero, one] = ["A", "B"].map(|pin| self.words(cell.bits(pin)));
        let pairs = one?.into_iter().zip(zero?);
        Some(pairs.map(|(one, zero)| self.select(select, one, zero)).collect())
    }

    pub fn select(&mut self, select: Id, one: Id, zero: Id) -> Id {
        let width = self.netlist.node(one).width;
        self.netlist.add(Operation::Mux { select, one, zero }, width)
    }

    /// All operands whose select input is 1, or the default.
    fn parallel_mux(&mut self, cell: &Cell) -> Option<Vec<Id>> {
        let (default, selects) = (cell.bits("A"), cell.bits("S"));
        if self.are_exclusive(selects)? {
            let mut chosen = self.words(default)?;
            let operands: Vec<&[Bit]> = cell.bits("B").chunks(default.len().max(1)).collect();
            for (bits, select) in operands.into_iter().zip(selects).rev() {
                let select = self.word(&[*select])?;
                let pairs = self.words(bits)?.into_iter().zip(chosen);
                chosen = pairs.map(|(one, zero)| self.select(select, one, zero)).collect();
            }
            return Some(chosen);
        }
        let mut chosen: Option<Vec<Id>> = None;
        for (bits, select) in cell.bits("B").chunks(default.len().max(1)).zip(selects) {
            let select = self.word(&[*select])?;
            let mut masked = vec![];
            for word in self.words(bits)? {
                let zero = self.netlist.constant(0, self.netlist.node(word).width);
                masked.push(self.select(select, word, zero));
            }
            chosen = Some(match chosen {
                None => masked,
                Some(others) => {
                    let pairs = others.into_iter().zip(masked);
                    pairs.map(|(left, right)| self.binary(Operation::Or, left, right)).collect()
                }
            });
        }
        let any = self.any(selects)?;
        let default = self.words(default)?;
        let pairs = chosen?.into_iter().zip(default);
        Some(pairs.map(|(one, zero)| self.select(any, one, zero)).collect())
    }

    /// Whether at most one of some bits is 1: they compare a word with different numbers.
    fn are_exclusive(&mut self, bits: &[Bit]) -> Option<bool> {
        let mut compared = vec![];
        for bit in bits {
            let bit = self.word(&[*bit])?;
            match self.netlist.node(bit).operation {
                Operation::Equal(word, number) => compared.push((word, number)),
                _ => return Some(false),
            }
        }
        let is_number = |id: Id| matches!(self.netlist.node(id).operation, Operation::Constant(_));
        let same =
            compared.iter().all(|(word, number)| *word == compared[0].0 && is_number(*number));
        let different: BTreeSet<Id> = compared.iter().map(|(_, number)| *number).collect();
        Some(same && different.len() == compared.len())
    }

    /// What a buffer drives, or what drives its net otherwise: a port, or nothing.
    fn tristate(&mut self, cell: &Cell) -> Option<Id> {
        let enable = self.word(cell.bits("E"))?;
        let data = self.word(cell.bits("A"))?;
        let released = match cell.pin("Y")? {
            Bit::Net(net) if self.nets.contains_key(&net) => self.word(cell.bits("Y"))?,
            _ => self.netlist.constant(0, 1),
        };
        Some(self.select(enable, data, released))
    }

    /// A simple gate of one bit.
    fn gate(&mut self, cell: &Cell) -> Option<Id> {
        let [a, b] = ["A", "B"].map(|pin| self.word(cell.bits(pin)));
        let (a, b) = (a?, b?);
        let kind = cell.kind.as_str();
        let b = self.not_if(matches!(kind, "$_ANDNOT_" | "$_ORNOT_"), b);
        let operation: Binary = match kind {
            "$_AND_" | "$_NAND_" | "$_ANDNOT_" => Operation::And,
            "$_OR_" | "$_NOR_" | "$_ORNOT_" => Operation::Or,
            "$_XOR_" | "$_XNOR_" => Operation::Xor,
            "$_MUX_" => {
                let select = self.word(cell.bits("S"))?;
                return Some(self.select(select, b, a));
            }
            _ => return None,
        };
        let word = self.binary(operation, a, b);
        Some(self.not_if(matches!(kind, "$_NAND_" | "$_NOR_" | "$_XNOR_"), word))
    }

    /// Whether any bit is 1.
    pub fn any(&mut self, bits: &[Bit]) -> Option<Id> {
        let mut any = self.netlist.constant(0, 1);
        for word in self.words(bits)? {
            let zero = self.netlist.constant(0, self.netlist.node(word).width);
            let is_zero = self.netlist.add(Operation::Equal(word, zero), 1);
            let is_other = self.not(is_zero);
            any = self.binary(Operation::Or, any, is_other);
        }
        Some(any)
    }

    /// A cell whose result is one bit.
    fn predicate(&mut self, cell: &Cell) -> Option<Id> {
        let (a, b) = (cell.bits("A"), cell.bits("B"));
        let width = a.len().max(b.len());
        Some(match cell.kind.as_str() {
            "$reduce_or" | "$reduce_bool" => self.any(a)?,
            "$logic_not" => {
                let any = self.any(a)?;
                self.not(any)
            }
            "$logic_and" | "$logic_or" => {
                let (a, b) = (self.any(a)?, self.any(b)?);
                let is_and = cell.kind == "$logic_and";
                self.binary(if is_and { Operation::And } else { Operation::Or }, a, b)
            }
            "$reduce_and" => {
                let mut all = self.netlist.constant(1, 1);
                for word in self.words(a)? {
                    let width = self.netlist.node(word).width;
                    let ones = self.netlist.constant(mask(width), width);
                    let is_all = self.netlist.add(Operation::Equal(word, ones), 1);
                    all = self.binary(Operation::And, all, is_all);
                }
                all
            }
            kind @ ("$reduce_xor" | "$reduce_xnor") => {
                let mut odd = self.netlist.constant(0, 1);
                for word in self.words(a)? {
                    let parity = self.netlist.add(Operation::Parity(word), 1);
                    odd = self.binary(Operation::Xor, odd, parity);
                }
                self.not_if(kind == "$reduce_xnor", odd)
            }
            kind @ ("$eq" | "$ne" | "$eqx" | "$nex") => {
                let [a, b] = ["A", "B"].map(|pin| self.words(&cell.extended(pin, width)));
                let mut equal = self.netlist.constant(1, 1);
                for (a, b) in a?.into_iter().zip(b?) {
                    let is_number =
                        matches!(self.netlist.node(a).operation, Operation::Constant(_));
                    let (word, other) = if is_number { (b, a) } else { (a, b) };
                    let is_equal = self.netlist.add(Operation::Equal(word, other), 1);
                    equal = self.binary(Operation::And, equal, is_equal);
                }
                self.not_if(matches!(kind, "$ne" | "$nex"), equal)
            }
            kind @ ("$lt" | "$le" | "$gt" | "$ge") if width <= WORD as usize => {
                let is_signed = cell.is_signed("A");
                let width = if is_signed { WORD } else { width as u32 };
                let [a, b] = ["A", "B"].map(|pin| self.operand(cell, pin, width));
                let (left, right) = if matches!(kind, "$lt" | "$ge") { (a?, b?) } else { (b?, a?) };
                let less = match is_signed {
                    true => Operation::SignedLess(left, right),
                    false => Operation::Less(left, right),
                };
                let less = self.netlist.add(less, 1);
                self.not_if(matches!(kind, "$le" | "$ge"), less)
            }
            _ => return None,
        })
    }

    fn arithmetic(&mut self, cell: &Cell, width: usize) -> Option<Id> {
        let is_division = matches!(cell.kind.as_str(), "$div" | "$mod");
        let operands = cell.bits("A").len().max(cell.bits("B").len());
        let computed = if is_division { width.max(operands) } else { width };
        if computed > WORD as usize {
            return None;
        }
        let (width, computed) = (width as u32, computed as u32);
        let a = self.operand(cell, "A", computed)?;
        if cell.kind == "$neg" {
            return Some(self.negative(a));
        }
        let b = self.operand(cell, "B", computed)?;
        let operation: Binary = match cell.kind.as_str() {
            "$add" => Operation::Add,
            "$sub" => Operation::Subtract,
            "$mul" => Operation::Multiply,
            "$div" => Operation::Divide,
            _ => Operation::Remainder,
        };
        let result = match is_division && cell.is_signed("A") {
            true => self.signed_division(operation, a, b),
            false => self.binary(operation, a, b),
        };
        Some(self.resized(result, width))
    }

    /// As in Verilog: the quotient is rounded towards 0, and the remainder has the sign of the
    /// dividend.
    fn signed_division(&mut self, operation: Binary, a: Id, b: Id) -> Id {
        let sign = self.netlist.node(a).width - 1;
        let [a_is_negative, b_is_negative] = [a, b].map(|word| self.netlist.extract(word, sign, 1));
        let a = self.negative_if(a_is_negative, a);
        let b = self.negative_if(b_is_negative, b);
        let result = self.binary(operation, a, b);
        let is_negative = match self.netlist.node(result).operation {
            Operation::Divide(..) => self.binary(Operation::Xor, a_is_negative, b_is_negative),
            _ => a_is_negative,
        };
        self.negative_if(is_negative, result)
    }

    fn negative(&mut self, word: Id) -> Id {
        let zero = self.netlist.constant(0, self.netlist.node(word).width);
        self.binary(Operation::Subtract, zero, word)
    }

    fn negative_if(&mut self, condition: Id, word: Id) -> Id {
        let negative = self.negative(word);
        self.select(condition, negative, word)
    }
}
