//! Operations that need no node of their own.

use super::{Id, Netlist, Operation, mask};

impl Netlist {
    /// The node that has the same value as an operation, for obvious reasons.
    pub(super) fn simplified(&mut self, operation: &Operation, width: u32) -> Option<Id> {
        let number = |id: &Id| match self.node(*id).operation {
            Operation::Constant(value) => Some(value),
            _ => None,
        };
        match operation {
            Operation::Not(of) => match self.node(*of).operation {
                Operation::Not(inverted) => Some(inverted),
                Operation::Constant(value) => Some(self.constant(!value, width)),
                _ => None,
            },
            Operation::And(left, right) | Operation::Or(left, right) => {
                let neutral = match operation {
                    Operation::And(..) => mask(width),
                    _ => 0,
                };
                match [number(left), number(right)] {
                    _ if left == right => Some(*left),
                    [Some(value), _] if value == neutral => Some(*right),
                    [_, Some(value)] if value == neutral => Some(*left),
                    [Some(value), _] if value == neutral ^ mask(width) => Some(*left),
                    [_, Some(value)] if value == neutral ^ mask(width) => Some(*right),
                    _ => None,
                }
            }
            Operation::Equal(left, right) if self.node(*left).width == 1 => {
                let (bit, number) = match [number(left), number(right)] {
                    [Some(number), _] => (*right, number),
                    [_, Some(number)] => (*left, number),
                    _ => return None,
                };
                Some(if number == 1 { bit } else { self.add(Operation::Not(bit), 1) })
            }
            Operation::Mux { select, one, zero } => match number(select) {
                _ if one == zero => Some(*one),
                Some(value) => Some(if value == 0 { *zero } else { *one }),
                None => {
                    let selected = self.selected(*select, *one, true);
                    let other = self.selected(*select, *zero, false);
                    let is_other = selected != *one || other != *zero;
                    is_other.then(|| self.add_mux(*select, selected, other, width))
                }
            },
            _ => None,
        }
    }

    /// What a word is while a select input has a value: of a multiplexer that it selects, too, one
    /// side.
    fn selected(&self, by: Id, mut id: Id, is_one: bool) -> Id {
        while let Operation::Mux { select, one, zero } = self.node(id).operation
            && select == by
        {
            id = if is_one { one } else { zero };
        }
        id
    }

    fn add_mux(&mut self, select: Id, one: Id, zero: Id, width: u32) -> Id {
        self.add(Operation::Mux { select, one, zero }, width)
    }
}
