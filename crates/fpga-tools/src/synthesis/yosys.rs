//! Finds and runs Yosys.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use thiserror::Error;

use super::netlist::Module;
use super::{NetlistError, script};
use crate::toolchain::catalogue::YOSYS;
use crate::toolchain::{
    Condition, Finder, Finished, Invocation, Limits, OnSilence, ToolError, probe_newest, run,
    yosys_limitation,
};
use rust_hdl_systemverilog::SourceFile;

/// The default time limit for a script. Yosys prints nothing meanwhile.
const TIMEOUT: Duration = Duration::from_secs(900);

/// Why Yosys failed.
#[derive(Debug, Error)]
pub enum YosysError {
    /// It is missing, or ended with an error.
    #[error(transparent)]
    Tool(#[from] ToolError),
    #[error("`{} -V` does not print a version of Yosys: {problem}", program.display())]
    NotYosys { program: PathBuf, problem: String },
    #[error("cannot read `{file}`, which Yosys should have written: {problem}\n{failure}")]
    NothingWritten { file: String, problem: io::Error, failure: Box<ToolError> },
    #[error("cannot write the files for Yosys")]
    Files(#[from] io::Error),
    #[error(transparent)]
    Netlist(#[from] NetlistError),
}

/// An installed Yosys, or one that is a function.
#[derive(Clone, Debug)]
pub struct Yosys {
    runner: Runner,
    version: String,
    timeout: Duration,
    memory: Option<u64>,
}

/// What runs a script.
#[derive(Clone, Debug)]
enum Runner {
    Program(PathBuf),
    /// For programs that cannot start others, such as those in a browser.
    Function(fn(&Job) -> JobOutput),
}

/// A script, its files, and the files that it writes.
#[derive(Clone, Copy, Debug)]
pub struct Job<'j> {
    pub files: &'j [SourceFile],
    pub script: &'j str,
    pub written: &'j [&'j str],
}

/// What a script has printed and written.
#[derive(Clone, Debug, Default)]
pub struct JobOutput {
    /// The exit code of Yosys.
    pub code: i32,
    /// Its output, without empty lines.
    pub lines: Vec<String>,
    /// The files [`written`](Job::written), or the first of them.
    pub files: Vec<String>,
}

/// The result of a script.
#[derive(Clone, Debug)]
pub struct Ran {
    /// The files that it wrote.
    pub files: Vec<String>,
    /// Its warnings, one per line.
    pub warnings: String,
}

/// A netlist of cells.
#[derive(Clone, Debug)]
pub struct Synthesis {
    /// As Yosys wrote it.
    pub json: String,
    /// Its warnings.
    pub warnings: String,
}

impl Yosys {
    /// Finds Yosys and its version. Of several equivalent programs on `PATH`, the newest is used.
    ///
    /// # Errors
    ///
    /// [`YosysError::Tool`] if Yosys is not found, [`YosysError::NotYosys`] if the program is not
    /// Yosys or does not work.
    pub fn find(finder: &Finder, on_silence: OnSilence) -> Result<Yosys, YosysError> {
        let (found, condition) = probe_newest(&finder.find_all(&YOSYS)?, on_silence)?;
        let problem = match (&condition, condition.version()) {
            (Condition::Answers(lines), Some(version))
                if lines.iter().any(|line| line.starts_with("Yosys ")) =>
            {
                let version = version.to_string();
                let runner = Runner::Program(found.program);
                return Ok(Yosys { runner, version, timeout: TIMEOUT, memory: None });
            }
            (Condition::Broken(why), _) => why.clone(),
            (Condition::Answers(lines), _) if !lines.is_empty() => {
                format!("it prints `{}`", lines[0])
            }
            _ => "it prints nothing".to_string(),
        };
        Err(YosysError::NotYosys { program: found.program, problem })
    }

    /// A Yosys of this version that is a function. It has neither a time limit nor one of memory.
    pub fn of_function(version: &str, run: fn(&Job) -> JobOutput) -> Yosys {
        let runner = Runner::Function(run);
        Yosys { runner, version: version.into(), timeout: TIMEOUT, memory: None }
    }

