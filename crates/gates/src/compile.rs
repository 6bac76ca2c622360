//! Programs as machine code for x86-64 with AVX2: one instruction for 256 lanes.
//!
//! Slots are kept in the sixteen vector registers while they are needed. When there are too many, the one whose next use
//! is farthest away goes to memory, which is the best that can be done in code without branches.

use dynasmrt::{
    AssemblyOffset, DynasmApi, DynasmLabelApi, ExecutableBuffer, dynasm, x64::Assembler,
};

use super::execute::Slot;
use super::program::{Operation, Program, Step};

/// Executable code that runs a program over chunks of memory.
pub(super) struct MachineCode {
    buffer: ExecutableBuffer,
    entry: AssemblyOffset,
    stride: usize,
    /// The slots that the code reaches.
    slots: usize,
}

/// The code's arguments: the memory and the number of chunks, at least one. The convention is the same on every system.
type Entry = unsafe extern "sysv64" fn(*mut Slot, usize);

/// The vector register that holds nothing but ones; the others below it are free.
const ONES: u8 = 15;

/// Size of a slot in bytes.
const SLOT_BYTES: usize = size_of::<Slot>();

impl MachineCode {
    /// Compiles a program for chunks of `stride` slots; `None` if this CPU has no AVX2, the program is too large to be
    /// addressed, or the system gives no executable memory.
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
        Allocation::new(program, &mut assembler).program(program);
        dynasm!(assembler
            ; .arch x64
            ; add rdi, (stride * SLOT_BYTES) as i32
            ; dec rsi
            ; jnz ->chunk
            ; vzeroupper
            ; ret
        );
        let buffer = assembler.finalize().ok()?;
        Some(MachineCode { buffer, entry, stride, slots: program.slots })
    }

    /// Runs the program on each whole chunk of the memory.
    pub fn run(&self, memory: &mut [Slot]) {
        let chunks = memory.len() / self.stride;
        if chunks == 0 {
            return;
        }
        // SAFETY: the buffer holds a function of this type, made above, for as long as `self` lives. It was made only
        // after AVX2 had been detected. It touches the first `slots` <= `stride` slots of each of `chunks` chunks, all of
        // them inside `memory`, which is borrowed for as long as it runs, and clobbers only what the convention lets it.
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

/// When the value in a slot is read next, counted in steps.
const NEVER: usize = usize::MAX;

/// The value has to be in memory when the program ends.
const AT_THE_END: usize = usize::MAX - 1;

/// Which slot is in which register, as the steps go by.
struct Allocation<'a> {
    assembler: &'a mut Assembler,
    held: [Option<Held>; ONES as usize],
    /// For each step, when its result and its operands' values are needed next after it.
    next_use: Vec<[usize; 3]>,
}

#[derive(Clone, Copy)]
struct Held {
    slot: u32,
    next_use: usize,
    /// Whether memory does not have it yet.
    dirty: bool,
}

