//! Runs the checks of each case, and writes or compares the document.

use std::collections::HashSet;
use std::time::Duration;
use std::{env, fs};

use backend_testing::lint::Sources;
use backend_testing::sampling::sample;
use backend_testing::{Simulator, VerilatorRuntime, parallel};
use rust_hdl_rtl::Design;
use rust_hdl_systemverilog::{Options, print_proven};

use crate::case::{Case, Section, TOP};
use crate::cosimulation::cosimulate;
use crate::evaluator::EvaluatorModel;
use crate::simulation::{Emitted, compare};
use crate::table::{Mark, Row, document};
use crate::versions::versions;

const DOCUMENT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/corpus.md");

/// The number of cycles for Verilator models.
const CYCLES: u64 = 100_000;

/// The number of cycles for Icarus Verilog, which is some hundred times slower.
const ICARUS_CYCLES: u64 = 500;

/// The time limit for a simulation: many times what any case needs.
const LIMIT: Duration = Duration::from_secs(300);

/// The number of cases in a simulation.
const TOGETHER: usize = 8;

/// The number of cycles for the evaluator.
const EVALUATOR_CYCLES: u64 = 500;

/// The environment variable that has the document written instead of compared.
const WRITE: &str = "WRITE_CORPUS";

/// The environment variable that selects cases: parts of titles, separated by commas. The document
/// is then ignored.
const CASES: &str = "CORPUS_CASES";

/// Elaborates, prints and proves each case, and compares it with the evaluator. The results have to
/// be those in the document.
pub fn check_section(section: &Section) {
    let recorded =
        fs::read_to_string(DOCUMENT).expect("docs/corpus.md, which `make corpus` writes");
    let mut problems = String::new();
    for case in &section.cases {
        let start = format!("| `{}` | {} | ", case.block, case.parameters);
        let line = recorded.lines().find(|line| line.starts_with(&start));
        let marks = line.map(|line| line[start.len()..].split(" | ").collect::<Vec<_>>());
        let recorded = marks.map(|marks| (marks[0] == "yes", marks[2] == "yes"));
        let problem = match (check_case(case), recorded) {
            (_, None) => Some("not in docs/corpus.md".to_string()),
            (Err(reason), Some((_, true)) | Some((true, false))) => Some(reason),
            (Ok(()), Some((false, _))) => {
                Some("docs/corpus.md says that it is not emitted, but it is".to_string())
            }
            _ => None,
        };
        if let Some(problem) = problem {
            problems.push_str(&format!("{}: {problem}\n", case.title()));
        }
    }
    assert!(problems.is_empty(), "{problems}If this is intended, run `make corpus`.");
}

fn check_case(case: &Case) -> Result<(), String> {
    let Emitted { design, .. } = emit(case)?;
    if !case.is_simulated() {
        return Ok(());
    }
    let interface = case.interface();
    let mut model = EvaluatorModel::new(&design, &interface).map_err(|error| error.to_string())?;
    cosimulate(case, EVALUATOR_CYCLES, &mut model).map_err(|failure| failure.to_string()).map(drop)
}

/// Runs a sample of the cases. Their rows have to be those in the document.
pub fn check_rows(sections: &[Section]) {
    let cases = sample(sections.iter().flat_map(|section| &section.cases), 10);
    let document =
        fs::read_to_string(DOCUMENT).expect("docs/corpus.md, which `make corpus` writes");
    let rows = run(&cases);
    let known: HashSet<&str> = document.lines().collect();
    let lines = cases.iter().zip(&rows).map(|(case, row)| row.line(case));
    let stale: Vec<String> = lines.filter(|line| !known.contains(line.as_str())).collect();
    assert!(
        stale.is_empty(),
        "docs/corpus.md is out of date; run `make corpus`. New lines:\n{}",
        stale.join("\n")
    );
}

/// Runs all cases, and writes the document or compares it with the current one.
pub fn check_document(sections: Vec<Section>) {
    let wanted = env::var(CASES).unwrap_or_default();
    let is_wanted = |case: &&Case| wanted.split(',').any(|part| case.title().contains(part));
    let cases: Vec<&Case> =
        sections.iter().flat_map(|section| &section.cases).filter(is_wanted).collect();
    let rows = run(&cases);
    if !wanted.is_empty() {
        return;
    }
    let mut rows = rows.into_iter();
    let sections: Vec<(Section, Vec<Row>)> = sections
        .into_iter()
        .map(|section| {
            let own = rows.by_ref().take(section.cases.len()).collect();
            (section, own)
        })
        .collect();
    write_or_compare(&document(&sections, &versions()));
}

