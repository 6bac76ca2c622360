//! Files with the initial contents of memories, other than those for `$readmemh`.

mod intel_hex;
mod mif;

use std::path::PathBuf;

use super::ForeignError;
use super::sources::read_text;

/// What is wrong with a file, and in which line.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Fault {
    line: usize,
    problem: String,
}

/// Whether a name may be that of such a file.
pub(super) fn is_name(name: &str) -> bool {
    ["mif", "hex"].contains(&extension(name).as_str())
}

/// Reads a file that a source names, and converts it to what `$readmemh` reads; `None` if it is one
/// for `$readmemh` itself.
///
/// # Errors
///
/// [`ForeignError::Read`], [`ForeignError::Contents`] and others of a file that cannot be read.
pub(super) fn for_readmemh(name: &str, path: PathBuf) -> Result<Option<String>, ForeignError> {
    let converted = converted(name, &read_text(&path)?).transpose();
    converted.map_err(|Fault { line, problem }| ForeignError::Contents { path, line, problem })
}

/// The warning about a file that does not exist: the memory has zeros, as in Quartus.
pub(super) fn missing(place: &str, name: &str) -> String {
    format!("{place}: there is no file `{name}`: the memory has zeros")
}

fn converted(name: &str, text: &str) -> Option<Result<String, Fault>> {
    match extension(name).as_str() {
        "mif" => Some(mif::converted(text)),
        "hex" if text.trim_start().starts_with(':') => Some(intel_hex::converted(text)),
        _ => None,
    }
}

fn extension(name: &str) -> String {
    name.rsplit_once('.').map_or(String::new(), |(_, extension)| extension.to_ascii_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_format_depends_on_the_name_and_the_text() {
        let mif = "DEPTH = 1; WIDTH = 8; CONTENT BEGIN 0 : 1; END;";
        assert_eq!(converted("a.MIF", mif), Some(Ok("@0 1\n".into())));
        assert_eq!(converted("a.hex", ":00000001ff\n"), Some(Ok(String::new())));
        assert_eq!(converted("a.hex", "00 01 02"), None);
        assert_eq!(converted("a.txt", mif), None);
        assert_eq!(["b.mif", "c.MIF", "d.hex", "d.txt"].map(is_name), [true, true, true, false]);
    }
}
