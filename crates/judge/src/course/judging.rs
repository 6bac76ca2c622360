//! Judges one solution in a process of its own.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::{Map, Value};
use thiserror::Error;

use super::outcome::Outcome;
use super::submissions::{Form, Submission};
use foreign_sources::file_kind;
use fpga_tools::toolchain::{Invocation, Limits, ToolError, run};

/// The file with the verdict, in the folder below which its process may write.
pub const VERDICT: &str = "verdict.json";

/// The file with the timing diagram of the first wrong hand.
const DIAGRAM: &str = "hand.svg";

/// How solutions are judged.
#[derive(Clone, Debug)]
pub struct Judging {
    /// This program.
    pub program: PathBuf,
    /// After this time a solution is given up.
    pub timeout: Duration,
    /// The largest memory of a solution, in bytes.
    pub memory: u64,
    /// The rubric, and what it says.
    pub rubric: Option<(PathBuf, String)>,
    /// The options that say where Yosys is.
    pub tools: Vec<OsString>,
    /// The top module, if it is not to be found.
    pub top: Option<String>,
    /// The folder of each solution with what is judged.
    pub subfolder: Option<PathBuf>,
    /// Yosys's version.
    pub yosys: String,
}

/// Why no more solutions are judged.
#[derive(Debug, Error)]
pub enum JudgingError {
    #[error(transparent)]
    Tool(#[from] ToolError),
    #[error("no temporary folder: {0}")]
    Temporary(io::Error),
}

impl Judging {
    /// What [`judge`](Self::judge) depends on.
    ///
    /// # Errors
    ///
    /// A file of the solution cannot be read.
    pub fn digest(&self, submission: &Submission) -> io::Result<String> {
        let Judging { timeout, memory, yosys, top, subfolder, .. } = self;
        let (seconds, version) = (timeout.as_secs(), env!("CARGO_PKG_VERSION"));
        let rubric = self.rubric.as_ref().map_or("", |(_, text)| text);
        let files = submission.digest()?;
        Ok(format!(
            "{files:016x} {version}, Yosys {yosys}, {seconds} s, {memory} bytes, {top:?}, {subfolder:?}, {rubric}"
        ))
    }

    /// Judges a solution. Whatever is wrong with it is in the verdict.
    ///
    /// # Errors
    ///
    /// [`JudgingError`]: an interrupt, or a fault of this computer.
    pub fn judge(&self, submission: &Submission) -> Result<Outcome, JudgingError> {
        let name = submission.name.clone();
        let outcome = |verdict, digest| Outcome { name, digest, verdict, diagram: None };
        let digest = match self.digest(submission) {
            Ok(digest) => digest,
            Err(error) => {
                return Ok(outcome(Outcome::not_judged(&error.to_string()), String::new()));
            }
        };
        let temporary = || tempfile::tempdir().map_err(JudgingError::Temporary);
        let (unpacked, writable) = (temporary()?, temporary()?);
        let folder = match submission.form {
            Form::Folder => &submission.path,
            Form::Unknown => {
                let error = "neither a folder nor a .zip or .tar.gz archive";
                let kind = file_kind(&submission.path).map(|kind| format!("; it is {kind}"));
                let error = format!("{error}{}", kind.unwrap_or_default());
                return Ok(outcome(Outcome::not_judged(&error), digest));
            }
            Form::Archive(archive) => match archive.unpack(&submission.path, unpacked.path()) {
                Ok(()) => unpacked.path(),
                Err(error) => return Ok(outcome(Outcome::not_judged(&error.to_string()), digest)),
            },
        };
        let inner = self.subfolder.as_deref().unwrap_or(Path::new(""));
        let judged = folder.join(inner);
        // A link may lead elsewhere.
        let is_inside = |judged: PathBuf| {
            judged.is_dir() && fs::canonicalize(folder).is_ok_and(|all| judged.starts_with(all))
        };
        if !fs::canonicalize(&judged).is_ok_and(is_inside) {
            let error = format!("there is no folder `{}`", inner.display());
            return Ok(outcome(Outcome::not_judged(&error), digest));
        }
        let verdict = self.verdict(&judged, writable.path())?;
        let diagram = fs::read_to_string(writable.path().join(DIAGRAM)).ok();
        Ok(Outcome { diagram, ..outcome(verdict, digest) })
    }

    fn verdict(&self, folder: &Path, writable: &Path) -> Result<Map<String, Value>, ToolError> {
        let mut arguments = vec!["verify".into(), "--json".into(), "--sources".into(), ".".into()];
        arguments.extend(["--write-below".into(), writable.as_os_str().to_owned()]);
        arguments.extend(["--svg".into(), writable.join(DIAGRAM).into_os_string()]);
        arguments.extend(self.tools.iter().cloned());
        arguments.extend(self.top.iter().flat_map(|top| ["--top".into(), top.into()]));
        let seconds = self.timeout.as_secs().to_string();
        arguments.extend(["--timeout".into(), seconds.into()]);
        if let Some((rubric, _)) = &self.rubric {
            arguments.extend(["--rubric".into(), rubric.clone().into_os_string()]);
        }
        let limits = Limits {
            total: Some(self.timeout),
            memory: Some(self.memory),
            ..Limits::of(self.timeout)
        };
        let invocation = Invocation::new(&self.program, arguments).within(folder);
        let finished = match run(&invocation, None, limits, &mut |_| {}) {
            Ok(finished) => finished,
            Err(ToolError::TimedOut { .. }) => {
                let seconds = self.timeout.as_secs();
                return Ok(Outcome::not_judged(&format!("took longer than {seconds} s")));
            }
            Err(error) => return Err(error),
        };
        // Not from its output, which has messages with words of the solution, too.
        let verdict = fs::read(writable.join(VERDICT)).ok();
        let verdict = verdict.and_then(|verdict| serde_json::from_slice(&verdict).ok());
        Ok(verdict.unwrap_or_else(|| Outcome::not_judged(&finished.failure().to_string())))
    }
}
