//! The emitted files of a design, in a temporary folder.

use std::fs;
use std::path::{Path, PathBuf};

use rust_hdl_rtl::Design;
use rust_hdl_systemverilog::{Error, Options, print_proven};
use tempfile::TempDir;

/// The files of one design.
pub struct Files {
    folder: TempDir,
    /// Their names, in compilation order.
    pub names: Vec<String>,
}

impl Files {
    /// Prints and proves the design.
    pub fn write(design: &Design) -> Result<Files, Error> {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let names = print_proven(design, &Options::default())?.into_iter().map(|file| {
            let path = folder.path().join(&file.name);
            fs::write(path, file.text).expect("a file that can be written");
            file.name
        });
        Ok(Files { names: names.collect(), folder })
    }

    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// A path in the folder for other files.
    pub fn scratch(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }
}
