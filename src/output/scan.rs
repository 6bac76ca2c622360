//! Compares the files in the folders with those that should be there.

use std::collections::BTreeMap;
use std::fs::{self, File, Metadata};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use super::folder_locks::missing_folders;
use super::paths::{Place, is_absent};
use super::{Artifact, Obstacle, OutputError, Owner};

/// How the names of temporary files end. A killed run may leave some behind.
pub(super) const TEMPORARY_SUFFIX: &str = ".tmp";

/// Where in a file the marker must be, in lines and in bytes.
const MARKER_LINES: usize = 3;
const MARKER_BYTES: usize = 4096;

/// The state of a file, compared with what should be there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// Identical.
    Current,
    Missing,
    /// The owner's, with other contents.
    OutOfDate,
    /// The owner's, but no longer produced.
    LeftOver,
    /// Something that does not belong to the owner has the name.
    InTheWay(Obstacle),
}

/// One file and its state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// In the folder as the user named it.
    pub path: PathBuf,
    pub state: State,
}

/// Compares the folders with the artifacts: every artifact in its order, then what is left over, by name.
/// Writes, creates and locks nothing, so it may see another run's work half done.
///
/// # Errors
/// [`OutputError::Io`], [`OutputError::NotAFolder`], and [`OutputError::BadArtifact`] for a set that cannot be written.
pub fn check(owner: &Owner, artifacts: &[Artifact]) -> Result<Vec<Finding>, OutputError> {
    Ok(Scan::new(owner, artifacts)?.findings())
}

/// Where an artifact goes, and what is there now.
#[derive(Debug)]
pub(super) struct Target<'a> {
    pub artifact: &'a Artifact,
    /// For file access.
    pub path: PathBuf,
    /// For messages.
    pub shown: PathBuf,
    pub state: State,
}

/// A file to be removed.
#[derive(Debug)]
pub(super) struct LeftOver {
    pub path: PathBuf,
    pub shown: PathBuf,
}

/// The state of all files before a run changes anything.
#[derive(Debug)]
pub(super) struct Scan<'a> {
    /// Each once, in an order that is the same for every run: otherwise two runs could wait for each other's locks.
    pub folders: Vec<PathBuf>,
    pub targets: Vec<Target<'a>>,
    pub leftovers: Vec<LeftOver>,
}

impl<'a> Scan<'a> {
    pub fn new(owner: &Owner, artifacts: &'a [Artifact]) -> Result<Self, OutputError> {
        let mut places = BTreeMap::new();
        for Artifact { folder, .. } in artifacts {
            if !places.contains_key(folder) {
                places.insert(folder, Place::new(folder)?);
            }
        }
        let mut targets: Vec<Target> = Vec::with_capacity(artifacts.len());
        for artifact in artifacts {
            owner.validate(artifact)?;
            let target = Target::new(owner, &places[&artifact.folder], artifact)?;
            if targets.iter().any(|other| is_same_file(&other.path, &target.path)) {
                return Err(bad(artifact, "another file has the same name in the same folder"));
            }
            targets.push(target);
        }
        let mut places: Vec<_> = places.into_values().collect();
        places.sort_by(|a, b| a.path.cmp(&b.path));
        places.dedup_by(|a, b| a.path == b.path);
        let mut leftovers = Vec::new();
        for place in &places {
            if missing_folders(&place.path)?.is_empty() {
                leftovers.extend(find_leftovers(owner, place, &targets)?);
            }
        }
        Ok(Scan {
            folders: places.into_iter().map(|place| place.path).collect(),
            targets,
            leftovers,
        })
    }

    pub fn findings(self) -> Vec<Finding> {
        let targets = self.targets.into_iter();
        let targets = targets.map(|target| Finding { path: target.shown, state: target.state });
        let leftovers = self.leftovers.into_iter();
        let leftovers =
            leftovers.map(|leftover| Finding { path: leftover.shown, state: State::LeftOver });
        targets.chain(leftovers).collect()
    }
}

impl<'a> Target<'a> {
    fn new(owner: &Owner, place: &Place, artifact: &'a Artifact) -> Result<Self, OutputError> {
        let path = place.path.join(&artifact.name);
        let shown = place.shown.join(&artifact.name);
        let state = match fs::symlink_metadata(&path) {
            Ok(metadata) => owner.state_of(&path, &metadata, artifact.contents.as_bytes()),
            Err(error) if is_absent(&error) => Ok(State::Missing),
            Err(error) => Err(error),
        };
        let state = state.map_err(|source| read_error(&shown, source))?;
        Ok(Target { artifact, path, shown, state })
    }
}

