//! Programs at work on memory.

use super::program::{Operation, Program, Step};

/// One slot: a bit for each of 256 lanes.
pub type Word = [u64; 4];

/// A word in memory, where vector instructions like to find it.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C, align(32))]
pub(super) struct Slot(pub Word);

/// How many copies of a design a [`Word`] serves.
pub const LANES_PER_WORD: usize = 256;

/// How programs are executed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Execution {
    /// As machine code where there is a compiler for the CPU at hand, else interpreted.
    #[default]
    Fastest,
    /// Step by step, on any CPU.
    Interpreted,
}

/// A program ready to run.
pub(super) enum Executable {
    Interpreted(Program),
    #[cfg(all(feature = "jit", target_arch = "x86_64"))]
    Compiled(super::compile::MachineCode),
}

impl Executable {
    /// Makes a program ready. `stride` is how many slots each chunk of memory has.
    pub fn new(program: &Program, execution: Execution, stride: usize) -> Executable {
        #[cfg(all(feature = "jit", target_arch = "x86_64"))]
        if execution == Execution::Fastest
            && let Some(code) = super::compile::MachineCode::of(program, stride)
        {
            return Executable::Compiled(code);
        }
        let _ = (execution, stride);
        Executable::Interpreted(program.clone())
    }

    /// Runs the program on each chunk of `memory`.
    pub fn run(&self, memory: &mut [Slot], stride: usize) {
        match self {
            Executable::Interpreted(program) => interpret(program, memory, stride),
            #[cfg(all(feature = "jit", target_arch = "x86_64"))]
            Executable::Compiled(code) => code.run(memory),
        }
    }
}

/// Each step goes through all chunks before the next, so that it is decoded once.
fn interpret(program: &Program, memory: &mut [Slot], stride: usize) {
    for step in &program.steps {
        match step.operation {
            Operation::And => apply(step, memory, stride, |left, right| left & right),
            Operation::AndNot => apply(step, memory, stride, |left, right| !left & right),
            Operation::Or => apply(step, memory, stride, |left, right| left | right),
            Operation::Xor => apply(step, memory, stride, |left, right| left ^ right),
            Operation::Not => apply(step, memory, stride, |left, _| !left),
            Operation::Copy => apply(step, memory, stride, |left, _| left),
        }
    }
}

#[inline(always)]
fn apply(step: &Step, memory: &mut [Slot], stride: usize, operation: impl Fn(u64, u64) -> u64) {
    let [to, left, right] = [step.to, step.left, step.right].map(|slot| slot as usize);
    for chunk in memory.chunks_exact_mut(stride) {
        let (left, right) = (chunk[left].0, chunk[right].0);
        chunk[to].0 = std::array::from_fn(|part| operation(left[part], right[part]));
    }
}
