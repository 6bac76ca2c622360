//! What becomes of the mutants of designs.

use std::collections::{BTreeMap, HashSet};
use std::fmt::{self, Display, Formatter};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use rust_hdl_rtl::Design;
use rust_hdl_systemverilog::SourceFile;

use crate::files;
use crate::icarus::differences;
use crate::mutants::{TextMutant, text_mutants};
use crate::subject::{Outcome, Subject};

/// What becomes of the mutants of designs.
#[derive(Debug, Default)]
pub struct Survey {
    /// The numbers of mutants of each kind.
    pub counts: BTreeMap<&'static str, Count>,
    /// Why the proof is wrong about mutants that it accepts: differences in simulation, and messages of Icarus Verilog.
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

/// A file of a design, by the name of the design.
type File<'a> = (&'a str, &'a Design, &'a [SourceFile], &'a SourceFile);

impl Survey {
    /// Mutates the text of each module and package of designs, with at most `limit` mutants for each token. Equal files of
    /// several designs are mutated once.
    ///
    /// If `simulates`, Icarus Verilog simulates the mutants that the proof accepts beside the original.
    ///
    /// # Panics
    ///
    /// If the text without a fault is not proven, or if Icarus Verilog is needed and missing.
    pub fn of(designs: &[(&str, Design)], limit: usize, simulates: bool) -> Survey {
        let printed: Vec<Vec<SourceFile>> =
            designs.iter().map(|(_, design)| files(design)).collect();
        let mut known = HashSet::new();
        let files: Vec<File> = (designs.iter().zip(&printed))
            .flat_map(|((name, design), files)| {
                files.iter().map(move |file| (*name, design, files.as_slice(), file))
            })
            .filter(|(_, _, _, file)| known.insert((&file.name, &file.text)))
            .collect();
        let survey = Mutex::new(Survey::default());
        let next = AtomicUsize::new(0);
        let work = || {
            while let Some(file) = files.get(next.fetch_add(1, Ordering::Relaxed)) {
                let part = Survey::of_file(*file, limit, simulates);
                survey.lock().unwrap_or_else(PoisonError::into_inner).add(part);
            }
        };
        let workers = thread::available_parallelism().map_or(1, usize::from);
        thread::scope(|scope| (0..workers).for_each(|_| drop(scope.spawn(work))));
        survey.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    fn of_file((name, design, files, file): File, limit: usize, simulates: bool) -> Survey {
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
        if simulates {
            let found = differences(design, files, file, &accepted);
            survey.objections.extend(found.into_iter().map(|found| format!("{name}: {found}")));
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
        self.objections.sort();
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
