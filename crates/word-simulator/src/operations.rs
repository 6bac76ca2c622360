//! The code of each operation.

use super::compile::Body;
use super::emit::*;
use super::netlist::{Id, Operation, WORD, mask};

impl Body<'_> {
    /// Computes a node whose operands are known.
    pub fn operation(&mut self, id: Id) -> Value {
        use Operation::*;
        let node = self.netlist.node(id);
        let width = node.width;
        let of = |id: &Id| self.values[id];
        let ins = self.builder.ins();
        match &node.operation {
            Constant(value) => self.constant(*value),
            State(state) => self.load(*state),
            Read { memory, address, part } => {
                let place = self.place(*memory, of(address));
                self.read(*memory, place, *part)
            }
            Not(operand) => {
                let operand_value = of(operand);
                match self.comparison(*operand, true) {
                    Some(holds) => self.builder.ins().uextend(types::I64, holds),
                    None => self.builder.ins().bxor_imm(operand_value, mask(width) as i64),
                }
            }
            And(left, right) => ins.band(of(left), of(right)),
            Or(left, right) => ins.bor(of(left), of(right)),
            Xor(left, right) => ins.bxor(of(left), of(right)),
            Add(left, right) => {
                let sum = ins.iadd(of(left), of(right));
                self.low(sum, width)
            }
            Subtract(left, right) => {
                let difference = ins.isub(of(left), of(right));
                self.low(difference, width)
            }
            Multiply(left, right) => {
                let product = ins.imul(of(left), of(right));
                self.low(product, width)
            }
            Divide(left, right) | Remainder(left, right) => {
                let (dividend, divisor) = (of(left), of(right));
                let is_division = matches!(node.operation, Divide(..));
                self.divide(dividend, divisor, is_division, width)
            }
            Equal(..) | Less(..) | SignedLess(..) => {
                let holds = self.truth(id);
                self.builder.ins().uextend(types::I64, holds)
            }
            Parity(operand) => {
                let ones = ins.popcnt(of(operand));
                self.low(ones, 1)
            }
            Mux { select, one, zero } => {
                let (one, zero) = (of(one), of(zero));
                let select = self.truth(*select);
                self.builder.ins().select(select, one, zero)
            }
            ShiftLeft(left, right) => {
                let (left, amount) = (of(left), of(right));
                let shifted = ins.ishl(left, amount);
                let shifted = self.unless_too_far(*right, shifted);
                self.low(shifted, width)
            }
            ShiftRight(left, right) => {
                let (left, amount) = (of(left), of(right));
                let shifted = ins.ushr(left, amount);
                let shifted = self.unless_too_far(*right, shifted);
                self.low(shifted, width)
            }
            SignedShiftRight(left, right) => {
                let (left, amount) = (of(left), of(right));
                let most = ins.iconst(types::I64, i64::from(WORD) - 1);
                let amount = self.builder.ins().umin(amount, most);
                let shifted = self.builder.ins().sshr(left, amount);
                self.low(shifted, width)
            }
            Extract(operand, offset) => {
                let shifted = ins.ushr_imm(of(operand), i64::from(*offset));
                let all = self.netlist.node(*operand).width;
                if offset + width < all { self.low(shifted, width) } else { shifted }
            }
            SignExtend(operand) => {
                let unused = i64::from(WORD - self.netlist.node(*operand).width);
                let shifted = ins.ishl_imm(of(operand), unused);
                let extended = self.builder.ins().sshr_imm(shifted, unused);
                self.low(extended, width)
            }
            Concatenate(parts) => self.concatenate(parts),
            LookUp { table, index } => self.look_up(*table, of(index)),
            Kept { block, result, keys } => self.kept(*block, *result, keys),
        }
    }

    /// Copies of a bit beside each other, such as those of a sign, are one part.
    fn concatenate(&mut self, parts: &[Id]) -> Value {
        let (mut all, mut offset) = (None, 0);
        for same in parts.chunk_by(|one, next| one == next && self.netlist.node(*one).width == 1) {
            let mut part = self.values[&same[0]];
            if same.len() > 1 {
                let copies = self.builder.ins().ineg(part);
                part = self.low(copies, same.len() as u32);
            }
            let shifted = self.builder.ins().ishl_imm(part, i64::from(offset));
            all = Some(all.map_or(shifted, |all| self.builder.ins().bor(all, shifted)));
            offset += same.iter().map(|id| self.netlist.node(*id).width).sum::<u32>();
        }
        all.unwrap_or_else(|| self.constant(0))
    }

    /// The lowest bits.
    fn low(&mut self, value: Value, width: u32) -> Value {
        let part = match width {
            8 => types::I8,
            16 => types::I16,
            32 => types::I32,
            WORD => return value,
            _ => return self.builder.ins().band_imm(value, mask(width) as i64),
        };
        let part = self.builder.ins().ireduce(part, value);
        self.builder.ins().uextend(types::I64, part)
    }

    /// A number that is not 0 if a computed node of one bit is 1.
    pub fn truth(&mut self, id: Id) -> Value {
        let netlist = self.netlist;
        let comparison = match netlist.node(id).operation {
            Operation::Not(operand) => self.comparison(operand, true),
            _ => self.comparison(id, false),
        };
        comparison.unwrap_or_else(|| self.values[&id])
    }

    /// The result of a comparison, or its inverse; `None` for other operations.
    fn comparison(&mut self, id: Id, is_inverted: bool) -> Option<Value> {
        let (condition, inverse, left, right) = match self.netlist.node(id).operation {
            Operation::Equal(left, right) => (IntCC::Equal, IntCC::NotEqual, left, right),
            Operation::Less(left, right) => {
                (IntCC::UnsignedLessThan, IntCC::UnsignedGreaterThanOrEqual, left, right)
            }
            Operation::SignedLess(left, right) => {
                (IntCC::SignedLessThan, IntCC::SignedGreaterThanOrEqual, left, right)
            }
            _ => return None,
        };
        let condition = if is_inverted { inverse } else { condition };
        let (left, right) = (self.values[&left], self.values[&right]);
        Some(self.builder.ins().icmp(condition, left, right))
    }

    /// A shifted number, or 0 if the processor would have used only the lowest bits of the amount.
    fn unless_too_far(&mut self, amount: Id, shifted: Value) -> Value {
        if 1 << self.netlist.node(amount).width.min(7) <= WORD {
            return shifted;
        }
        let (amount, limit) = (self.values[&amount], i64::from(WORD));
        let is_near = self.builder.ins().icmp_imm(IntCC::UnsignedLessThan, amount, limit);
        let zero = self.constant(0);
        self.builder.ins().select(is_near, shifted, zero)
    }

    fn divide(&mut self, dividend: Value, divisor: Value, quotient: bool, width: u32) -> Value {
        let [one, ones] = [1, mask(width)].map(|number| self.constant(number));
        let ins = self.builder.ins();
        let usable = ins.select(divisor, divisor, one);
        if quotient {
            let quotient = self.builder.ins().udiv(dividend, usable);
            let quotient = self.low(quotient, width);
            self.builder.ins().select(divisor, quotient, ones)
        } else {
            let remainder = self.builder.ins().urem(dividend, usable);
            let dividend = self.low(dividend, width);
            let remainder = self.low(remainder, width);
            self.builder.ins().select(divisor, remainder, dividend)
        }
    }
}
