//! Programs as machine code for x86-64 with AVX2: one instruction for 256 lanes.
//!
//! Register allocation is Belady's algorithm: when all vector registers are in use, the value with
//! the farthest next use is spilled, which is optimal for straight-line code.

use dynasmrt::{
    AssemblyOffset, DynasmApi, DynasmLabelApi, ExecutableBuffer, dynasm, x64::Assembler,
};

use crate::execute::{ProgramCounts, Slot};
use crate::program::{Instruction, Operation, Program};

/// Executable code that runs a program over chunks of memory.
pub(crate) struct MachineCode {
    buffer: ExecutableBuffer,
    entry: AssemblyOffset,
    stride: usize,
    /// The number of slots that the code accesses in each chunk.
    slots: usize,
    loads: usize,
    stores: usize,
}

/// The compiled function. Its arguments are the memory and the number of chunks, at least 1. The
/// calling convention is the same on every system.
type Entry = unsafe extern "sysv64" fn(*mut Slot, usize);

/// The vector register with all bits 1; the lower ones are allocated.
const ONES: u8 = 15;

/// Size of a slot in bytes.
const SLOT_BYTES: usize = size_of::<Slot>();

impl MachineCode {
    /// Compiles a program for chunks of `stride` slots. `None` if this CPU has no AVX2, the program
    /// is too large to address, or no executable memory can be allocated.
    pub fn of(program: &Program, stride: usize) -> Option<MachineCode> {
        let addressable = i32::try_from(stride.checked_mul(SLOT_BYTES)?).is_ok();
        if !is_x86_feature_detected!("avx2") || !addressable || program.slots > stride {
            return None;
        }
        let mut assembler = Assembler::new().ok()?;
        let entry = assembler.offset();
        dynasm!(assembler
            ; .arch x64
            ; vpcmpeqd Ry(ONES), Ry(ONES), Ry(ONES)
            ; ->chunk:
        );
        let [loads, stores] = Allocation::new(program, &mut assembler).program(program);
        dynasm!(assembler
            ; .arch x64
            ; add rdi, (stride * SLOT_BYTES) as i32
            ; dec rsi
            ; jnz ->chunk
            ; vzeroupper
            ; ret
        );
        let buffer = assembler.finalize().ok()?;
        Some(MachineCode { buffer, entry, stride, slots: program.slots, loads, stores })
    }

    /// Returns the size of the code and its accesses to memory for a chunk.
    pub fn counts(&self) -> ProgramCounts {
        let (code_bytes, loads, stores) = (self.buffer.len(), self.loads, self.stores);
        ProgramCounts { code_bytes, loads, stores, ..ProgramCounts::default() }
    }

    /// Runs the program on each whole chunk of the memory.
    pub fn run(&self, memory: &mut [Slot]) {
        let chunks = memory.len() / self.stride;
        if chunks == 0 {
            return;
        }
        // SAFETY: `of` assembled a function of this type at `entry`, and the buffer lives as long
        // as `self`. `of` checked that the CPU has AVX2. The function accesses the first `slots` <=
        // `stride` slots of each of `chunks` chunks, all within `memory`, which stays borrowed
        // during the call, and clobbers only what the calling convention allows.
        unsafe {
            let entry: Entry = std::mem::transmute(self.buffer.ptr(self.entry));
            entry(memory.as_mut_ptr(), chunks);
        }
    }
}

impl std::fmt::Debug for MachineCode {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "machine code of {} bytes for {} slots", self.buffer.len(), self.slots)
    }
}

/// Calls a function that is inlined into code for AVX2 if this CPU has it.
#[inline(always)]
pub(crate) fn vectorised<R>(function: impl FnOnce() -> R) -> R {
    #[target_feature(enable = "avx2")]
    fn with_avx2<R>(function: impl FnOnce() -> R) -> R {
        function()
    }
    if is_x86_feature_detected!("avx2") {
        // SAFETY: the CPU has AVX2.
        unsafe { with_avx2(function) }
    } else {
        function()
    }
}

/// The next use of a value that is not used again. Next uses are indices of instructions.
const NEVER: usize = usize::MAX;

