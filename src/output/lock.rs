//! A lock on a folder, so that two runs do not write into it at once.
//!
//! The lock goes when its holder does, even by a kill, and leaves nothing behind. Unix locks the folder itself. Windows
//! cannot, so there it is a hidden file in the folder that nobody else may open, and that the system deletes on closing.

use std::fs::File;
use std::io;
use std::path::Path;

/// Held until dropped.
#[derive(Debug)]
pub(super) struct FolderLock {
    _handle: File,
}

/// Locks a folder, or returns `None` when another run has it.
///
/// # Errors
/// The folder does not exist, cannot be opened, or lies on a file system without locks.
pub(super) fn try_lock(folder: &Path) -> io::Result<Option<FolderLock>> {
    Ok(open_locked(folder)?.map(|handle| FolderLock { _handle: handle }))
}

#[cfg(unix)]
fn open_locked(folder: &Path) -> io::Result<Option<File>> {
    use std::fs::TryLockError;
    use std::os::unix::fs::MetadataExt;

    let handle = File::open(folder)?;
    match handle.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => return Ok(None),
        Err(TryLockError::Error(error)) => return Err(error),
    }
    // A failing run removes the folders that it created: this may be one of them, and another may stand there by now.
    let (held, found) = (handle.metadata()?, folder.metadata()?);
    let is_the_same = held.dev() == found.dev() && held.ino() == found.ino();
    Ok(is_the_same.then_some(handle))
}

#[cfg(windows)]
fn open_locked(folder: &Path) -> io::Result<Option<File>> {
    use std::os::windows::fs::OpenOptionsExt;

    const FILE_ATTRIBUTE_HIDDEN: u32 = 0x0000_0002;
    const FILE_FLAG_DELETE_ON_CLOSE: u32 = 0x0400_0000;
    const ERROR_SHARING_VIOLATION: i32 = 32;

    let opened = File::options()
        .read(true)
        .write(true)
        .create(true)
        .truncate(false)
        .share_mode(0)
        .attributes(FILE_ATTRIBUTE_HIDDEN)
        .custom_flags(FILE_FLAG_DELETE_ON_CLOSE)
        .open(folder.join(".baccarat.lock"));
    match opened {
        Ok(handle) => Ok(Some(handle)),
        Err(error) if error.raw_os_error() == Some(ERROR_SHARING_VIOLATION) => Ok(None),
        Err(error) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_locked_once_until_released_and_nothing_stays() {
        let root = tempfile::tempdir().unwrap();
        let first = try_lock(root.path()).unwrap();
        assert!(first.is_some());
        assert!(try_lock(root.path()).unwrap().is_none());
        drop(first);
        assert!(try_lock(root.path()).unwrap().is_some());
        assert_eq!(root.path().read_dir().unwrap().count(), 0);
    }

    #[test]
    fn a_folder_that_is_absent_cannot_be_locked() {
        let root = tempfile::tempdir().unwrap();
        let error = try_lock(&root.path().join("absent")).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::NotFound);
    }
}
