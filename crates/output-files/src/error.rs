//! Errors of writing files.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::OutputFile;

/// Why files were not written. With every error but [`OutputError::Write`] and
/// [`OutputError::Remove`], no file has changed.
#[derive(Debug, Error)]
pub enum OutputError {
    #[error("cannot write {}{file}", if *file == OutputFile::Stdout { "to " } else { "" })]
    File { file: OutputFile, source: io::Error },

    /// `action` is what failed on the path, such as `read`.
    #[error("cannot {action} `{}`", path.display())]
    Io { action: &'static str, path: PathBuf, source: io::Error },

    #[error(
        "no relative path leads from `{}` to `{}`: put both folders on the same drive",
        from.display(), to.display()
    )]
    NoRelativePath { from: PathBuf, to: PathBuf },

    /// Every path that blocks the run, with its reason.
    #[error("existing files or folders are in the way; no file has changed:{}", lines(.0))]
    Blocked(Vec<(PathBuf, Obstacle)>),

    #[error(
        "cannot write `{}`; {done} of {all} changed files are new, the others are as before: solve the problem and run again",
        path.display()
    )]
    Write { path: PathBuf, done: usize, all: usize, source: io::Error },

    #[error("all files are written, but `{}`, which is no longer produced, cannot be removed", path.display())]
    Remove { path: PathBuf, source: io::Error },
}

impl OutputError {
    /// Makes an error of `action` on `path` from its source.
    pub(super) fn io(action: &'static str, path: &Path) -> impl FnOnce(io::Error) -> OutputError {
        move |source| OutputError::Io { action, path: path.to_owned(), source }
    }
}

/// Why a file cannot be replaced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// A file without the owner's marker.
    Unmarked,
    /// A symbolic link, dangling or not. Never followed; force replaces the link itself.
    Link,
    /// A folder. Never replaced.
    Folder,
    /// A pipe, a socket or a device. Never replaced.
    Special,
}

impl Obstacle {
    /// Whether force may replace it.
    pub fn yields_to_force(self) -> bool {
        matches!(self, Obstacle::Unmarked | Obstacle::Link)
    }
}

impl fmt::Display for Obstacle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Obstacle::Unmarked => "a file that this program did not write",
            Obstacle::Link => "a symbolic link",
            Obstacle::Folder => "a folder",
            Obstacle::Special => "a pipe, socket or device",
        })
    }
}

fn lines(blocked: &[(PathBuf, Obstacle)]) -> String {
    let line =
        |(path, obstacle): &(PathBuf, Obstacle)| format!("\n  {}: {obstacle}", path.display());
    blocked.iter().map(line).collect()
}
