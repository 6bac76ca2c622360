//! The emitted files as a program that Verilator makes of them, to follow a trace.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use rust_hdl_rtl::{Design, ItemKind, ModuleId, Type};
use tempfile::TempDir;
use test_support::Output;
use test_support::external_tool::{CXX, VERILATOR};

use crate::case::{Case, Excuse, TOP};
use crate::device::{Interface, Port, PortKind};
use crate::files::Files;
use crate::play::{Failure, Played, play};
use crate::trace::Trace;

const SUPPORT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/corpus");

/// Quick to compile, and quick enough to run.
const COMPILE: [&str; 3] = ["-std=c++17", "-O1", "-c"];

/// What Verilator's programs need, compiled once for all of them.
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
struct State {
    /// The instances on the way and the register, with dots.
    path: String,
    width: u32,
    variants: Vec<String>,
}

/// Plays so many cycles on both sides.
pub fn compare(
    case: &Case,
    design: &Design,
    files: &Files,
    runtime: &Runtime,
    cycles: u64,
) -> Result<Played, Failure> {
    let interface = case.interface();
    let states = states(design);
    let program = build(&interface, &states, files, runtime).map_err(Failure::Follower)?;
    let path = files.scratch("trace");
    let unwritten = |error: std::io::Error| Failure::Follower(format!("no trace: {error}"));
    let mut trace = Trace::create(&path, &interface).map_err(unwritten)?;
    let played = play(case, cycles, &mut trace)?;
    trace.close().map_err(unwritten)?;
    let mut replay = Command::new(program);
    replay.arg(&path).current_dir(files.folder());
    let said = Output::of(replay).map_err(|error| Failure::Follower(error.to_string()))?;
    let said = said.into_result().map_err(Failure::Follower)?;
    check_outputs(case, &interface, &played).map_err(Failure::Follower)?;
    check_states(case, &states, &said).map_err(Failure::Follower)?;
    Ok(played)
}

/// Makes the program.
fn build(
    interface: &Interface,
    states: &[State],
    files: &Files,
    runtime: &Runtime,
) -> Result<PathBuf, String> {
    let unwritten = |error: std::io::Error| error.to_string();
    fs::write(files.scratch("bench.sv"), bench(interface, states)).map_err(unwritten)?;
    let mut arguments: Vec<&str> = vec!["--cc", "-O3", "--Mdir", "model", "--top-module", "bench"];
    // What there is to object to is said in another place.
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
    // One file compiles in less time than ten.
    let includes: String = sources.iter().map(|name| format!("#include \"{name}\"\n")).collect();
    fs::write(model.join("all.cc"), includes).map_err(unwritten)?;
    runtime.compile(&model, "all.cc", "all.o")?;
    runtime.link(&model, &["all.o".to_string()])
}

/// A module whose ports have plain names, which takes bidirectional ports apart, and which shows the states inside.
fn bench(interface: &Interface, states: &[State]) -> String {
    let declare = |direction: &str, letter: char, place: usize, width: u32| {
        format!("  {direction} logic [{}:0] {letter}{place}", width - 1)
    };
    let (mut ports, mut connections, mut body) = (vec![], vec![], String::new());
    let buses = interface.buses();
    let lists = [('i', "input", &interface.inputs), ('o', "output", &interface.outputs)];
    for (letter, direction, list) in lists {
        for (place, port) in list.iter().enumerate() {
            ports.push(declare(direction, letter, place, port.width));
            if port.kind != PortKind::Bus {
                connections.push(format!("    .{}({letter}{place})", port.name));
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
    for (place, state) in states.iter().enumerate() {
        ports.push(declare("output", 's', place, state.width));
        body.push_str(&format!("  assign s{place} = dut.{};\n", state.path));
    }
    format!(
        "module bench (\n{}\n);\n  {TOP} dut (\n{}\n  );\n{body}endmodule\n",
        ports.join(",\n"),
        connections.join(",\n")
    )
}

/// The program around the model.
fn main(interface: &Interface, states: &[State]) -> String {
    let lines = |ports: &[Port], line: &dyn Fn(usize, &Port) -> String| -> String {
        ports.iter().enumerate().map(|(place, port)| line(place, port)).collect()
    };
    let inputs = lines(&interface.inputs, &|place, port| {
        format!("        INPUT(Vbench, i{place}, {}),\n", port.bytes())
    });
    let outputs = lines(&interface.outputs, &|place, port| {
        format!("        OUTPUT(Vbench, o{place}, \"{}\", {}),\n", port.name, port.bytes())
    });
    let buses = (0..interface.buses()).map(|bus| format!("        BUS(Vbench, e{bus}),\n"));
    let buses: String = buses.collect();
    let states: String = (states.iter().enumerate())
        .map(|(place, state)| format!("        STATE(Vbench, s{place}, \"{}\"),\n", state.path))
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
    collect(design, ModuleId(design.modules.len() - 1), "", &mut found);
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

/// Every output has to have changed, or the case says that it does not.
fn check_outputs(case: &Case, interface: &Interface, played: &Played) -> Result<(), String> {
    for Port { name, .. } in &interface.outputs {
        let excused = case
            .excuses
            .iter()
            .any(|excuse| matches!(excuse, Excuse::Constant { output } if output == name));
        match (played.constant.contains(name), excused) {
            (true, false) => {
                return Err(format!("the stimulus is too weak: `{name}` never changes"));
            }
            (false, true) => return Err(format!("`{name}` is excused, and changes")),
            _ => {}
        }
    }
    Ok(())
}

/// Every variant of every enum register has to have been seen, or the case says that it is not.
fn check_states(case: &Case, states: &[State], said: &str) -> Result<(), String> {
    let mut lines = said.lines();
    if lines.next() != Some("agrees") {
        return Err(format!("the program says: {said}"));
    }
    for (state, line) in states.iter().zip(lines) {
        let seen = line.rsplit(' ').next().and_then(|digits| u64::from_str_radix(digits, 16).ok());
        let seen = seen.ok_or_else(|| format!("the program says: {said}"))?;
        for (place, name) in state.variants.iter().enumerate() {
            let excused = case.excuses.iter().any(|excuse| {
                matches!(excuse, Excuse::Unreachable { register, variant }
                    if *register == state.path && variant == name)
            });
            let path = &state.path;
            match (seen >> place & 1 != 0, excused) {
                (false, false) => {
                    return Err(format!("the stimulus is too weak: `{path}` is never `{name}`"));
                }
                (true, true) => return Err(format!("`{path}` is excused, and gets to `{name}`")),
                _ => {}
            }
        }
    }
    Ok(())
}
