//! Memories that stay memories: those whose words are only ever loaded whole into registers.

use super::BitBlaster;
use crate::netlist::{Memory, ReadPort, WritePort};
use rust_hdl_rtl::{
    Expression, ExpressionKind, Item, ItemKind, MemoryId, Module, Register, Statement,
    StatementKind, walk,
};

/// Returns for each memory whether every read of it is a [`read`] of a register.
pub(super) fn kept_memories(module: &Module) -> Vec<bool> {
    let mut kept = vec![true; module.memories.len()];
    for item in &module.items {
        for_each_expression(item, &mut |expression| {
            for_each_element(expression, &mut |memory| kept[memory.0] = false);
        });
    }
    kept
}

/// Returns the memory and the address if a register loads a word on every edge of its clock.
fn read(register: &Register) -> Option<(MemoryId, &Expression)> {
    match register.body.as_slice() {
        [Statement { kind: StatementKind::Assign(target, value), .. }]
            if target.slice.is_none() =>
        {
            match &value.kind {
                ExpressionKind::Element { memory, address } => Some((*memory, address)),
                _ => None,
            }
        }
        _ => None,
    }
}

/// Calls `visit` with the expressions of an item; for the [`read`] of a register, only with those
/// of clock and address.
fn for_each_expression(item: &Item, visit: &mut impl FnMut(&Expression)) {
    let mut body = |statements| {
        walk::for_each(statements, &mut |statement| {
            statement.expression().into_iter().for_each(&mut *visit);
        });
    };
    match &item.kind {
        ItemKind::Combinational(statements) => body(statements),
        ItemKind::Register(register) => match read(register) {
            Some((_, address)) => [&register.clock, address].into_iter().for_each(visit),
            None => {
                body(&register.body);
                visit(&register.clock);
            }
        },
        ItemKind::MemoryWrite(write) => write.operands().into_iter().for_each(visit),
        // A flat module has neither.
        ItemKind::Instance(_) | ItemKind::Tristate(_) => {}
    }
}

fn for_each_element(expression: &Expression, visit: &mut impl FnMut(MemoryId)) {
    if let ExpressionKind::Element { memory, .. } = expression.kind {
        visit(memory);
    }
    for operand in expression.operands() {
        for_each_element(operand, visit);
    }
}

impl BitBlaster<'_> {
    /// Returns the memory and the address if a register loads words of a memory that is kept.
    pub(super) fn kept_read<'r>(
        &self,
        register: &'r Register,
    ) -> Option<(MemoryId, &'r Expression)> {
        read(register).filter(|(memory, _)| self.kept[memory.0])
    }

    /// Returns the memories that are kept, with their ports.
    pub(super) fn kept_memories(&mut self, registers: &[&Register]) -> Vec<Memory> {
        let module = &self.flat.module;
        let kept = (0..module.memories.len()).filter(|memory| self.kept[*memory]);
        kept.collect::<Vec<_>>()
            .into_iter()
            .map(|index| {
                let memory = &module.memories[index];
                Memory {
                    name: memory.name.clone(),
                    width: module.width(memory.ty),
                    address_width: memory.address_width,
                    contents: memory.contents.clone(),
                    reads: self.read_ports(index, registers),
                    writes: Vec::from_iter(self.write_port(index).map(|write| WritePort {
                        clock: self.clock(&write.clock),
                        enable: self.evaluator.evaluate(&write.enable)[0],
                        address: self.evaluator.evaluate(&write.address),
                        data: self.evaluator.evaluate(&write.data),
                    })),
                }
            })
            .collect()
    }

    fn read_ports(&mut self, memory: usize, registers: &[&Register]) -> Vec<ReadPort> {
        let mut ports = Vec::new();
        let mut leaf = self.first_register();
        for register in registers {
            let width = self.flat.module.signal_width(register.target);
            if let Some((read, address)) = self.kept_read(register)
                && read.0 == memory
            {
                ports.push(ReadPort {
                    clock: self.clock(&register.clock),
                    address: self.evaluator.evaluate(address),
                    register: (leaf..leaf + width).collect(),
                });
            }
            leaf += width;
        }
        ports
    }
}
