//! Random kernels: Rust, Icarus Verilog, Verilator and the proof of the text agree on what each of them does.
//!
//! | module | contents |
//! |---|---|
//! | `generator` | random kernels as Rust source |
//! | `runtime` | a crate that emits, proves and simulates kernels, for programs made of them |
//! | `batch` | compiling such a program and running it |
//! | `testbench`, `simulator` | the same in SystemVerilog simulators |

mod batch;
mod generator;
mod simulator;
mod testbench;

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

use batch::Libraries;
use generator::{CONSTRUCTS, Kernel};
use simulator::SIMULATORS;
use testbench::Dut;

/// The number of kernels.
const COUNT: usize = 2125;

/// The least number of kernels that the backend accepts.
const ACCEPTED: usize = 2000;

/// The number of kernels in one program and one testbench.
const BATCH: usize = 125;

/// The least number of accepted kernels in which each construct occurs.
const LEAST: usize = 10;

/// The greatest share of kernels that may be rejected with each kind of error, in percent. The loops are false: no bit depends on
/// itself, but a process does that reads its own targets, which is not split. Unsupported is arithmetic in an index of a
/// `#[hdl_gen]`, which does not record `.index()`.
const REJECTED: [(&str, usize); 2] = [("CombinationalLoop", 5), ("Unsupported", 1)];

/// Messages about limits of the simulators:
///
/// - Icarus Verilog 11 confuses the sensitivity lists of `always_comb z = (a == 3) ^ a[0];` and `always_comb x = m + a;`.
/// - It does not assign the field of a struct to an enum in an `always_comb`.
/// - Verilator 5.006 does not simplify `^({23'd0, x} & {23'd0, x})`.
const LIMITS: [&str; 3] =
    ["ivl_nexus_ptrs", "This assignment requires an explicit cast", "should have been folded"];

/// The greatest share of kernels with such messages, in percent. The other simulator has to support them.
const LIMITED: usize = 1;

/// What became of some kernels.
#[derive(Default)]
struct Outcome {
    /// The kernels that do not pass, with the reason.
    failed: Vec<(usize, String)>,
    /// The kernels that the backend rejects, with the kind of the error and its message.
    rejected: Vec<(usize, String)>,
    /// The kernels that a simulator does not support, with its name.
    limited: Vec<(usize, &'static str)>,
    /// The number of kernels that the backend accepts.
    accepted: usize,
    /// The number of them in which each construct occurs.
    constructs: BTreeMap<&'static str, usize>,
    /// The time that each stage took, summed over all threads.
    times: BTreeMap<&'static str, Duration>,
}

/// Takes some four minutes. `RANDOM_KERNELS_SEED` sets another seed than 1, and `RANDOM_KERNELS` runs only one kernel, such as
/// `317`, or some, such as `300..400`. Each failure is printed with its kernel's folder in `target/tmp/random-kernels/`.
#[test]
#[ignore = "needs verilator and iverilog: apt-get install verilator make g++ iverilog"]
fn simulators_and_the_proof_agree_with_rust_on_random_kernels() {
    let seed = env::var("RANDOM_KERNELS_SEED").map_or(1, |seed| seed.parse().expect("a number"));
    let selected = env::var("RANDOM_KERNELS").ok();
    let numbers = selected.as_deref().map_or(0..COUNT, range);
    println!("seed {seed}, kernels {numbers:?}");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("random-kernels");
    let mut outcome = check_all(seed, numbers.clone(), &folder);
    outcome.print();
    outcome.failed.sort();
    let describe = |(number, reason): &(usize, String)| {
        format!("kernel {number} in {}: {reason}", folder.join(number.to_string()).display())
    };
    let mut faults: Vec<String> = outcome.failed.iter().map(describe).collect();
    if selected.is_none() {
        faults.extend(outcome.gaps(numbers.len()));
    }
    assert!(faults.is_empty(), "seed {seed}:\n{}", faults.join("\n"));
}

/// Reads `5` or `5..8`.
fn range(text: &str) -> Range<usize> {
    let number = |text: &str| text.parse().expect("a number, or two with .. between them");
    match text.split_once("..") {
        Some((first, end)) => number(first)..number(end),
        None => number(text)..number(text) + 1,
    }
}

/// Checks the kernels in batches, on all processors.
fn check_all(seed: u64, numbers: Range<usize>, folder: &Path) -> Outcome {
    if folder.exists() {
        fs::remove_dir_all(folder).expect("a folder of our own");
    }
    fs::create_dir_all(folder).expect("a folder of our own");
    let libraries = Libraries::build();
    let numbers: Vec<usize> = numbers.collect();
    let batches = Mutex::new(numbers.chunks(BATCH));
    let outcome = Mutex::new(Outcome::default());
    let work = || {
        loop {
            let Some(numbers) = batches.lock().expect("no panic").next() else { return };
            let kernels: Vec<Kernel> =
                numbers.iter().map(|number| generator::generate(seed, *number)).collect();
            let of_batch = check(&kernels, &libraries, folder, seed);
            outcome.lock().expect("no panic").add(of_batch);
        }
    };
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(work);
        }
    });
    outcome.into_inner().expect("no panic")
}

