//! Folders created and locked for one run.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::{Duration, Instant};

use super::OutputError;
use super::paths::is_absent;

/// How long to wait before trying again to lock a folder that another run has locked.
const RETRY: Duration = Duration::from_millis(10);

/// The lock file of a folder on Windows.
pub const LOCK_FILE: &str = ".lock";

/// A lock on a folder, held until dropped or killed. It leaves nothing behind.
///
/// Unix locks the folder itself. Windows cannot: there it is a hidden file in the folder that the system deletes on closing.
#[derive(Debug)]
pub struct FolderLock {
    _handle: File,
}

impl FolderLock {
    /// Locks a folder; `None` if another run has it.
    ///
    /// # Errors
    /// The folder does not exist, cannot be opened, or is on a file system without locks.
    #[cfg(unix)]
    pub fn try_take(folder: &Path) -> io::Result<Option<Self>> {
        use std::fs::TryLockError;
        use std::os::unix::fs::MetadataExt;

        let handle = File::open(folder)?;
        match handle.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Ok(None),
            Err(TryLockError::Error(error)) => return Err(error),
        }
        // A failed run removes the folders that it created: the path may lead to a new folder by now.
        let (locked, found) = (handle.metadata()?, folder.metadata()?);
        let is_same = (locked.dev(), locked.ino()) == (found.dev(), found.ino());
        Ok(is_same.then_some(FolderLock { _handle: handle }))
    }

    /// Locks a folder; `None` if another run has it.
    ///
    /// # Errors
    /// The folder does not exist or takes no files.
    #[cfg(windows)]
    pub fn try_take(folder: &Path) -> io::Result<Option<Self>> {
        use std::os::windows::fs::OpenOptionsExt;

        const FILE_ATTRIBUTE_HIDDEN: u32 = 0x0000_0002;
        const FILE_FLAG_DELETE_ON_CLOSE: u32 = 0x0400_0000;
        const ERROR_SHARING_VIOLATION: i32 = 32;

        let mut options = File::options();
        options.read(true).write(true).create(true).truncate(false).share_mode(0);
        options.attributes(FILE_ATTRIBUTE_HIDDEN).custom_flags(FILE_FLAG_DELETE_ON_CLOSE);
        match options.open(folder.join(LOCK_FILE)) {
            Ok(handle) => Ok(Some(FolderLock { _handle: handle })),
            Err(error) if error.raw_os_error() == Some(ERROR_SHARING_VIOLATION) => Ok(None),
            Err(error) => Err(error),
        }
    }
}

/// All folders of a run, locked. Dropped before [`FolderLocks::keep`], it removes the folders that it created.
#[derive(Debug, Default)]
pub(super) struct FolderLocks {
    locks: Vec<(PathBuf, FolderLock)>,
    /// Outermost first.
    created: Vec<PathBuf>,
}

impl FolderLocks {
    /// Creates missing folders and locks all of them in the given order, waiting at most `timeout` for other runs.
    pub fn take(folders: &[PathBuf], timeout: Duration) -> Result<Self, OutputError> {
        let deadline = Instant::now() + timeout;
        let mut locks = FolderLocks::default();
        for folder in folders {
            while !locks.try_add(folder)? {
                if Instant::now() >= deadline {
                    // Another run uses the folder now, so this run must not remove it.
                    locks.created.retain(|created| created != folder);
                    return Err(OutputError::Busy { folder: folder.clone() });
                }
                sleep(RETRY);
            }
        }
        Ok(locks)
    }

    /// Creates and locks one folder; false if another run has it, or has just removed it.
    fn try_add(&mut self, folder: &Path) -> Result<bool, OutputError> {
        create(folder, &mut self.created)?;
        match self.try_lock(folder) {
            // Another run created the folder, failed, and removed it.
            Err(error) if is_absent(&error) => Ok(false),
            result => result.map_err(|source| OutputError::Io {
                action: "lock the folder",
                path: folder.to_owned(),
                source,
            }),
        }
    }

    fn try_lock(&mut self, folder: &Path) -> io::Result<bool> {
        // Two names that differ only in case may be one folder.
        let path = folder.canonicalize()?;
        if self.locks.iter().any(|(locked, _)| *locked == path) {
            return Ok(true);
        }
        let lock = FolderLock::try_take(folder)?;
        let is_locked = lock.is_some();
        self.locks.extend(lock.map(|lock| (path, lock)));
        Ok(is_locked)
    }

