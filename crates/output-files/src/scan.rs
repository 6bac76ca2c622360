//! Compares the files in the folders with those that should be there.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use super::paths::resolve;
use super::{Artifact, Obstacle, OutputError, Owner};

/// How the names of temporary files end.
pub(super) const TEMPORARY_SUFFIX: &str = ".tmp";

/// Where in a file the marker must be, in lines and in bytes.
const MARKER_LINES: usize = 3;
const MARKER_BYTES: u64 = 4096;

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
    /// In the folder with links followed. Equal paths are the same file.
    pub(super) resolved: PathBuf,
}

/// Compares the folders with the artifacts: every artifact in its order, then what is left over, by
/// name. Writes and creates nothing.
///
/// # Errors
/// [`OutputError::Io`].
pub fn check(owner: &Owner, artifacts: &[Artifact]) -> Result<Vec<Finding>, OutputError> {
    let mut folders = BTreeMap::new();
    let mut findings = Vec::with_capacity(artifacts.len());
    for Artifact { folder, name, contents } in artifacts {
        let (path, place) = (folder.join(name), resolve(folder)?);
        let resolved = place.join(name);
        let state = owner.state_of(&resolved, contents.as_bytes());
        let state = state.map_err(OutputError::io("read", &path))?;
        findings.push(Finding { path, state, resolved });
        folders.entry(place).or_insert(folder);
    }
    for (place, folder) in folders {
        let leftovers = owner.leftovers(folder, &place, &findings);
        findings.extend(leftovers.map_err(OutputError::io("read", folder))?);
    }
    Ok(findings)
}

impl Owner {
    fn state_of(&self, path: &Path, wanted: &[u8]) -> io::Result<State> {
        let found = match fs::symlink_metadata(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(State::Missing),
            found => found?,
        };
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

    /// The owner's files in a folder that are not among the targets, and the temporary files of
    /// killed runs, by name.
    fn leftovers(
        &self,
        folder: &Path,
        place: &Path,
        targets: &[Finding],
    ) -> io::Result<Vec<Finding>> {
        let entries = match fs::read_dir(place) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(vec![]),
            entries => entries?.collect::<io::Result<Vec<_>>>()?,
        };
        let mut leftovers = Vec::new();
        for entry in entries {
            // The owner's names are UTF-8.
            let Ok(name) = entry.file_name().into_string() else { continue };
            let resolved = entry.path();
            // On file systems that ignore case, removing `Task5.sv` would remove `task5.sv`.
            let is_same = |target: &Finding| {
                target.resolved.as_os_str().eq_ignore_ascii_case(resolved.as_os_str())
            };
            let is_temporary =
                name.starts_with(self.temporary_prefix) && name.ends_with(TEMPORARY_SUFFIX);
            if entry.file_type()?.is_file()
                && !targets.iter().any(is_same)
                && (is_temporary || self.is_original(&resolved, &name))
            {
                let path = folder.join(name);
                leftovers.push(Finding { path, state: State::LeftOver, resolved });
            }
        }
        leftovers.sort_by(|a, b| a.path.cmp(&b.path));
        Ok(leftovers)
    }

    /// Whether a file is the owner's and has its name before the marker; a copy under another name
    /// does not. Files that cannot be read belong to somebody else.
    fn is_original(&self, path: &Path, name: &str) -> bool {
        let has_extension = |known: &&str| Path::new(name).extension().is_some_and(|e| e == *known);
        let title = format!(" {name}: {}", self.marker);
        let has_title = |line: &[u8]| contains(line, &title);
        self.extensions.iter().any(has_extension)
            && head(path).is_ok_and(|head| self.marked_line(&head).is_some_and(has_title))
    }

    /// The first line with the marker, if it is among the first three. The text may have any
    /// encoding that contains ASCII.
    fn marked_line<'t>(&self, text: &'t [u8]) -> Option<&'t [u8]> {
        let mut lines = text.split(|&byte| byte == b'\n').take(MARKER_LINES);
        lines.find(|line| contains(line, self.marker))
    }
}

/// The part of a file that may have the marker.
fn head(path: &Path) -> io::Result<Vec<u8>> {
    let mut head = Vec::new();
    File::open(path)?.take(MARKER_BYTES).read_to_end(&mut head)?;
    Ok(head)
}

fn contains(line: &[u8], phrase: &str) -> bool {
    line.windows(phrase.len()).any(|window| window == phrase.as_bytes())
}
