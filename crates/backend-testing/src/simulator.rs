//! Simulators that repeat recordings.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use test_support::Output;
use test_support::external_tool::{CXX, IVERILOG, VERILATOR, VVP};

use crate::testbench::{self, Dut};

/// A simulator, which counts as hanging after a time limit.
#[derive(Clone, Copy)]
pub enum Simulator<'r> {
    /// Icarus Verilog: driven by events, so that processes that wake each other forever hang it.
    Icarus(Duration),
    /// Verilator.
    Verilator(&'r VerilatorRuntime, Duration),
}

/// What is wrong with a device.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The simulator rejects the text, or ends early.
    Rejected(String),
    /// The simulation does not end in time.
    Hangs,
    /// A port has another value than in the recording.
    Differs(String),
}

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Fault::Rejected(message) | Fault::Differs(message) => f.write_str(message),
            Fault::Hangs => f.write_str(
                "the simulation does not end in time: processes may wake each other forever",
            ),
        }
    }
}

/// For each state register of a device, the values that were seen: a bit for each.
pub type Seen = Vec<u64>;

impl Simulator<'_> {
    /// The name of the simulator.
    pub fn name(&self) -> &'static str {
        match self {
            Simulator::Icarus(_) => "Icarus Verilog",
            Simulator::Verilator(..) => "Verilator",
        }
    }

    /// Repeats the recordings of devices, all of them in one simulation.
    ///
    /// # Panics
    ///
    /// If the simulator is not installed.
    pub fn run(&self, duts: &[Dut]) -> Vec<Result<Seen, Fault>> {
        match (self.simulate(duts), duts) {
            (_, []) => vec![],
            (Ok(results), _) => results,
            (Err(fault), [_]) => vec![Err(fault)],
            // One of them prevents the others from ending.
            (Err(_), _) => {
                let (first, second) = duts.split_at(duts.len() / 2);
                [self.run(first), self.run(second)].concat()
            }
        }
    }

    fn simulate(&self, duts: &[Dut]) -> Result<Vec<Result<Seen, Fault>>, Fault> {
        let folder = tempfile::tempdir().expect("a folder");
        let write = |path: &Path, text: &str| fs::write(path, text).expect("a file of our own");
        write(&folder.path().join("bench.sv"), &testbench::text(duts));
        let program = self.compile(folder.path()).map_err(Fault::Rejected)?;
        let mut results: Vec<Result<Seen, Fault>> =
            duts.iter().map(|dut| Ok(vec![0; dut.states.len()])).collect();
        let episodes = duts.iter().map(|dut| dut.recording.episodes.len()).max().unwrap_or(0);
        for episode in 0..episodes {
            let rows = folder.path().join(format!("episode_{episode}"));
            fs::create_dir(&rows).expect("a folder of our own");
            for (index, dut) in duts.iter().enumerate() {
                if let (Some(text), Ok(_)) = (dut.recording.episodes.get(episode), &results[index])
                {
                    write(&rows.join(format!("{index}.rows")), text);
                }
            }
            let printed = self.start(&program, &rows)?;
            for ((index, dut), result) in duts.iter().enumerate().zip(&mut results) {
                if let Ok(seen) = result
                    && let Err(fault) = read(&printed, index, dut, episode, seen)
                {
                    *result = Err(fault);
                }
            }
            fs::remove_dir_all(rows).expect("a folder of our own");
        }
        Ok(results)
    }

    /// Compiles `bench.sv` in a folder.
    fn compile(&self, folder: &Path) -> Result<PathBuf, String> {
        match self {
            Simulator::Icarus(_) => {
                let arguments = ["-g2012", "-s", "bench", "-o", "bench", "bench.sv"];
                let compiled = IVERILOG.run(folder, arguments).into_result();
                // Icarus Verilog says that a process wakes up more often than necessary.
                let is_error = |line: &&str| !line.contains("sorry: constant selects");
                compiled
                    .map_err(|text| text.lines().filter(is_error).collect::<Vec<_>>().join("\n"))?;
                Ok(folder.join("bench"))
            }
            Simulator::Verilator(runtime, _) => runtime.compile(folder),
        }
    }

    /// Runs the program in a folder and returns what it prints.
    fn start(&self, program: &Path, folder: &Path) -> Result<String, Fault> {
        let output = match self {
            Simulator::Icarus(limit) => {
                VVP.run_within(*limit, folder, [OsString::from("-n"), program.into()])
            }
            Simulator::Verilator(_, limit) => {
                let mut command = Command::new(program);
                command.current_dir(folder);
                Output::within(*limit, command).expect("a program that can be started")
            }
        };
        output.ok_or(Fault::Hangs)?.into_result().map_err(Fault::Rejected)
    }
}

