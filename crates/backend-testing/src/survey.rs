//! What becomes of the mutants of designs.

use std::collections::{BTreeMap, HashSet};
use std::fmt::{self, Display, Formatter};
use std::sync::Arc;
use std::time::Duration;

use rust_hdl_rtl::Design;
use rust_hdl_systemverilog::{Options, SourceFile, print_all};

use crate::parallel;
use crate::recording::Recording;
use crate::simulator::{Fault, Simulator};
use crate::subject::{Outcome, Subject};
use crate::testbench::Dut;
use crate::text_mutants::{TextMutant, text_mutants};

/// The number of steps in which accepted mutants are simulated.
const STEPS: usize = 1000;

/// The number of mutants in a simulation.
const TOGETHER: usize = 25;

/// The time after which a simulation counts as one that never ends, many times what one needs.
const TIME_LIMIT: Duration = Duration::from_secs(20);

/// What becomes of the mutants of designs.
#[derive(Debug, Default)]
pub struct Survey {
    /// The numbers of mutants of each kind.
    pub counts: BTreeMap<&'static str, Count>,
    /// Why the proof is wrong about mutants that it accepts: differences in simulation, and
    /// messages of Icarus Verilog.
    pub objections: Vec<String>,
}

/// Numbers of mutants.
#[derive(Clone, Copy, Debug, Default)]
pub struct Count {
    /// Those that cannot be read.
    pub unreadable: usize,
    /// Those that do not mean the same as the design.
    pub rejected: usize,
    /// Those that mean the same.
    pub accepted: usize,
}

/// A file of a design, with the name of the design and all of its files.
struct File<'a> {
    name: &'a str,
    design: &'a Design,
    files: &'a Arc<Vec<SourceFile>>,
    file: &'a SourceFile,
}

impl Survey {
    /// Mutates the text of each module and package of designs, with at most `limit` mutants for
    /// each token. Equal files of several designs are mutated once.
    ///
    /// If `simulates`, Icarus Verilog simulates the mutants that the proof accepts, which should do
    /// the same as the design.
    ///
    /// # Panics
    ///
    /// If the text without a fault is not proven, or if Icarus Verilog is needed and missing.
    pub fn of(designs: &[(&str, Design)], limit: usize, simulates: bool) -> Survey {
        let options = Options { header: &|_| String::new(), ..Options::default() };
        let print = |(_, design): &(&str, Design)| Arc::new(print_all(design, &options));
        let printed: Vec<Arc<Vec<SourceFile>>> = designs.iter().map(print).collect();
        let mut known = HashSet::new();
        let files = (designs.iter().zip(&printed)).flat_map(|((name, design), files)| {
            files.iter().map(move |file| File { name, design, files, file })
        });
        let files: Vec<File> =
            files.filter(|of| known.insert((&of.file.name, &of.file.text))).collect();
        let mut survey = Survey::default();
        for part in parallel::map(&files, |file| file.survey(limit, simulates)) {
            survey.add(part);
        }
        survey
    }

    fn add(&mut self, other: Survey) {
        for (kind, count) in other.counts {
            let sum = self.counts.entry(kind).or_default();
            sum.unreadable += count.unreadable;
            sum.rejected += count.rejected;
            sum.accepted += count.accepted;
        }
        self.objections.extend(other.objections);
    }

    /// Returns the numbers of mutants of all kinds together.
    pub fn total(&self) -> Count {
        self.counts.values().fold(Count::default(), |sum, count| Count {
            unreadable: sum.unreadable + count.unreadable,
            rejected: sum.rejected + count.rejected,
            accepted: sum.accepted + count.accepted,
        })
    }
}

impl File<'_> {
    fn survey(&self, limit: usize, simulates: bool) -> Survey {
        let File { name, design, files, file } = self;
        let mut survey = Survey::default();
        let mut subject = Subject::new(design, files, file);
        assert_eq!(subject.prove(&file.text), Outcome::Accepted, "{name}: {}", file.name);
        let mut accepted: Vec<TextMutant> = Vec::new();
        for mutant in text_mutants(&file.text, limit) {
            let count = survey.counts.entry(mutant.kind).or_default();
            match subject.prove(&mutant.apply(&file.text)) {
                Outcome::Unreadable => count.unreadable += 1,
                Outcome::Rejected => count.rejected += 1,
                Outcome::Accepted => {
                    count.accepted += 1;
                    accepted.push(mutant);
                }
            }
        }
        if simulates && !accepted.is_empty() {
            survey.objections = self.objections(&accepted);
        }
        survey
    }

    /// Simulates mutants. Returns the faults of those that do not do the same as the design, or
    /// that Icarus Verilog rejects with its message.
    ///
    /// A mutant whose simulation does not end does not count: its processes may wake each other
    /// forever, which the printed text avoids.
    fn objections(&self, mutants: &[TextMutant]) -> Vec<String> {
        let File { name, design, files, file } = self;
        let module = design.find(file.name.trim_end_matches(".sv"));
        // A package is simulated by its effect on the top module.
        let id = module.unwrap_or(design.top());
        let recording = Recording::of_design(design, id, STEPS).expect("no combinational loop");
        let recording = Arc::new(recording);
        let dut = |mutant: &TextMutant| {
            let with_fault = SourceFile { text: mutant.apply(&file.text), ..(*file).clone() };
            let own = match module {
                Some(_) => vec![with_fault],
                None => (files.iter())
                    .map(|other| if other.name == file.name { &with_fault } else { other }.clone())
                    .collect(),
            };
            let dut = Dut::new(&design.module(id).name, own, recording.clone());
            Dut { shared: files.to_vec(), ..dut }
        };
        let mut objections = Vec::new();
        for group in mutants.chunks(TOGETHER) {
            let duts: Vec<Dut> = group.iter().map(dut).collect();
            for (mutant, result) in group.iter().zip(Simulator::Icarus(TIME_LIMIT).run(&duts)) {
                let message = match result {
                    Ok(_) | Err(Fault::Hangs) => continue,
                    Err(Fault::Differs(message)) => message,
                    Err(Fault::Rejected(text)) => {
                        let error = text.lines().find_map(|line| line.split_once(" error: "));
                        error.map_or(text.clone(), |(_, error)| error.to_string())
                    }
                };
                objections.push(format!("{name}: {}: {}: {message}", file.name, mutant.fault));
            }
        }
        objections
    }
}

/// A table.
impl Display for Survey {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        writeln!(
            f,
            "{:<16}{:>12}{:>12}{:>12}",
            "mutants of", "unreadable", "rejected", "equivalent"
        )?;
        let total = self.total();
        for (kind, count) in self.counts.iter().chain([(&"all", &total)]) {
            let Count { unreadable, rejected, accepted } = count;
            writeln!(f, "{kind:<16}{unreadable:>12}{rejected:>12}{accepted:>12}")?;
        }
        Ok(())
    }
}
