//! Simulates generated kernels in rust-hdl and writes what other simulators have to match.
//!
//! Programs made of generated kernels depend on this crate, and call [`run`].

mod simulation;

use std::env;
use std::fmt::Display;
use std::fs;
use std::panic;
use std::path::Path;
use std::process;

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

/// Emits each kernel, and simulates it. The program's arguments are a seed for the inputs, and the number of steps.
///
/// Writes to the existing folder `NUMBER/`:
///
/// - the SystemVerilog files, `files` with their order, and `ports` and `rows` with what the simulation did; or
/// - `rejected`, with the kind of the error and its message.
///
/// Besides, `failed` has the reason if the kernel cannot be simulated, or if the text is not proven to mean the same as the
/// design. The program ends if a kernel panics.
///
/// # Panics
///
/// If the arguments are not numbers, or a file cannot be written.
pub fn run(kernels: &[Kernel]) {
    let mut arguments = env::args().skip(1).map(|argument| argument.parse().expect("a number"));
    let (seed, steps) = (arguments.next().expect("a seed"), arguments.next().expect("the steps"));
    for kernel in kernels {
        let number = kernel.number;
        panic::set_hook(Box::new(move |panic| {
            write(number, "failed", panic);
            process::exit(1);
        }));
        kernel.run(seed, steps as usize);
    }
}

impl Kernel {
    fn run(&self, seed: u64, steps: usize) {
        let number = self.number;
        let design = match (self.elaborate)(&format!("k{number}")) {
            Ok(design) => design,
            Err(error) => {
                let debug = format!("{error:?}");
                let kind = debug.split([' ', '(']).next().unwrap_or_default();
                return write(number, "rejected", format!("{kind}\n{error}"));
            }
        };
        let files = print_all(&design, &options(number));
        let names: Vec<&str> = files.iter().map(|file| file.name.as_str()).collect();
        write(number, "files", names.join("\n"));
        for file in &files {
            write(number, &file.name, &file.text);
        }
        if let Err(error) = prove(&design, &files) {
            write(number, "failed", format!("the proof: {error}"));
        }
        let mut simulation = (self.simulation)();
        write(number, "ports", simulation::ports(&simulation));
        let mut random = Rng::with_seed(seed ^ number as u64);
        match simulation::rows(&mut simulation, steps, &mut random) {
            Ok(rows) => write(number, "rows", rows),
            Err(error) => write(number, "failed", format!("the simulation in Rust: {error}")),
        }
    }
}

fn write(number: usize, file: &str, text: impl Display) {
    let path = Path::new(&number.to_string()).join(file);
    fs::write(path, text.to_string()).expect("a file in a folder of our own");
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
