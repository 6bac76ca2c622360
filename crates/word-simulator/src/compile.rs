//! Functions as machine code, and calls of them.

use std::collections::HashMap;
use std::marker::PhantomData;
use std::mem::ManuallyDrop;

use cranelift::codegen::Context;
use cranelift::codegen::ir::UserFuncName;
use cranelift::jit::{JITBuilder, JITModule};
use cranelift::module::{FuncId, Module, ModuleError, default_libcall_names};
use cranelift::prelude::*;

use super::branches::Branches;
use super::netlist::{Id, Memory, Netlist, Operation, WORD};

/// No machine code can be generated, for a processor that Cranelift does not know, or because a
/// function is too large.
#[derive(Debug, thiserror::Error)]
#[error("no machine code can be generated: {0}")]
pub struct CompileError(String);

impl CompileError {
    fn new(error: impl std::fmt::Display) -> CompileError {
        CompileError(error.to_string())
    }
}

impl From<ModuleError> for CompileError {
    fn from(error: ModuleError) -> CompileError {
        CompileError::new(error)
    }
}

/// The type of all functions. Their arguments are the state, the memories and a number.
type Entry = unsafe extern "C" fn(*mut u64, *const *mut u8, u64) -> u64;

/// Compiles functions of the nodes of a netlist.
pub(super) struct Compiler<'n> {
    netlist: &'n Netlist,
    module: JITModule,
    context: Context,
    builder: FunctionBuilderContext,
}

impl<'n> Compiler<'n> {
    pub fn new(netlist: &'n Netlist) -> Result<Compiler<'n>, CompileError> {
        let mut flags = settings::builder();
        flags.set("opt_level", "speed").map_err(CompileError::new)?;
        let isa = cranelift::native::builder().map_err(CompileError::new)?;
        let isa = isa.finish(settings::Flags::new(flags)).map_err(CompileError::new)?;
        let module = JITModule::new(JITBuilder::with_isa(isa, default_libcall_names()));
        let context = module.make_context();
        Ok(Compiler { netlist, module, context, builder: FunctionBuilderContext::new() })
    }

    /// Compiles a function that returns what `body` does.
    pub fn function(
        &mut self,
        body: impl FnOnce(&mut Body) -> Value,
    ) -> Result<FuncId, CompileError> {
        let mut signature = self.module.make_signature();
        let pointer = self.module.target_config().pointer_type();
        let parameters = [pointer, pointer, types::I64].map(AbiParam::new);
        signature.params.extend(parameters);
        signature.returns.push(AbiParam::new(types::I64));
        let function = self.module.declare_anonymous_function(&signature)?;
        self.context.func.signature = signature;
        self.context.func.name = UserFuncName::user(0, function.as_u32());
        let mut builder = FunctionBuilder::new(&mut self.context.func, &mut self.builder);
        let entry = builder.create_block();
        builder.append_block_params_for_function_params(entry);
        builder.switch_to_block(entry);
        let [state, memories, argument] = [0, 1, 2].map(|index| builder.block_params(entry)[index]);
        let mut made = Body {
            netlist: self.netlist,
            builder,
            state,
            memories,
            argument,
            pointer,
            values: HashMap::new(),
            order: vec![],
            blocks: vec![],
            branches: Branches::default(),
        };
        let result = body(&mut made);
        made.builder.ins().return_(&[result]);
        made.builder.seal_all_blocks();
        made.builder.finalize();
        self.module.define_function(function, &mut self.context)?;
        self.module.clear_context(&mut self.context);
        Ok(function)
    }

    /// The code of all functions.
    pub fn finish(mut self) -> Result<Code, CompileError> {
        self.module.finalize_definitions()?;
        let (states, memories) = (self.netlist.states as usize, self.netlist.memories.len());
        Ok(Code { module: ManuallyDrop::new(self.module), states, memories })
    }
}

/// The functions of a netlist.
pub(super) struct Code {
    module: ManuallyDrop<JITModule>,
    states: usize,
    memories: usize,
}

/// A function of some code.
#[derive(Clone, Copy)]
pub(super) struct Function(Entry);

/// The bytes of all memories of a netlist.
pub struct Memories<'m> {
    addresses: Vec<*mut u8>,
    bytes: PhantomData<&'m mut [u8]>,
}

