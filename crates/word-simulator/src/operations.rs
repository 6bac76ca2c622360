//! The code of each operation.

use cranelift::prelude::*;

use super::compile::Body;
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
            Not(operand) => ins.bxor_imm(of(operand), mask(width) as i64),
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
            Equal(left, right) => self.compare(IntCC::Equal, of(left), of(right)),
            Less(left, right) => self.compare(IntCC::UnsignedLessThan, of(left), of(right)),
            SignedLess(left, right) => self.compare(IntCC::SignedLessThan, of(left), of(right)),
            Parity(operand) => {
                let ones = ins.popcnt(of(operand));
                self.low(ones, 1)
            }
            Mux { select, one, zero } => ins.select(of(select), of(one), of(zero)),
            ShiftLeft(left, right) => {
                let (left, amount) = (of(left), of(right));
                let shifted = ins.ishl(left, amount);
                let shifted = self.unless_too_far(amount, shifted);
                self.low(shifted, width)
            }
            ShiftRight(left, right) => {
                let (left, amount) = (of(left), of(right));
                let shifted = ins.ushr(left, amount);
                let shifted = self.unless_too_far(amount, shifted);
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
            Concatenate(parts) => {
                let parts: Vec<(Value, u32)> =
                    parts.iter().map(|part| (of(part), self.netlist.node(*part).width)).collect();
                self.concatenate(&parts)
            }
        }
    }

    fn concatenate(&mut self, parts: &[(Value, u32)]) -> Value {
        let (mut all, mut offset) = (None, 0);
        for (part, width) in parts {
            let shifted = self.builder.ins().ishl_imm(*part, offset);
            all = Some(all.map_or(shifted, |all| self.builder.ins().bor(all, shifted)));
            offset += i64::from(*width);
        }
        all.unwrap_or_else(|| self.constant(0))
    }

    /// The lowest bits.
    fn low(&mut self, value: Value, width: u32) -> Value {
        if width == WORD {
            return value;
        }
        self.builder.ins().band_imm(value, mask(width) as i64)
    }

    fn compare(&mut self, condition: IntCC, left: Value, right: Value) -> Value {
        let holds = self.builder.ins().icmp(condition, left, right);
        self.builder.ins().uextend(types::I64, holds)
    }

    /// A shifted number, or 0 if the processor would have used only the lowest bits of the amount.
    fn unless_too_far(&mut self, amount: Value, shifted: Value) -> Value {
        let limit = i64::from(WORD);
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
