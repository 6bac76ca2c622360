//! Comparison of accepted mutants with the original in Icarus Verilog.

use std::fmt::Write as _;
use std::fs;
use std::time::Duration;

use rust_hdl_rtl::{Design, Module, Signal, SignalKind, Type};
use rust_hdl_systemverilog::SourceFile;
use test_support::external_tool::{IVERILOG, VVP};

use crate::mutants::{TextMutant, tokens};

/// The number of random steps of a module with clocks, three of four of which are clock edges, and of one without.
const STEPS: [usize; 2] = [1000, 300];

/// The number of mutants in a simulation.
const TOGETHER: usize = 25;

/// The time after which a simulation counts as one that never ends, several times what the longest one needs.
const TIME_LIMIT: Duration = Duration::from_secs(90);

/// Simulates mutants of a file of a design beside the original with random inputs. Returns the faults of those that have other
/// outputs, or that Icarus Verilog rejects with its message.
///
/// A mutant whose simulation never ends is no difference: in Icarus Verilog 11, processes of an acyclic design can keep each other
/// awake, and the printed text avoids that where a mutant does not.
///
/// # Panics
///
/// If Icarus Verilog is not installed.
pub(crate) fn differences(
    design: &Design,
    files: &[SourceFile],
    file: &SourceFile,
    mutants: &[TextMutant],
) -> Vec<String> {
    let comparison = Comparison { design, files, file };
    mutants.chunks(TOGETHER).flat_map(|group| comparison.differences(group)).collect()
}

/// Why mutants cannot be simulated.
enum Failure {
    /// The first error message of Icarus Verilog.
    Rejected(String),
    /// The time limit was reached.
    NeverEnds,
}

/// Mutants of a file beside the original.
struct Comparison<'a> {
    design: &'a Design,
    files: &'a [SourceFile],
    file: &'a SourceFile,
}

impl Comparison<'_> {
    /// Compares some mutants. If they cannot be simulated together, each is alone.
    fn differences(&self, group: &[TextMutant]) -> Vec<String> {
        let name = &self.file.name;
        match (self.simulate(group), group) {
            (Ok(different), _) => {
                let fault = |index: usize| format!("{name}: {}", group[index].fault);
                different.into_iter().map(fault).collect()
            }
            (Err(Failure::NeverEnds), [_]) => Vec::new(),
            (Err(Failure::Rejected(message)), [alone]) => {
                vec![format!("{name}: {}: {message}", alone.fault)]
            }
            (Err(_), _) => group.chunks(1).flat_map(|alone| self.differences(alone)).collect(),
        }
    }

    /// Returns the indices of the mutants that differ.
    fn simulate(&self, group: &[TextMutant]) -> Result<Vec<usize>, Failure> {
        // A package is compared by its effect on the top module.
        let module = self.design.find(unit(self.file)).unwrap_or(self.design.top());
        let mut source: String = self.files.iter().map(|file| file.text.as_str()).collect();
        for (index, mutant) in group.iter().enumerate() {
            source.push_str(&self.renamed_copy(mutant, index));
        }
        source.push_str(&testbench(self.design.module(module), group.len()));
        let folder = tempfile::tempdir().expect("a temporary folder");
        fs::write(folder.path().join("mutants.sv"), source).expect("a file that can be written");
        let compiled = IVERILOG.run(folder.path(), ["-g2012", "-o", "mutants", "mutants.sv"]);
        let error = compiled.stderr.lines().find_map(|line| line.split_once(" error: "));
        if compiled.code != Some(0) {
            let message = error.map_or(compiled.to_string(), |(_, error)| error.to_string());
            return Err(Failure::Rejected(message));
        }
        let simulated = VVP.run_within(TIME_LIMIT, folder.path(), ["-n", "mutants"]);
        let simulated = simulated.ok_or(Failure::NeverEnds)?;
        if !simulated.stdout.contains("finished") {
            return Err(Failure::Rejected(simulated.to_string()));
        }
        let lines = simulated.stdout.lines().filter(|line| !line.starts_with("finished"));
        Ok(lines.map(|line| line.trim().parse().expect("an index")).collect())
    }

    /// The mutant with names that are its own.
    fn renamed_copy(&self, mutant: &TextMutant, index: usize) -> String {
        let suffix = format!("_{index}");
        let mutated = mutant.apply(&self.file.text);
        if self.design.find(unit(self.file)).is_some() {
            return renamed(&mutated, &[unit(self.file)], &suffix);
        }
        let units: Vec<&str> = self.files.iter().map(unit).collect();
        let text = |file: &SourceFile| {
            let is_mutant = file.name == self.file.name;
            renamed(if is_mutant { &mutated } else { &file.text }, &units, &suffix)
        };
        self.files.iter().map(text).collect()
    }
}

