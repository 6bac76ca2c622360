//! The top module of a submission, in a folder that may hold the labs of a whole course.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::folder::{all, is_verilog, may_contain};
use super::modules::{Item, Scan};
use super::{ForeignError, read_text};
use crate::error::list;
use crate::remedies;

/// The module that has instances of certain parts.
#[derive(Debug)]
pub(super) struct Machine {
    pub top: String,
    /// Whether a file declares a module of the preferred name.
    pub has_preferred: bool,
    /// The files that declare another module of this name, or of the preferred one.
    strangers: Vec<PathBuf>,
    /// The folders of other labs.
    labs: BTreeSet<PathBuf>,
    /// Why it is the top module, if there are others.
    pub warning: Option<String>,
}

impl Machine {
    /// Looks for the modules with ports that have an instance of each of these parts. If their
    /// names differ, only the preferred one counts. Another module of the preferred name counts as
    /// the top module if it is in the same folder.
    ///
    /// # Errors
    ///
    /// [`ForeignError`] for a folder that cannot be read or has too many files.
    pub fn of(
        folder: &Path,
        preferred: &str,
        parts: &[&str],
    ) -> Result<Option<Machine>, ForeignError> {
        if parts.is_empty() {
            return Ok(None);
        }
        let files: Vec<PathBuf> =
            all(folder)?.into_iter().filter(|file| is_verilog(file)).collect();
        let tops =
            files.iter().flat_map(|file| tops(file, parts).into_iter().map(move |top| (file, top)));
        let found: Vec<(&PathBuf, String)> = tops.collect();
        let names: BTreeSet<&str> = found.iter().map(|(_, top)| top.as_str()).collect();
        let Some(top) = names.get(preferred).or(names.first().filter(|_| names.len() == 1)) else {
            return Ok(None);
        };
        let is_of_top =
            |file: &PathBuf| found.iter().any(|(one, name)| *one == file && name == top);
        let others = |name: &str| -> Vec<PathBuf> {
            let others = files.iter().filter(|file| !is_of_top(file) && declares(file, name));
            others.cloned().collect()
        };
        let is_beside =
            |other: &PathBuf| found.iter().any(|(file, _)| file.parent() == other.parent());
        let mut strangers = others(preferred);
        let has_preferred = *top == preferred || !strangers.is_empty();
        if *top != preferred {
            if strangers.iter().any(is_beside) {
                return Ok(None);
            }
            strangers.extend(others(top));
        }
        // Of the files in them, some may be unfinished.
        let lab = |file: &PathBuf| -> Option<PathBuf> {
            let mut parts = file.strip_prefix(folder).ok()?.components();
            let first = folder.join(parts.next()?);
            (first != *file).then_some(first)
        };
        let own: BTreeSet<PathBuf> =
            files.iter().filter(|file| is_of_top(file)).filter_map(lab).collect();
        let labs: BTreeSet<PathBuf> = strangers.iter().filter_map(lab).collect();
        let labs = labs.difference(&own).cloned().collect();
        let warning = (!strangers.is_empty()).then(|| {
            format!(
                "`{top}` is the top module, with instances of {}; {} chooses another one. Left out as another lab: {}",
                list(parts.iter()),
                remedies::TOP,
                list(strangers.iter().map(|file| file.display()))
            )
        });
        Ok(Some(Machine { top: (*top).to_owned(), has_preferred, strangers, labs, warning }))
    }

    /// Whether a file may belong to the design.
    pub fn may_need(&self, file: &PathBuf) -> bool {
        !self.strangers.contains(file) && !self.is_of_other_lab(file)
    }

    /// Whether a file is in the folder of another lab.
    pub fn is_of_other_lab(&self, file: &Path) -> bool {
        self.labs.iter().any(|lab| file.starts_with(lab))
    }
}

/// Whether a file declares a module.
fn declares(file: &Path, module: &str) -> bool {
    let text = read_text(file).unwrap_or_default();
    let has_name = |item: &Item| item.names.iter().any(|name| name == module);
    may_contain(&text, module) && Scan::of(&text).items.iter().any(has_name)
}

/// The modules of a file with ports and an instance of each of these parts.
fn tops(file: &Path, parts: &[&str]) -> Vec<String> {
    // A file that cannot be read is an error later.
    let text = read_text(file).unwrap_or_default();
    if !parts.iter().all(|part| text.contains(part)) {
        return vec![];
    }
    let has_parts = |item: &Item| {
        item.has_ports() && parts.iter().all(|part| item.words.modules.contains(*part))
    };
    let items = Scan::of(&text).items.into_iter().filter(has_parts);
    items.flat_map(|item| item.names.into_iter().take(1)).collect()
}
