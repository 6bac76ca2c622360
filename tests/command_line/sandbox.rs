//! A folder to run the program in, and what it said and left there.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use tempfile::TempDir;

pub use crate::run_result::RunResult;

pub const BACCARAT: &str = env!("CARGO_BIN_EXE_baccarat");

/// Everything below a folder: a file's bytes, a link's target, nothing for a folder.
pub type Snapshot = BTreeMap<PathBuf, Entry>;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Entry {
    Folder,
    Link(PathBuf),
    File(Vec<u8>),
}

/// A fresh folder, which is the current one for every run.
pub struct Sandbox {
    root: TempDir,
}

impl Sandbox {
    pub fn new() -> Self {
        Sandbox { root: tempfile::tempdir().expect("a temporary folder") }
    }

    /// One in which `baccarat` has run once.
    pub fn with_files() -> Self {
        let sandbox = Sandbox::new();
        sandbox.run([""; 0]).succeeds();
        sandbox
    }

    pub fn path(&self, relative: impl AsRef<Path>) -> PathBuf {
        self.root.path().join(relative)
    }

    pub fn command<A: AsRef<OsStr>>(&self, arguments: impl IntoIterator<Item = A>) -> Command {
        let mut command = Command::new(BACCARAT);
        command.args(arguments).current_dir(self.root.path()).stdin(Stdio::null());
        command
    }

    pub fn run<A: AsRef<OsStr>>(&self, arguments: impl IntoIterator<Item = A>) -> RunResult {
        RunResult::from(self.command(arguments).output().expect("baccarat starts"))
    }

    /// Runs `script` in a shell, with the program as `$0`.
    #[cfg(unix)]
    pub fn shell(&self, script: &str) -> RunResult {
        let mut command = Command::new("sh");
        command.args(["-c", script, BACCARAT]).current_dir(self.root.path());
        RunResult::from(command.output().expect("a shell starts"))
    }

    pub fn write(&self, relative: impl AsRef<Path>, contents: impl AsRef<[u8]>) {
        let path = self.path(relative);
        fs::create_dir_all(path.parent().expect("a file has a folder")).expect("its folder");
        fs::write(path, contents).expect("the file");
    }

    pub fn snapshot(&self) -> Snapshot {
        self.snapshot_of("")
    }

    pub fn snapshot_of(&self, relative: impl AsRef<Path>) -> Snapshot {
        let top = self.path(relative);
        let mut found = Snapshot::new();
        let mut waiting = vec![top.clone()];
        while let Some(folder) = waiting.pop() {
            for entry in fs::read_dir(&folder).expect("a folder to read") {
                let path = entry.expect("an entry").path();
                let entry = if path.is_symlink() {
                    Entry::Link(fs::read_link(&path).expect("a link to read"))
                } else if path.is_dir() {
                    waiting.push(path.clone());
                    Entry::Folder
                } else if path.is_file() {
                    Entry::File(fs::read(&path).expect("a file to read"))
                } else {
                    continue;
                };
                let relative = path.strip_prefix(&top).expect("it is below the top");
                found.insert(relative.to_owned(), entry);
            }
        }
        found
    }

    /// The files below the root, relative to it.
    pub fn files(&self) -> Vec<PathBuf> {
        let is_file = |entry: &Entry| matches!(entry, Entry::File(_));
        let snapshot = self.snapshot();
        let files: Vec<_> = snapshot
            .into_iter()
            .filter(|(_, entry)| is_file(entry))
            .map(|(path, _)| path)
            .collect();
        assert!(!files.is_empty(), "there should be files");
        files
    }

    /// Makes a file out of date: changed, but still recognisable as written by baccarat.
    pub fn make_stale(&self, file: &Path) {
        let mut contents = fs::read(self.path(file)).expect("the file");
        contents.extend_from_slice(b"stale\n");
        fs::write(self.path(file), contents).expect("the file again");
    }

    #[cfg(unix)]
    pub fn make_stale_with_mode(&self, file: &Path, mode: u32) {
        use std::os::unix::fs::PermissionsExt;
        let set_mode =
            |mode| fs::set_permissions(self.path(file), fs::Permissions::from_mode(mode));
        set_mode(0o644).expect("its mode");
        self.make_stale(file);
        set_mode(mode).expect("its mode again");
    }
}

impl RunResult {
    /// The files with a status line that begins with these words.
    pub fn files_said_to_be(&self, status: &str) -> Vec<PathBuf> {
        let lines =
            self.stderr.lines().filter_map(|line| line.strip_prefix(status)?.strip_prefix("  "));
        let mut files: Vec<PathBuf> = lines.map(|file| file.trim_start().into()).collect();
        files.sort();
        files
    }
}
