//! Verilator models of the emitted files, which replay a trace.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use rust_hdl_rtl::{Design, ItemKind, ModuleId, Type};
use tempfile::TempDir;
use test_support::Output;
use test_support::external_tool::{CXX, VERILATOR};

use crate::case::{Case, Exemption, TOP};
use crate::cosimulation::{Failure, RunSummary, cosimulate};
use crate::files::Files;
use crate::interface::{Interface, Port, PortKind};
use crate::trace::Trace;

const SUPPORT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/src");

/// Compiler options: fast to compile, and fast enough to run.
const COMPILE: [&str; 3] = ["-std=c++17", "-O1", "-c"];

/// Verilator's runtime library, compiled once for all models.
pub struct Runtime {
    include: String,
    folder: TempDir,
}

impl Runtime {
    pub fn build() -> Result<Runtime, String> {
        let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
        let root = VERILATOR.run(folder.path(), ["--getenv", "VERILATOR_ROOT"]).into_result()?;
        let runtime = Runtime { include: format!("{root}/include"), folder };
        for source in ["verilated", "verilated_threads"] {
            let path = format!("{}/{source}.cpp", runtime.include);
            runtime.compile(runtime.folder.path(), &path, &format!("{source}.o"))?;
        }
        Ok(runtime)
    }

    fn compile(&self, folder: &Path, source: &str, object: &str) -> Result<(), String> {
        let include = format!("-I{}", self.include);
        let standard = format!("-I{}/vltstd", self.include);
        let support = format!("-I{SUPPORT}");
        let mut arguments = COMPILE.to_vec();
        arguments.extend(["-I.", &include, &standard, &support, source, "-o", object]);
        CXX.run(folder, arguments).into_result().map(drop)
    }

    fn link(&self, folder: &Path, objects: &[String]) -> Result<PathBuf, String> {
        let program = folder.join("replay");
        let mut arguments: Vec<OsString> = objects.iter().map(OsString::from).collect();
        for object in ["verilated.o", "verilated_threads.o"] {
            arguments.push(self.folder.path().join(object).into());
        }
        arguments.extend(["-pthread".into(), "-o".into(), program.clone().into()]);
        CXX.run(folder, arguments).into_result()?;
        Ok(program)
    }
}

/// An enum register somewhere in a design.
pub struct State {
    /// The hierarchical name of the register.
    path: String,
    width: u32,
    variants: Vec<String>,
}

/// Compares a case with its Verilator model for `cycles` cycles.
pub fn compare(
    case: &Case,
    design: &Design,
    files: &Files,
    runtime: &Runtime,
    cycles: u64,
) -> Result<RunSummary, Failure> {
    let interface = case.interface();
    let states = states(design);
    let program = build(&interface, &states, files, runtime).map_err(Failure::Model)?;
    let path = files.scratch("trace");
    let unwritten = |error: std::io::Error| Failure::Model(format!("no trace: {error}"));
    let mut trace = Trace::create(&path, &interface).map_err(unwritten)?;
    let summary = cosimulate(case, cycles, &mut trace)?;
    trace.close().map_err(unwritten)?;
    let mut replay = Command::new(program);
    replay.arg(&path).current_dir(files.folder());
    let report = Output::of(replay).map_err(|error| Failure::Model(error.to_string()))?;
    let report = report.into_result().map_err(Failure::Model)?;
    if case.needs_coverage {
        check_outputs(case, &interface, &summary).map_err(Failure::Model)?;
        check_states(case, &states, &report).map_err(Failure::Model)?;
    }
    Ok(summary)
}

/// Builds the program.
fn build(
    interface: &Interface,
    states: &[State],
    files: &Files,
    runtime: &Runtime,
) -> Result<PathBuf, String> {
    let unwritten = |error: std::io::Error| error.to_string();
    fs::write(files.scratch("bench.sv"), bench(interface, states)).map_err(unwritten)?;
    let mut arguments: Vec<&str> = vec!["--cc", "-O3", "--Mdir", "model", "--top-module", "bench"];
    // Linting is a separate check.
    arguments.extend(["-Wno-lint", "-Wno-style", "-Wno-fatal"]);
    arguments.extend(files.names.iter().map(String::as_str));
    arguments.push("bench.sv");
    VERILATOR.run(files.folder(), arguments).into_result()?;
    let model = files.scratch("model");
    fs::write(model.join("main.cpp"), main(interface, states)).map_err(unwritten)?;
    let mut sources = Vec::new();
    for entry in fs::read_dir(&model).map_err(unwritten)? {
        let name = entry.map_err(unwritten)?.file_name().to_string_lossy().into_owned();
        sources.extend(name.ends_with(".cpp").then_some(name));
    }
    sources.sort();
    // A single file compiles faster.
    let includes: String = sources.iter().map(|name| format!("#include \"{name}\"\n")).collect();
    fs::write(model.join("all.cc"), includes).map_err(unwritten)?;
    runtime.compile(&model, "all.cc", "all.o")?;
    runtime.link(&model, &["all.o".to_string()])
}