/// The name of the module or package in a file.
fn unit(file: &SourceFile) -> &str {
    file.name.trim_end_matches(".sv")
}

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

/// Drives the original and the mutants in the same way, one port at a time, mostly clocks, and prints the indices of mutants
/// that differ.
///
/// Each instance has its own variables at its inputs. If instances share them, Icarus Verilog 11 takes sensitivity lists of
/// different instances for the same, and then some processes do not run when they have to.
fn testbench(module: &Module, mutants: usize) -> String {
    let (mut clocks, mut drives) = (Vec::new(), Vec::new());
    let (mut declarations, mut copies) = (String::new(), String::new());
    let mut connections = vec![Vec::new(); mutants + 1];
    let mut comparisons = vec!["0".to_string(); mutants];
    for (id, Signal { name, kind, ty, .. }) in module.ports() {
        let width = module.signal_width(id);
        let range = format!("[{}:0]", width - 1);
        let random = format!("{{{}}}", vec!["$urandom"; width.div_ceil(32) as usize].join(", "));
        if *kind != SignalKind::Output {
            let _ = writeln!(declarations, "  reg {range} {name}$ = 0;");
            match ty {
                Type::Clock => clocks.push(format!("{name}$ = ~{name}$;")),
                _ => drives.push(format!("{name}$ = $urandom % 2 ? {random} : $urandom % 4;")),
            }
        }
        for (index, connections) in connections.iter_mut().enumerate() {
            let own = format!("{name}${index}");
            connections.push(format!(".{name}({own})"));
            if *kind == SignalKind::Input {
                let _ = writeln!(declarations, "  reg {range} {own} = 0;");
                let _ = writeln!(copies, "      {own} = {name}$;");
                continue;
            }
            let _ = writeln!(declarations, "  wire {range} {own};");
            if *kind == SignalKind::InOut {
                // Weak, so that a value that the instance drives wins, and none is z or x.
                let _ = writeln!(declarations, "  assign (weak0, weak1) {own} = {name}$;");
            }
            if let Some(mutant) = index.checked_sub(1) {
                let _ = write!(comparisons[mutant], " || {own} !== {name}$0");
            }
        }
    }
    let mut text = format!("module testbench;\n{declarations}  reg [{mutants}:0] different = 0;\n");
    for (index, connections) in connections.iter().enumerate() {
        let suffix = index.checked_sub(1).map_or(String::new(), |mutant| format!("_{mutant}"));
        let connections = connections.join(", ");
        let _ = writeln!(text, "  {}{suffix} instance${index} ({connections});", module.name);
    }
    let choice = |drives: &[String]| {
        let arm = |(index, drive)| format!("          {index}: {drive}\n");
        let arms: String = drives.iter().enumerate().map(arm).collect();
        let count = drives.len().max(1);
        format!("        case ($urandom % {count})\n{arms}          default: ;\n        endcase\n")
    };
    let (steps, clock_steps) = if clocks.is_empty() { (STEPS[1], 0) } else { (STEPS[0], 3) };
    let _ = writeln!(
        text,
        "  initial begin\n    #1;\n    repeat ({steps}) begin\n      if ($urandom % 4 < {clock_steps})\n{}      \
         else\n{}{copies}      #1;",
        choice(&clocks),
        choice(&drives)
    );
    for (index, comparison) in comparisons.iter().enumerate() {
        let _ = writeln!(
            text,
            "      if (!different[{index}] && ({comparison})) begin different[{index}] = 1; \
             $display(\"{index}\"); end"
        );
    }
    text + "    end\n    $display(\"finished\");\n    $finish;\n  end\nendmodule\n"
}
