//! Writes a set of files, all or none.

use std::fs;
use std::io;
use std::time::Duration;

use tempfile::NamedTempFile;

use super::folder_locks::FolderLocks;
use super::scan::{Scan, TEMPORARY_SUFFIX, Target};
use super::single::stage;
use super::{Artifact, Blocked, Finding, OutputError, Owner, State};

/// How long to wait for other runs. One takes well under a second.
const TIMEOUT: Duration = Duration::from_secs(10);

/// Which files may be replaced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Overwrite {
    /// Only those with the owner's marker.
    OnlyOwn,
    /// Any file or symbolic link; folders and devices still block the run.
    Anything,
}

/// Makes the folders hold exactly these artifacts, besides files that are not the owner's: creates missing folders, writes what is missing
/// or out of date, and removes the owner's files that are no longer produced. Returns every file with the state that it had
/// before: the artifacts in their order, then the removed files.
///
/// # Errors
/// Any [`OutputError`]. With [`OutputError::Rename`] and [`OutputError::Remove`] some files are new already, each of them
/// complete; with every other error the folders are as they were.
pub fn write(
    owner: &Owner,
    artifacts: &[Artifact],
    overwrite: Overwrite,
) -> Result<Vec<Finding>, OutputError> {
    Writer { owner, overwrite, timeout: TIMEOUT, before: &mut |_| Ok(()) }.write(artifacts)
}

/// What is done next. Tests make each step fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    Stage,
    Flush,
    Rename,
    Remove,
}

struct Writer<'b> {
    owner: &'b Owner,
    overwrite: Overwrite,
    timeout: Duration,
    before: &'b mut dyn FnMut(Step) -> io::Result<()>,
}

/// A target with its new contents in a temporary file beside it, which is removed on drop.
struct Staged<'t> {
    target: &'t Target<'t>,
    temporary: NamedTempFile,
}

impl Writer<'_> {
    fn write(&mut self, artifacts: &[Artifact]) -> Result<Vec<Finding>, OutputError> {
        // Refuse before anything is created.
        let scan = Scan::new(self.owner, artifacts)?;
        self.refuse_obstacles(&scan)?;

        let locks = FolderLocks::take(&scan.folders, self.timeout)?;
        // Another run may have written while this one waited for the locks.
        let scan = Scan::new(self.owner, artifacts)?;
        self.refuse_obstacles(&scan)?;
        let staged = self.stage(&scan)?;
        self.rename(staged)?;
        self.remove_leftovers(&scan)?;
        locks.keep();
        Ok(scan.findings())
    }

    fn refuse_obstacles(&self, scan: &Scan) -> Result<(), OutputError> {
        let obstacles = scan.targets.iter().filter_map(|target| match target.state {
            State::InTheWay(obstacle)
                if self.overwrite == Overwrite::OnlyOwn || !obstacle.yields_to_force() =>
            {
                Some((target.shown.clone(), obstacle))
            }
            _ => None,
        });
        let obstacles: Vec<_> = obstacles.collect();
        if obstacles.is_empty() { Ok(()) } else { Err(OutputError::Blocked(Blocked(obstacles))) }
    }

    /// Writes temporary files for all targets that need it, and flushes them to disk: after a power cut a renamed file must
    /// not be empty.
    fn stage<'t>(&mut self, scan: &'t Scan) -> Result<Vec<Staged<'t>>, OutputError> {
        let stage_error =
            |target: &Target, source| OutputError::Stage { path: target.shown.clone(), source };
        let mut builder = tempfile::Builder::new();
        builder.prefix(self.owner.temporary_prefix).suffix(TEMPORARY_SUFFIX);
        let mut staged = Vec::new();
        for target in scan.targets.iter().filter(|target| target.state != State::Current) {
            let contents = target.artifact.contents.as_bytes();
            let temporary = (self.before)(Step::Stage)
                .and_then(|()| stage(&target.path, &builder, |file| file.write_all(contents)))
                .map_err(|source| stage_error(target, source))?;
            staged.push(Staged { target, temporary });
        }
        for Staged { target, temporary } in &staged {
            (self.before)(Step::Flush)
                .and_then(|()| temporary.as_file().sync_all())
                .map_err(|source| stage_error(target, source))?;
        }
        Ok(staged)
    }

    fn rename(&mut self, staged: Vec<Staged>) -> Result<(), OutputError> {
        let all = staged.len();
        for (done, Staged { target, temporary }) in staged.into_iter().enumerate() {
            let path = || target.shown.clone();
            (self.before)(Step::Rename)
                .and_then(|()| temporary.persist(&target.path).map_err(|error| error.error))
                .map_err(|source| OutputError::Rename { path: path(), done, all, source })?;
        }
        Ok(())
    }

    fn remove_leftovers(&mut self, scan: &Scan) -> Result<(), OutputError> {
        for leftover in &scan.leftovers {
            match (self.before)(Step::Remove).and_then(|()| fs::remove_file(&leftover.path)) {
                Err(source) if source.kind() != io::ErrorKind::NotFound => {
                    return Err(OutputError::Remove { path: leftover.shown.clone(), source });
                }
                _ => {}
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
