//! Functions under construction.

use std::collections::HashMap;

use super::branches::Branches;
use super::emit::*;
use super::netlist::{Id, Netlist, Operation, WORD};
use super::tables::Table;

/// When something is computed.
#[derive(Clone, Copy)]
pub(super) enum When {
    Never,
    /// If a number is not 0.
    If(Value),
    Always,
}

impl When {
    /// When one of both is.
    pub fn or(self, body: &mut Body, other: When) -> When {
        match (self, other) {
            (When::Always, _) | (_, When::Always) => When::Always,
            (When::Never, when) | (when, When::Never) => when,
            (When::If(one), When::If(other)) => When::If(body.builder.ins().bor(one, other)),
        }
    }
}

/// A function under construction.
pub(super) struct Body<'b> {
    pub netlist: &'b Netlist,
    pub builder: Instructions<'b>,
    state: Value,
    memories: Value,
    pub argument: Value,
    pointer: Type,
    /// The nodes that are computed, wherever the function is at present.
    pub values: HashMap<Id, Value>,
    /// Their order.
    order: Vec<Id>,
    /// The blocks whose results are right, wherever the function is at present.
    pub blocks: Vec<u32>,
    branches: Branches,
}

impl<'b> Body<'b> {
    /// Begins a function whose parameters are the state, the memories and a number.
    pub fn new(
        netlist: &'b Netlist,
        builder: Instructions<'b>,
        pointer: Type,
        [state, memories, argument]: [Value; 3],
    ) -> Body<'b> {
        Body {
            netlist,
            builder,
            state,
            memories,
            argument,
            pointer,
            values: HashMap::new(),
            order: vec![],
            blocks: vec![],
            branches: Branches::default(),
        }
    }
}

