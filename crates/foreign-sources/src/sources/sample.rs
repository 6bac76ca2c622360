//! Sources for tests.

use super::{SourceSet, Sources};

/// The sources of a folder whose only file, `lab.sv`, has this text.
pub(crate) fn of_text(text: &str) -> (tempfile::TempDir, SourceSet) {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("lab.sv");
    std::fs::write(&file, text).expect("a file");
    let set = Sources { files: vec![file], ..Sources::default() }.collect().expect("sources");
    (folder, set)
}
