//! Configuration files for an FPGA: their formats, and a check of a file's contents against its
//! extension.

use std::fmt;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use thiserror::Error;

use de1_soc::device::CONFIGURATION_BYTES;

/// The kinds of file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Quartus's SRAM object file.
    Sof,
    /// The raw bits.
    Rbf,
    /// What a JTAG cable has to do, as text.
    Svf,
}

/// As the file's extension has it, with the dot.
impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Kind::Sof => ".sof",
            Kind::Rbf => ".rbf",
            Kind::Svf => ".svf",
        })
    }
}

/// Why a file cannot configure the FPGA.
#[derive(Debug, Error)]
pub enum BitstreamError {
    #[error("cannot read `{}`", path.display())]
    Read { path: PathBuf, source: io::Error },

    #[error("`{}` is not a plain file: name a .sof, .rbf or .svf", path.display())]
    NotAFile { path: PathBuf },

    #[error("`{}` {}: name a .sof, .rbf or .svf", path.display(), what_else(path))]
    UnknownKind { path: PathBuf },

    #[error("`{}` is empty: build it again", path.display())]
    Empty { path: PathBuf },

    #[error("`{}` is not a valid {kind} file ({seen}): build it again", path.display())]
    Invalid { path: PathBuf, kind: Kind, seen: &'static str },

    #[error(
        "`{}` has {size} bytes, but an uncompressed configuration of this FPGA has {expected}: it is compressed, which JTAG \
         cannot load, or truncated, or for another FPGA: build it again",
        path.display()
    )]
    Small { path: PathBuf, size: u64, expected: u64 },

    #[error(
        "`{}` has {size} bytes, but an uncompressed configuration of this FPGA has {expected}: it is for another FPGA: build it again",
        path.display()
    )]
    Large { path: PathBuf, size: u64, expected: u64 },
}

fn what_else(path: &Path) -> &'static str {
    match path.extension().and_then(|extension| extension.to_str()) {
        Some("pof" | "jic") => "is for the flash memory of the board, which is not supported",
        _ => "has an unknown extension",
    }
}

/// The kind that a file's extension stands for.
pub fn kind_of(path: &Path) -> Option<Kind> {
    let extension = path.extension()?.to_str()?.to_ascii_lowercase();
    [("sof", Kind::Sof), ("rbf", Kind::Rbf), ("svf", Kind::Svf)]
        .into_iter()
        .find_map(|(name, kind)| (name == extension).then_some(kind))
}

/// Checks a file's first bytes, and the size of a raw file, which may differ by 1 % in its padding.
/// Returns its kind.
///
/// # Errors
/// Any [`BitstreamError`].
pub fn inspect(path: &Path) -> Result<Kind, BitstreamError> {
    let read_error = |source| BitstreamError::Read { path: path.to_owned(), source };
    let metadata = fs::metadata(path).map_err(read_error)?;
    if !metadata.is_file() {
        return Err(BitstreamError::NotAFile { path: path.to_owned() });
    }
    let kind =
        kind_of(path).ok_or_else(|| BitstreamError::UnknownKind { path: path.to_owned() })?;
    let mut head = Vec::new();
    File::open(path).and_then(|file| file.take(512).read_to_end(&mut head)).map_err(read_error)?;
    if head.is_empty() {
        return Err(BitstreamError::Empty { path: path.to_owned() });
    }
    let seen = if head.starts_with(b"SOF") {
        Some(Kind::Sof)
    } else if head.iter().all(|byte| byte.is_ascii_graphic() || byte.is_ascii_whitespace()) {
        Some(Kind::Svf)
    } else {
        None
    };
    let invalid = |seen| BitstreamError::Invalid { path: path.to_owned(), kind, seen };
    let (size, expected) = (metadata.len(), CONFIGURATION_BYTES);
    match (kind, seen) {
        (Kind::Sof, Some(Kind::Sof)) | (Kind::Svf, Some(Kind::Svf)) => Ok(kind),
        (Kind::Rbf, None) if size < expected - expected / 100 => {
            Err(BitstreamError::Small { path: path.to_owned(), size, expected })
        }
        (Kind::Rbf, None) if size > expected + expected / 100 => {
            Err(BitstreamError::Large { path: path.to_owned(), size, expected })
        }
        (Kind::Rbf, None) => Ok(kind),
        (_, Some(Kind::Sof)) => Err(invalid("it begins like a .sof")),
        (_, Some(_)) => Err(invalid("it is text")),
        (_, None) => Err(invalid("its header is unknown")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    fn inspected(name: &str, contents: &[u8], size: u64) -> Result<Kind, String> {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join(name);
        fs::write(&path, contents).expect("a file");
        let file = File::options().write(true).open(&path).expect("the file");
        file.set_len(size).expect("its size");
        inspect(&path).map_err(|error| error.to_string())
    }

    #[test]
    fn valid_files_are_accepted() {
        for (name, contents, size, kind) in [
            ("a.sof", &b"SOF\0\x06"[..], 5, Kind::Sof),
            ("a.SOF", b"SOF\0\x06", 5, Kind::Sof),
            ("a.rbf", b"\xff\xff\xff\xff", CONFIGURATION_BYTES, Kind::Rbf),
            ("a.rbf", b"\xff\xff\xff\xff", CONFIGURATION_BYTES - 3, Kind::Rbf),
            ("a.svf", b"TRST ABSENT;\n", 13, Kind::Svf),
        ] {
            assert_eq!(inspected(name, contents, size), Ok(kind), "{name}");
        }
    }

    #[test]
    fn invalid_files_are_refused_with_the_reason() {
        for (name, contents, size, said) in [
            ("a.sof", &b"\xff\xff"[..], 2, "its header is unknown"),
            ("a.sof", b"<html>", 6, "it is text"),
            ("a.rbf", b"SOF\0", CONFIGURATION_BYTES, "it begins like a .sof"),
            (
                "a.rbf",
                b"\xff\xff",
                1_900_000,
                "it is compressed, which JTAG cannot load, or truncated",
            ),
            ("a.rbf", b"\xff\xff", 2 * CONFIGURATION_BYTES, "it is for another FPGA"),
            ("a.svf", b"\xff\xff", 2, "is not a valid .svf file"),
            ("a.sof", b"", 0, "is empty"),
            ("a.jic", b"x", 1, "is for the flash memory of the board"),
            ("a", b"x", 1, "name a .sof, .rbf or .svf"),
        ] {
            let error = inspected(name, contents, size).expect_err(name);
            assert!(error.contains(said), "{name}: {error}");
        }
    }
}
