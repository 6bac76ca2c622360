//! Programs as WebAssembly: one instruction for 128 lanes.
//!
//! Temporaries are local variables, for which the host allocates registers.

use rust_hdl_webassembly::{
    self as webassembly, BlockType, Compiled, Function, InstructionSink, MemArg, ValType,
};

use crate::execute::Slot;
use crate::program::{Instruction, Operation, Program};

/// A function that runs a program over chunks of memory.
#[derive(Debug)]
pub(crate) struct MachineCode {
    entry: Entry,
    stride: usize,
    /// Keeps the function.
    _compiled: Compiled,
}

/// The compiled function. Its arguments are the memory and the number of chunks, at least 1.
type Entry = unsafe extern "C" fn(*mut Slot, usize);

/// Size of a slot in bytes.
const SLOT_BYTES: usize = size_of::<Slot>();

/// Size of a vector in bytes.
const VECTOR_BYTES: usize = 16;

/// Parameters and local variables: the address of a vector in slot 0, the number of chunks that are
/// left, the address of the next chunk, and temporaries.
const ADDRESS: u32 = 0;
const CHUNKS: u32 = 1;
const NEXT: u32 = 2;
const FIRST_TEMPORARY: u32 = 3;

impl MachineCode {
    /// Compiles a program for chunks of `stride` slots. `None` if it is too large.
    pub fn of(program: &Program, stride: usize) -> Option<MachineCode> {
        let addressable = u32::try_from(stride.checked_mul(SLOT_BYTES)?).is_ok();
        if !addressable || program.slots > stride {
            return None;
        }
        let function = Translation::new(program).function(program, stride);
        let module = webassembly::module(&[ValType::I32; 2], &[], &function);
        let compiled = webassembly::compile(&module)?;
        // SAFETY: A function pointer is an index of the table, and this function has these
        // parameters.
        let entry = unsafe { std::mem::transmute::<usize, Entry>(compiled.index()) };
        Some(MachineCode { entry, stride, _compiled: compiled })
    }

    /// Runs the program on each whole chunk of the memory.
    pub fn run(&self, memory: &mut [Slot]) {
        let chunks = memory.len() / self.stride;
        if chunks == 0 {
            return;
        }
        // SAFETY: The function accesses the first `slots` <= `stride` slots of each of `chunks`
        // chunks, all within `memory`, which stays borrowed during the call.
        unsafe { (self.entry)(memory.as_mut_ptr(), chunks) }
    }
}

/// Where the slots of a program are.
struct Translation {
    /// The local variable of each slot that needs no memory.
    locals: Vec<Option<u32>>,
    count: u32,
}

impl Translation {
    fn new(program: &Program) -> Translation {
        let mut is_temporary: Vec<bool> =
            (0..program.slots).map(|slot| slot >= program.leaves).collect();
        program.results.iter().for_each(|slot| is_temporary[*slot as usize] = false);
        let mut locals = FIRST_TEMPORARY..;
        let locals: Vec<Option<u32>> =
            is_temporary.iter().map(|temporary| locals.next().filter(|_| *temporary)).collect();
        Translation { count: locals.len() as u32, locals }
    }

    fn function(&self, program: &Program, stride: usize) -> Function {
        let mut function = Function::new([(1, ValType::I32), (self.count, ValType::V128)]);
        let mut code = function.instructions();
        code.loop_(BlockType::Empty);
        code.local_get(ADDRESS).i32_const((stride * SLOT_BYTES) as i32).i32_add().local_set(NEXT);
        code.loop_(BlockType::Empty);
        program
            .instructions
            .iter()
            .for_each(|instruction| self.instruction(instruction, &mut code));
        code.local_get(ADDRESS).i32_const(VECTOR_BYTES as i32).i32_add().local_tee(ADDRESS);
        code.i32_const(SLOT_BYTES as i32 - 1).i32_and().br_if(0).end();
        code.local_get(NEXT).local_set(ADDRESS);
        code.local_get(CHUNKS).i32_const(1).i32_sub().local_tee(CHUNKS).br_if(0).end();
        code.end();
        function
    }

    fn instruction(&self, instruction: &Instruction, code: &mut InstructionSink) {
        let Instruction { operation, to, left, right } = *instruction;
        let local = self.locals[to as usize];
        if local.is_none() {
            code.local_get(ADDRESS);
        }
        match operation {
            Operation::Copy => self.load(left, code),
            Operation::Not => {
                self.load(left, code);
                code.v128_not();
            }
            Operation::AndNot => {
                self.load(right, code);
                self.load(left, code);
                code.v128_andnot();
            }
            Operation::And | Operation::Or | Operation::Xor => {
                self.load(left, code);
                self.load(right, code);
                match operation {
                    Operation::And => code.v128_and(),
                    Operation::Or => code.v128_or(),
                    _ => code.v128_xor(),
                };
            }
        }
        match local {
            Some(local) => code.local_set(local),
            None => code.v128_store(place(to)),
        };
    }

    fn load(&self, slot: u32, code: &mut InstructionSink) {
        match self.locals[slot as usize] {
            Some(local) => code.local_get(local),
            None => code.local_get(ADDRESS).v128_load(place(slot)),
        };
    }
}

/// A slot in its chunk.
fn place(slot: u32) -> MemArg {
    webassembly::place(u64::from(slot) * SLOT_BYTES as u64, 4)
}
