//! Takes cases through everything, and says what became of them.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::{env, fs, thread};

use rust_hdl_systemverilog::{Options, print_all};

use crate::absent::ABSENT;
use crate::case::{Case, Section};
use crate::evaluated::Evaluated;
use crate::files::Files;
use crate::lint::lint;
use crate::play::{Failure, play};
use crate::table::{Mark, Row, document};
use crate::verilated::{Runtime, compare};
use crate::versions::versions;

const DOCUMENT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/corpus.md");

/// How many cycles Verilator's programs are compared for.
const CYCLES: u64 = 100_000;

/// How many cycles the evaluator is compared for.
const PLAIN_CYCLES: u64 = 500;

/// If this is set, the table is written; otherwise it has to be as it is.
const WRITE: &str = "WRITE_CORPUS";

/// Parts of titles with commas between them: only cases with one of these are tried, and there is no table.
const CASES: &str = "CORPUS_CASES";

/// Elaborates, prints, and compares with the evaluator. What the table calls emitted has to be, and the other way round.
pub fn plainly(section: &Section) {
    let recorded =
        fs::read_to_string(DOCUMENT).expect("docs/corpus.md, which `make corpus` writes");
    let mut complaints = String::new();
    for case in &section.cases {
        let start = format!("| `{}` | {} | ", case.block, case.parameters);
        let line = recorded.lines().find(|line| line.starts_with(&start));
        let marks = line.map(|line| line[start.len()..].split(" | ").collect::<Vec<_>>());
        let recorded = marks.map(|marks| (marks[0] == "yes", marks[2] == "yes"));
        let complaint = match (try_plainly(case), recorded) {
            (_, None) => Some("docs/corpus.md does not have it".to_string()),
            (Err(why), Some((_, true)) | Some((true, false))) => Some(why),
            (Ok(()), Some((false, _))) => {
                Some("docs/corpus.md says that it cannot be emitted, and it can".to_string())
            }
            _ => None,
        };
        if let Some(complaint) = complaint {
            complaints.push_str(&format!("{}: {complaint}\n", case.title()));
        }
    }
    assert!(complaints.is_empty(), "{complaints}If that is right, run `make corpus`.");
}

fn try_plainly(case: &Case) -> Result<(), String> {
    let design = case.design().map_err(|error| error.to_string())?;
    print_all(&design, &Options::default());
    let interface = case.interface();
    let mut follower = Evaluated::new(&design, &interface).map_err(|error| error.to_string())?;
    play(case, PLAIN_CYCLES, &mut follower).map_err(|failure| failure.to_string()).map(drop)
}

/// Makes the table, and compares it with the one that there is or writes it.
pub fn whole_corpus(sections: Vec<Section>) {
    let runtime = Runtime::build().unwrap_or_else(|said| panic!("Verilator's runtime: {said}"));
    let cases: Vec<(usize, usize)> = (sections.iter().enumerate())
        .flat_map(|(section, of)| (0..of.cases.len()).map(move |case| (section, case)))
        .collect();
    let next = AtomicUsize::new(0);
    let rows: Mutex<Vec<Option<Row>>> = Mutex::new(cases.iter().map(|_| None).collect());
    let wanted = env::var(CASES).unwrap_or_default();
    let work = || {
        while let Some((section, case)) = cases.get(next.fetch_add(1, Ordering::Relaxed)) {
            let case = &sections[*section].cases[*case];
            if !wanted.split(',').any(|part| case.title().contains(part)) {
                continue;
            }
            let row = row(case, &runtime);
            println!("{}", row.line(case));
            let place = cases.iter().position(|c| std::ptr::eq(&sections[c.0].cases[c.1], case));
            let mut rows = rows.lock().unwrap_or_else(PoisonError::into_inner);
            rows[place.expect("the case")] = Some(row);
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
    settle(&document(&sections, ABSENT, &versions()));
}

/// Writes the document, or compares it.
fn settle(text: &str) {
    if env::var_os(WRITE).is_some() {
        fs::write(DOCUMENT, text).expect("docs/corpus.md can be written");
        return;
    }
    let current = fs::read_to_string(DOCUMENT).unwrap_or_default();
    let differing = text.lines().find(|line| !current.lines().any(|other| other == *line));
    // Other versions of the tools may come to the same.
    let table = |text: &str| -> String {
        text.lines()
            .filter(|line| !line.starts_with("- "))
            .map(|line| format!("{line}\n"))
            .collect()
    };
    assert!(
        table(&current) == table(text),
        "docs/corpus.md is not current; `make corpus` writes it. {}",
        differing.map_or(String::new(), |line| format!("It lacks, among others:\n{line}"))
    );
}

/// Takes a case through everything.
fn row(case: &Case, runtime: &Runtime) -> Row {
    let mut row = Row {
        emits: Mark::Untried,
        lints: Mark::Untried,
        means_the_same: Mark::Untried,
        cycles: 0,
    };
    let design = match case.design() {
        Ok(design) => design,
        Err(error) => {
            row.emits = Mark::No(error.to_string());
            return row;
        }
    };
    let files = Files::write(&design);
    row.emits = Mark::Yes;
    row.lints = Mark::of(lint(&files));
    let compared = compare(case, &design, &files, runtime, CYCLES);
    row.cycles = compared.as_ref().map_or(0, |played| played.cycles);
    row.means_the_same =
        Mark::of(compared.map(drop).map_err(|failure: Failure| failure.to_string()));
    row
}