/// Checks some kernels.
fn check(kernels: &[Kernel], libraries: &Libraries, folder: &Path, seed: u64) -> Outcome {
    let mut outcome = Outcome::default();
    let folder_of = |kernel: &Kernel| -> PathBuf { folder.join(kernel.number.to_string()) };
    for kernel in kernels {
        fs::create_dir(folder_of(kernel)).expect("a folder of our own");
        let source = format!("use random_kernels_runtime::prelude::*;\n\n{}", kernel.source);
        fs::write(folder_of(kernel).join("kernel.rs"), source).expect("a file of our own");
    }
    let start = Instant::now();
    if let Err(message) = libraries.simulate(kernels, folder, seed) {
        outcome.failed.push((kernels[0].number, format!("the program of its batch: {message}")));
    }
    outcome.times.insert("Rust", start.elapsed());
    let mut duts = vec![];
    for kernel in kernels {
        let result = |name| fs::read_to_string(folder_of(kernel).join(name)).ok();
        if let Some(reason) = result("failed") {
            outcome.failed.push((kernel.number, reason));
        } else if let Some(error) = result("rejected") {
            outcome.rejected.push((kernel.number, error));
        } else if result("rows").is_some() {
            outcome.accepted += 1;
            duts.push(Dut { number: kernel.number, folder: folder_of(kernel) });
            for construct in kernel.constructs.keys() {
                *outcome.constructs.entry(construct).or_default() += 1;
            }
        }
    }
    let duts: Vec<&Dut> = duts.iter().collect();
    for simulator in SIMULATORS {
        let start = Instant::now();
        for (number, fault) in simulator.faults(&duts) {
            let is_known = LIMITS.iter().any(|limit| fault.contains(limit));
            if is_known && outcome.limited.iter().all(|(other, _)| *other != number) {
                outcome.limited.push((number, simulator.name));
            } else {
                outcome.failed.push((number, format!("{}: {fault}", simulator.name)));
            }
        }
        outcome.times.insert(simulator.name, start.elapsed());
    }
    outcome
}

impl Outcome {
    fn add(&mut self, other: Outcome) {
        self.failed.extend(other.failed);
        self.rejected.extend(other.rejected);
        self.limited.extend(other.limited);
        self.accepted += other.accepted;
        for (construct, kernels) in other.constructs {
            *self.constructs.entry(construct).or_default() += kernels;
        }
        for (stage, time) in other.times {
            *self.times.entry(stage).or_default() += time;
        }
    }

    fn print(&self) {
        println!(
            "accepted: {}; rejected: {}; not simulated: {:?}",
            self.accepted,
            self.rejected.len(),
            self.limited
        );
        println!("time on all threads: {:.0?}", self.times);
        if let Some(rarest) = self.constructs.iter().min_by_key(|(_, kernels)| **kernels) {
            println!("rarest construct: {rarest:?}");
        }
    }

    /// Describes the constructs that are too rare, and the errors that are too frequent among that many kernels.
    fn gaps(&self, kernels: usize) -> Vec<String> {
        let mut gaps = vec![];
        for construct in CONSTRUCTS {
            let found = self.constructs.get(construct).copied().unwrap_or(0);
            if found < LEAST {
                gaps.push(format!("{construct}: in {found} accepted kernels only"));
            }
        }
        if self.accepted < ACCEPTED {
            gaps.push(format!("only {} kernels are accepted", self.accepted));
        }
        if self.limited.len() > LIMITED * kernels / 100 {
            gaps.push(format!("too many are not simulated: {:?}", self.limited));
        }
        let mut kinds: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for (_, error) in &self.rejected {
            let (kind, message) = error.split_once('\n').expect("a kind and a message");
            kinds.entry(kind).or_default().push(message);
        }
        for (kind, messages) in kinds {
            let limit = REJECTED.iter().find(|(known, _)| *known == kind);
            let limit = limit.map_or(0, |(_, percent)| percent * kernels / 100);
            if messages.len() > limit {
                let message = messages[0];
                gaps.push(format!("{} kernels are rejected: {kind}: {message}", messages.len()));
            }
        }
        gaps
    }
}

#[test]
fn a_kernel_depends_on_its_seed_and_number_only() {
    for (seed, number) in [(1, 0), (1, 1), (2, 0)] {
        let kernel = generator::generate(seed, number);
        assert_eq!(kernel.source, generator::generate(seed, number).source);
        assert_ne!(kernel.source, generator::generate(seed + 2, number).source);
    }
}