/// A wrapper with numbered ports, separate signals for bidirectional ports, and outputs for state registers.
pub fn bench(interface: &Interface, states: &[State]) -> String {
    let declare = |direction: &str, letter: char, index: usize, width: u32| {
        format!("  {direction} logic [{}:0] {letter}{index}", width - 1)
    };
    let (mut ports, mut connections, mut body) = (vec![], vec![], String::new());
    let buses = interface.buses().count();
    let lists = [('i', "input", &interface.inputs), ('o', "output", &interface.outputs)];
    for (letter, direction, list) in lists {
        for (index, port) in list.iter().enumerate() {
            ports.push(declare(direction, letter, index, port.width));
            if port.kind != PortKind::Bus {
                connections.push(format!("    .{}({letter}{index})", port.name));
            }
        }
    }
    let inputs = interface.inputs.iter().enumerate().skip(interface.inputs.len() - buses);
    for (bus, (input, port)) in inputs.enumerate() {
        let output = interface.outputs.len() - buses + bus;
        ports.push(declare("input", 'e', bus, 1));
        connections.push(format!("    .{}(b{bus})", port.name));
        body.push_str(&format!(
            "  wire [{}:0] b{bus};\n  assign b{bus} = e{bus} ? i{input} : 'z;\n  assign o{output} = b{bus};\n",
            port.width - 1
        ));
    }
    for (index, state) in states.iter().enumerate() {
        ports.push(declare("output", 's', index, state.width));
        body.push_str(&format!("  assign s{index} = dut.{};\n", state.path));
    }
    format!(
        "module bench (\n{}\n);\n  {TOP} dut (\n{}\n  );\n{body}endmodule\n",
        ports.join(",\n"),
        connections.join(",\n")
    )
}

/// The main program.
fn main(interface: &Interface, states: &[State]) -> String {
    let lines = |ports: &[Port], line: &dyn Fn(usize, &Port) -> String| -> String {
        ports.iter().enumerate().map(|(index, port)| line(index, port)).collect()
    };
    let inputs = lines(&interface.inputs, &|index, port| {
        format!("        INPUT(Vbench, i{index}, {}),\n", port.bytes())
    });
    let outputs = lines(&interface.outputs, &|index, port| {
        format!("        OUTPUT(Vbench, o{index}, \"{}\", {}),\n", port.name, port.bytes())
    });
    let buses = (0..interface.buses().count()).map(|bus| format!("        BUS(Vbench, e{bus}),\n"));
    let buses: String = buses.collect();
    let states: String = (states.iter().enumerate())
        .map(|(index, state)| format!("        STATE(Vbench, s{index}, \"{}\"),\n", state.path))
        .collect();
    format!(
        "#include \"Vbench.h\"\n#include \"replay.hpp\"\n\nint main(int, char** arguments) {{\n    \
         return replay<Vbench>(\n        arguments[1],\n        {{\n{inputs}        }},\n        \
         {{\n{outputs}        }},\n        {{\n{buses}        }},\n        {{\n{states}        }});\n}}\n"
    )
}

/// Every enum register of a design.
fn states(design: &Design) -> Vec<State> {
    let mut found = vec![];
    collect(design, design.top(), "", &mut found);
    found
}

fn collect(design: &Design, id: ModuleId, path: &str, found: &mut Vec<State>) {
    let module = design.module(id);
    for item in &module.items {
        match &item.kind {
            ItemKind::Instance(instance) => {
                collect(design, instance.module, &format!("{path}{}.", instance.name), found);
            }
            ItemKind::Register(register) => {
                let signal = module.signal(register.target);
                if let Type::Enum(of) = signal.ty {
                    let names = module.enums[of.0].variants.iter().map(|v| v.name.clone());
                    found.push(State {
                        path: format!("{path}{}", signal.name),
                        width: module.signal_width(register.target),
                        variants: names.collect(),
                    });
                }
            }
            _ => {}
        }
    }
}

/// Checks that every output has changed or is exempt.
fn check_outputs(case: &Case, interface: &Interface, summary: &RunSummary) -> Result<(), String> {
    for Port { name, .. } in &interface.outputs {
        let exempt = case
            .exemptions
            .iter()
            .any(|exemption| matches!(exemption, Exemption::Constant { output } if output == name));
        match (summary.constant.contains(name), exempt) {
            (true, false) => {
                return Err(format!("insufficient stimulus: `{name}` never changes"));
            }
            (false, true) => return Err(format!("`{name}` is exempt, but changes")),
            _ => {}
        }
    }
    Ok(())
}

/// Checks that every variant of every enum register was seen or is exempt.
fn check_states(case: &Case, states: &[State], report: &str) -> Result<(), String> {
    let mut lines = report.lines();
    if lines.next() != Some("match") {
        return Err(format!("unexpected output: {report}"));
    }
    for (state, line) in states.iter().zip(lines) {
        let seen = line.rsplit(' ').next().and_then(|digits| u64::from_str_radix(digits, 16).ok());
        let seen = seen.ok_or_else(|| format!("unexpected output: {report}"))?;
        for (index, name) in state.variants.iter().enumerate() {
            let exempt = case.exemptions.iter().any(|exemption| {
                matches!(exemption, Exemption::Unreachable { register, variant }
                    if *register == state.path && variant == name)
            });
            let path = &state.path;
            match (seen >> index & 1 != 0, exempt) {
                (false, false) => {
                    return Err(format!("insufficient stimulus: `{path}` is never `{name}`"));
                }
                (true, true) => return Err(format!("`{path}` is exempt, but takes `{name}`")),
                _ => {}
            }
        }
    }
    Ok(())
}
