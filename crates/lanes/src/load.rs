//! Rising clock edges: registers load, memories are read and written.
//!
//! Most registers hold their values in most cycles. The [guards](Guard) show which: the load
//! evaluates them first, and then runs a variant of its program for those guards that are 0 in all
//! lanes of a chunk, which has gates only for what may change. A variant may have guards of its
//! own.

use super::execute::{Executable, Execution, ProgramCounts, Slot, vectorised};
use super::guards::{Guard, choose};
use super::logic::{Compiled, Logic, Ports};
use super::masks::NONE;
use super::memory::LaneMemory;
use super::program::Program;
use super::samples::{Samples, any_of};
use rust_hdl_gates::graph::Edge;

/// Guards are chosen after samples of the early runs, and once more after samples of later ones: a
/// simulation often begins with a state that it does not return to.
const SAMPLINGS: [Sampling; 2] =
    [Sampling { after: 36, every: 1, until: 100 }, Sampling { after: 100, every: 61, until: 4026 }];

/// The number of instructions below which the test of the guards takes longer than what it saves.
const INSTRUCTIONS_FOR_GUARDS: usize = 80;

/// The number of chunks that need a variant of the program before it is compiled.
const CHUNKS_BEFORE_VARIANT: usize = 100;

/// The runs that are sampled to choose guards.
struct Sampling {
    after: usize,
    every: usize,
    /// The run after which guards are chosen, one of the sampled ones.
    until: usize,
}

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
    /// The choices of guards that are still to come.
    samplings: &'static [Sampling],
    /// Those of the variants that are compiled after all choices of this load.
    samplings_of_variants: &'static [Sampling],
    /// Present while runs are sampled.
    samples: Option<Samples>,
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
    /// The variant of each chunk in the present run.
    numbers: Vec<Option<usize>>,
}

