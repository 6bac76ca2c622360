//! Tcl as Quartus and nextpnr read it: paths and comments.

use std::path::{Component, Path};

use textwrap::{Options, WordSplitter};

use super::ConstraintsError;

/// Longest line of a comment, in columns.
const LINE_LENGTH: usize = 98;

/// Characters that are special to Tcl or to the tools' parsers, even in quotes.
pub(super) const FORBIDDEN: &str = "\" \\ $ [ ] { } ; # * ?";

/// The path of a file in a relative folder as one word, quoted if it contains spaces.
pub(super) fn path(folder: &Path, file: &str) -> Result<String, ConstraintsError> {
    let whole = folder.join(file);
    let is_expressible = |c: char| c == ' ' || (c.is_ascii_graphic() && !FORBIDDEN.contains(c));
    let parts = whole.components().filter(|part| *part != Component::CurDir);
    let parts = parts.map(|part| match part {
        Component::ParentDir => Some(".."),
        Component::Normal(name) => name.to_str().filter(|name| name.chars().all(is_expressible)),
        _ => None,
    });
    let Some(parts) = parts.collect::<Option<Vec<_>>>() else {
        return Err(ConstraintsError::Path { path: whole });
    };
    let mut path = parts.join("/");
    if path.starts_with(['-', '~']) {
        // Not an option, and not a home directory.
        path.insert_str(0, "./");
    }
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "_./+-|".contains(c);
    Ok(if path.chars().all(is_plain) { path } else { format!("\"{path}\"") })
}

/// A text as comment lines, wrapped.
pub(super) fn comment(text: &str) -> String {
    let options = Options::new(LINE_LENGTH)
        .initial_indent("# ")
        .subsequent_indent("# ")
        .word_splitter(WordSplitter::NoHyphenation);
    textwrap::fill(text, options) + "\n"
}
