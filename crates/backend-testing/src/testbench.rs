//! A SystemVerilog testbench for several modules at once, which repeats their recordings.

use std::fmt::Write;
use std::sync::Arc;

use rust_hdl_rtl::{Design, ItemKind, ModuleId, SignalKind, Type};
use rust_hdl_systemverilog::SourceFile;

use crate::recording::{Port, Recording};
use crate::text_mutants::tokens;

/// A device under test: a module with its files, and what it should do.
#[derive(Clone, Debug)]
pub struct Dut {
    /// The name of the module.
    pub top: String,
    /// The files, in the order in which tools must read them. Each is named after what it contains.
    pub files: Vec<SourceFile>,
    /// Files that it needs, too, and that all devices of a simulation have in common.
    pub shared: Vec<SourceFile>,
    /// What it should do.
    pub recording: Arc<Recording>,
    /// The registers whose values are collected.
    pub states: Vec<StateRegister>,
}

impl Dut {
    /// A device whose states are not collected.
    pub fn new(top: &str, files: Vec<SourceFile>, recording: Arc<Recording>) -> Dut {
        Dut { top: top.to_string(), files, shared: vec![], recording, states: vec![] }
    }
}

/// A register of an enum somewhere in a design.
#[derive(Clone, Debug)]
pub struct StateRegister {
    /// The names of the instances around it and its own, with dots.
    pub path: String,
    /// Its width in bits.
    pub width: u32,
    /// The names of the enum's variants, which are encoded from 0 up.
    pub variants: Vec<String>,
}

impl StateRegister {
    /// Returns the registers of enums in a design.
    pub fn all(design: &Design) -> Vec<StateRegister> {
        let mut found = vec![];
        collect(design, design.top(), "", &mut found);
        found
    }
}

fn collect(design: &Design, id: ModuleId, path: &str, found: &mut Vec<StateRegister>) {
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
                    found.push(StateRegister {
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

/// Returns a testbench with the text of all modules. Each module and package that is not shared
/// gets a name of its own, so that they do not clash.
///
/// The test of module 3 reads a row for each step from `3.rows`, if there is this file, and prints
/// `3 fault STEP ROW` at the first difference, with the row as it is. It ends with
/// `3 done STEPS SEEN…`, where `SEEN` has a bit for each value of a register that was seen.
pub(crate) fn text(duts: &[Dut]) -> String {
    let shared = duts.first().map_or(&[][..], |dut| &dut.shared);
    let mut text: String = shared.iter().map(|file| file.text.as_str()).collect();
    for (index, dut) in duts.iter().enumerate() {
        let suffix = format!("_{index}");
        let units: Vec<&str> =
            dut.files.iter().map(|file| file.name.trim_end_matches(".sv")).collect();
        let renamed = |text: &str| renamed(text, &units, &suffix);
        dut.files.iter().for_each(|file| text.push_str(&renamed(&file.text)));
        text.push_str(&test(dut, index, &renamed));
    }
    text.push_str("module bench;\n");
    (0..duts.len()).for_each(|index| {
        let _ = writeln!(text, "  test_{index} test_{index} ();");
    });
    text + "endmodule\n"
}

/// Adds a suffix to some names.
fn renamed(text: &str, names: &[&str], suffix: &str) -> String {
    let (mut renamed, mut end) = (String::new(), 0);
    for token in tokens(text) {
        if names.contains(&&text[token.clone()]) {
            renamed.push_str(&text[end..token.end]);
            renamed.push_str(suffix);
            end = token.end;
        }
    }
    renamed + &text[end..]
}

/// The parts of a test that depend on the ports.
#[derive(Default)]
struct Parts {
    declarations: String,
    connections: Vec<String>,
    /// The row as it should be, from the lowest port on.
    actual: Vec<String>,
    inputs: String,
    drivers: String,
}

/// The module that tests one device.
///
/// Each test has its own variables at the inputs. If instances share them, Icarus Verilog may take
/// the sensitivity lists of different instances for the same, and then some processes do not run
/// when they have to.
fn test(dut: &Dut, number: usize, renamed: &dyn Fn(&str) -> String) -> String {
    let mut parts = Parts::default();
    let mut place = 0;
    for (index, port) in dut.recording.ports.iter().enumerate().rev() {
        place = parts.add(index, port, &renamed(&port.name), place);
    }
    parts.actual.reverse();
    let Parts { declarations, connections, actual, inputs, drivers } = parts;
    let (mut seen, mut names, mut look) = (String::new(), String::new(), String::new());
    for (index, StateRegister { path, width, .. }) in dut.states.iter().enumerate() {
        let _ = writeln!(seen, "  logic [{}:0] seen{index} = 0;", (1_u64 << width) - 1);
        let _ = write!(names, ", seen{index}");
        let _ = writeln!(look, "        seen{index}[dut.{}] = 1;", renamed(path));
    }
    let formats = " %h".repeat(dut.states.len());
    format!(
        "module test_{number};\n  \
           int file, step = 0, is_fault = 0;\n  \
           logic [{last}:0] row = 0;\n{declarations}{seen}  \
           wire [{last}:0] actual = {{{actual}}};\n  \
           {top} dut ({connections});\n  \
           initial begin\n    \
             file = $fopen(\"{number}.rows\", \"r\");\n    \
             if (file != 0)\n      \
               while (is_fault == 0 && $fscanf(file, \"%h\", row) == 1) begin\n{inputs}        \
                 #1;\n{drivers}        \
                 if (actual !== row) begin\n          \
                   is_fault = 1;\n          \
                   $display(\"{number} fault %0d %h\", step, actual);\n        \
                 end\n{look}        \
                 step = step + 1;\n      \
               end\n    \
             $display(\"{number} done %0d{formats}\", step{names});\n  \
           end\n\
         endmodule\n",
        last = place.max(1) - 1,
        actual = if actual.is_empty() { "1'd0".to_string() } else { actual.join(", ") },
        top = renamed(&dut.top),
        connections = connections.join(", "),
    )
}

impl Parts {
    /// Adds a port whose value begins at a place in the row. Returns the place after it.
    fn add(&mut self, index: usize, port: &Port, name: &str, place: usize) -> usize {
        let Port { width, kind, .. } = port;
        let bits = 4 * port.digits();
        let range = format!("[{}:0]", width - 1);
        self.connections.push(format!(".{name}(p{index})"));
        self.actual.push(format!("{bits}'(p{index})"));
        let is_driven = place + bits;
        match kind {
            SignalKind::Input => {
                let _ = writeln!(self.declarations, "  logic {range} p{index} = 0;");
                let _ = writeln!(self.inputs, "        p{index} = row[{place}+:{width}];");
            }
            SignalKind::InOut => {
                let _ = writeln!(
                    self.declarations,
                    "  logic {range} d{index} = 0;\n  logic e{index} = 0;\n  \
                     wire {range} p{index};\n  assign p{index} = e{index} ? d{index} : 'z;"
                );
                let _ = writeln!(
                    self.inputs,
                    "        if (row[{is_driven}]) d{index} = row[{place}+:{width}];"
                );
                // After a clock edge, so that what samples the port at this edge reads the old
                // value.
                let _ = writeln!(self.drivers, "        e{index} = row[{is_driven}];\n        #1;");
                self.actual.push(format!("4'(e{index})"));
            }
            _ => {
                let _ = writeln!(self.declarations, "  wire {range} p{index};");
            }
        }
        place + bits + if port.has_driver() { 4 } else { 0 }
    }
}
