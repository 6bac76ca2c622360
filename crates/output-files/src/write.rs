//! Writes a set of files.

use std::fs;
use std::io;

use tempfile::Builder;

use super::paths::resolve;
use super::scan::{TEMPORARY_SUFFIX, check};
use super::single::replace;
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
/// Any [`OutputError`]. With [`OutputError::Write`] and [`OutputError::Remove`] some files are new
/// already, each of them complete; with every other error no file has changed.
pub fn write(
    owner: &Owner,
    artifacts: &[Artifact],
    overwrite: Overwrite,
) -> Result<Vec<Finding>, OutputError> {
    let findings = check(owner, artifacts)?;
    refuse_obstacles(&findings, overwrite)?;
    create_folders(artifacts)?;
    write_all(owner, &findings, artifacts)?;
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

/// Creates the folders that are missing.
fn create_folders(artifacts: &[Artifact]) -> Result<(), OutputError> {
    for Artifact { folder, .. } in artifacts {
        let place = resolve(folder)?;
        fs::create_dir_all(place).map_err(OutputError::io("create the folder", folder))?;
    }
    Ok(())
}

/// Writes the artifacts that need it.
fn write_all(
    owner: &Owner,
    findings: &[Finding],
    artifacts: &[Artifact],
) -> Result<(), OutputError> {
    let mut builder = Builder::new();
    builder.prefix(owner.temporary_prefix).suffix(TEMPORARY_SUFFIX);
    let changed = findings.iter().zip(artifacts).filter(|(found, _)| found.state != State::Current);
    let changed: Vec<_> = changed.collect();
    for (done, (finding, artifact)) in changed.iter().enumerate() {
        let contents = artifact.contents.as_bytes();
        replace(&finding.resolved, &mut builder, |file| file.write_all(contents)).map_err(
            |source| OutputError::Write {
                path: finding.path.clone(),
                done,
                all: changed.len(),
                source,
            },
        )?;
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
