//! Which bitstream, and what loads it.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use anyhow::anyhow;

use crate::bitstream::{self, Kind, kind_of};
use crate::engine::Clocking;
use crate::flow::{self, Record};
use crate::programmer::Programmer;
use crate::toolchain::Finder;

/// A bitstream, and what loads it.
#[derive(Debug)]
pub(super) struct Choice {
    pub file: PathBuf,
    pub programmer: Programmer,
}

/// A bitstream of a build that has ended.
struct Built {
    path: PathBuf,
    kind: Kind,
    modified: SystemTime,
}

impl Choice {
    /// Takes the file and the programmer that are wanted, and chooses what is not.
    ///
    /// # Errors
    /// No file is named, and none has been built that the programmer takes.
    pub fn new(
        file: Option<&Path>,
        wanted: Option<Programmer>,
        finder: &Finder,
        builds: &Path,
    ) -> anyhow::Result<Choice> {
        if let Some(file) = file {
            let by_kind = || kind_of(file).map_or(Programmer::Quartus, Programmer::of);
            let programmer = wanted.unwrap_or_else(by_kind);
            return Ok(Choice { file: file.to_owned(), programmer });
        }
        let built = built(builds);
        let newest = |programmer: Programmer| {
            let fitting = built.iter().filter(|built| programmer.kinds().contains(&built.kind));
            fitting.max_by_key(|built| built.modified).map(|built| built.path.clone())
        };
        let candidates = match wanted {
            Some(programmer) => vec![programmer],
            None => in_order(finder),
        };
        let mut found = candidates.iter().filter_map(|programmer| {
            Some(Choice { file: newest(*programmer)?, programmer: *programmer })
        });
        found.next().ok_or_else(|| match (wanted, built.first()) {
            (Some(programmer), Some(other)) => anyhow!(
                "no build in {} has a {}, which {} needs; there is {}",
                builds.display(),
                programmer.kinds()[0],
                programmer.tool().name,
                other.path.display()
            ),
            _ => anyhow!(
                "there is no bitstream in {}: `baccarat build` makes one, or name a file",
                builds.display()
            ),
        })
    }

    /// The bitstream that a build would make for the programmer.
    pub fn to_come(wanted: Option<Programmer>, finder: &Finder, builds: &Path) -> Choice {
        let programmer = wanted.unwrap_or_else(|| in_order(finder)[0]);
        let file = match programmer {
            Programmer::Quartus => "quartus-synchronised/generated/output_files/task5.sof",
            Programmer::OpenFpgaLoader => "mistral-synchronised/task5.rbf",
        };
        Choice { file: builds.join(file), programmer }
    }

    /// Makes sure that the file is what its name says, and what the programmer takes.
    ///
    /// # Errors
    /// It is not.
    pub fn check(&self) -> anyhow::Result<()> {
        let kind = bitstream::inspect(&self.file)?;
        Ok(self.programmer.check(&self.file, kind)?)
    }

    /// What speaks against the file's being of today's design, if anything does.
    pub fn staleness(&self) -> Option<String> {
        let file = self.file.display();
        let folders = self.file.ancestors().skip(1);
        let Some((folder, record)) =
            folders.take(4).find_map(|folder| Some((folder, Record::of(folder)?)))
        else {
            let newer = newer_source(&self.file, Path::new("generated"))?;
            return Some(format!("{} is newer than {file}", newer.display()));
        };
        if record.report.is_none() {
            return Some(format!("the build of {file} did not come to its end"));
        }
        if record.report.as_ref().is_some_and(|report| !report.timing_met) {
            return Some(format!("{file} does not meet its timing, and may deal wrong cards"));
        }
        let clocking = [Clocking::Synchronised, Clocking::Direct]
            .into_iter()
            .find(|clocking| clocking.to_string() == record.clocking)?;
        let changed = flow::changed_sources(folder, clocking).ok()?;
        let first = changed.first()?;
        Some(format!(
            "{file} was built from other sources than today's ({} differs): `baccarat build` makes a new one",
            first.display()
        ))
    }
}

/// The programmers, those that are installed first.
fn in_order(finder: &Finder) -> Vec<Programmer> {
    let mut programmers = Programmer::ALL.to_vec();
    programmers.sort_by_key(|programmer| finder.find(programmer.tool()).is_err());
    programmers
}

/// The bitstreams of all builds that came to their end.
fn built(builds: &Path) -> Vec<Built> {
    let folders = fs::read_dir(builds).into_iter().flatten().flatten();
    let reports = folders.filter_map(|folder| Record::of(&folder.path())?.report);
    let paths = reports.flat_map(|report| report.bitstreams);
    let found = paths.filter_map(|path| {
        let modified = path.metadata().and_then(|file| file.modified()).ok()?;
        Some(Built { kind: kind_of(&path)?, modified, path })
    });
    found.collect()
}

/// A generated file that is newer than this one.
fn newer_source(file: &Path, generated: &Path) -> Option<PathBuf> {
    let modified = |path: &Path| path.metadata().and_then(|file| file.modified()).ok();
    let built = modified(file)?;
    let sources = fs::read_dir(generated).ok()?.flatten().map(|entry| entry.path());
    sources
        .filter(|path| path.extension().is_some_and(|extension| extension == "sv"))
        .find(|path| modified(path).is_some_and(|source| source > built))
}
