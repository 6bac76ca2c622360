//! Places in the sources, with the names that the user gave.

use rust_hdl_systemverilog::SourceFile;

use super::{SourceSet, copies};

/// Returns the line number of a byte offset in a text.
pub(crate) fn line_number(text: &str, byte: usize) -> usize {
    text[..byte].matches('\n').count() + 1
}

impl SourceSet {
    /// Where a byte of a file is, with the name that the user gave: `lab.sv:12`.
    pub(crate) fn place(&self, file: &SourceFile, byte: usize) -> String {
        self.with_given_names(&format!("{}:{}", file.name, line_number(&file.text, byte)))
    }

    /// The name that the user gave a file, of which Yosys has read a copy with this name.
    pub fn given_name(&self, copy: &str) -> String {
        let copy = copy.replace(crate::includes::SUFFIX, "");
        self.given.get(&copy).map_or(copy, |given| given.display().to_string())
    }

    /// Replaces names of copies in a message of Yosys with the names that the user gave.
    pub fn with_given_names(&self, message: &str) -> String {
        let message = message.replace(crate::includes::SUFFIX, "");
        let (mut rest, mut named) = (message.as_str(), String::new());
        // A name ends at the next colon: names do not contain any.
        while let Some(start) = rest.find(copies::FOLDER) {
            let name = rest[start..].split(':').next().unwrap_or_default();
            let end = start + name.len();
            let (given, end) = match self.given.get(name) {
                Some(given) if rest[end..].starts_with(':') => (given.display().to_string(), end),
                _ => (copies::FOLDER.into(), start + copies::FOLDER.len()),
            };
            named += &rest[..start];
            named += &given;
            rest = &rest[end..];
        }
        named + rest
    }
}
