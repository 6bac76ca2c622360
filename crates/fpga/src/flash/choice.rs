//! Chooses the bitstream and the programmer.

use std::cmp::Reverse;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use anyhow::anyhow;

use crate::build::default_folder;
use crate::designs::{self, top_of};
use baccarat_hdl::top::{Clocking, Top};
use command_line::Status;
use fpga_tools::bitstream::{self, Kind, kind_of};
use fpga_tools::flow::{self, Flow, Record};
use fpga_tools::programmer::Programmer;
use fpga_tools::toolchain::{Finder, ToolError, problems};
use output_files::GENERATED;
use tool_options::report_slow_start;

/// A bitstream and the programmer that loads it.
#[derive(Debug)]
pub(super) struct Choice {
    pub file: PathBuf,
    pub programmer: Programmer,
}

/// What the options name.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wanted {
    pub programmer: Option<Programmer>,
    /// The machine, `task5` in any clocking.
    pub top: Option<Top>,
}

impl Wanted {
    /// Whether this build is of the wanted machine.
    fn includes(self, record: &Record) -> bool {
        self.top.is_none_or(|top| top.module() == record.top)
    }
}

/// A finished build.
struct Built {
    bitstreams: Vec<(Kind, PathBuf)>,
    ended: SystemTime,
}

impl Built {
    /// The first of these programmers that loads one of its bitstreams.
    fn choice(&self, programmers: &[Programmer]) -> Option<Choice> {
        let of_kind = |wanted: &Kind| self.bitstreams.iter().find(|(kind, _)| kind == wanted);
        programmers.iter().find_map(|&programmer| {
            let (_, file) = programmer.kinds().iter().find_map(of_kind)?;
            Some(Choice { file: file.clone(), programmer })
        })
    }
}

impl Choice {
    /// Takes the named file and programmer, and chooses what is not named: the newest build that a
    /// working programmer loads, and its bitstream for the preferred programmer.
    ///
    /// # Errors
    /// No file is named and no build has one for the programmer, or the search for a programmer was
    /// interrupted.
    pub fn new(
        file: Option<&Path>,
        wanted: Wanted,
        finder: &Finder,
        builds: &Path,
        status: Status,
    ) -> anyhow::Result<Choice> {
        if let Some(file) = file {
            let by_kind = || kind_of(file).map_or(Programmer::Quartus, Programmer::of);
            let programmer = wanted.programmer.unwrap_or_else(by_kind);
            return Ok(Choice { file: file.to_owned(), programmer });
        }
        let built = built(builds, wanted);
        let newest =
            |programmers: &[Programmer]| built.iter().find_map(|built| built.choice(programmers));
        let found = match wanted.programmer {
            Some(programmer) => newest(&[programmer]),
            // If none works, the error that follows names the preferred one.
            None => newest(&working(finder, status)?).or_else(|| newest(&Programmer::ALL)),
        };
        let other = || built.iter().flat_map(|built| &built.bitstreams).next();
        found.ok_or_else(|| match (wanted.programmer, other()) {
            (Some(programmer), Some((_, other))) => anyhow!(
                "no build in {} has a {}, which {} needs; found {}",
                builds.display(),
                programmer.kinds()[0],
                programmer.tool().name,
                other.display()
            ),
            _ => {
                let (what, option) = match wanted.top {
                    Some(top) => (format!(" of {}", top.module()), format!(" --machine {}", top.module())),
                    None => Default::default(),
                };
                anyhow!(
                    "there is no bitstream{what} in {}: build one with `baccarat-fpga build{option}`, or name a file",
                    builds.display()
                )
            }
        })
    }

    /// The bitstream that the next build would make for the programmer.
    ///
    /// # Errors
    /// The search for a working programmer was interrupted.
    pub fn of_next_build(
        wanted: Wanted,
        finder: &Finder,
        status: Status,
    ) -> Result<Choice, ToolError> {
        let programmer = match wanted.programmer {
            Some(programmer) => programmer,
            None => working(finder, status)?.first().copied().unwrap_or(Programmer::ALL[0]),
        };
        let flow = match programmer {
            Programmer::Quartus => Flow::Quartus,
            Programmer::OpenFpgaLoader => Flow::Mistral,
        };
        let top = wanted.top.unwrap_or(Top::Task5(Clocking::Synchronised));
        let folder = default_folder(flow, top);
        Ok(Choice { file: folder.join(&flow.bitstreams(top.module())[0]), programmer })
    }

