//! Rising clock edges: registers load, memories are read and written.
//!
//! Most registers hold their values in most cycles. The [`guards`] show which: the load evaluates
//! them first, and then runs a variant of its program for those guards that are 0 in all lanes of a
//! chunk, which has gates only for what may change.

use super::execute::{Executable, Execution, Slot};
use super::graph::Edge;
use super::guards::{Guard, guards};
use super::logic::{Compiled, Logic, Ports};
use super::masks::NONE;
use super::memory::LaneMemory;
use super::program::Program;

/// The number of runs before the guards are looked for.
const RUNS_BEFORE_GUARDS: usize = 100;

/// The number of instructions below which the test of the guards takes longer than what it saves.
const INSTRUCTIONS_FOR_GUARDS: usize = 80;

/// The number of chunks that need a variant of the program before it is compiled.
const CHUNKS_BEFORE_VARIANT: usize = 100;

/// Loads the registers and runs the memory ports of some clocks, in the lanes of the clocks' masks.
pub(super) struct Load {
    logic: Logic,
    /// The leaves of the clocks' masks.
    masks: Vec<u32>,
    /// The number of leaves.
    leaves: usize,
    execution: Execution,
    /// The number of slots in each chunk.
    stride: usize,
    program: Ready,
    runs: usize,
    guarded: Option<Guarded>,
}

/// A program that is ready to run, and the slots of its ports.
struct Ready {
    executable: Executable,
    ports: Ports<u32>,
    instructions: usize,
}

/// Guards and the variants of the program.
struct Guarded {
    guards: Vec<Guard>,
    /// Computes for each guard the lanes with a rising clock in which it is 1, then the lanes
    /// without one, and those with one.
    test: Executable,
    results: Vec<u32>,
    /// A variant for each set of results without the last that are not 0 in all lanes, as a binary
    /// number.
    variants: Vec<Variant>,
}

#[derive(Default)]
struct Variant {
    /// The number of chunks that needed it.
    chunks: usize,
    program: Option<Ready>,
}

impl Load {
    /// Prepares a load with its compiled logic. `masks` are the leaves of its clocks' masks.
    pub fn new(
        logic: Logic,
        compiled: Compiled,
        masks: Vec<u32>,
        leaves: usize,
        execution: Execution,
        stride: usize,
    ) -> Load {
        let program = Ready::new(compiled, execution, stride);
        Load { logic, masks, leaves, execution, stride, program, runs: 0, guarded: None }
    }

    /// Runs the load on each chunk of `slots`.
    pub fn run(&mut self, slots: &mut [Slot], memories: &mut [LaneMemory]) {
        self.runs += 1;
        if self.runs == RUNS_BEFORE_GUARDS {
            self.guarded = self.guarded();
        }
        let Some(guarded) = &self.guarded else {
            return self.program.run(slots, self.stride, 0, memories);
        };
        guarded.test.run(slots, self.stride);
        let mut chunks = (0..).zip(slots.chunks_exact(self.stride)).peekable();
        let mut groups = Vec::new();
        while let Some((first, slots)) = chunks.next() {
            // Adjacent chunks that need the same variant run together.
            let number = guarded.variant(slots);
            let mut end = first + 1;
            while chunks.next_if(|(_, slots)| guarded.variant(slots) == number).is_some() {
                end += 1;
            }
            groups.extend(number.map(|number| (number, first..end)));
        }
        for (number, chunks) in groups {
            let first = chunks.start;
            let stride = self.stride;
            let slots = &mut slots[first * stride..chunks.end * stride];
            self.program(number, chunks.len()).run(slots, stride, first, memories);
        }
    }

    /// Returns the program for a variant. The variant is compiled once enough chunks have needed
    /// it.
    fn program(&mut self, number: usize, chunks: usize) -> &Ready {
        let Some(guarded) = &mut self.guarded else {
            return &self.program;
        };
        let variant = &mut guarded.variants[number];
        let before = variant.chunks;
        variant.chunks += chunks;
        if before < CHUNKS_BEFORE_VARIANT && variant.chunks >= CHUNKS_BEFORE_VARIANT {
            let zeros = guarded.guards.iter().enumerate().filter(|(bit, _)| number >> bit & 1 == 0);
            let zeros: Vec<Edge> = zeros.map(|(_, guard)| guard.edge).collect();
            let is_masked = number >> guarded.guards.len() & 1 == 1;
            let compiled = self.logic.assuming(&zeros).compile(is_masked, self.leaves);
            variant.program = (compiled.program.slots <= self.stride)
                .then(|| Ready::new(compiled, self.execution, self.stride));
        }
        variant.program.as_ref().unwrap_or(&self.program)
    }

    /// Looks for guards. `None` if there are none, or the program is too small for them.
    fn guarded(&mut self) -> Option<Guarded> {
        if self.program.instructions < INSTRUCTIONS_FOR_GUARDS {
            return None;
        }
        let guards = guards(&mut self.logic);
        let mut graph = self.logic.graph.clone();
        let masks = self.masks.iter().map(|mask| graph.leaf(*mask)).collect::<Vec<_>>();
        let (any, all) = (graph.any(&masks), graph.all(&masks));
        let mut results: Vec<Edge> =
            guards.iter().map(|guard| graph.and(guard.test, any)).collect();
        results.extend([!all, any]);
        let test = Program::of(&graph, &results, self.leaves);
        (test.slots <= self.stride && !guards.is_empty()).then(|| Guarded {
            variants: (0..1 << (guards.len() + 1)).map(|_| Variant::default()).collect(),
            results: test.results.clone(),
            test: Executable::new(&test, self.execution, self.stride),
            guards,
        })
    }
}

impl Guarded {
    /// Returns the number of the variant that a chunk needs after the test; `None` if no clock
    /// rises.
    fn variant(&self, slots: &[Slot]) -> Option<usize> {
        let is_one = |slot: &u32| slots[*slot as usize].0 != NONE;
        let (any, results) = self.results.split_last()?;
        let bits = results.iter().rev().map(is_one);
        is_one(any).then(|| bits.fold(0, |number, bit| number << 1 | usize::from(bit)))
    }
}

impl Ready {
    fn new(compiled: Compiled, execution: Execution, stride: usize) -> Ready {
        let executable = Executable::new(&compiled.program, execution, stride);
        let instructions = compiled.program.instructions.len();
        Ready { executable, ports: compiled.ports, instructions }
    }

    /// Runs the program and the memory ports on chunks, of which the first has a number. Reads come
    /// before writes.
    fn run(&self, slots: &mut [Slot], stride: usize, first: usize, memories: &mut [LaneMemory]) {
        self.executable.run(slots, stride);
        if self.ports.reads.is_empty() && self.ports.writes.is_empty() {
            return;
        }
        for (chunk, slots) in (first..).zip(slots.chunks_exact_mut(stride)) {
            for read in &self.ports.reads {
                memories[read.memory].read(chunk, read, slots);
            }
            for write in &self.ports.writes {
                memories[write.memory].write(chunk, write, slots);
            }
        }
    }
}