/// Reads what the test of a device has printed, and adds the values of registers that were seen.
fn read(
    printed: &str,
    index: usize,
    dut: &Dut,
    episode: usize,
    seen: &mut Seen,
) -> Result<(), Fault> {
    let start = format!("{index} ");
    let mut steps = None;
    for line in printed.lines().filter_map(|line| line.strip_prefix(&start)) {
        match line.split(' ').collect::<Vec<_>>()[..] {
            ["fault", step, row] => {
                return Err(Fault::Differs(difference(dut, episode, step, row)));
            }
            ["done", count, ref values @ ..] => {
                steps = count.parse().ok();
                for (seen, value) in seen.iter_mut().zip(values) {
                    *seen |= u64::from_str_radix(value, 16).unwrap_or(0);
                }
            }
            _ => {}
        }
    }
    let expected = dut.recording.episodes.get(episode).map_or(0, |rows| rows.lines().count());
    if steps == Some(expected) {
        return Ok(());
    }
    Err(Fault::Rejected(format!("it ends after {steps:?} of {expected} steps:\n{printed}")))
}

/// Describes the first port that differs, and the inputs.
fn difference(dut: &Dut, episode: usize, step: &str, actual: &str) -> String {
    let rows = dut.recording.episodes[episode].lines();
    let row = step.parse().ok().and_then(|step: usize| rows.clone().nth(step)).unwrap_or_default();
    let (mut place, mut inputs, mut found) = (0, vec![], None);
    for port in &dut.recording.ports {
        place += usize::from(port.has_driver());
        let digits = place..place + port.digits();
        place = digits.end;
        let [wanted, actual] = [row, actual].map(|row| row.get(digits.clone()).unwrap_or("?"));
        if port.kind == rust_hdl_rtl::SignalKind::Input {
            inputs.push(format!("{} = 0x{wanted}", port.name));
        } else if wanted != actual && found.is_none() {
            found = Some(format!("`{}` is 0x{actual} instead of 0x{wanted}", port.name));
        }
    }
    let found = found.unwrap_or_else(|| format!("{actual} instead of {row}"));
    format!("in step {step}, {found}; the inputs are {}", inputs.join(", "))
}

/// Verilator's runtime library, compiled once for all simulations.
pub struct VerilatorRuntime {
    include: String,
    folder: PathBuf,
    optimisation: &'static str,
}

impl VerilatorRuntime {
    /// The sources of the library.
    const SOURCES: [&str; 3] = ["verilated", "verilated_threads", "verilated_timing"];

    /// Compiles it in an existing folder, or finds it there. Models are compiled without
    /// optimisation, unless `is_fast`: worth it if they run for long.
    ///
    /// # Panics
    ///
    /// If Verilator or the C++ compiler is missing.
    pub fn in_folder(folder: &Path, is_fast: bool) -> VerilatorRuntime {
        let root = VERILATOR.run(folder, ["--getenv", "VERILATOR_ROOT"]).succeeds().text();
        let runtime = VerilatorRuntime {
            include: format!("{}/include", root.trim()),
            folder: folder.to_path_buf(),
            optimisation: if is_fast { "-O1" } else { "-O0" },
        };
        for source in VerilatorRuntime::SOURCES {
            let object = format!("{source}.o");
            if !folder.join(&object).exists() {
                let path = format!("{}/{source}.cpp", runtime.include);
                runtime.compile_source(folder, &path, &object).expect("Verilator's own source");
            }
        }
        runtime
    }

    fn compile_source(&self, folder: &Path, source: &str, object: &str) -> Result<(), String> {
        let include = format!("-I{}", self.include);
        let standard = format!("-I{}/vltstd", self.include);
        let language = ["-std=gnu++20", self.optimisation, "-w", "-c", "-I."];
        let arguments = [&language[..], &[&include, &standard, source, "-o", object]].concat();
        CXX.run(folder, arguments).into_result().map(drop)
    }

    /// Compiles `bench.sv` in a folder.
    fn compile(&self, folder: &Path) -> Result<PathBuf, String> {
        let model = ["--cc", "--exe", "--main", "--timing", "--Mdir", "model"];
        // Linting is a separate check.
        let quiet = ["-Wno-lint", "-Wno-style", "-Wno-fatal"];
        let arguments = [&model[..], &quiet, &["--top-module", "bench", "bench.sv"]].concat();
        VERILATOR.run(folder, arguments).into_result()?;
        let model = folder.join("model");
        let names = fs::read_dir(&model).expect("a folder of our own").map(|entry| {
            entry.expect("a file of our own").file_name().to_string_lossy().into_owned()
        });
        let mut sources: Vec<String> = names.filter(|name| name.ends_with(".cpp")).collect();
        sources.sort();
        // A single file compiles faster.
        let include = |name: &String| format!("#include \"{name}\"\n");
        let all: String = sources.iter().map(include).collect();
        fs::write(model.join("all.cc"), all).expect("a file of our own");
        self.compile_source(&model, "all.cc", "all.o")?;
        let program = folder.join("bench");
        let mut arguments = vec![model.join("all.o")];
        arguments
            .extend(VerilatorRuntime::SOURCES.map(|name| self.folder.join(format!("{name}.o"))));
        arguments.extend(["-pthread".into(), "-o".into(), program.clone()]);
        CXX.run(folder, arguments).into_result()?;
        Ok(program)
    }
}
