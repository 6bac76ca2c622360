//! The build folder: locked, emptied before each build, and marked by a record.

use std::fs::{self, File, TryLockError};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use serde::{Deserialize, Serialize};

use super::{DesignFiles, Flow, FlowError, Plan, Report};
use output_files::{Artifact, CONSTRAINTS, GENERATED};

/// The file that marks a build folder.
const RECORD: &str = "build.json";

/// The sentence in the record that allows emptying the folder.
const NOTE: &str = "the next build here empties this folder";

/// The record of a build.
#[derive(Debug, Serialize, Deserialize)]
pub struct Record {
    /// Contains [`NOTE`].
    note: String,
    pub flow: Flow,
    /// The top module; empty in records of older versions.
    #[serde(default)]
    pub top: String,
    /// How it is clocked.
    pub clocking: String,
    /// `None` if the build failed or still runs.
    pub report: Option<Report>,
}

impl Record {
    /// The record of the build in a folder; `None` if it is not a build folder.
    pub fn of(folder: &Path) -> Option<Record> {
        let text = fs::read_to_string(folder.join(RECORD)).ok()?;
        let record: Record = serde_json::from_str(&text).ok()?;
        record.note.contains(NOTE).then_some(record)
    }

    /// The same, with the time at which it was written: the end of a finished build.
    pub fn with_time(folder: &Path) -> Option<(Record, SystemTime)> {
        let written = folder.join(RECORD).metadata().and_then(|file| file.modified()).ok()?;
        Some((Record::of(folder)?, written))
    }
}

/// The folder of a running build, locked against other builds.
#[derive(Debug)]
pub struct BuildFolder {
    path: PathBuf,
    record: Record,
    /// Closing it ends the lock.
    _lock: Option<File>,
}

impl BuildFolder {
    /// Checks that a build may empty the folder.
    ///
    /// # Errors
    /// [`FlowError::NotABuildFolder`] if it has files that no build made, [`FlowError::Folder`] if
    /// it cannot be read.
    pub fn check(path: &Path) -> Result<(), FlowError> {
        match may_be_emptied(path) {
            Ok(true) => Ok(()),
            Ok(false) => Err(FlowError::NotABuildFolder { folder: path.to_owned() }),
            Err(source) => Err(FlowError::Folder { what: "read", path: path.to_owned(), source }),
        }
    }

    /// Empties the folder, or creates it, and writes the design there.
    ///
    /// # Errors
    /// [`FlowError::NotABuildFolder`] and [`FlowError::Busy`] if the folder must not be touched,
    /// [`FlowError::Folder`] if it cannot be written.
    pub(super) fn begin(plan: &Plan) -> Result<BuildFolder, FlowError> {
        let path = plan.folder;
        let io_error =
            |what| move |source| FlowError::Folder { what, path: path.to_owned(), source };
        BuildFolder::check(path)?;
        fs::create_dir_all(path).map_err(io_error("create"))?;
        let lock = lock(path).map_err(|error| match error {
            TryLockError::WouldBlock => FlowError::Busy { folder: path.to_owned() },
            TryLockError::Error(source) => io_error("lock")(source),
        })?;
        empty(path).map_err(io_error("empty"))?;
        let record = Record {
            note: NOTE.to_string(),
            flow: plan.flow,
            top: plan.design.top.clone(),
            clocking: plan.design.clocking.clone(),
            report: None,
        };
        let folder = BuildFolder { path: path.to_owned(), record, _lock: lock };
        // First: the folder of an interrupted build must be recognised as one.
        folder.write_record()?;
        write_design(path, &plan.design.files).map_err(io_error("write the design to"))?;
        Ok(folder)
    }

    /// Records the result of the build.
    pub(super) fn finish(mut self, report: &Report) -> Result<(), FlowError> {
        self.record.report = Some(report.clone());
        self.write_record()
    }

    fn write_record(&self) -> Result<(), FlowError> {
        let path = self.path.join(RECORD);
        // Atomically: without its record the folder would no longer be recognised.
        let write = || {
            let text = serde_json::to_string_pretty(&self.record)? + "\n";
            output_files::write_file(&path, |file| file.write_all(text.as_bytes()))
        };
        write().map_err(|source| FlowError::Folder { what: "write", path: path.clone(), source })
    }
}

/// Locks a folder until the file is closed. The lock leaves nothing behind, even if this program is
/// killed. Windows cannot lock folders.
fn lock(folder: &Path) -> Result<Option<File>, TryLockError> {
    if cfg!(windows) {
        return Ok(None);
    }
    let folder = File::open(folder).map_err(TryLockError::Error)?;
    folder.try_lock()?;
    Ok(Some(folder))
}

fn write_design(build: &Path, files: &[Artifact]) -> io::Result<()> {
    for folder in [GENERATED, CONSTRAINTS] {
        fs::create_dir_all(build.join(folder))?;
    }
    files.iter().try_for_each(|file| fs::write(path_in(build, file), &file.contents))
}

fn path_in(build: &Path, file: &Artifact) -> PathBuf {
    build.join(&file.folder).join(&file.name)
}

/// The sources and constraints in a build folder that differ from the design's. Files of the
/// project itself, which Quartus may have changed, are not compared.
pub fn changed_files(build: &Path, design: &DesignFiles) -> Vec<PathBuf> {
    let is_project = |file: &Artifact| {
        file.folder == Path::new(GENERATED) && !design.sources.contains(&file.name)
    };
    let files = design.files.iter().filter(|file| !is_project(file));
    let is_changed = |file: &&Artifact| {
        fs::read(path_in(build, file)).ok().is_none_or(|text| text != file.contents.as_bytes())
    };
    files.filter(is_changed).map(|file| path_in(build, file)).collect()
}

/// Whether a folder does not exist, is empty, or is from an earlier build.
fn may_be_emptied(path: &Path) -> io::Result<bool> {
    match fs::read_dir(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(true),
        Err(error) => Err(error),
        Ok(mut entries) => Ok(entries.next().is_none() || Record::of(path).is_some()),
    }
}

fn empty(path: &Path) -> io::Result<()> {
    // The record last: an interrupted removal can then be repeated.
    let entries = fs::read_dir(path)?.collect::<Result<Vec<_>, _>>()?;
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
