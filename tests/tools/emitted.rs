//! What the program writes, in a folder of its own.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use baccarat::engine::{Clocking, TESTBENCH};
use tempfile::TempDir;

const CLOCKINGS: [Clocking; 2] = [Clocking::Synchronised, Clocking::Direct];

/// The files of one clocking, straight from the program.
pub struct Emitted {
    root: TempDir,
}

impl Emitted {
    pub fn new(clocking: Clocking) -> Emitted {
        let root = tempfile::tempdir().expect("a temporary folder");
        let output = Command::new(env!("CARGO_BIN_EXE_baccarat"))
            .current_dir(root.path())
            .args(["generate", "--out", "g", "--constraints", "c", "--clocking"])
            .arg(match clocking {
                Clocking::Synchronised => "synchronised",
                Clocking::Direct => "direct",
            })
            .output()
            .expect("baccarat starts");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        Emitted { root }
    }

    /// Those of each clocking.
    pub fn both() -> [Emitted; 2] {
        CLOCKINGS.map(Emitted::new)
    }

    /// Where the SystemVerilog is.
    pub fn folder(&self) -> PathBuf {
        self.root.path().join("g")
    }

    /// Where the constraints are.
    pub fn constraints(&self) -> PathBuf {
        self.root.path().join("c")
    }

    /// A place for a tool's own files.
    pub fn scratch(&self, name: &str) -> PathBuf {
        self.root.path().join(name)
    }

    /// The names of the modules, without the testbench; each is in a file of its own name.
    pub fn modules(&self) -> Vec<String> {
        let files = fs::read_dir(self.folder()).expect("a folder to read");
        let mut names: Vec<String> = files
            .map(|file| file.expect("an entry").path())
            .filter(|path| path.extension().is_some_and(|extension| extension == "sv"))
            .map(|path| path.file_stem().unwrap_or_default().to_string_lossy().into_owned())
            .filter(|name| name != TESTBENCH)
            .collect();
        names.sort();
        // One for each of the lab, and perhaps more.
        assert!(names.len() >= 7, "{names:?}");
        names
    }

    /// The files of the modules, relative to their folder.
    pub fn sources(&self) -> Vec<String> {
        self.modules().into_iter().map(|name| name + ".sv").collect()
    }

    /// Breaks a file: `from`, which must be there exactly once, becomes `to`.
    pub fn change(&self, file: impl AsRef<Path>, from: &str, to: &str) {
        let path = self.folder().join(file);
        let text = fs::read_to_string(&path).expect("a file that was emitted");
        assert_eq!(text.matches(from).count(), 1, "{from:?} in {}", path.display());
        fs::write(&path, text.replace(from, to)).expect("the file again");
    }
}

/// One change that makes a file wrong, and words that a tool must say about it.
pub struct Flaw {
    pub file: &'static str,
    pub from: &'static str,
    pub to: &'static str,
    pub complaint: &'static str,
}

impl Flaw {
    /// The files of each clocking, with this flaw and no other.
    pub fn planted(&self) -> [Emitted; 2] {
        CLOCKINGS.map(|clocking| self.planted_in(clocking))
    }

    /// The files of one clocking, with this flaw and no other.
    pub fn planted_in(&self, clocking: Clocking) -> Emitted {
        let emitted = Emitted::new(clocking);
        emitted.change(self.file, self.from, self.to);
        emitted
    }
}
