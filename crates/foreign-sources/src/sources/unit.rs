//! A file to read, and what is left of it.

use std::path::PathBuf;

use super::ForeignError;
use super::comments::read_source;
use super::modules::Scan;

/// A file to read.
#[derive(Debug)]
pub(super) struct Unit {
    pub path: PathBuf,
    /// Its name for messages.
    pub given: PathBuf,
    pub text: String,
    pub scan: Scan,
}

impl Unit {
    /// Reads a file.
    ///
    /// # Errors
    ///
    /// [`ForeignError::Read`]
    pub fn read(path: PathBuf, given: PathBuf) -> Result<Unit, ForeignError> {
        let text = read_source(&path)?;
        Ok(Unit { path, given, scan: Scan::of(&text), text })
    }

    /// Whether its file has the name of a module, in upper or lower case.
    pub fn is_named(&self, module: &str) -> bool {
        self.path.file_stem().is_some_and(|stem| stem.eq_ignore_ascii_case(module))
    }

    /// Whether the file is a copy of another one by its name, as `lab - Copy.v` and `lab (2).v` are
    /// of `lab.v`.
    pub fn is_copy_of(&self, other: &Unit) -> bool {
        let stem =
            |unit: &Unit| unit.path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let is_number =
            |end: &str| end.strip_suffix(')').is_some_and(|end| end.parse::<u32>().is_ok());
        let (own, other_stem) = (stem(self), stem(other));
        let Some(end) = own.strip_prefix(&other_stem) else { return false };
        let end = end.trim_start();
        let end = end.strip_prefix("- Copy").unwrap_or(end).trim_start();
        let is_copy = end.is_empty() || end.strip_prefix('(').is_some_and(is_number);
        own != other_stem && is_copy && self.path.parent() == other.path.parent()
    }

    /// Where an item begins: `lab.sv:12`.
    pub fn place(&self, item: usize) -> String {
        let start = self.scan.items[item].range.start;
        format!("{}:{}", self.given.display(), super::line_number(&self.text, start))
    }

    /// The text without items, on the same lines.
    pub fn without(&self, is_left_out: impl Fn(usize) -> bool) -> String {
        let mut text = String::with_capacity(self.text.len());
        let mut end = 0;
        for (_, item) in self.scan.items.iter().enumerate().filter(|(item, _)| is_left_out(*item)) {
            text.push_str(&self.text[end..item.range.start]);
            text.extend(self.text[item.range.clone()].chars().filter(|one| *one == '\n'));
            end = item.range.end;
        }
        text + &self.text[end..]
    }
}
