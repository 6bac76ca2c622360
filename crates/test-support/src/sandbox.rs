//! Temporary folders in which tests run a command-line program.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use tempfile::TempDir;

use crate::Output;

/// Everything below a folder, by relative path.
pub type Snapshot = BTreeMap<PathBuf, Entry>;

/// What is at a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Entry {
    /// A folder.
    Folder,
    /// A symbolic link, with its target.
    Link(PathBuf),
    /// A file, with its contents.
    File(Vec<u8>),
}

/// The longest that a program may run.
const LIMIT: Duration = Duration::from_secs(300);

/// A temporary folder: the working directory of each run of the program.
pub struct Sandbox {
    root: TempDir,
    program: PathBuf,
    only_fake_tools: bool,
}

impl Sandbox {
    /// An empty folder for runs of `program`, whose PATH is that of the test.
    pub fn new(program: impl Into<PathBuf>) -> Sandbox {
        let root = tempfile::tempdir().expect("a temporary folder");
        Sandbox { root, program: program.into(), only_fake_tools: false }
    }

    /// A folder for runs of `program` that finds only [fake tools](Sandbox::fake_tool): PATH is the
    /// subfolder `bin`, and `QUARTUS_ROOTDIR` is unset.
    pub fn with_only_fake_tools(program: impl Into<PathBuf>) -> Sandbox {
        let sandbox = Sandbox { only_fake_tools: true, ..Sandbox::new(program) };
        fs::create_dir(sandbox.path("bin")).expect("a folder");
        sandbox
    }

    /// The absolute path of something in the folder.
    pub fn path(&self, relative: impl AsRef<Path>) -> PathBuf {
        self.root.path().join(relative)
    }

    /// Whether there is a file or a folder at this path.
    pub fn exists(&self, relative: &str) -> bool {
        self.path(relative).exists()
    }

    /// Reads a file; bytes that are not UTF-8 become replacement characters.
    #[track_caller]
    pub fn read(&self, relative: &str) -> String {
        let path = self.path(relative);
        let bytes = fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        String::from_utf8_lossy(&bytes).into_owned()
    }

    /// Writes a file and the folders above it.
    pub fn write(&self, relative: impl AsRef<Path>, contents: impl AsRef<[u8]>) {
        let path = self.path(relative);
        fs::create_dir_all(path.parent().expect("a file has a folder")).expect("its folder");
        fs::write(path, contents).expect("the file");
    }

    /// The command that runs the program in the folder.
    pub fn command<A: AsRef<OsStr>>(&self, arguments: impl IntoIterator<Item = A>) -> Command {
        let mut command = Command::new(&self.program);
        command.args(arguments).current_dir(self.root.path()).stdin(Stdio::null());
        if self.only_fake_tools {
            command.env("PATH", self.path("bin")).env_remove("QUARTUS_ROOTDIR");
        }
        command
    }

    /// Runs the program in the folder.
    ///
    /// # Panics
    ///
    /// If it cannot be started, or does not end in time.
    #[track_caller]
    pub fn run<A: AsRef<OsStr>>(&self, arguments: impl IntoIterator<Item = A>) -> Output {
        finished(self.command(arguments))
    }

    /// Runs `script` in a shell, with the program as `$0`.
    ///
    /// # Panics
    ///
    /// If it does not end in time.
    #[cfg(unix)]
    #[track_caller]
    pub fn shell(&self, script: &str) -> Output {
        let mut command = Command::new("sh");
        command.args(["-c", script]).arg(&self.program).current_dir(self.root.path());
        finished(command)
    }

    /// Everything in the folder.
    pub fn snapshot(&self) -> Snapshot {
        self.snapshot_of("")
    }

    /// Everything in a subfolder.
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

    /// The paths of all files, relative to the folder.
    ///
    /// # Panics
    ///
    /// If there are none.
    pub fn files(&self) -> Vec<PathBuf> {
        let files = self.snapshot().into_iter();
        let files = files.filter(|(_, entry)| matches!(entry, Entry::File(_)));
        let files: Vec<PathBuf> = files.map(|(path, _)| path).collect();
        assert!(!files.is_empty(), "there should be files");
        files
    }
}

/// Runs a command. Fails with what it has printed if it does not end.
#[track_caller]
fn finished(command: Command) -> Output {
    let output = Output::limited(LIMIT, command).expect("the program starts");
    output.unwrap_or_else(|unfinished| panic!("not finished after {LIMIT:?}: {unfinished}"))
}

#[cfg(unix)]
impl Sandbox {
    /// Puts a shell script called `name` on the program's PATH, as a fake external tool.
    ///
    /// Each run writes its arguments to the file `NAME.arguments`, one a line, then runs `script`,
    /// which has the sandbox's folder as `$sandbox`. With `--version`, `-V` or `--Version` it only
    /// prints "version 23.1" and records nothing.
    pub fn fake_tool(&self, name: &str, script: &str) {
        let version = "case \"$*\" in --version|-V|--Version) echo 'version 23.1'; exit 0;; esac";
        self.write_script(&format!("bin/{name}"), version, script);
    }

    /// The same at any path, and `script` handles `--version`, too.
    pub fn fake_tool_at(&self, relative: &str, script: &str) {
        self.write_script(relative, "", script);
    }

    fn write_script(&self, relative: &str, first_line: &str, script: &str) {
        use std::os::unix::fs::PermissionsExt;

        let name = Path::new(relative).file_name().expect("a name").to_string_lossy().into_owned();
        let sandbox = self.root.path().display();
        let text = format!(
            "#!/bin/sh\nPATH=/usr/bin:/bin\nsandbox='{sandbox}'\n{first_line}\nprintf '%s\\n' \"$@\" > \"$sandbox/{name}.arguments\"\n{script}\n"
        );
        self.write(relative, text);
        let executable = fs::Permissions::from_mode(0o755);
        fs::set_permissions(self.path(relative), executable).expect("its mode");
    }

    /// The arguments of the last run of a fake tool.
    pub fn arguments_of(&self, name: &str) -> Vec<String> {
        self.read(&format!("{name}.arguments")).lines().map(str::to_string).collect()
    }

    /// Whether a fake tool was run, other than for its version.
    pub fn was_run(&self, name: &str) -> bool {
        self.exists(&format!("{name}.arguments"))
    }
}
