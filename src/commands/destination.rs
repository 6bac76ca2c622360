//! One file that a command is to write later.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

use anyhow::Context;

/// A place that has been seen to take a file.
pub(super) struct Destination<'p> {
    path: &'p Path,
    folder: &'p Path,
}

impl<'p> Destination<'p> {
    /// Makes sure of the place before there is anything to write. Leaves nothing there, and a file that is there as it is.
    ///
    /// # Errors
    /// There is no such folder, it cannot be written, or something that is not a plain file has the name.
    pub fn new(path: &'p Path) -> anyhow::Result<Self> {
        let folder = match path.parent() {
            Some(folder) if folder != Path::new("") => folder,
            _ => Path::new("."),
        };
        let destination = Destination { path, folder };
        destination.try_out().with_context(|| format!("cannot write `{}`", path.display()))?;
        Ok(destination)
    }

    fn try_out(&self) -> anyhow::Result<()> {
        let is_folder = self.path.as_os_str().to_string_lossy().ends_with(std::path::is_separator);
        anyhow::ensure!(self.path.file_name().is_some() && !is_folder, "it names no file");
        match fs::symlink_metadata(self.path) {
            // Renamed onto, a link or a device would be gone.
            Ok(metadata) => {
                anyhow::ensure!(metadata.is_file(), "it is there and not a plain file");
                OpenOptions::new().write(true).open(self.path)?;
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(error.into()),
        }
        // Without a name, so that nothing is left of it even after a kill.
        tempfile::tempfile_in(self.folder)?;
        Ok(())
    }

    /// Writes the whole file, or leaves the place as it is.
    ///
    /// # Errors
    /// `contents` fails, or the file cannot be written after all.
    pub fn write(
        &self,
        contents: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> anyhow::Result<()> {
        self.replace(contents).with_context(|| format!("cannot write `{}`", self.path.display()))
    }

    fn replace(&self, contents: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
        let mut builder = tempfile::Builder::new();
        // Other users may read the file, as far as the umask allows; a temporary is private by default.
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        let temporary = builder.tempfile_in(self.folder)?;
        #[cfg(unix)]
        if let Ok(metadata) = fs::metadata(self.path) {
            temporary.as_file().set_permissions(metadata.permissions())?;
        }
        let mut buffer = io::BufWriter::new(temporary.as_file());
        contents(&mut buffer)?;
        buffer.flush()?;
        drop(buffer);
        temporary.persist(self.path)?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_write_that_fails_leaves_the_place_as_it_was() {
        let folder = tempfile::tempdir().unwrap();
        let names = || -> Vec<_> {
            fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect()
        };
        let path = folder.path().join("hand.vcd");
        let fail = |file: &mut dyn Write| {
            file.write_all(&[b'x'; 100_000])?;
            Err(io::Error::other("full"))
        };
        let error = Destination::new(&path).unwrap().write(fail).unwrap_err();
        assert_eq!(format!("{error:#}"), format!("cannot write `{}`: full", path.display()));
        assert!(names().is_empty());

        fs::write(&path, "before").unwrap();
        Destination::new(&path).unwrap().write(fail).unwrap_err();
        assert_eq!(names(), ["hand.vcd"]);
        assert_eq!(fs::read_to_string(&path).unwrap(), "before");

        Destination::new(&path).unwrap().write(|file| file.write_all(b"after")).unwrap();
        assert_eq!(names(), ["hand.vcd"]);
        assert_eq!(fs::read_to_string(&path).unwrap(), "after");
    }
}
