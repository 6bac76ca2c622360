//! Emits, proves and simulates generated kernels.
//!
//! Programs made of generated kernels depend on this crate, and call [`run`].

mod simulation;

use std::env;
use std::fs;
use std::panic;
use std::path::Path;
use std::process;
use std::sync::Arc;
use std::time::Duration;

use backend_testing::netlists::{self, hide_contents};
use backend_testing::{Dut, Simulator, VerilatorRuntime};
use fastrand::Rng;
use rust_hdl_systemverilog::describe::Ports;
use rust_hdl_systemverilog::rtl::{BlockSimulation, Design, Error, elaborate};
use rust_hdl_systemverilog::{CaseStyle, Options, ResetStyle, print_all, prove};

/// Everything that the source of a kernel uses.
pub mod prelude {
    pub use rust_hdl::prelude::*;
    pub use rust_hdl::widgets::edge_ff::EdgeDFF;
    pub use rust_hdl_systemverilog::describe::*;
}

/// The number of input vectors for each kernel.
const STEPS: usize = 100;

/// The longest time in which kernels are simulated together, well above what they need.
const LIMIT: Duration = Duration::from_secs(30);

/// A kernel: its number, and what simulates or elaborates it.
pub struct Kernel {
    number: usize,
    simulation: fn() -> BlockSimulation,
    elaborate: fn(&str) -> Result<Design, Error>,
}

impl Kernel {
    /// A kernel whose top-level block is `B`.
    pub fn new<B: Ports + Default + 'static>(number: usize) -> Kernel {
        Kernel {
            number,
            simulation: || BlockSimulation::new(B::default()),
            elaborate: |name| elaborate(&[(name, &B::default())]),
        }
    }
}

/// Emits, proves and simulates each kernel, and prints a line with what becomes of it:
///
/// - `NUMBER accepted`;
/// - `NUMBER rejected KIND MESSAGE`, with the kind of the error;
/// - `NUMBER failed MESSAGE`, if the text is not proven to mean the same as the design, if Rust
///   cannot simulate it, or if it panics, which ends the program;
/// - besides, `NUMBER fault TOOL: MESSAGE` for each tool that does not do the same, and
///   `NUMBER hidden`, if its netlists are not compared, since they lack the initial contents of a
///   memory.
///
/// The program's arguments are a seed for the inputs, and the folder of Verilator's runtime, or
/// `netlists`: then Icarus Verilog simulates netlists of Yosys instead of the text. The
/// SystemVerilog files go to the existing folders `NUMBER/`.
///
/// # Panics
///
/// If the seed is not a number, or a file cannot be written.
pub fn run(kernels: &[Kernel]) {
    let mut arguments = env::args().skip(1);
    let mut argument = || arguments.next().expect("a seed, and a folder or `netlists`");
    let (seed, tools) = (argument().parse().expect("a number"), argument());
    let mut simulated = vec![];
    for kernel in kernels {
        let number = kernel.number;
        panic::set_hook(Box::new(move |panic| {
            print(number, "failed", &panic.to_string());
            process::exit(1);
        }));
        match kernel.emit(seed) {
            Ok(dut) => {
                print(number, "accepted", "");
                simulated.push((number, dut));
            }
            Err((outcome, message)) => print(number, outcome, &message),
        }
    }
    if tools == "netlists" {
        return check_netlists(simulated);
    }
    let runtime = VerilatorRuntime::in_folder(Path::new(&tools), false);
    let (numbers, duts): (Vec<usize>, Vec<Dut>) = simulated.into_iter().unzip();
    for simulator in [Simulator::Icarus(LIMIT), Simulator::Verilator(&runtime, LIMIT)] {
        for (number, result) in numbers.iter().zip(simulator.run(&duts)) {
            if let Err(fault) = result {
                print(*number, "fault", &format!("{}: {fault}", simulator.name()));
            }
        }
    }
}

/// Compares the netlists of kernels with their recordings.
fn check_netlists(kernels: Vec<(usize, Dut)>) {
    let (hidden, kernels): (Vec<_>, Vec<_>) =
        kernels.into_iter().partition(|(_, dut)| hide_contents(&dut.files));
    hidden.iter().for_each(|(number, _)| print(*number, "hidden", ""));
    let (numbers, duts): (Vec<usize>, Vec<Dut>) = kernels.into_iter().unzip();
    for flow in netlists::chosen() {
        for (number, result) in numbers.iter().zip(flow.check(&duts)) {
            if let Err(message) = result {
                print(*number, "fault", &message);
            }
        }
    }
}

/// Prints a line.
fn print(number: usize, outcome: &str, message: &str) {
    println!("{number} {outcome} {}", message.replace('\n', "; "));
}

impl Kernel {
    /// Emits and proves a kernel, and simulates it in Rust. Otherwise returns what becomes of it,
    /// and why.
    fn emit(&self, seed: u64) -> Result<Dut, (&'static str, String)> {
        let name = format!("k{}", self.number);
        let design = (self.elaborate)(&name).map_err(|error| {
            let debug = format!("{:?}", error.cause());
            let kind = debug.split([' ', '(']).next().unwrap_or_default();
            ("rejected", format!("{kind} {error}"))
        })?;
        let files = print_all(&design, &options(self.number));
        for file in &files {
            let path = Path::new(&self.number.to_string()).join(&file.name);
            fs::write(path, &file.text).expect("a file in a folder of our own");
        }
        prove(&design, &files).map_err(|error| ("failed", format!("the proof: {error}")))?;
        let mut random = Rng::with_seed(seed ^ self.number as u64);
        let recording = simulation::record(&mut (self.simulation)(), STEPS, &mut random)
            .map_err(|error| ("failed", format!("the simulation in Rust: {error}")))?;
        Ok(Dut::new(&name, files, Arc::new(recording)))
    }
}

/// Returns the options for a kernel: the default ones for half of them.
fn options(number: usize) -> Options<'static> {
    let default = Options::default();
    match number % 6 {
        1 => Options { line_length: 40, ..default },
        3 => Options { reset: ResetStyle::KernelOrder, indentation: 4, ..default },
        5 => Options { case: CaseStyle::Unique, source_lines: true, ..default },
        _ => default,
    }
}