    /// Sets the time limit for a script; the default is 15 minutes.
    pub fn with_timeout(self, timeout: Duration) -> Yosys {
        Yosys { timeout, ..self }
    }

    /// Sets the largest amount of memory for a script, in bytes. Only Linux has such a limit.
    pub fn with_memory(self, memory: u64) -> Yosys {
        Yosys { memory: Some(memory), ..self }
    }

    /// The program that was found; `None` for a function.
    pub fn program(&self) -> Option<&Path> {
        match &self.runner {
            Runner::Program(program) => Some(program),
            Runner::Function(_) => None,
        }
    }

    /// `0.70`, or `0.70+41` between releases.
    pub fn version(&self) -> &str {
        &self.version
    }

    /// What an old Yosys lacks as a reader of sources, and how to get a newer one; `None` for a new
    /// one.
    pub fn limitation(&self) -> Option<String> {
        yosys_limitation(&self.version)
    }

    /// Whether it has the command `read_slang`. If it does not, the command fails.
    pub fn has_slang(&self) -> bool {
        self.limitation().is_none()
    }

    /// Runs a script in a temporary folder with these files, and reads the files that the
    /// script writes. Names in the script are relative to that folder, for a Yosys in a sandbox.
    ///
    /// # Errors
    ///
    /// [`YosysError::Files`], [`YosysError::Tool`], [`YosysError::NothingWritten`]
    pub fn run(
        &self,
        files: &[SourceFile],
        script: &str,
        written: &[&str],
    ) -> Result<Ran, YosysError> {
        let job = Job { files, script: script.trim_end(), written };
        match &self.runner {
            Runner::Program(program) => self.run_program(program, job),
            Runner::Function(run) => run(&job).into_ran(written),
        }
    }

    fn run_program(&self, program: &Path, job: Job) -> Result<Ran, YosysError> {
        let folder = tempfile::tempdir()?;
        for file in job.files {
            let path = folder.path().join(&file.name);
            path.parent().map_or(Ok(()), fs::create_dir_all)?;
            fs::write(path, &file.text)?;
        }
        let invocation = Invocation::new(program, ["-q", "-p", job.script]).within(folder.path());
        let (total, memory) = (Some(self.timeout), self.memory);
        let limits = Limits { total, memory, ..Limits::of(self.timeout) };
        let finished = run(&invocation, None, limits, &mut |_| {})?.success()?;
        let read = |name: &&str| {
            fs::read_to_string(folder.path().join(name))
                .map_err(|problem| nothing_written(name, problem, &finished))
        };
        let files = job.written.iter().map(read).collect::<Result<_, _>>()?;
        Ok(Ran { files, warnings: joined(&finished.lines) })
    }

    /// Synthesises `top` for a Cyclone V with [`script`].
    ///
    /// # Errors
    ///
    /// Those of [`run`](Self::run).
    pub fn synthesise(&self, sources: &[SourceFile], top: &str) -> Result<Synthesis, YosysError> {
        let Ran { files, warnings } = self.run(sources, &script_for(sources, top), &[NETLIST])?;
        Ok(Synthesis { json: files.concat(), warnings })
    }
}

impl JobOutput {
    fn into_ran(self, written: &[&str]) -> Result<Ran, YosysError> {
        let JobOutput { code, lines, files } = self;
        let finished = Finished::of_function("Yosys", code, lines).success()?;
        if let Some(name) = written.get(files.len()) {
            return Err(nothing_written(name, io::ErrorKind::NotFound.into(), &finished));
        }
        Ok(Ran { files, warnings: joined(&finished.lines) })
    }
}

fn nothing_written(name: &str, problem: io::Error, finished: &Finished) -> YosysError {
    let failure = Box::new(finished.failure());
    YosysError::NothingWritten { file: name.into(), problem, failure }
}

fn joined(lines: &[String]) -> String {
    lines.iter().map(|line| format!("{line}\n")).collect()
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

const NETLIST: &str = "netlist.json";

/// The script of [`Yosys::synthesise`].
pub fn script_for(sources: &[SourceFile], top: &str) -> String {
    let names: Vec<&str> = sources.iter().map(|source| source.name.as_str()).collect();
    script(&names, top, NETLIST)
}