/// The owner's files in a folder that are not among the targets, and the temporary files of killed runs.
fn find_leftovers(
    owner: &Owner,
    place: &Place,
    targets: &[Target],
) -> Result<Vec<LeftOver>, OutputError> {
    let mut leftovers = Vec::new();
    let entries = fs::read_dir(&place.path).and_then(|entries| entries.collect());
    let entries: Vec<_> = entries.map_err(|source| read_error(&place.shown, source))?;
    for entry in entries {
        // The owner's names are UTF-8.
        let Ok(name) = entry.file_name().into_string() else { continue };
        let (path, shown) = (entry.path(), place.shown.join(&name));
        if targets.iter().any(|target| is_same_file(&target.path, &path)) {
            continue;
        }
        let is_leftover = || -> io::Result<bool> {
            Ok(entry.file_type()?.is_file()
                && (owner.is_temporary(&name)
                    || owner.has_extension(&name) && owner.is_original(&head(&path)?, &name)))
        };
        match is_leftover() {
            Ok(true) => leftovers.push(LeftOver { path, shown }),
            Ok(false) => {}
            // Removed meanwhile, or a private file of another user: nothing to remove.
            Err(error) if is_absent(&error) || error.kind() == io::ErrorKind::PermissionDenied => {}
            Err(source) => return Err(read_error(&shown, source)),
        }
    }
    leftovers.sort_by(|a, b| a.shown.cmp(&b.shown));
    Ok(leftovers)
}

impl Owner {
    fn state_of(&self, path: &Path, found: &Metadata, wanted: &[u8]) -> io::Result<State> {
        Ok(if found.is_symlink() {
            State::InTheWay(Obstacle::Link)
        } else if found.is_dir() {
            State::InTheWay(Obstacle::Folder)
        } else if !found.is_file() {
            // Opening a pipe would block.
            State::InTheWay(Obstacle::Special)
        } else if found.len() == wanted.len() as u64 && fs::read(path)? == wanted {
            State::Current
        } else if self.marked_line(&head(path)?).is_some() {
            State::OutOfDate
        } else {
            State::InTheWay(Obstacle::Unmarked)
        })
    }

    /// Refuses files that a later run would not recognise, or that would not go into their folder.
    fn validate(&self, artifact: &Artifact) -> Result<(), OutputError> {
        let Artifact { name, contents, .. } = artifact;
        let head = &contents.as_bytes()[..contents.len().min(MARKER_BYTES)];
        if name.contains(['/', '\\', ':']) || name.starts_with('.') {
            Err(bad(artifact, "that is not a plain file name"))
        } else if !self.has_extension(name) {
            Err(bad(
                artifact,
                &format!("its extension is not one of {}", self.extensions.join(", ")),
            ))
        } else if !self.is_original(head, name) {
            let marker = self.marker;
            Err(bad(artifact, &format!("its first three lines do not contain `{name}: {marker}`")))
        } else {
            Ok(())
        }
    }

    fn is_temporary(&self, name: &str) -> bool {
        name.starts_with(self.temporary_prefix) && name.ends_with(TEMPORARY_SUFFIX)
    }

    fn has_extension(&self, name: &str) -> bool {
        let extension = Path::new(name).extension().and_then(|extension| extension.to_str());
        extension.is_some_and(|extension| self.extensions.contains(&extension))
    }

    /// Whether the line with the marker has the file's name before it; a copy under another name does not.
    fn is_original(&self, text: &[u8], name: &str) -> bool {
        let title = format!(" {name}: {}", self.marker);
        self.marked_line(text).is_some_and(|line| contains(line, title.as_bytes()))
    }

    /// The first line with the marker, if it is among the first three. The text may have any encoding that contains ASCII.
    fn marked_line<'t>(&self, text: &'t [u8]) -> Option<&'t [u8]> {
        let mut lines = text.split(|&byte| byte == b'\n').take(MARKER_LINES);
        lines.find(|line| contains(line, self.marker.as_bytes()))
    }
}

/// The part of a file that may have the marker.
fn head(path: &Path) -> io::Result<Vec<u8>> {
    let mut head = Vec::new();
    File::open(path)?.take(MARKER_BYTES as u64).read_to_end(&mut head)?;
    Ok(head)
}

fn contains(line: &[u8], phrase: &[u8]) -> bool {
    line.windows(phrase.len()).any(|window| window == phrase)
}

/// Whether two paths may be the same file. On file systems that ignore case, removing `Task5.sv` would remove `task5.sv`.
fn is_same_file(a: &Path, b: &Path) -> bool {
    let name = |path: &Path| path.file_name().map(|name| name.to_ascii_lowercase());
    a.parent() == b.parent() && name(a) == name(b)
}

fn read_error(path: &Path, source: io::Error) -> OutputError {
    OutputError::Io { action: "read", path: path.to_owned(), source }
}

fn bad(artifact: &Artifact, problem: &str) -> OutputError {
    OutputError::BadArtifact { name: artifact.name.clone(), problem: problem.to_owned() }
}

#[cfg(test)]
mod tests;
