//! The emitted files of a design, in a folder of their own.

use std::fs;
use std::path::{Path, PathBuf};

use baccarat::rtl::{Design, ModuleId};
use baccarat::systemverilog::{Options, print};
use tempfile::TempDir;

/// The files of one design.
pub struct Files {
    folder: TempDir,
    /// Their names, children first.
    pub names: Vec<String>,
}

impl Files {
    pub fn write(design: &Design) -> Files {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let names = print_all(design).into_iter().map(|(name, text)| {
            fs::write(folder.path().join(&name), text).expect("a file that can be written");
            name
        });
        Files { names: names.collect(), folder }
    }

    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// A place for something that is not emitted.
    pub fn scratch(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }
}

/// Name and text of every file, children first.
pub fn print_all(design: &Design) -> Vec<(String, String)> {
    let options = Options::default();
    let modules = (0..design.modules.len()).map(ModuleId);
    modules
        .map(|id| {
            let file = print(design, id, &options);
            (file.name, file.text)
        })
        .collect()
}
