//! The value of a node, from those of its operands.

use super::netlist::{Id, Netlist, Operation, WORD, mask};

/// Evaluates a node that depends on nothing but its operands.
///
/// # Panics
///
/// If it is a word of the state, of a memory or of a table, or a result of a block.
pub(super) fn evaluate(netlist: &Netlist, id: Id, of: impl Fn(Id) -> u64) -> u64 {
    use Operation::*;
    let node = netlist.node(id);
    let of = |id: &Id| of(*id);
    let width = |id: &Id| netlist.node(*id).width;
    let value = match &node.operation {
        Constant(value) => *value,
        Not(operand) => !of(operand),
        And(left, right) => of(left) & of(right),
        Or(left, right) => of(left) | of(right),
        Xor(left, right) => of(left) ^ of(right),
        Add(left, right) => of(left).wrapping_add(of(right)),
        Subtract(left, right) => of(left).wrapping_sub(of(right)),
        Multiply(left, right) => of(left).wrapping_mul(of(right)),
        Divide(left, right) => of(left).checked_div(of(right)).unwrap_or(u64::MAX),
        Remainder(left, right) => of(left).checked_rem(of(right)).unwrap_or(of(left)),
        Equal(left, right) => u64::from(of(left) == of(right)),
        Less(left, right) => u64::from(of(left) < of(right)),
        SignedLess(left, right) => u64::from(of(left).cast_signed() < of(right).cast_signed()),
        Parity(operand) => u64::from(of(operand).count_ones() % 2),
        Mux { select, one, zero } => of(if of(select) == 1 { one } else { zero }),
        ShiftLeft(left, right) => shift(of(right), |by| of(left).checked_shl(by)),
        ShiftRight(left, right) => shift(of(right), |by| of(left).checked_shr(by)),
        SignedShiftRight(left, right) => {
            let by = of(right).min(u64::from(WORD) - 1);
            (of(left).cast_signed() >> by).cast_unsigned()
        }
        Extract(operand, offset) => of(operand) >> offset,
        SignExtend(operand) => {
            let unused = WORD - width(operand);
            ((of(operand) << unused).cast_signed() >> unused).cast_unsigned()
        }
        Concatenate(parts) => {
            let join = |(all, place), part| (all | of(part) << place, place + width(part));
            parts.iter().fold((0, 0), join).0
        }
        State(_) | Read { .. } | LookUp { .. } | Kept { .. } => {
            unreachable!("{:?} depends on more than its operands", node.operation)
        }
    };
    value & mask(node.width)
}

/// 0 for amounts from 64 on.
fn shift(amount: u64, shifted: impl Fn(u32) -> Option<u64>) -> u64 {
    u32::try_from(amount).ok().and_then(shifted).unwrap_or(0)
}
