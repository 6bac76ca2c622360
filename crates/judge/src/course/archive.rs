//! Unpacks archives, within limits.

use std::fs::{self, File};
use std::io::{self, BufReader, Read};
use std::path::{Component, Path, PathBuf};

use flate2::read::MultiGzDecoder;
use thiserror::Error;

/// The largest size of all files of a solution, packed and unpacked.
pub(super) const BYTES: u64 = 256 << 20;

/// The largest number of its files and folders, and of the entries of an archive.
pub(super) const ENTRIES: usize = 10_000;

/// A kind of archive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Archive {
    Zip,
    /// A compressed tape archive.
    TarGz,
}

/// Why an archive was not unpacked.
#[derive(Debug, Error)]
pub enum UnpackError {
    #[error("the archive cannot be read: {0}")]
    Read(#[from] io::Error),
    #[error("the archive is not a valid ZIP file: {0}")]
    Zip(#[from] zip::result::ZipError),
    #[error("the archive has a file `{0}`, which is outside its folder")]
    Outside(String),
    #[error("the archive has more than {} files", ENTRIES)]
    Entries,
    #[error("the files of the archive have more than {} MiB", BYTES >> 20)]
    Bytes,
}

impl Archive {
    /// The kind that a file's name tells.
    pub fn of(name: &str) -> Option<Archive> {
        let name = name.to_ascii_lowercase();
        let is_tar = name.ends_with(".tar.gz") || name.ends_with(".tgz");
        let is_zip = name.ends_with(".zip");
        if is_tar { Some(Archive::TarGz) } else { is_zip.then_some(Archive::Zip) }
    }

    /// Writes the files of an archive into an empty folder. Links and devices are left out.
    pub fn unpack(self, path: &Path, folder: &Path) -> Result<(), UnpackError> {
        let file = BufReader::new(File::open(path)?);
        let mut unpacking = Unpacking { folder, bytes: BYTES };
        match self {
            Archive::Zip => {
                let mut archive = zip::ZipArchive::new(file)?;
                if archive.len() > ENTRIES {
                    return Err(UnpackError::Entries);
                }
                for number in 0..archive.len() {
                    let entry = archive.by_index(number)?;
                    if entry.is_file() {
                        let name = PathBuf::from(entry.name()?.replace('\\', "/"));
                        unpacking.write(&name, entry)?;
                    }
                }
            }
            Archive::TarGz => {
                // Headers count, too: an archive may consist of nothing else.
                let mut archive = tar::Archive::new(MultiGzDecoder::new(file).take(2 * BYTES));
                for (number, entry) in archive.entries()?.enumerate() {
                    let entry = entry?;
                    if number == ENTRIES {
                        return Err(UnpackError::Entries);
                    }
                    if entry.header().entry_type().is_file() {
                        let name = entry.path()?.into_owned();
                        unpacking.write(&name, entry)?;
                    }
                }
            }
        }
        Ok(())
    }
}

struct Unpacking<'f> {
    folder: &'f Path,
    /// How many bytes may follow.
    bytes: u64,
}

impl Unpacking<'_> {
    fn write(&mut self, name: &Path, content: impl Read) -> Result<(), UnpackError> {
        let is_below = |part: Component| matches!(part, Component::Normal(_) | Component::CurDir);
        if !name.components().all(is_below) {
            return Err(UnpackError::Outside(name.display().to_string()));
        }
        // What macOS adds.
        let is_hidden = |part: Component| match part {
            Component::Normal(part) => {
                part == "__MACOSX" || part.as_encoded_bytes().starts_with(b".")
            }
            _ => false,
        };
        if name.components().any(is_hidden) {
            return Ok(());
        }
        let path = self.folder.join(name);
        fs::create_dir_all(path.parent().unwrap_or(self.folder))?;
        let written = io::copy(&mut content.take(self.bytes + 1), &mut File::create(path)?)?;
        self.bytes = self.bytes.checked_sub(written).ok_or(UnpackError::Bytes)?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    /// An archive with a file of this name.
    fn archive(kind: Archive, path: &Path, name: &str, content: &[u8]) {
        let file = File::create(path).expect("a file");
        match kind {
            Archive::Zip => {
                let mut archive = zip::ZipWriter::new(file);
                let options = zip::write::SimpleFileOptions::default();
                archive.start_file(name, options).expect("an entry");
                archive.write_all(content).expect("its content");
                archive.finish().expect("an archive");
            }
            Archive::TarGz => {
                let compressed = flate2::write::GzEncoder::new(file, flate2::Compression::fast());
                let mut archive = tar::Builder::new(compressed);
                let mut header = tar::Header::new_old();
                // `append_data` refuses the names that are to be refused here.
                header.as_old_mut().name[..name.len()].copy_from_slice(name.as_bytes());
                header.set_size(content.len() as u64);
                header.set_cksum();
                archive.append(&header, content).expect("an entry");
                archive.into_inner().and_then(|gz| gz.finish()).expect("an archive");
            }
        }
    }

    const KINDS: [(Archive, &str); 2] = [(Archive::Zip, "a.zip"), (Archive::TarGz, "a.tar.gz")];

    #[test]
    fn files_are_unpacked_below_the_folder() {
        for (kind, file) in KINDS {
            let folder = tempfile::tempdir().expect("a folder");
            let path = folder.path().join(file);
            // `tar czf lab.tar.gz .` writes names that begin with `./`.
            for name in ["lab/rtl/task5.sv", "./lab/rtl/task5.sv"] {
                archive(kind, &path, name, b"module");
                let into = folder.path().join("into");
                kind.unpack(&path, &into).expect("unpacked");
                assert_eq!(fs::read(into.join("lab/rtl/task5.sv")).expect(name), b"module");
                fs::remove_dir_all(into).expect("a folder of our own");
            }
        }
    }

    #[test]
    fn files_outside_the_folder_are_refused() {
        for (kind, file) in KINDS {
            for name in ["../task5.sv", "lab/../../task5.sv", "/task5.sv"] {
                let folder = tempfile::tempdir().expect("a folder");
                let path = folder.path().join(file);
                archive(kind, &path, name, b"module");
                let into = folder.path().join("into");
                let error = kind.unpack(&path, &into).expect_err(name).to_string();
                assert!(error.contains(name), "{error}");
                assert!(!folder.path().join("task5.sv").exists());
            }
        }
    }

    #[test]
    fn large_archives_and_other_files_are_refused() {
        for (kind, file) in KINDS {
            let folder = tempfile::tempdir().expect("a folder");
            let path = folder.path().join(file);
            archive(kind, &path, "zeros", &vec![0; BYTES as usize + 1]);
            let error = kind.unpack(&path, &folder.path().join("into")).expect_err("too large");
            assert_eq!(error.to_string(), "the files of the archive have more than 256 MiB");
            fs::write(&path, "no archive").expect("a file");
            assert!(kind.unpack(&path, &folder.path().join("into")).is_err());
        }
    }
}
