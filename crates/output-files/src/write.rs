//! Writes a set of files.

use std::collections::BTreeSet;
use std::fs;
use std::io;

use tempfile::Builder;

use super::lock::FolderLock;
use super::paths::resolve;
use super::scan::{TEMPORARY_SUFFIX, check};
use super::single::{Staged, stage};
use super::{Artifact, Finding, OutputError, Owner, State};

/// Which files may be replaced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Overwrite {
    /// Only those with the owner's marker.
    OnlyOwn,
    /// Any file or symbolic link; folders and devices still block the run.
    Anything,
}

/// Makes the folders hold exactly these artifacts, besides files that are not the owner's: creates
/// missing folders, writes what is missing or out of date, and removes the owner's files that are
/// no longer produced. Returns every file with the state that it had before: the artifacts in their
/// order, then the removed files.
///
/// # Errors
/// Any [`OutputError`]. With [`OutputError::Rename`] and [`OutputError::Remove`] some files are new
/// already, each of them complete; with every other error no file has changed.
pub fn write(
    owner: &Owner,
    artifacts: &[Artifact],
    overwrite: Overwrite,
) -> Result<Vec<Finding>, OutputError> {
    // Before folders are created.
    refuse_obstacles(&check(owner, artifacts)?, overwrite)?;
    let _locks = lock_folders(artifacts)?;
    // Another run may have written until now.
    let findings = check(owner, artifacts)?;
    refuse_obstacles(&findings, overwrite)?;
    rename(stage_all(owner, &findings, artifacts)?)?;
    remove_leftovers(&findings)?;
    Ok(findings)
}

/// Checks that no file of [`check`]'s findings is in the way. [`write()`] does so, too.
///
/// # Errors
/// [`OutputError::Blocked`]
pub fn refuse_obstacles(findings: &[Finding], overwrite: Overwrite) -> Result<(), OutputError> {
    let is_forced = overwrite == Overwrite::Anything;
    let obstacles = findings.iter().filter_map(|finding| match finding.state {
        State::InTheWay(obstacle) if !(is_forced && obstacle.yields_to_force()) => {
            Some((finding.path.clone(), obstacle))
        }
        _ => None,
    });
    let obstacles: Vec<_> = obstacles.collect();
    if obstacles.is_empty() { Ok(()) } else { Err(OutputError::Blocked(obstacles)) }
}

/// Creates missing folders and locks all of them, each once, in an order that is the same for every
/// run: otherwise two runs could wait for each other.
fn lock_folders(artifacts: &[Artifact]) -> Result<Vec<FolderLock>, OutputError> {
    let mut folders = BTreeSet::new();
    for Artifact { folder, .. } in artifacts {
        let place = resolve(folder)?;
        fs::create_dir_all(&place).map_err(OutputError::io("create the folder", folder))?;
        // Two names that differ only in case may be one folder, now that it exists.
        folders.insert(resolve(&place)?);
    }
    let lock =
        |folder| FolderLock::take(folder).map_err(OutputError::io("lock the folder", folder));
    folders.iter().map(|folder| lock(folder)).collect()
}

/// Writes temporary files for all artifacts that need it, and flushes them to disk: after a power
/// cut a renamed file must not be empty.
fn stage_all<'f>(
    owner: &Owner,
    findings: &'f [Finding],
    artifacts: &[Artifact],
) -> Result<Vec<(&'f Finding, Staged<'f>)>, OutputError> {
    let stage_error =
        |finding: &Finding, source| OutputError::Stage { path: finding.path.clone(), source };
    let mut builder = Builder::new();
    builder.prefix(owner.temporary_prefix).suffix(TEMPORARY_SUFFIX);
    let mut all = Vec::new();
    for (finding, artifact) in findings.iter().zip(artifacts) {
        if finding.state != State::Current {
            let contents = artifact.contents.as_bytes();
            let staged = stage(&finding.resolved, &mut builder, |file| file.write_all(contents));
            all.push((finding, staged.map_err(|source| stage_error(finding, source))?));
        }
    }
    for (finding, staged) in &all {
        staged.flush_to_disk().map_err(|source| stage_error(finding, source))?;
    }
    Ok(all)
}

fn rename(staged: Vec<(&Finding, Staged)>) -> Result<(), OutputError> {
    let all = staged.len();
    for (done, (finding, staged)) in staged.into_iter().enumerate() {
        let path = || finding.path.clone();
        staged.rename().map_err(|source| OutputError::Rename {
            path: path(),
            done,
            all,
            source,
        })?;
    }
    Ok(())
}

fn remove_leftovers(findings: &[Finding]) -> Result<(), OutputError> {
    for leftover in findings.iter().filter(|finding| finding.state == State::LeftOver) {
        match fs::remove_file(&leftover.resolved) {
            Err(source) if source.kind() != io::ErrorKind::NotFound => {
                return Err(OutputError::Remove { path: leftover.path.clone(), source });
            }
            _ => {}
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests;
