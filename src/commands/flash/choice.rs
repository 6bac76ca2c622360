//! Which bitstream, and what loads it.

use std::cmp::Reverse;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use anyhow::anyhow;

use super::super::tools::say_slow_start;
use crate::fpga::bitstream::{self, Kind, kind_of};
use crate::fpga::flow::{self, Record};
use crate::fpga::programmer::Programmer;
use crate::fpga::toolchain::{Finder, ToolError, problems};

/// A bitstream, and what loads it.
#[derive(Debug)]
pub(super) struct Choice {
    pub file: PathBuf,
    pub programmer: Programmer,
}

/// A build that has come to its end.
struct Built {
    bitstreams: Vec<(Kind, PathBuf)>,
    ended: SystemTime,
}

impl Built {
    /// The first of these programmers that takes one of its bitstreams.
    fn choice(&self, programmers: &[Programmer]) -> Option<Choice> {
        let of_kind = |wanted: &Kind| self.bitstreams.iter().find(|(kind, _)| kind == wanted);
        programmers.iter().find_map(|&programmer| {
            let (_, file) = programmer.kinds().iter().find_map(of_kind)?;
            Some(Choice { file: file.clone(), programmer })
        })
    }
}

impl Choice {
    /// Takes the file and the programmer that are wanted, and chooses what is not: the newest build that a working
    /// programmer takes, and of its bitstreams that for the preferred programmer.
    ///
    /// # Errors
    /// No file is named, and none has been built that the programmer takes, or the search for one that works was interrupted.
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
        let newest =
            |programmers: &[Programmer]| built.iter().find_map(|built| built.choice(programmers));
        let found = match wanted {
            Some(programmer) => newest(&[programmer]),
            // One that does not work will at least be named.
            None => newest(&working(finder)?).or_else(|| newest(&Programmer::ALL)),
        };
        let other = || built.iter().flat_map(|built| &built.bitstreams).next();
        found.ok_or_else(|| match (wanted, other()) {
            (Some(programmer), Some((_, other))) => anyhow!(
                "no build in {} has a {}, which {} needs; there is {}",
                builds.display(),
                programmer.kinds()[0],
                programmer.tool().name,
                other.display()
            ),
            _ => anyhow!(
                "there is no bitstream in {}: `baccarat build` makes one, or name a file",
                builds.display()
            ),
        })
    }

    /// The bitstream that a build would make for the programmer.
    ///
    /// # Errors
    /// The search for a programmer that works was interrupted.
    pub fn to_come(
        wanted: Option<Programmer>,
        finder: &Finder,
        builds: &Path,
    ) -> Result<Choice, ToolError> {
        let programmer = match wanted {
            Some(programmer) => programmer,
            None => working(finder)?.first().copied().unwrap_or(Programmer::ALL[0]),
        };
        let file = match programmer {
            Programmer::Quartus => "quartus-synchronised/generated/output_files/task5.sof",
            Programmer::OpenFpgaLoader => "mistral-synchronised/task5.rbf",
        };
        Ok(Choice { file: builds.join(file), programmer })
    }

    /// Makes sure that the file is what its name says, and what the programmer takes; its kind.
    ///
    /// # Errors
    /// It is not.
    pub fn check(&self) -> anyhow::Result<Kind> {
        let kind = bitstream::inspect(&self.file)?;
        self.programmer.check(&self.file, kind)?;
        Ok(kind)
    }

    /// What speaks against loading the file.
    pub fn doubts(&self) -> Vec<Doubt> {
        let Some((folder, record)) = self.record() else {
            let newer = newer_source(&self.file, Path::new("generated"));
            return newer.map(Doubt::Outdated).into_iter().collect();
        };
        let Some(report) = &record.report else { return vec![Doubt::Unfinished] };
        let changed = record
            .clocking()
            .and_then(|clocking| flow::changed_sources(&folder, clocking).ok())
            .and_then(|changed| changed.into_iter().next());
        let mut doubts: Vec<_> = changed.map(Doubt::OtherSources).into_iter().collect();
        if !report.timing_met {
            doubts.push(Doubt::MissesTiming);
        }
        doubts
    }

    /// The folder and the record of the build that has made the file, if it is of one.
    pub fn record(&self) -> Option<(PathBuf, Record)> {
        let mut folders = self.file.ancestors().skip(1).take(4);
        folders.find_map(|folder| Some((folder.to_owned(), Record::of(folder)?)))
    }
}

/// A reason for not loading a bitstream.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Doubt {
    /// This source is newer.
    Outdated(PathBuf),
    /// Its build has been broken off.
    Unfinished,
    /// Today's design would have another text in this source of its build.
    OtherSources(PathBuf),
    MissesTiming,
}

impl Doubt {
    /// As a sentence about the file.
    pub fn about(&self, file: &Path) -> String {
        let file = file.display();
        match self {
            Doubt::Outdated(source) => format!("{} is newer than {file}", source.display()),
            Doubt::Unfinished => format!("the build of {file} did not come to its end"),
            Doubt::OtherSources(source) => format!(
                "{file} was built from other sources than today's ({} differs): `baccarat build` makes a new one",
                source.display()
            ),
            Doubt::MissesTiming => {
                format!("{file} does not meet its timing, and may deal wrong cards")
            }
        }
    }
}

/// The programmers of which every tool works, the preferred one first, as `doctor` tells it, too.
///
/// # Errors
/// [`ToolError::Interrupted`]
fn working(finder: &Finder) -> Result<Vec<Programmer>, ToolError> {
    let mut working = Vec::new();
    for programmer in Programmer::ALL {
        if problems(programmer.tools(), finder, &mut say_slow_start)?.is_empty() {
            working.push(programmer);
        }
    }
    Ok(working)
}

/// All builds that came to their end, the newest first.
fn built(builds: &Path) -> Vec<Built> {
    let folders = fs::read_dir(builds).into_iter().flatten().flatten();
    let found = folders.filter_map(|folder| {
        let (record, ended) = Record::with_time(&folder.path())?;
        let paths = record.report?.bitstreams.into_iter().filter(|path| path.is_file());
        let bitstreams = paths.filter_map(|path| Some((kind_of(&path)?, path))).collect();
        Some(Built { bitstreams, ended })
    });
    let mut found: Vec<_> = found.collect();
    found.sort_by_key(|built| Reverse(built.ended));
    found
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
