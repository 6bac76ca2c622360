//! A lock on a folder.

use std::fs::{File, TryLockError};
use std::io;
use std::path::Path;

/// A lock on a folder against other runs, held until dropped or killed. It leaves nothing behind.
///
/// Windows cannot lock folders: there it has no effect.
#[derive(Debug)]
pub struct FolderLock(#[expect(dead_code, reason = "its closing ends the lock")] Option<File>);

impl FolderLock {
    /// Locks a folder as soon as no other run has it.
    ///
    /// # Errors
    /// The folder does not exist, cannot be opened, or is on a file system without locks.
    pub fn take(folder: &Path) -> io::Result<FolderLock> {
        let folder = open(folder)?;
        folder.iter().try_for_each(File::lock)?;
        Ok(FolderLock(folder))
    }

    /// Locks a folder; `None` if another run has it.
    ///
    /// # Errors
    /// Those of [`take`](Self::take).
    pub fn try_take(folder: &Path) -> io::Result<Option<FolderLock>> {
        let folder = open(folder)?;
        match folder.iter().try_for_each(File::try_lock) {
            Ok(()) => Ok(Some(FolderLock(folder))),
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(error)) => Err(error),
        }
    }
}

fn open(folder: &Path) -> io::Result<Option<File>> {
    if cfg!(windows) { Ok(None) } else { File::open(folder).map(Some) }
}
