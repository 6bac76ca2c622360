//! A folder to work in, and the only programs that there are.

use std::ffi::OsStr;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use tempfile::TempDir;

pub use crate::run_result::RunResult;

const BACCARAT: &str = env!("CARGO_BIN_EXE_baccarat");

/// A fresh folder, with another one for programs, which alone is PATH.
pub struct Desk {
    root: TempDir,
}

impl Desk {
    pub fn new() -> Desk {
        let desk = Desk { root: tempfile::tempdir().expect("a temporary folder") };
        fs::create_dir(desk.path("bin")).expect("a folder");
        desk
    }

    pub fn path(&self, relative: impl AsRef<Path>) -> PathBuf {
        self.root.path().join(relative)
    }

    pub fn exists(&self, relative: &str) -> bool {
        self.path(relative).exists()
    }

    pub fn read(&self, relative: &str) -> String {
        let bytes =
            fs::read(self.path(relative)).unwrap_or_else(|error| panic!("{relative}: {error}"));
        String::from_utf8_lossy(&bytes).into_owned()
    }

    pub fn write(&self, relative: &str, contents: impl AsRef<[u8]>) {
        let path = self.path(relative);
        fs::create_dir_all(path.parent().expect("a file has a folder")).expect("its folder");
        fs::write(path, contents).expect("the file");
    }

    /// A program of this name that runs this shell script. Its arguments go to the file NAME.arguments, one a line; the
    /// script has the desk's folder as `$desk`.
    /// Asked for its version it only tells one, and leaves no trace.
    pub fn stand_in(&self, name: &str, script: &str) {
        let version = "case \"$*\" in --version|-V|--Version) echo 'version 23.1'; exit 0;; esac";
        self.place(&format!("bin/{name}"), version, script);
    }

    /// The same anywhere, and it has its script answer whatever it is asked.
    pub fn stand_in_at(&self, relative: &str, script: &str) {
        self.place(relative, "", script);
    }

    fn place(&self, relative: &str, first: &str, script: &str) {
        let name = Path::new(relative).file_name().expect("a name").to_string_lossy().into_owned();
        let desk = self.root.path().display();
        let text = format!(
            "#!/bin/sh\nPATH=/usr/bin:/bin\ndesk='{desk}'\n{first}\nprintf '%s\\n' \"$@\" > \"$desk/{name}.arguments\"\n{script}\n"
        );
        self.write(relative, text);
        let executable = fs::Permissions::from_mode(0o755);
        fs::set_permissions(self.path(relative), executable).expect("its mode");
    }

    /// What the program of this name was last asked.
    pub fn arguments_of(&self, name: &str) -> Vec<String> {
        self.read(&format!("{name}.arguments")).lines().map(str::to_string).collect()
    }

    pub fn was_run(&self, name: &str) -> bool {
        self.exists(&format!("{name}.arguments"))
    }

    pub fn command<A: AsRef<OsStr>>(&self, arguments: impl IntoIterator<Item = A>) -> Command {
        let mut command = Command::new(BACCARAT);
        command.args(arguments).current_dir(self.root.path()).stdin(Stdio::null());
        command.env("PATH", self.path("bin")).env_remove("QUARTUS_ROOTDIR");
        command
    }

    pub fn run<A: AsRef<OsStr>>(&self, arguments: impl IntoIterator<Item = A>) -> RunResult {
        RunResult::from(self.command(arguments).output().expect("baccarat starts"))
    }
}

impl RunResult {
    /// Printed a line with these cells, which stand at least two spaces apart.
    #[track_caller]
    pub fn prints(&self, cells: &[&str]) -> &RunResult {
        let of_line = |line: &str| -> Vec<String> {
            let cells = line.split("  ").map(str::trim).filter(|cell| !cell.is_empty());
            cells.map(str::to_string).collect()
        };
        assert!(
            self.stdout.lines().any(|line| of_line(line) == cells),
            "no {cells:?} in\n{}",
            self.stdout
        );
        self
    }
}