impl<'a> Allocation<'a> {
    fn new(program: &Program, assembler: &'a mut Assembler) -> Allocation<'a> {
        // From back to front: what is known of a slot at a step is what comes after it.
        let mut upcoming = vec![NEVER; program.slots];
        for result in &program.results {
            upcoming[*result as usize] = AT_THE_END;
        }
        let mut next_use = vec![[NEVER; 3]; program.steps.len()];
        for (index, step) in program.steps.iter().enumerate().rev() {
            let [to, left, right] = [step.to, step.left, step.right].map(|slot| slot as usize);
            let after_write = |slot: usize| if slot == to { NEVER } else { upcoming[slot] };
            next_use[index] = [upcoming[to], after_write(left), after_write(right)];
            upcoming[to] = NEVER;
            upcoming[left] = index;
            upcoming[right] = index;
        }
        Allocation { assembler, held: [None; ONES as usize], next_use }
    }

    fn program(&mut self, program: &Program) {
        for (index, step) in program.steps.iter().enumerate() {
            match step.operation {
                Operation::Copy => self.copy(index, step),
                Operation::Not => self.not(index, step),
                _ => self.binary(index, step),
            }
        }
        for register in 0..ONES {
            self.write_back(register);
        }
    }

    /// A copy is a value put into another slot of memory.
    fn copy(&mut self, index: usize, step: &Step) {
        let [_, after, _] = self.next_use[index];
        let register = self.load(step.left, &[]);
        self.forget(step.to);
        self.store(register, step.to);
        self.note(step.left, after);
    }

    fn not(&mut self, index: usize, step: &Step) {
        let [result, after, _] = self.next_use[index];
        let operand = self.load(step.left, &[]);
        self.note(step.left, after);
        let to = self.result_register(step.to, &[operand]);
        dynasm!(self.assembler ; .arch x64 ; vpxor Ry(to), Ry(operand), Ry(ONES));
        self.take(to, step.to, result);
    }

    fn binary(&mut self, index: usize, step: &Step) {
        let [result, after_left, after_right] = self.next_use[index];
        let commutes = step.operation != Operation::AndNot;
        let (first, second, after_second) =
            match (self.register_of(step.left), self.register_of(step.right)) {
                (None, Some(_)) if commutes => (step.right, step.left, after_left),
                _ => (step.left, step.right, after_right),
            };
        let left = self.load(first, &[]);
        let is_in_memory = self.register_of(second).is_none();
        // The last use of a value in memory can take it from there.
        if is_in_memory && after_second >= AT_THE_END {
            self.note(step.left, after_left);
            self.note(step.right, after_right);
            let to = self.result_register(step.to, &[left]);
            let offset = address(second);
            match step.operation {
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
            self.take(to, step.to, result);
            return;
        }
        let right = self.load(second, &[left]);
        self.note(step.left, after_left);
        self.note(step.right, after_right);
        let to = self.result_register(step.to, &[left, right]);
        match step.operation {
            Operation::And => {
                dynasm!(self.assembler ; .arch x64 ; vpand Ry(to), Ry(left), Ry(right))
            }
            Operation::AndNot => {
                dynasm!(self.assembler ; .arch x64 ; vpandn Ry(to), Ry(left), Ry(right))
            }
            Operation::Or => dynasm!(self.assembler ; .arch x64 ; vpor Ry(to), Ry(left), Ry(right)),
            _ => dynasm!(self.assembler ; .arch x64 ; vpxor Ry(to), Ry(left), Ry(right)),
        }
        self.take(to, step.to, result);
    }

    fn register_of(&self, slot: u32) -> Option<u8> {
        (0..ONES)
            .find(|register| self.held[*register as usize].is_some_and(|held| held.slot == slot))
    }

    /// The register that holds a slot's value, which is fetched if need be. `busy` registers keep theirs.
    fn load(&mut self, slot: u32, busy: &[u8]) -> u8 {
        if let Some(register) = self.register_of(slot) {
            return register;
        }
        let register = self.make_room(busy);
        dynasm!(self.assembler ; .arch x64 ; vmovdqu Ry(register), [rdi + address(slot)]);
        self.held[register as usize] = Some(Held { slot, next_use: 0, dirty: false });
        register
    }

    /// Notes when a value is needed next; a value that never is gives its register free.
    fn note(&mut self, slot: u32, next_use: usize) {
        if let Some(register) = self.register_of(slot) {
            let held = &mut self.held[register as usize];
            match (next_use, held) {
                (NEVER, held) => *held = None,
                (_, Some(held)) => held.next_use = next_use,
                (_, None) => {}
            }
        }
    }

    /// A register for a result, whose old value in that slot is no longer wanted. It may be one of the operands' if that
    /// has just been used for the last time.
    fn result_register(&mut self, slot: u32, operands: &[u8]) -> u8 {
        self.forget(slot);
        let busy: Vec<u8> = operands
            .iter()
            .copied()
            .filter(|register| self.held[*register as usize].is_some())
            .collect();
        self.make_room(&busy)
    }

    fn take(&mut self, register: u8, slot: u32, next_use: usize) {
        self.held[register as usize] =
            (next_use != NEVER).then_some(Held { slot, next_use, dirty: true });
    }

    /// A free register: if there is none, the one that is needed last goes to memory.
    fn make_room(&mut self, busy: &[u8]) -> u8 {
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
    }

    fn forget(&mut self, slot: u32) {
        if let Some(register) = self.register_of(slot) {
            self.held[register as usize] = None;
        }
    }
}

/// Where a slot is in its chunk, in bytes.
fn address(slot: u32) -> i32 {
    (slot as usize * SLOT_BYTES) as i32
}
