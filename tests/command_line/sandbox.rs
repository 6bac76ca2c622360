//! Runs of the program in temporary folders.

use std::fs;
use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

pub use test_support::Output;
pub use test_support::sandbox::{Entry, Snapshot};

pub const BACCARAT: &str = env!("CARGO_BIN_EXE_baccarat");

/// A temporary folder: the working directory of each run.
pub struct Sandbox(test_support::Sandbox);

impl Deref for Sandbox {
    type Target = test_support::Sandbox;

    fn deref(&self) -> &test_support::Sandbox {
        &self.0
    }
}

impl Sandbox {
    /// An empty one.
    pub fn new() -> Self {
        Sandbox(test_support::Sandbox::new(BACCARAT))
    }

    /// The output of a run of `baccarat` without arguments in an empty folder, and its files.
    pub fn first_run() -> &'static (Output, Snapshot) {
        static FIRST_RUN: LazyLock<(Output, Snapshot)> = LazyLock::new(|| {
            let sandbox = Sandbox::new();
            let output = sandbox.run([""; 0]).succeeds();
            (output, sandbox.snapshot())
        });
        &FIRST_RUN
    }

    /// A folder with the files of the first run.
    pub fn with_files() -> Self {
        let sandbox = Sandbox::new();
        for (path, entry) in &Sandbox::first_run().1 {
            if let Entry::File(contents) = entry {
                sandbox.write(path, contents);
            }
        }
        sandbox
    }

    /// Makes a file out of date: changed, but still recognisable as written by baccarat.
    pub fn make_stale(&self, file: &Path) {
        let mut contents = fs::read(self.path(file)).expect("the file");
        contents.extend_from_slice(b"stale\n");
        fs::write(self.path(file), contents).expect("the file again");
    }
}

/// The status lines of `generate`.
pub trait StatusLines {
    /// The files whose status line begins with `status`, sorted.
    fn files_with_status(&self, status: &str) -> Vec<PathBuf>;
}

impl StatusLines for Output {
    fn files_with_status(&self, status: &str) -> Vec<PathBuf> {
        let lines = self.stderr.lines();
        let lines = lines.filter_map(|line| line.strip_prefix(status)?.strip_prefix("  "));
        let mut files: Vec<PathBuf> = lines.map(|file| file.trim_start().into()).collect();
        files.sort();
        files
    }
}
