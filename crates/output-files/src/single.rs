//! One file that a command writes at its end, or stdout.

use std::fmt;
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tempfile::Builder;

use super::OutputError;

/// Where a command writes its result: `-` is stdout, anything else a file.
///
/// [`check`](Self::check) it before the work starts, then [`write`](Self::write) once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OutputFile {
    Stdout,
    Path(PathBuf),
}

impl From<PathBuf> for OutputFile {
    fn from(path: PathBuf) -> Self {
        if path.as_os_str() == "-" { OutputFile::Stdout } else { OutputFile::Path(path) }
    }
}

impl fmt::Display for OutputFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OutputFile::Stdout => f.pad("stdout"),
            OutputFile::Path(path) => write!(f, "`{}`", path.display()),
        }
    }
}

impl OutputFile {
    /// Checks that the file can be written. Creates nothing, and leaves an existing file as it is.
    ///
    /// # Errors
    /// [`OutputError::File`] if the folder is missing or not writable, or the path is not a plain
    /// file.
    pub fn check(&self) -> Result<(), OutputError> {
        match self {
            OutputFile::Stdout => Ok(()),
            OutputFile::Path(path) => check(path).map_err(|source| self.error(source)),
        }
    }

    /// Writes the whole file, or leaves everything as it is. Stdout gets the bytes as they come; a
    /// reader that closes it early is not an error.
    ///
    /// # Errors
    /// [`OutputError::File`] if `contents` fails or the file cannot be written.
    pub fn write(
        &self,
        contents: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<(), OutputError> {
        let result = match self {
            OutputFile::Path(path) => write_file(path, contents),
            OutputFile::Stdout => {
                let mut stdout = io::BufWriter::new(io::stdout().lock());
                match contents(&mut stdout).and_then(|()| stdout.flush()) {
                    Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
                    result => result,
                }
            }
        };
        result.map_err(|source| self.error(source))
    }

    fn error(&self, source: io::Error) -> OutputError {
        OutputError::File { file: self.clone(), source }
    }
}

fn check(path: &Path) -> io::Result<()> {
    let is_folder = path.as_os_str().to_string_lossy().ends_with(std::path::is_separator);
    if path.file_name().is_none() || is_folder {
        return Err(io::Error::other("the path has no file name"));
    }
    match fs::symlink_metadata(path) {
        // Renaming onto a link or a device would replace it.
        Ok(metadata) if !metadata.is_file() => return Err(io::Error::other("not a plain file")),
        Ok(_) => drop(OpenOptions::new().write(true).open(path)?),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        Err(error) => return Err(error),
    }
    // An unnamed file, so that nothing is left behind even if the program is killed.
    tempfile::tempfile_in(folder_of(path)).map(drop)
}

/// Writes a file atomically: in full, or not at all.
///
/// # Errors
/// `contents` fails or the file cannot be written.
pub fn write_file(
    path: &Path,
    contents: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    replace(path, &mut Builder::new(), contents)
}

/// Writes a temporary file beside `path`, with the mode of the file that it replaces, and renames
/// it: nobody sees half a file.
pub(super) fn replace(
    path: &Path,
    builder: &mut Builder,
    contents: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    // Temporaries are private by default; the result is readable by others as far as the umask
    // allows.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let temporary = builder.tempfile_in(folder_of(path))?;
    let mut buffer = io::BufWriter::new(temporary.as_file());
    contents(&mut buffer)?;
    buffer.flush()?;
    drop(buffer);
    // On Windows the only mode is the read-only flag, which would prevent the renaming.
    #[cfg(unix)]
    if let Ok(metadata) = fs::symlink_metadata(path)
        && metadata.is_file()
    {
        temporary.as_file().set_permissions(metadata.permissions())?;
    }
    // After a power cut the renamed file must not be empty.
    temporary.as_file().sync_all()?;
    temporary.persist(path)?;
    Ok(())
}

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dash_is_stdout() {
        assert_eq!(OutputFile::from(PathBuf::from("-")), OutputFile::Stdout);
        assert_eq!(OutputFile::from(PathBuf::from("./-")), OutputFile::Path("./-".into()));
    }
}