    /// Releases the locks and keeps the folders.
    pub fn keep(mut self) {
        self.created.clear();
    }
}

impl Drop for FolderLocks {
    fn drop(&mut self) {
        if cfg!(windows) {
            // The lock is a file in the folder.
            self.locks.clear();
        }
        for folder in self.created.iter().rev() {
            // Fails if there are files in the folder by now, which then stays.
            let _ = fs::remove_dir(folder);
        }
    }
}

/// Creates a folder with its ancestors and records those that did not exist.
fn create(folder: &Path, created: &mut Vec<PathBuf>) -> Result<(), OutputError> {
    for missing in missing_folders(folder)?.into_iter().rev() {
        match fs::create_dir(&missing) {
            Ok(()) => created.push(missing),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists && missing.is_dir() => {}
            // Another run created the parent, failed, and removed it.
            Err(error)
                if is_absent(&error) && missing.parent().is_some_and(|parent| !parent.exists()) =>
            {
                return create(folder, created);
            }
            Err(source) => {
                return Err(OutputError::Io { action: "create the folder", path: missing, source });
            }
        }
    }
    Ok(())
}

/// The folder and its ancestors that do not exist, innermost first.
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
                "a dangling symbolic link"
            }
            Err(source) => {
                return Err(OutputError::Io { action: "read", path: path.to_owned(), source });
            }
        };
        return Err(OutputError::NotAFolder { path: path.to_owned(), what });
    }
    Ok(missing)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folders(root: &Path) -> [PathBuf; 2] {
        [root.join("a/b/generated"), root.join("a/constraints")]
    }

    #[test]
    fn created_folders_are_removed_on_failure() {
        let root = tempfile::tempdir().unwrap();
        let locks = FolderLocks::take(&folders(root.path()), Duration::ZERO).unwrap();
        assert!(root.path().join("a/b/generated").is_dir());
        assert!(root.path().join("a/constraints").is_dir());
        drop(locks);
        assert!(!root.path().join("a").exists());
    }

    #[test]
    fn existing_folders_and_those_with_files_stay() {
        let root = tempfile::tempdir().unwrap();
        fs::create_dir(root.path().join("a")).unwrap();
        let locks = FolderLocks::take(&folders(root.path()), Duration::ZERO).unwrap();
        fs::write(root.path().join("a/constraints/own.sdc"), "mine").unwrap();
        drop(locks);
        assert!(root.path().join("a/constraints/own.sdc").exists());
        assert!(!root.path().join("a/b").exists());
    }

    #[test]
    fn kept_folders_stay() {
        let root = tempfile::tempdir().unwrap();
        FolderLocks::take(&folders(root.path()), Duration::ZERO).unwrap().keep();
        assert!(root.path().join("a/b/generated").is_dir());
    }

    #[test]
    fn a_folder_locked_by_another_run_is_an_error_after_the_timeout() {
        let root = tempfile::tempdir().unwrap();
        let first = FolderLocks::take(&folders(root.path()), Duration::ZERO).unwrap();
        let second = FolderLocks::take(&folders(root.path()), 3 * RETRY);
        assert!(matches!(second, Err(OutputError::Busy { .. })), "{second:?}");
        assert!(root.path().join("a/b/generated").is_dir(), "it is the first run's");
        drop(first);
        FolderLocks::take(&folders(root.path()), Duration::ZERO).unwrap();
    }

    #[test]
    fn one_folder_twice_is_locked_once() {
        let root = tempfile::tempdir().unwrap();
        let twice = [root.path().join("x"), root.path().join("x")];
        FolderLocks::take(&twice, Duration::ZERO).unwrap();
    }

    #[test]
    fn a_lock_is_exclusive_and_leaves_nothing_behind() {
        let root = tempfile::tempdir().unwrap();
        let first = FolderLock::try_take(root.path()).unwrap();
        assert!(first.is_some());
        assert!(FolderLock::try_take(root.path()).unwrap().is_none());
        drop(first);
        assert!(FolderLock::try_take(root.path()).unwrap().is_some());
        assert_eq!(root.path().read_dir().unwrap().count(), 0);
    }

    #[test]
    fn a_missing_folder_cannot_be_locked() {
        let root = tempfile::tempdir().unwrap();
        let error = FolderLock::try_take(&root.path().join("absent")).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::NotFound);
    }
}