impl<'m> Memories<'m> {
    /// Borrows the bytes of each memory.
    ///
    /// # Panics
    ///
    /// If a memory has another number of bytes.
    pub fn new(memories: &[Memory], bytes: impl IntoIterator<Item = &'m mut [u8]>) -> Memories<'m> {
        let address = |(memory, bytes): (&Memory, &mut [u8])| {
            assert_eq!(bytes.len(), memory.bytes(), "the bytes of a memory");
            bytes.as_mut_ptr()
        };
        let addresses = memories.iter().zip(bytes).map(address).collect();
        Memories { addresses, bytes: PhantomData }
    }
}

impl Code {
    /// A function that has been compiled.
    pub fn function(&self, function: FuncId) -> Function {
        let address = self.module.get_finalized_function(function);
        // SAFETY: `Compiler::function` made it with this signature and the convention of the host.
        Function(unsafe { std::mem::transmute::<*const u8, Entry>(address) })
    }

    /// Calls a function of this code.
    ///
    /// # Panics
    ///
    /// If the state or the memories are not those of the netlist.
    #[inline]
    pub fn call(
        &self,
        function: Function,
        state: &mut [u64],
        memories: &mut Memories,
        argument: u64,
    ) -> u64 {
        assert!(state.len() >= self.states && memories.addresses.len() == self.memories);
        // SAFETY: The code lives as long as `self`. It accesses words of the state below `states`,
        // and memories at addresses that are not wider than theirs, whose sizes `Memories::new` has
        // checked.
        unsafe { function.0(state.as_mut_ptr(), memories.addresses.as_ptr(), argument) }
    }
}

impl Drop for Code {
    fn drop(&mut self) {
        // SAFETY: The module is not used any more, and functions are called only through `self`.
        unsafe { ManuallyDrop::take(&mut self.module).free_memory() };
    }
}

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

/// A function in the making.
pub(super) struct Body<'b> {
    pub netlist: &'b Netlist,
    pub builder: FunctionBuilder<'b>,
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
        let sides = match netlist.node(multiplexer).operation {
            Operation::Mux { select, one, zero } if self.branches.has(multiplexer) => {
                let select = self.truth(select);
                let [first, second] = [(); 2].map(|()| self.builder.create_block());
                self.builder.ins().brif(select, first, &[], second, &[]);
                [(first, one), (second, zero)]
            }
            _ => return None,
        };
        let after = self.builder.create_block();
        let result = self.builder.append_block_param(after, types::I64);
        for (block, side) in sides {
            self.builder.switch_to_block(block);
            let value = self.scoped(|body| body.value(side));
            self.builder.ins().jump(after, &[value.into()]);
        }
        self.builder.switch_to_block(after);
        Some(result)
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
        let [inside, after] = [(); 2].map(|()| self.builder.create_block());
        self.builder.ins().brif(condition, inside, &[], after, &[]);
        self.builder.switch_to_block(inside);
        self.scoped(compute);
        self.builder.ins().jump(after, &[]);
        self.builder.switch_to_block(after);
    }

    /// Computes something as often as the argument says, at least once.
    pub fn repeat(&mut self, compute: impl FnOnce(&mut Self)) {
        let [inside, after] = [(); 2].map(|()| self.builder.create_block());
        let rest = self.builder.append_block_param(inside, types::I64);
        self.builder.ins().jump(inside, &[self.argument.into()]);
        self.builder.switch_to_block(inside);
        self.scoped(compute);
        let rest = self.builder.ins().iadd_imm(rest, -1);
        self.builder.ins().brif(rest, inside, &[rest.into()], after, &[]);
        self.builder.switch_to_block(after);
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
        let (flags, ins) = (MemFlags::trusted(), self.builder.ins());
        match shift {
            0 => ins.uload8(types::I64, flags, place, 0),
            1 => ins.uload16(types::I64, flags, place, 0),
            2 => ins.uload32(flags, place, 0),
            _ => ins.load(types::I64, flags, place, (part * 8) as i32),
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
