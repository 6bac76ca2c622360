//! The set of files staged as a whole, then put in place one by one.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use tempfile::NamedTempFile;

use super::hold::Hold;
use super::ownership::{TEMPORARY_PREFIX, TEMPORARY_SUFFIX};
use super::survey::{State, Survey, Target};
use super::{Artifact, Blocked, Folders, OutputError};

/// How long a run waits for another one that writes into the same folders; that one takes far less than a second.
const PATIENCE: Duration = Duration::from_secs(10);

/// What to do with a file in the way that is not ours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Overwrite {
    /// Refuse the whole set.
    OnlyOurs,
    /// Replace files and symbolic links; refuse folders and devices all the same.
    Anything,
}

/// What was done to a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    Written,
    /// It was current, and has not been touched.
    Unchanged,
    /// It was ours, and is no longer produced.
    Removed,
}

/// One file and what was done to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// In the folder as the user named it.
    pub path: PathBuf,
    pub outcome: Outcome,
}

/// Makes the folders hold exactly these artifacts, beside whatever is not ours: creates the folders, writes what is missing
/// or out of date, removes what is left over. Reports every artifact in its order, then what was removed.
///
/// # Errors
/// Any [`OutputError`]. [`OutputError::Rename`] and [`OutputError::Remove`] come when some files are in place already, each
/// of them whole; with every other error the folders are as they were.
pub fn write(
    folders: &Folders,
    artifacts: &[Artifact],
    overwrite: Overwrite,
) -> Result<Vec<Change>, OutputError> {
    Writer { overwrite, patience: PATIENCE, before: &mut |_| Ok(()) }.write(folders, artifacts)
}

/// What is about to be done. Tests make each of these fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    Stage,
    Flush,
    Rename,
    Remove,
}

struct Writer<'b> {
    overwrite: Overwrite,
    patience: Duration,
    before: &'b mut dyn FnMut(Step) -> io::Result<()>,
}

/// A file written in full beside its target. Dropped, it is gone.
struct Staged<'t> {
    target: &'t Target<'t>,
    temporary: NamedTempFile,
}

impl Writer<'_> {
    fn write(
        &mut self,
        folders: &Folders,
        artifacts: &[Artifact],
    ) -> Result<Vec<Change>, OutputError> {
        // What can be refused is refused before anything is created.
        self.refuse_obstacles(&Survey::take(folders, artifacts)?)?;

        let hold = Hold::take(folders, self.patience)?;
        // Another run may have written while this one waited for the lock.
        let survey = Survey::take(&folders.again()?, artifacts)?;
        self.refuse_obstacles(&survey)?;
        let staged = self.stage(&survey)?;
        self.put_in_place(staged)?;
        self.remove_leftovers(&survey)?;
        hold.keep();
        Ok(changes(survey))
    }

    fn refuse_obstacles(&self, survey: &Survey) -> Result<(), OutputError> {
        let mut obstacles = Vec::new();
        for target in &survey.targets {
            if let State::InTheWay(obstacle) = target.state
                && (self.overwrite == Overwrite::OnlyOurs || !obstacle.yields_to_force())
            {
                obstacles.push((target.shown.clone(), obstacle));
            }
        }
        if obstacles.is_empty() { Ok(()) } else { Err(OutputError::InTheWay(Blocked(obstacles))) }
    }

    /// Writes every file that needs it beside its target, and waits until all of them are on the disk: after a power cut a
    /// renamed file must not turn out empty.
    fn stage<'t>(&mut self, survey: &'t Survey) -> Result<Vec<Staged<'t>>, OutputError> {
        let stage_error =
            |target: &Target, source| OutputError::Stage { path: target.shown.clone(), source };
        let mut staged = Vec::new();
        for target in survey.targets.iter().filter(|target| target.state != State::Current) {
            let temporary = (self.before)(Step::Stage)
                .and_then(|()| stage_one(target))
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

    fn put_in_place(&mut self, staged: Vec<Staged>) -> Result<(), OutputError> {
        let all = staged.len();
        for (done, Staged { target, temporary }) in staged.into_iter().enumerate() {
            (self.before)(Step::Rename)
                .and_then(|()| temporary.persist(&target.path).map_err(|error| error.error))
                .map_err(|source| OutputError::Rename {
                    path: target.shown.clone(),
                    done,
                    all,
                    source,
                })?;
        }
        Ok(())
    }

    fn remove_leftovers(&mut self, survey: &Survey) -> Result<(), OutputError> {
        for leftover in &survey.leftovers {
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

fn stage_one(target: &Target) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(TEMPORARY_PREFIX).suffix(TEMPORARY_SUFFIX);
    // Other users may read the results, as far as the umask allows; a temporary is private by default.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let mut temporary = builder.tempfile_in(target.path.parent().unwrap_or(Path::new(".")))?;
    temporary.write_all(target.artifact.contents.as_bytes())?;
    // A file that is replaced keeps its mode. On Windows that is only the read-only flag, which would bar the renaming.
    if let (true, Some(permissions)) = (cfg!(unix), &target.permissions) {
        temporary.as_file().set_permissions(permissions.clone())?;
    }
    Ok(temporary)
}

fn changes(survey: Survey) -> Vec<Change> {
    let targets = survey.targets.into_iter().map(|target| Change {
        path: target.shown,
        outcome: match target.state {
            State::Current => Outcome::Unchanged,
            _ => Outcome::Written,
        },
    });
    let leftovers = survey
        .leftovers
        .into_iter()
        .map(|leftover| Change { path: leftover.shown, outcome: Outcome::Removed });
    targets.chain(leftovers).collect()
}

#[cfg(test)]
mod tests;
