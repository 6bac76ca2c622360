//! The folder of a build, which no build shares with an earlier one's files.

use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use serde::{Deserialize, Serialize};

use super::{Flow, FlowError, Report};
use crate::engine::{self, Clocking};
use crate::output::{self, Artifact, Folders, MARKER, Overwrite, State};

/// Where the SystemVerilog and the Quartus project go, below the build folder.
pub const GENERATED: &str = "generated";

/// Where the constraints go, below the build folder.
pub const CONSTRAINTS: &str = "constraints";

/// What tells a build folder from others.
const RECORD: &str = "build.json";

/// The record, as long as it is being written.
const NEW_RECORD: &str = "build.json.new";

/// What is held while a build goes on. It stays when the folder is emptied: two builds may wait for it.
const LOCK: &str = ".lock";

/// What a build folder says of itself.
#[derive(Debug, Serialize, Deserialize)]
pub struct Record {
    /// That it is ours, and may be emptied.
    note: String,
    pub flow: Flow,
    /// As the command line names it.
    pub clocking: String,
    /// How the build ended; nothing if it did not, or is not finished.
    pub report: Option<Report>,
}

impl Record {
    /// The record of the build in a folder, if it is one.
    pub fn of(folder: &Path) -> Option<Record> {
        let text = fs::read_to_string(folder.join(RECORD)).ok()?;
        let record: Record = serde_json::from_str(&text).ok()?;
        record.note.contains(MARKER).then_some(record)
    }

    /// The same, with the time at which it was written: when the build ended, if it did.
    pub fn with_time(folder: &Path) -> Option<(Record, SystemTime)> {
        let written = folder.join(RECORD).metadata().and_then(|file| file.modified()).ok()?;
        Some((Record::of(folder)?, written))
    }

    /// How the machine that was built is clocked.
    pub fn clocking(&self) -> Option<Clocking> {
        let all = [Clocking::Synchronised, Clocking::Direct];
        all.into_iter().find(|clocking| clocking.to_string() == self.clocking)
    }
}

/// A folder in which a build goes on. It is held against other builds.
#[derive(Debug)]
pub struct BuildFolder {
    path: PathBuf,
    record: Record,
    _held: File,
}

impl BuildFolder {
    /// Makes sure that a build may empty the folder.
    ///
    /// # Errors
    /// [`FlowError::NotOurs`] if it holds what no build has made, [`FlowError::Folder`] if it cannot be read.
    pub fn check(path: &Path) -> Result<(), FlowError> {
        match may_be_emptied(path) {
            Ok(true) => Ok(()),
            Ok(false) => Err(FlowError::NotOurs { folder: path.to_owned() }),
            Err(source) => Err(FlowError::Folder { what: "read", path: path.to_owned(), source }),
        }
    }

    /// Empties the folder, or creates it, and writes the design there.
    ///
    /// # Errors
    /// [`FlowError::NotOurs`] and [`FlowError::Busy`] if the folder is not to be touched, [`FlowError::Folder`] and
    /// [`FlowError::Output`] if it cannot be written.
    pub(super) fn begin(
        path: &Path,
        flow: Flow,
        clocking: Clocking,
        artifacts: &[Artifact],
    ) -> Result<BuildFolder, FlowError> {
        let io_error =
            |what| move |source| FlowError::Folder { what, path: path.to_owned(), source };
        BuildFolder::check(path)?;
        fs::create_dir_all(path).map_err(io_error("create"))?;
        let held = hold(path)?;
        empty(path).map_err(io_error("empty"))?;
        let record = Record {
            note: format!("{MARKER}; the next build here empties this folder"),
            flow,
            clocking: clocking.to_string(),
            report: None,
        };
        let folder = BuildFolder { path: path.to_owned(), record, _held: held };
        // First of all: a build that is broken off must leave a folder that is known as ours.
        folder.write_record()?;
        output::write(&folders(path)?, artifacts, Overwrite::OnlyOurs)?;
        Ok(folder)
    }

    /// Records that the build has ended, and how.
    pub(super) fn finish(mut self, report: &Report) -> Result<(), FlowError> {
        self.record.report = Some(report.clone());
        self.write_record()
    }

    fn write_record(&self) -> Result<(), FlowError> {
        let path = self.path.join(RECORD);
        let write = || {
            // Whole or not at all: without its record the folder would no longer be known as ours.
            let new = self.path.join(NEW_RECORD);
            fs::write(&new, serde_json::to_string_pretty(&self.record)? + "\n")?;
            fs::rename(&new, &path)
        };
        write().map_err(|source: io::Error| FlowError::Folder {
            what: "write",
            path: path.clone(),
            source,
        })
    }
}

/// The two folders of the design within a build folder.
pub(super) fn folders(build: &Path) -> Result<Folders, FlowError> {
    Ok(Folders::new(&build.join(GENERATED), &build.join(CONSTRAINTS))?)
}

/// The sources and constraints in a build folder that today's design would have otherwise. Quartus may have added to the
/// project's own file, which is left out.
///
/// # Errors
/// The design cannot be made, or the folder not be read.
pub fn changed_sources(build: &Path, clocking: Clocking) -> Result<Vec<PathBuf>, FlowError> {
    let folders = folders(build)?;
    let artifacts = engine::artifacts(clocking, &folders.constraints_from_generated()?)?;
    let findings = output::check(&folders, &artifacts)?;
    let is_projects = |path: &Path| {
        path.starts_with(build.join(GENERATED)) && path.extension().is_some_and(|kind| kind != "sv")
    };
    let changed = findings.into_iter().filter(|finding| finding.state != State::Current);
    Ok(changed.map(|finding| finding.path).filter(|path| !is_projects(path)).collect())
}

/// Whether it is absent, empty, or of an earlier build.
fn may_be_emptied(path: &Path) -> io::Result<bool> {
    match fs::read_dir(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(true),
        Err(error) => Err(error),
        Ok(entries) => {
            let names =
                entries.map(|entry| Ok(entry?.file_name())).collect::<io::Result<Vec<_>>>()?;
            Ok(names.iter().all(|name| name == LOCK) || Record::of(path).is_some())
        }
    }
}

/// Locks a file in the folder.
fn hold(path: &Path) -> Result<File, FlowError> {
    let io_error = |source| FlowError::Folder { what: "lock", path: path.to_owned(), source };
    let file = File::create(path.join(LOCK)).map_err(io_error)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(fs::TryLockError::WouldBlock) => Err(FlowError::Busy { folder: path.to_owned() }),
        Err(fs::TryLockError::Error(source)) => Err(io_error(source)),
    }
}

fn empty(path: &Path) -> io::Result<()> {
    // The record goes last, so that a removal that is broken off can be taken up again.
    let mut entries = fs::read_dir(path)?.collect::<Result<Vec<_>, _>>()?;
    entries.retain(|entry| entry.file_name() != LOCK);
    let (record, others): (Vec<_>, Vec<_>) =
        entries.into_iter().partition(|entry| entry.file_name() == RECORD);
    for entry in others.into_iter().chain(record) {
        if entry.file_type()?.is_dir() {
            fs::remove_dir_all(entry.path())?;
        } else {
            fs::remove_file(entry.path())?;
        }
    }
    Ok(())
}
