//! Files that configure the FPGA: which kinds there are, and whether a file is what its name says.

use std::fmt;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// How large an uncompressed configuration of the DE1-SoC's FPGA is, in bytes, as public logs of users of the board have it.
pub const UNCOMPRESSED: u64 = 7_007_204;

/// A raw file smaller than this is compressed or cut off. A little less than [`UNCOMPRESSED`], for writers that leave out
/// the padding at the end.
const SMALLEST: u64 = UNCOMPRESSED - UNCOMPRESSED / 100;

/// A raw file larger than this is for another FPGA. A little more than [`UNCOMPRESSED`], for writers that pad it.
const LARGEST: u64 = UNCOMPRESSED + UNCOMPRESSED / 100;

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

/// Why a file is not one that configures the FPGA.
#[derive(Debug, Error)]
pub enum BitstreamError {
    #[error("cannot read `{}`", path.display())]
    Read { path: PathBuf, source: io::Error },

    #[error("`{}` is no plain file: name a .sof, .rbf or .svf", path.display())]
    NotAFile { path: PathBuf },

    #[error("`{}` {}: name a .sof, .rbf or .svf", path.display(), what_else(path))]
    UnknownKind { path: PathBuf },

    #[error("`{}` is empty: build it again", path.display())]
    Empty { path: PathBuf },

    #[error("`{}` is no {kind} by its contents ({seen}): build it again", path.display())]
    Disguised { path: PathBuf, kind: Kind, seen: &'static str },

    #[error(
        "`{}` has {size} bytes, and an uncompressed configuration of this FPGA has {UNCOMPRESSED}: it is compressed, which \
         JTAG cannot load, or cut off, or for another FPGA; `baccarat build` writes one that fits",
        path.display()
    )]
    Small { path: PathBuf, size: u64 },

    #[error(
        "`{}` has {size} bytes, and an uncompressed configuration of this FPGA has {UNCOMPRESSED}: it is for another FPGA; \
         `baccarat build` writes one that fits",
        path.display()
    )]
    Large { path: PathBuf, size: u64 },
}

fn what_else(path: &Path) -> &'static str {
    match path.extension().and_then(|extension| extension.to_str()) {
        Some("pof" | "jic") => "is for the board's flash memory, which this program leaves alone",
        _ => "has no name of a file that configures the FPGA",
    }
}

/// The kind that a file's name tells.
pub fn kind_of(path: &Path) -> Option<Kind> {
    let extension = path.extension()?.to_str()?.to_ascii_lowercase();
    [("sof", Kind::Sof), ("rbf", Kind::Rbf), ("svf", Kind::Svf)]
        .into_iter()
        .find_map(|(name, kind)| (name == extension).then_some(kind))
}

/// Looks into a file, as far as it can be told from its first bytes and its size what it is.
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
    let disguised = |seen| BitstreamError::Disguised { path: path.to_owned(), kind, seen };
    match (kind, seen) {
        (Kind::Sof, Some(Kind::Sof)) | (Kind::Svf, Some(Kind::Svf)) => Ok(kind),
        (Kind::Rbf, None) if metadata.len() < SMALLEST => {
            Err(BitstreamError::Small { path: path.to_owned(), size: metadata.len() })
        }
        (Kind::Rbf, None) if metadata.len() > LARGEST => {
            Err(BitstreamError::Large { path: path.to_owned(), size: metadata.len() })
        }
        (Kind::Rbf, None) => Ok(kind),
        (_, Some(Kind::Sof)) => Err(disguised("it begins as a .sof does")),
        (_, Some(_)) => Err(disguised("it is a text")),
        (_, None) => Err(disguised("it begins as no such file does")),
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
    fn a_file_is_taken_for_what_its_name_and_its_contents_say() {
        for (name, contents, size, kind) in [
            ("a.sof", &b"SOF\0\x06"[..], 5, Kind::Sof),
            ("a.SOF", b"SOF\0\x06", 5, Kind::Sof),
            ("a.rbf", b"\xff\xff\xff\xff", UNCOMPRESSED, Kind::Rbf),
            ("a.rbf", b"\xff\xff\xff\xff", UNCOMPRESSED - 3, Kind::Rbf),
            ("a.svf", b"TRST ABSENT;\n", 13, Kind::Svf),
        ] {
            assert_eq!(inspected(name, contents, size), Ok(kind), "{name}");
        }
    }

    #[test]
    fn a_file_that_is_something_else_is_refused_with_the_reason() {
        for (name, contents, size, said) in [
            ("a.sof", &b"\xff\xff"[..], 2, "it begins as no such file does"),
            ("a.sof", b"<html>", 6, "it is a text"),
            ("a.rbf", b"SOF\0", UNCOMPRESSED, "it begins as a .sof does"),
            (
                "a.rbf",
                b"\xff\xff",
                1_900_000,
                "it is compressed, which JTAG cannot load, or cut off",
            ),
            ("a.rbf", b"\xff\xff", 2 * UNCOMPRESSED, "it is for another FPGA"),
            ("a.svf", b"\xff\xff", 2, "is no .svf by its contents"),
            ("a.sof", b"", 0, "is empty"),
            ("a.jic", b"x", 1, "is for the board's flash memory"),
            ("a", b"x", 1, "name a .sof, .rbf or .svf"),
        ] {
            let error = inspected(name, contents, size).expect_err(name);
            assert!(error.contains(said), "{name}: {error}");
        }
    }
}
