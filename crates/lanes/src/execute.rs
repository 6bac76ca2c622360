//! Programs, interpreted or compiled, executed on memory.

use super::program::{Instruction, Operation, Program};

/// One bit for each of 256 lanes; lane `n` is bit `n % 64` of element `n / 64`.
pub type Word = [u64; 4];

/// A word in memory, aligned for vector instructions.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C, align(32))]
pub(super) struct Slot(pub Word);

/// The number of lanes in a [`Word`].
pub const LANES_PER_WORD: usize = 256;

/// How netlists are executed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Execution {
    /// Compiled to machine code if the feature `jit` is on and the CPU is supported, else
    /// interpreted.
    #[default]
    Fastest,
    /// Interpreted, on any CPU.
    Interpreted,
}

/// What a program consists of, and how often it has run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ProgramCounts {
    /// The operations on words: AND, OR, XOR, NOT and copies.
    pub operations: usize,
    /// The size of the machine code for x86-64 in bytes. This and the next two are 0 if there is
    /// none. They are the same on every CPU.
    pub code_bytes: usize,
    /// The words that the machine code reads from memory.
    pub loads: usize,
    /// The words that the machine code writes to memory.
    pub stores: usize,
    /// The number of chunks for which the program has run.
    pub runs: u64,
}

/// A program ready to run.
pub(super) struct Executable {
    code: Code,
    counts: ProgramCounts,
}

enum Code {
    Interpreted(Program),
    #[cfg(all(feature = "jit", any(target_arch = "x86_64", target_family = "wasm")))]
    Compiled(super::jit::MachineCode),
}

impl Executable {
    /// Prepares a program. `stride` is the number of slots in each chunk of memory.
    pub fn new(program: &Program, execution: Execution, stride: usize) -> Executable {
        let operations = program.instructions.len();
        let counts = ProgramCounts { operations, ..ProgramCounts::default() };
        #[cfg(all(feature = "jit", any(target_arch = "x86_64", target_family = "wasm")))]
        if execution == Execution::Fastest
            && let Some(code) = super::jit::MachineCode::of(program, stride)
        {
            #[cfg(target_arch = "x86_64")]
            let counts = ProgramCounts { operations, ..code.counts() };
            return Executable { code: Code::Compiled(code), counts };
        }
        let _ = (execution, stride);
        Executable { code: Code::Interpreted(program.clone()), counts }
    }

    /// Runs the program on each chunk of `memory`.
    pub fn run(&mut self, memory: &mut [Slot], stride: usize) {
        self.counts.runs += (memory.len() / stride) as u64;
        match &self.code {
            Code::Interpreted(program) => interpret(program, memory, stride),
            #[cfg(all(feature = "jit", any(target_arch = "x86_64", target_family = "wasm")))]
            Code::Compiled(code) => code.run(memory),
        }
    }

    /// Returns what the program consists of, and how often it has run.
    pub fn counts(&self) -> ProgramCounts {
        self.counts
    }
}

/// Calls a function, compiled for AVX2 if this CPU has it and the feature `jit` is on. The function
/// and what it calls have to be inlined.
#[inline(always)]
pub(super) fn vectorised<R>(function: impl FnOnce() -> R) -> R {
    #[cfg(all(feature = "jit", target_arch = "x86_64"))]
    return super::jit::vectorised(function);
    #[cfg(not(all(feature = "jit", target_arch = "x86_64")))]
    function()
}

/// Executes each instruction on all chunks before the next, so that it is decoded once.
fn interpret(program: &Program, memory: &mut [Slot], stride: usize) {
    for instruction in &program.instructions {
        match instruction.operation {
            Operation::And => apply(instruction, memory, stride, |left, right| left & right),
            Operation::AndNot => apply(instruction, memory, stride, |left, right| !left & right),
            Operation::Or => apply(instruction, memory, stride, |left, right| left | right),
            Operation::Xor => apply(instruction, memory, stride, |left, right| left ^ right),
            Operation::Not => apply(instruction, memory, stride, |left, _| !left),
            Operation::Copy => apply(instruction, memory, stride, |left, _| left),
        }
    }
}

#[inline(always)]
fn apply(
    instruction: &Instruction,
    memory: &mut [Slot],
    stride: usize,
    operation: impl Fn(u64, u64) -> u64,
) {
    let [to, left, right] =
        [instruction.to, instruction.left, instruction.right].map(|slot| slot as usize);
    for chunk in memory.chunks_exact_mut(stride) {
        let (left, right) = (chunk[left].0, chunk[right].0);
        chunk[to].0 = std::array::from_fn(|part| operation(left[part], right[part]));
    }
}