/// The next use of a result: it has to be in memory when the program ends.
const AT_THE_END: usize = usize::MAX - 1;

/// Register allocation and code generation, instruction by instruction.
struct Allocation<'a> {
    assembler: &'a mut Assembler,
    held: [Option<Held>; ONES as usize],
    /// For each instruction, the next uses of its result and of its operands.
    next_use: Vec<[usize; 3]>,
    loads: usize,
    stores: usize,
}

#[derive(Clone, Copy)]
struct Held {
    slot: u32,
    next_use: usize,
    /// Whether the value is not in memory yet.
    dirty: bool,
}

impl<'a> Allocation<'a> {
    fn new(program: &Program, assembler: &'a mut Assembler) -> Allocation<'a> {
        // Backwards, so that the next use of each slot is known.
        let mut upcoming = vec![NEVER; program.slots];
        for result in &program.results {
            upcoming[*result as usize] = AT_THE_END;
        }
        let mut next_use = vec![[NEVER; 3]; program.instructions.len()];
        for (index, instruction) in program.instructions.iter().enumerate().rev() {
            let [to, left, right] =
                [instruction.to, instruction.left, instruction.right].map(|slot| slot as usize);
            let after_write = |slot: usize| if slot == to { NEVER } else { upcoming[slot] };
            next_use[index] = [upcoming[to], after_write(left), after_write(right)];
            upcoming[to] = NEVER;
            upcoming[left] = index;
            upcoming[right] = index;
        }
        Allocation { assembler, held: [None; ONES as usize], next_use, loads: 0, stores: 0 }
    }

    /// Assembles the program. Returns the numbers of loads and stores.
    fn program(&mut self, program: &Program) -> [usize; 2] {
        for (index, instruction) in program.instructions.iter().enumerate() {
            match instruction.operation {
                Operation::Copy => self.copy(index, instruction),
                Operation::Not => self.not(index, instruction),
                _ => self.binary(index, instruction),
            }
        }
        for register in 0..ONES {
            self.write_back(register);
        }
        [self.loads, self.stores]
    }

    /// Copies store to memory at once.
    fn copy(&mut self, index: usize, instruction: &Instruction) {
        let [_, after, _] = self.next_use[index];
        let register = self.load(instruction.left, &[]);
        self.forget(instruction.to);
        self.store(register, instruction.to);
        self.set_next_use(instruction.left, after);
    }

    fn not(&mut self, index: usize, instruction: &Instruction) {
        let [result, after, _] = self.next_use[index];
        let operand = self.load(instruction.left, &[]);
        self.set_next_use(instruction.left, after);
        let to = self.result_register(instruction.to, &[operand]);
        dynasm!(self.assembler ; .arch x64 ; vpxor Ry(to), Ry(operand), Ry(ONES));
        self.assign(to, instruction.to, result);
    }

    fn binary(&mut self, index: usize, instruction: &Instruction) {
        let [result, after_left, after_right] = self.next_use[index];
        let commutes = instruction.operation != Operation::AndNot;
        let (first, second, after_second) =
            match (self.register_of(instruction.left), self.register_of(instruction.right)) {
                (None, Some(_)) if commutes => (instruction.right, instruction.left, after_left),
                _ => (instruction.left, instruction.right, after_right),
            };
        let left = self.load(first, &[]);
        let is_in_memory = self.register_of(second).is_none();
        // A value in memory that is not needed in a register again is a memory operand.
        if is_in_memory && after_second >= AT_THE_END {
            self.set_next_use(instruction.left, after_left);
            self.set_next_use(instruction.right, after_right);
            let to = self.result_register(instruction.to, &[left]);
            let offset = address(second);
            self.loads += 1;
            match instruction.operation {
                Operation::And => {
                    dynasm!(self.assembler ; .arch x64 ; vpand Ry(to), Ry(left), [rdi + offset])
                }
                Operation::AndNot => {
                    dynasm!(self.assembler ; .arch x64 ; vpandn Ry(to), Ry(left), [rdi + offset])
                }
                Operation::Or => {
                    dynasm!(self.assembler ; .arch x64 ; vpor Ry(to), Ry(left), [rdi + offset])
                }
                _ => dynasm!(self.assembler ; .arch x64 ; vpxor Ry(to), Ry(left), [rdi + offset]),
            }
            self.assign(to, instruction.to, result);
            return;
        }
        let right = self.load(second, &[left]);
        self.set_next_use(instruction.left, after_left);
        self.set_next_use(instruction.right, after_right);
        let to = self.result_register(instruction.to, &[left, right]);
        match instruction.operation {
            Operation::And => {
                dynasm!(self.assembler ; .arch x64 ; vpand Ry(to), Ry(left), Ry(right))
            }
            Operation::AndNot => {
                dynasm!(self.assembler ; .arch x64 ; vpandn Ry(to), Ry(left), Ry(right))
            }
            Operation::Or => dynasm!(self.assembler ; .arch x64 ; vpor Ry(to), Ry(left), Ry(right)),
            _ => dynasm!(self.assembler ; .arch x64 ; vpxor Ry(to), Ry(left), Ry(right)),
        }
        self.assign(to, instruction.to, result);
    }

    fn register_of(&self, slot: u32) -> Option<u8> {
        (0..ONES)
            .find(|register| self.held[*register as usize].is_some_and(|held| held.slot == slot))
    }

    /// Returns the register with the value of a slot, loading it if necessary. `busy` registers are
    /// not spilled.
    fn load(&mut self, slot: u32, busy: &[u8]) -> u8 {
        if let Some(register) = self.register_of(slot) {
            return register;
        }
        let register = self.free_register(busy);
        dynasm!(self.assembler ; .arch x64 ; vmovdqu Ry(register), [rdi + address(slot)]);
        self.loads += 1;
        self.held[register as usize] = Some(Held { slot, next_use: 0, dirty: false });
        register
    }

    /// Sets the next use of a value and frees its register if there is none.
    fn set_next_use(&mut self, slot: u32, next_use: usize) {
        if let Some(register) = self.register_of(slot) {
            let held = &mut self.held[register as usize];
            match (next_use, held) {
                (NEVER, held) => *held = None,
                (_, Some(held)) => held.next_use = next_use,
                (_, None) => {}
            }
        }
    }

    /// Allocates a register for the new value of a slot. It may be that of an operand after the
    /// operand's last use.
    fn result_register(&mut self, slot: u32, operands: &[u8]) -> u8 {
        self.forget(slot);
        let busy: Vec<u8> = operands
            .iter()
            .copied()
            .filter(|register| self.held[*register as usize].is_some())
            .collect();
        self.free_register(&busy)
    }

    fn assign(&mut self, register: u8, slot: u32, next_use: usize) {
        self.held[register as usize] =
            (next_use != NEVER).then_some(Held { slot, next_use, dirty: true });
    }

    /// Frees a register, spilling the value with the farthest next use if none is free.
    fn free_register(&mut self, busy: &[u8]) -> u8 {
        let next_use =
            |register: &u8| self.held[*register as usize].map_or(usize::MAX, |held| held.next_use);
        let register =
            (0..ONES).filter(|register| !busy.contains(register)).max_by_key(next_use).unwrap_or(0);
        self.write_back(register);
        self.held[register as usize] = None;
        register
    }

    fn write_back(&mut self, register: u8) {
        if let Some(held) = &mut self.held[register as usize]
            && std::mem::replace(&mut held.dirty, false)
        {
            let slot = held.slot;
            self.store(register, slot);
        }
    }

    fn store(&mut self, register: u8, slot: u32) {
        dynasm!(self.assembler ; .arch x64 ; vmovdqu [rdi + address(slot)], Ry(register));
        self.stores += 1;
    }

    fn forget(&mut self, slot: u32) {
        if let Some(register) = self.register_of(slot) {
            self.held[register as usize] = None;
        }
    }
}

/// The offset of a slot in its chunk in bytes.
fn address(slot: u32) -> i32 {
    (slot as usize * SLOT_BYTES) as i32
}
