//! Both folders created and locked, for as long as a run needs them.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::{Duration, Instant};

use super::OutputError;
use super::folders::{Folders, is_absent};
use super::lock::{FolderLock, try_lock};

/// How often a folder that another run holds is tried again.
const PAUSE: Duration = Duration::from_millis(10);

/// Both folders, locked. Dropped before [`Hold::keep`], it removes the folders that it had to create.
#[derive(Debug)]
pub(super) struct Hold {
    locks: Vec<(PathBuf, FolderLock)>,
    /// Outermost first.
    created: Vec<PathBuf>,
}

impl Hold {
    /// Creates the folders where they are missing and locks them, waiting at most `patience` for other runs.
    pub fn take(folders: &Folders, patience: Duration) -> Result<Self, OutputError> {
        let deadline = Instant::now() + patience;
        let mut hold = Hold { locks: Vec::new(), created: Vec::new() };
        for place in folders.distinct() {
            hold.take_one(&place.path, deadline)?;
        }
        Ok(hold)
    }

    fn take_one(&mut self, folder: &Path, deadline: Instant) -> Result<(), OutputError> {
        let lock_error = |source| OutputError::Lock { folder: folder.to_owned(), source };
        loop {
            create(folder, &mut self.created)?;
            // Two names that differ only in case may be one folder.
            match folder.canonicalize() {
                Ok(real) if self.locks.iter().any(|(held, _)| *held == real) => return Ok(()),
                Ok(real) => match try_lock(folder) {
                    Ok(Some(lock)) => {
                        self.locks.push((real, lock));
                        return Ok(());
                    }
                    Ok(None) => {}
                    Err(error) if is_absent(&error) => {}
                    Err(error) => return Err(lock_error(error)),
                },
                // The run that created it failed, and removed it.
                Err(error) if is_absent(&error) => {}
                Err(error) => return Err(lock_error(error)),
            }
            if Instant::now() >= deadline {
                // Another run works in there now, so it is no longer ours to remove.
                self.created.retain(|created| created != folder);
                return Err(OutputError::Busy { folder: folder.to_owned() });
            }
            sleep(PAUSE);
        }
    }

    /// The work is done: the folders stay.
    pub fn keep(mut self) {
        self.created.clear();
    }
}

impl Drop for Hold {
    fn drop(&mut self) {
        // There, the lock is a file in the folder.
        if cfg!(windows) {
            self.locks.clear();
        }
        for folder in self.created.iter().rev() {
            // Only an empty folder goes; one that somebody has put a file into stays, and that is no error.
            let _ = fs::remove_dir(folder);
        }
    }
}

/// Creates a folder and those above it, and notes each that was not there before.
fn create(folder: &Path, created: &mut Vec<PathBuf>) -> Result<(), OutputError> {
    for missing in missing_folders(folder)?.into_iter().rev() {
        match fs::create_dir(&missing) {
            Ok(()) => created.push(missing),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists && missing.is_dir() => {}
            // Its parent was another run's, which failed and removed it.
            Err(error)
                if is_absent(&error) && missing.parent().is_some_and(|parent| !parent.exists()) =>
            {
                return create(folder, created);
            }
            Err(source) => {
                return Err(OutputError::CreateFolder { folder: missing, source });
            }
        }
    }
    Ok(())
}

/// The folder and those above it that do not exist, innermost first; empty when the folder is there.
pub(super) fn missing_folders(folder: &Path) -> Result<Vec<PathBuf>, OutputError> {
    let mut missing = Vec::new();
    for path in folder.ancestors() {
        let what = match fs::metadata(path) {
            Ok(metadata) if metadata.is_dir() => break,
            Ok(_) => "a file",
            Err(error) if is_absent(&error) => {
                if fs::symlink_metadata(path).is_err() {
                    missing.push(path.to_owned());
                    continue;
                }
                "a symbolic link to nowhere"
            }
            Err(source) => {
                return Err(OutputError::Resolve { folder: path.to_owned(), source });
            }
        };
        return Err(OutputError::NotAFolder { path: path.to_owned(), what });
    }
    Ok(missing)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folders(root: &Path) -> Folders {
        Folders::new(&root.join("a/b/generated"), &root.join("a/constraints")).unwrap()
    }

    #[test]
    fn folders_made_for_nothing_are_removed_again() {
        let root = tempfile::tempdir().unwrap();
        let hold = Hold::take(&folders(root.path()), Duration::ZERO).unwrap();
        assert!(root.path().join("a/b/generated").is_dir());
        assert!(root.path().join("a/constraints").is_dir());
        drop(hold);
        assert!(!root.path().join("a").exists());
    }

    #[test]
    fn folders_that_were_there_or_are_in_use_stay() {
        let root = tempfile::tempdir().unwrap();
        fs::create_dir(root.path().join("a")).unwrap();
        let hold = Hold::take(&folders(root.path()), Duration::ZERO).unwrap();
        fs::write(root.path().join("a/constraints/own.sdc"), "mine").unwrap();
        drop(hold);
        assert!(root.path().join("a/constraints/own.sdc").exists());
        assert!(!root.path().join("a/b").exists());
    }

    #[test]
    fn folders_kept_stay() {
        let root = tempfile::tempdir().unwrap();
        Hold::take(&folders(root.path()), Duration::ZERO).unwrap().keep();
        assert!(root.path().join("a/b/generated").is_dir());
    }

    #[test]
    fn a_folder_that_another_run_holds_is_an_error_in_the_end() {
        let root = tempfile::tempdir().unwrap();
        let first = Hold::take(&folders(root.path()), Duration::ZERO).unwrap();
        let second = Hold::take(&folders(root.path()), 3 * PAUSE);
        assert!(matches!(second, Err(OutputError::Busy { .. })), "{second:?}");
        assert!(root.path().join("a/b/generated").is_dir(), "it is the first run's");
        drop(first);
        Hold::take(&folders(root.path()), Duration::ZERO).unwrap();
    }

    #[test]
    fn one_folder_for_both_is_locked_once() {
        let root = tempfile::tempdir().unwrap();
        let same = Folders::new(&root.path().join("x"), &root.path().join("y/../x")).unwrap();
        Hold::take(&same, Duration::ZERO).unwrap();
    }
}