    /// Checks that the contents match the file name and that the programmer loads them. Returns the
    /// kind of bitstream.
    ///
    /// # Errors
    /// They do not match, or the programmer does not load them.
    pub fn check(&self) -> anyhow::Result<Kind> {
        let kind = bitstream::inspect(&self.file)?;
        self.programmer.check(&self.file, kind)?;
        Ok(kind)
    }

    /// The reasons not to load the file.
    pub fn doubts(&self) -> Vec<Doubt> {
        let Some((folder, record)) = self.record() else {
            let newer = newer_source(&self.file, Path::new(GENERATED));
            return newer.map(Doubt::Outdated).into_iter().collect();
        };
        let Some(report) = &record.report else { return vec![Doubt::Unfinished] };
        let design = top_of(&record).and_then(|top| designs::for_flow(top).ok());
        let changed =
            design.and_then(|design| flow::changed_files(&folder, &design).into_iter().next());
        let mut doubts: Vec<_> = changed.map(Doubt::OtherSources).into_iter().collect();
        if !report.results.timing_met {
            doubts.push(Doubt::MissesTiming);
        }
        doubts
    }

    /// The folder and the record of the build that made the file, if there is one.
    pub fn record(&self) -> Option<(PathBuf, Record)> {
        let mut folders = self.file.ancestors().skip(1).take(4);
        folders.find_map(|folder| Some((folder.to_owned(), Record::of(folder)?)))
    }
}

/// A reason for not loading a bitstream.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Doubt {
    /// This source is newer than the bitstream.
    Outdated(PathBuf),
    /// Its build was interrupted.
    Unfinished,
    /// The current design generates this source of the build with other contents.
    OtherSources(PathBuf),
    MissesTiming,
}

impl Doubt {
    /// As a sentence about the file.
    pub fn about(&self, file: &Path) -> String {
        let file = file.display();
        match self {
            Doubt::Outdated(source) => format!("{} is newer than {file}", source.display()),
            Doubt::Unfinished => format!("the build of {file} did not finish"),
            Doubt::OtherSources(source) => format!(
                "{file} was not built from the current sources ({} differs): rebuild it with `baccarat-fpga build`",
                source.display()
            ),
            Doubt::MissesTiming => {
                format!("{file} does not meet timing and may deal wrong cards")
            }
        }
    }
}

/// The programmers whose tools all work, the preferred one first, by the same check as `doctor`.
///
/// # Errors
/// [`ToolError::Interrupted`]
fn working(finder: &Finder, status: Status) -> Result<Vec<Programmer>, ToolError> {
    let mut working = Vec::new();
    for programmer in Programmer::ALL {
        if problems(programmer.tools(), finder, &mut report_slow_start(status))?.is_empty() {
            working.push(programmer);
        }
    }
    Ok(working)
}

/// All finished builds of the wanted machine, the newest first.
fn built(builds: &Path, wanted: Wanted) -> Vec<Built> {
    let folders = fs::read_dir(builds).into_iter().flatten().flatten();
    let found = folders.filter_map(|folder| {
        let (record, ended) = Record::with_time(&folder.path())?;
        if !wanted.includes(&record) {
            return None;
        }
        let paths = record.report?.bitstreams.into_iter().filter(|path| path.is_file());
        let bitstreams = paths.filter_map(|path| Some((kind_of(&path)?, path))).collect();
        Some(Built { bitstreams, ended })
    });
    let mut found: Vec<_> = found.collect();
    found.sort_by_key(|built| Reverse(built.ended));
    found
}

/// A generated file that is newer than the bitstream.
fn newer_source(file: &Path, generated: &Path) -> Option<PathBuf> {
    let modified = |path: &Path| path.metadata().and_then(|file| file.modified()).ok();
    let built = modified(file)?;
    let sources = fs::read_dir(generated).ok()?.flatten().map(|entry| entry.path());
    sources
        .filter(|path| path.extension().is_some_and(|extension| extension == "sv"))
        .find(|path| modified(path).is_some_and(|source| source > built))
}
