//! What can go wrong while files are put in place.

use std::fmt;
use std::io;
use std::path::PathBuf;

use thiserror::Error;

use super::{MARKER, OutputFile};

/// Why files could not be put in place. Up to and including [`OutputError::Stage`], no file has been changed.
#[derive(Debug, Error)]
pub enum OutputError {
    #[error("cannot write {}{file}", if *file == OutputFile::Stdout { "to " } else { "" })]
    File { file: OutputFile, source: io::Error },

    #[error("cannot tell where the folder `{}` is", folder.display())]
    Resolve { folder: PathBuf, source: io::Error },

    #[error(
        "no relative path leads from `{}` to `{}`: put both folders on the same drive",
        generated.display(), constraints.display()
    )]
    NoRelativePath { generated: PathBuf, constraints: PathBuf },

    #[error(
        "the Quartus project has to name the folder `{}`, but `{}` in its path is not UTF-8: rename it, or choose folders \
         whose paths differ only after it",
        constraints.display(), component.display()
    )]
    NotUtf8 { constraints: PathBuf, component: PathBuf },

    #[error("`{}` is {what}, and a folder is needed there: move it, or choose another folder", path.display())]
    NotAFolder { path: PathBuf, what: &'static str },

    #[error("cannot create the folder `{}`", folder.display())]
    CreateFolder { folder: PathBuf, source: io::Error },

    #[error(
        "another run of baccarat is still writing in `{}`: wait until it ends, then try again",
        folder.display()
    )]
    Busy { folder: PathBuf },

    #[error("cannot lock the folder `{}` against other runs", folder.display())]
    Lock { folder: PathBuf, source: io::Error },

    #[error("cannot read `{}`", path.display())]
    Read { path: PathBuf, source: io::Error },

    #[error("{0}")]
    InTheWay(Blocked),

    #[error("the file `{name}` cannot be produced: {problem}")]
    BadArtifact { name: String, problem: String },

    #[error("cannot write `{}`; nothing has been changed", path.display())]
    Stage { path: PathBuf, source: io::Error },

    #[error(
        "cannot put `{}` in place; {done} of {all} changed files are new, the others as they were: run again once this is \
         mended",
        path.display()
    )]
    Rename { path: PathBuf, done: usize, all: usize, source: io::Error },

    #[error("every file is in place, but `{}`, which is no longer produced, cannot be removed", path.display())]
    Remove { path: PathBuf, source: io::Error },
}

/// What stands where a file should go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// A file that does not carry the marker.
    Unmarked,
    /// A symbolic link, dangling or not. It is never followed; force replaces the link itself.
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
        match self {
            Obstacle::Unmarked => write!(f, "its first three lines do not say `{MARKER}`"),
            Obstacle::Link => write!(f, "a symbolic link"),
            Obstacle::Folder => write!(f, "a folder"),
            Obstacle::Special => write!(f, "a pipe, socket or device"),
        }
    }
}

/// Everything that is in the way, each with its reason, and what to do about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Blocked(pub Vec<(PathBuf, Obstacle)>);

impl fmt::Display for Blocked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "these are in the way, and baccarat did not write them; nothing has been changed:"
        )?;
        for (path, obstacle) in &self.0 {
            write!(f, "\n  {}: {obstacle}", path.display())?;
        }
        let quartus_saved = |(path, obstacle): &(PathBuf, Obstacle)| {
            *obstacle == Obstacle::Unmarked
                && path
                    .extension()
                    .is_some_and(|extension| extension == "qsf" || extension == "qpf")
        };
        if self.0.iter().any(quartus_saved) {
            write!(
                f,
                "\nQuartus drops that line when it saves a project: copy out what you changed there first"
            )?;
        }
        if self.0.iter().all(|(_, obstacle)| obstacle.yields_to_force()) {
            write!(f, "\nmove them away, or use --force to replace them")
        } else {
            write!(f, "\nmove them away; --force replaces only files and symbolic links")
        }
    }
}