impl Body<'_> {
    /// Computes nodes. What only one side of a multiplexer needs is computed only if it is
    /// selected.
    pub fn compute(&mut self, needed: &[Id]) {
        self.with_branches(needed, |body| needed.iter().for_each(|id| _ = body.value(*id)));
    }

    /// As [`compute`](Self::compute), while `compute` computes the nodes.
    pub fn with_branches(&mut self, needed: &[Id], compute: impl FnOnce(&mut Self)) {
        let is_known = |id: Id| self.values.contains_key(&id);
        let branches = Branches::new(self.netlist, needed, is_known);
        let outer = std::mem::replace(&mut self.branches, branches);
        compute(self);
        self.branches = outer;
    }

    /// Computes a node, unless that has been done.
    pub fn value(&mut self, id: Id) -> Value {
        let mut open = vec![id];
        while let Some(next) = open.last().copied() {
            if self.values.contains_key(&next) {
                open.pop();
                continue;
            }
            let waiting = open.len();
            self.branches.before(self.netlist, next, |needed| {
                if !self.values.contains_key(&needed) {
                    open.push(needed);
                }
            });
            if open.len() == waiting {
                let value = self.selected(next).unwrap_or_else(|| self.operation(next));
                self.values.insert(next, value);
                self.order.push(next);
                open.pop();
            }
        }
        self.values[&id]
    }

    /// Computes the selected side of a multiplexer with branches.
    fn selected(&mut self, multiplexer: Id) -> Option<Value> {
        let netlist = self.netlist;
        let (select, one, zero) = match netlist.node(multiplexer).operation {
            Operation::Mux { select, one, zero } if self.branches.has(multiplexer) => {
                (self.truth(select), one, zero)
            }
            _ => return None,
        };
        let mut branch = Branch::begin(&mut self.builder, select);
        let value = self.scoped(|body| body.value(one));
        branch.otherwise(&mut self.builder, value);
        let value = self.scoped(|body| body.value(zero));
        Some(branch.join(&mut self.builder, value))
    }

    /// What `compute` computes is known only there.
    pub fn scoped<T>(&mut self, compute: impl FnOnce(&mut Self) -> T) -> T {
        let (known, blocks) = (self.order.len(), self.blocks.len());
        let result = compute(self);
        self.blocks.truncate(blocks);
        for id in self.order.drain(known..) {
            self.values.remove(&id);
        }
        result
    }

    /// Computes something under a condition.
    pub fn when(&mut self, condition: When, compute: impl FnOnce(&mut Self)) {
        let condition = match condition {
            When::Never => return,
            When::Always => return self.scoped(compute),
            When::If(condition) => condition,
        };
        let branch = Branch::begin(&mut self.builder, condition);
        self.scoped(compute);
        branch.end(&mut self.builder);
    }

    /// Computes something as often as the argument says, at least once.
    pub fn repeat(&mut self, compute: impl FnOnce(&mut Self)) {
        let repeated = Loop::begin(&mut self.builder, self.argument);
        self.scoped(compute);
        repeated.end(&mut self.builder);
    }

    /// Adds 1 to a word of the state.
    pub fn count(&mut self, state: u32) {
        let number = self.load(state);
        let next = self.builder.ins().iadd_imm(number, 1);
        self.store(state, next);
    }

    pub fn constant(&mut self, value: u64) -> Value {
        self.builder.ins().iconst(types::I64, value as i64)
    }

    /// The present value of a word of the state.
    pub fn load(&mut self, state: u32) -> Value {
        let offset = (state * WORD / 8) as i32;
        self.builder.ins().load(types::I64, MemFlags::trusted(), self.state, offset)
    }

    pub fn store(&mut self, state: u32, value: Value) {
        let offset = (state * WORD / 8) as i32;
        self.builder.ins().store(MemFlags::trusted(), value, self.state, offset);
    }

    /// Stores words at a place of the state, in bytes from its begin. Returns the place after them.
    pub fn append<const WORDS: usize>(&mut self, place: Value, values: [Value; WORDS]) -> Value {
        let offset = self.as_pointer(place);
        let address = self.builder.ins().iadd(self.state, offset);
        for (offset, value) in (0..).step_by(8).zip(values) {
            self.builder.ins().store(MemFlags::trusted(), value, address, offset);
        }
        self.builder.ins().iadd_imm(place, WORDS as i64 * 8)
    }

    fn as_pointer(&mut self, number: Value) -> Value {
        match self.pointer {
            types::I64 => number,
            pointer => self.builder.ins().ireduce(pointer, number),
        }
    }

    /// The address of a word of a memory.
    pub fn place(&mut self, memory: u32, address: Value) -> Value {
        let shift = self.netlist.memories[memory as usize].word_shift;
        let offset = (memory * self.pointer.bytes()) as i32;
        let flags = MemFlags::trusted();
        let base = self.builder.ins().load(self.pointer, flags, self.memories, offset);
        let address = self.builder.ins().ishl_imm(address, i64::from(shift));
        let address = self.as_pointer(address);
        self.builder.ins().iadd(base, address)
    }

    /// Some 64 bits of a word of a memory.
    pub fn read(&mut self, memory: u32, place: Value, part: u32) -> Value {
        let shift = self.netlist.memories[memory as usize].word_shift;
        self.number(shift, place, (part * 8) as i32)
    }

    /// An entry of a table.
    pub fn look_up(&mut self, table: u32, index: Value) -> Value {
        let Table { first, entry_shift, .. } = self.netlist.tables[table as usize];
        let offset = self.builder.ins().ishl_imm(index, i64::from(entry_shift));
        let offset = self.as_pointer(offset);
        let place = self.builder.ins().iadd(self.state, offset);
        self.number(entry_shift, place, (first * WORD / 8) as i32)
    }

    /// The number at a place, of which the number of bytes has this logarithm, at most 3.
    fn number(&mut self, shift: u32, place: Value, offset: i32) -> Value {
        let (flags, ins) = (MemFlags::trusted(), self.builder.ins());
        match shift {
            0 => ins.uload8(types::I64, flags, place, offset),
            1 => ins.uload16(types::I64, flags, place, offset),
            2 => ins.uload32(flags, place, offset),
            _ => ins.load(types::I64, flags, place, offset),
        }
    }

    pub fn write(&mut self, memory: u32, place: Value, part: u32, value: Value) {
        let shift = self.netlist.memories[memory as usize].word_shift;
        let (flags, ins) = (MemFlags::trusted(), self.builder.ins());
        match shift {
            0 => ins.istore8(flags, value, place, 0),
            1 => ins.istore16(flags, value, place, 0),
            2 => ins.istore32(flags, value, place, 0),
            _ => ins.store(flags, value, place, (part * 8) as i32),
        };
    }
}
