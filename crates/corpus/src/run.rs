//! Runs the checks of each case, and writes or compares the document.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use std::{env, fs, thread};

use rust_hdl_rtl::Design;
use rust_hdl_systemverilog::{Options, print_proven};

use crate::case::{Case, Section};
use crate::cosimulation::{Failure, cosimulate};
use crate::evaluator::EvaluatorModel;
use crate::files::Files;
use crate::icarus_model;
use crate::lint::{elaborate, lint};
use crate::table::{Mark, Row, document};
use crate::verilator_model::{self, Runtime};
use crate::versions::versions;

const DOCUMENT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/corpus.md");

/// The number of cycles for Verilator models.
const CYCLES: u64 = 100_000;

/// The number of cycles for Icarus Verilog, which is some hundred times slower.
const ICARUS_CYCLES: u64 = 500;

/// The time limit for Icarus Verilog: many times what any case needs.
const ICARUS_LIMIT: Duration = Duration::from_secs(120);

/// The number of cycles for the evaluator.
const EVALUATOR_CYCLES: u64 = 500;

/// The environment variable that has the document written instead of compared.
const WRITE: &str = "WRITE_CORPUS";

/// The environment variable that selects cases: parts of titles, separated by commas. The document is then ignored.
const CASES: &str = "CORPUS_CASES";

/// Elaborates, prints and proves each case, and compares it with the evaluator. The results have to be those in the document.
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
    let design = case.design().map_err(|error| error.to_string())?;
    print_proven(&design, &Options::default()).map_err(|error| error.to_string())?;
    if !case.is_simulated() {
        return Ok(());
    }
    let interface = case.interface();
    let mut model = EvaluatorModel::new(&design, &interface).map_err(|error| error.to_string())?;
    cosimulate(case, EVALUATOR_CYCLES, &mut model).map_err(|failure| failure.to_string()).map(drop)
}

/// Runs all cases, and writes the document or compares it with the current one.
pub fn check_document(sections: Vec<Section>) {
    let runtime = Runtime::build().unwrap_or_else(|error| panic!("Verilator's runtime: {error}"));
    let cases: Vec<&Case> = sections.iter().flat_map(|section| &section.cases).collect();
    let next = AtomicUsize::new(0);
    let rows: Mutex<Vec<Option<Row>>> = Mutex::new(cases.iter().map(|_| None).collect());
    let wanted = env::var(CASES).unwrap_or_default();
    let work = || {
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(case) = cases.get(index) else { return };
            let title = case.title();
            if !wanted.split(',').any(|part| title.contains(part)) {
                continue;
            }
            let row = row(case, &runtime);
            let is_stale = case.reason.is_some() && row.is_complete();
            assert!(!is_stale, "{title} has all marks, and gives a reason for a missing one");
            println!("{}", row.line(case));
            rows.lock().unwrap_or_else(PoisonError::into_inner)[index] = Some(row);
        }
    };
    let workers = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| (0..workers).for_each(|_| drop(scope.spawn(work))));
    if !wanted.is_empty() {
        return;
    }
    let mut rows = rows.into_inner().unwrap_or_else(PoisonError::into_inner).into_iter().flatten();
    let sections: Vec<(Section, Vec<Row>)> = sections
        .into_iter()
        .map(|section| {
            let own = rows.by_ref().take(section.cases.len()).collect();
            (section, own)
        })
        .collect();
    write_or_compare(&document(&sections, &versions()));
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

/// Runs all checks of a case.
fn row(case: &Case, runtime: &Runtime) -> Row {
    let mut row = Row::default();
    let design = match case.design() {
        Ok(design) => design,
        Err(error) => {
            row.emits = Mark::No(error.to_string());
            return row;
        }
    };
    let files = match Files::write(&design) {
        Ok(files) => files,
        Err(error) => {
            row.emits = Mark::No(error.to_string());
            return row;
        }
    };
    row.emits = Mark::Yes;
    let black_boxes = black_boxes(&design);
    if !black_boxes.is_empty() {
        row.lints = Mark::of(elaborate(&files));
        row.note =
            format!("contains Verilog, which is only elaborated: {}", black_boxes.join(", "));
        return row;
    }
    row.lints = Mark::of(lint(&files));
    if !case.is_simulated() {
        row.note = "not simulated".to_string();
        return row;
    }
    let compared = verilator_model::compare(case, &design, &files, runtime, CYCLES);
    row.cycles = compared.as_ref().map_or(0, |summary| summary.cycles);
    let message = |failure: Failure| failure.to_string();
    row.verilator = Mark::of(compared.map(drop).map_err(message));
    let compared = icarus_model::compare(case, &files, ICARUS_CYCLES, ICARUS_LIMIT);
    row.icarus = Mark::of(compared.map_err(message));
    row
}

/// The names of the modules that are written in Verilog.
fn black_boxes(design: &Design) -> Vec<String> {
    let modules = design.modules.iter().filter(|module| module.black_box.is_some());
    let names =
        modules.map(|module| &module.name).chain(design.cores.iter().map(|core| &core.name));
    names.map(|name| format!("`{name}`")).collect()
}