#[derive(Default)]
struct Variant {
    /// The number of chunks that needed it.
    chunks: usize,
    /// It may have guards of its own.
    load: Option<Box<Load>>,
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
        Load {
            logic,
            masks,
            leaves,
            execution,
            stride,
            program,
            runs: 0,
            samplings: &SAMPLINGS,
            samplings_of_variants: &SAMPLINGS[..1],
            samples: None,
            guarded: None,
        }
    }

    /// Runs the load on each chunk of `slots`, of which the first has a number.
    pub fn run(&mut self, slots: &mut [Slot], first: usize, memories: &mut [LaneMemory]) {
        if !self.samplings.is_empty() && self.program.instructions >= INSTRUCTIONS_FOR_GUARDS {
            self.sample(slots);
        }
        let stride = self.stride;
        let Some(guarded) = &mut self.guarded else {
            return self.program.run(slots, stride, first, memories);
        };
        guarded.test.run(slots, stride);
        let mut numbers = std::mem::take(&mut guarded.numbers);
        numbers.clear();
        vectorised(|| {
            for slots in slots.chunks_exact(stride) {
                numbers.push(guarded.variant(slots));
            }
        });
        let mut begin = 0;
        // Adjacent chunks that need the same variant run together.
        for group in numbers.chunk_by(|number, next| number == next) {
            let end = begin + group.len();
            if let Some(number) = group[0] {
                let slots = &mut slots[begin * stride..end * stride];
                match self.variant(number, group.len()) {
                    Some(variant) => variant.run(slots, first + begin, memories),
                    None => self.program.run(slots, stride, first + begin, memories),
                }
            }
            begin = end;
        }
        if let Some(guarded) = &mut self.guarded {
            guarded.numbers = numbers;
        }
    }

    /// Returns the counts of the program, of the test of the guards, and of the variants, each with
    /// its name.
    pub fn counts(&self) -> Vec<(String, ProgramCounts)> {
        let mut counts = vec![("program".to_owned(), self.program.executable.counts())];
        if let Some(guarded) = &self.guarded {
            let guards = guarded.guards.len();
            counts.push((format!("test of the guards: {guards}"), guarded.test.counts()));
            for (number, variant) in guarded.variants.iter().enumerate() {
                let Some(load) = &variant.load else {
                    continue;
                };
                let ones = (0..guards).filter(|guard| number >> guard & 1 == 1);
                let ones: Vec<String> = ones.map(|guard| guard.to_string()).collect();
                let ones = if ones.is_empty() { "none".to_owned() } else { ones.join(", ") };
                let lanes = if number >> guards & 1 == 1 { "some" } else { "all" };
                for (part, part_counts) in load.counts() {
                    let name = format!("guards at 1: {ones}; {lanes} lanes");
                    counts.push((format!("{name}: {part}"), part_counts));
                }
            }
        }
        counts
    }

    /// Samples a run, or chooses guards.
    fn sample(&mut self, slots: &[Slot]) {
        self.runs += 1;
        let Some((sampling, later)) = self.samplings.split_first() else {
            return;
        };
        if self.runs <= sampling.after || !self.runs.is_multiple_of(sampling.every) {
            return;
        }
        let samples = match &mut self.samples {
            Some(samples) => samples,
            none => none.insert(Samples::new(&mut self.logic, &self.masks, self.leaves)),
        };
        samples.add(slots, self.stride);
        if self.runs == sampling.until {
            let guards = choose(&self.logic, &samples.candidates, &samples.counts);
            samples.counts.clear();
            self.guarded = self.guarded(guards);
            self.samplings = later;
            if later.is_empty() {
                self.samples = None;
            }
        }
    }

    /// Returns the load for a variant. The variant is compiled once enough chunks have needed it.
    fn variant(&mut self, number: usize, chunks: usize) -> Option<&mut Load> {
        let guarded = self.guarded.as_mut()?;
        let variant = &mut guarded.variants[number];
        let before = variant.chunks;
        variant.chunks += chunks;
        if before < CHUNKS_BEFORE_VARIANT && variant.chunks >= CHUNKS_BEFORE_VARIANT {
            let zeros = guarded.guards.iter().enumerate().filter(|(bit, _)| number >> bit & 1 == 0);
            let zeros: Vec<Edge> = zeros.map(|(_, guard)| guard.edge).collect();
            let is_masked = number >> guarded.guards.len() & 1 == 1;
            let logic = self.logic.assuming(&zeros);
            let compiled = logic.compile(is_masked, self.leaves);
            if compiled.program.slots <= self.stride {
                let (masks, execution) = (self.masks.clone(), self.execution);
                let load = Load::new(logic, compiled, masks, self.leaves, execution, self.stride);
                let samplings: &[Sampling] =
                    if self.samplings.is_empty() { self.samplings_of_variants } else { &[] };
                variant.load =
                    Some(Box::new(Load { samplings, samplings_of_variants: &[], ..load }));
            }
        }
        variant.load.as_deref_mut()
    }

    /// Compiles the test of guards. `None` if there are none.
    fn guarded(&self, guards: Vec<Guard>) -> Option<Guarded> {
        let mut graph = self.logic.graph.clone();
        let any = any_of(&mut graph, &self.masks);
        let masks: Vec<Edge> = self.masks.iter().map(|mask| graph.leaf(*mask)).collect();
        let all = graph.all(&masks);
        let mut results: Vec<Edge> =
            guards.iter().map(|guard| graph.and(guard.test, any)).collect();
        results.extend([!all, any]);
        let test = Program::of(&graph, &results, self.leaves);
        (test.slots <= self.stride && !guards.is_empty()).then(|| Guarded {
            variants: (0..1 << (guards.len() + 1)).map(|_| Variant::default()).collect(),
            results: test.results.clone(),
            test: Executable::new(&test, self.execution, self.stride),
            guards,
            numbers: Vec::new(),
        })
    }
}

impl Guarded {
    /// Returns the number of the variant that a chunk needs after the test; `None` if no clock
    /// rises.
    #[inline(always)]
    fn variant(&self, slots: &[Slot]) -> Option<usize> {
        let (any, results) = self.results.split_last()?;
        if slots[*any as usize].0 == NONE {
            return None;
        }
        let mut number = 0;
        for (bit, slot) in results.iter().enumerate() {
            number |= usize::from(slots[*slot as usize].0 != NONE) << bit;
        }
        Some(number)
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
    fn run(
        &mut self,
        slots: &mut [Slot],
        stride: usize,
        first: usize,
        memories: &mut [LaneMemory],
    ) {
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