/// Runs cases on all processors, and prints their rows.
fn run(cases: &[&Case]) -> Vec<Row> {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let runtime = VerilatorRuntime::in_folder(folder.path(), true);
    let groups: Vec<&[&Case]> = cases.chunks(TOGETHER).collect();
    let rows = parallel::map(&groups, |cases| {
        let rows = rows(cases, &runtime);
        for (case, row) in cases.iter().zip(&rows) {
            let is_stale = case.reason.is_some() && row.is_complete();
            let title = case.title();
            assert!(!is_stale, "{title} has all marks, and gives a reason for a missing one");
            println!("{}", row.line(case));
        }
        rows
    });
    rows.into_iter().flatten().collect()
}

/// Writes the document if [`WRITE`] is set; otherwise compares it.
fn write_or_compare(text: &str) {
    if env::var_os(WRITE).is_some() {
        fs::write(DOCUMENT, text).expect("docs/corpus.md can be written");
        return;
    }
    let current = fs::read_to_string(DOCUMENT).unwrap_or_default();
    let differing = text.lines().find(|line| !current.lines().any(|other| other == *line));
    // The tools' versions may differ.
    let table = |text: &str| -> String {
        text.lines()
            .filter(|line| !line.starts_with("- "))
            .map(|line| format!("{line}\n"))
            .collect()
    };
    assert!(
        table(&current) == table(text),
        "docs/corpus.md is out of date; run `make corpus`. {}",
        differing.map_or(String::new(), |line| format!("The first new line:\n{line}"))
    );
}

/// Runs all checks of some cases.
fn rows(cases: &[&Case], runtime: &VerilatorRuntime) -> Vec<Row> {
    let mut rows: Vec<Row> = cases.iter().map(|_| Row::default()).collect();
    let mut simulated = vec![];
    for (case, row) in cases.iter().zip(&mut rows) {
        match emit(case) {
            Ok(emitted) if lint(&emitted, row) => simulated.push((row, emitted)),
            Ok(_) => {}
            Err(message) => row.emits = Mark::No(message),
        }
    }
    let emitted: Vec<&Emitted> = simulated.iter().map(|(_, emitted)| emitted).collect();
    let in_verilator = compare(&emitted, Simulator::Verilator(runtime, LIMIT), CYCLES);
    let in_icarus = compare(&emitted, Simulator::Icarus(LIMIT), ICARUS_CYCLES);
    for ((row, _), (verilator, icarus)) in
        simulated.iter_mut().zip(in_verilator.into_iter().zip(in_icarus))
    {
        row.cycles = verilator.as_ref().map_or(0, |summary| summary.cycles);
        row.verilator = Mark::of(verilator.map(drop));
        row.icarus = Mark::of(icarus.map(drop));
    }
    rows
}

/// Prints and proves a case.
pub fn emit(case: &Case) -> Result<Emitted<'_>, String> {
    let design = case.design().map_err(|error| error.to_string())?;
    let files = print_proven(&design, &Options::default()).map_err(|error| error.to_string())?;
    Ok(Emitted { case, design, files })
}

/// Lints a case. Returns whether it can be simulated.
fn lint(Emitted { case, design, files }: &Emitted, row: &mut Row) -> bool {
    row.emits = Mark::Yes;
    let sources = Sources::write(files, TOP);
    let black_boxes = black_boxes(design);
    if !black_boxes.is_empty() {
        row.lints = Mark::of(sources.elaborate());
        row.note =
            format!("contains Verilog, which is only elaborated: {}", black_boxes.join(", "));
        return false;
    }
    row.lints = Mark::of(sources.lint());
    if !case.is_simulated() {
        row.note = "not simulated".to_string();
    }
    case.is_simulated()
}

/// The names of the modules that are written in Verilog.
pub fn black_boxes(design: &Design) -> Vec<String> {
    let modules = design.modules.iter().filter(|module| module.black_box.is_some());
    let names =
        modules.map(|module| &module.name).chain(design.cores.iter().map(|core| &core.name));
    names.map(|name| format!("`{name}`")).collect()
}
