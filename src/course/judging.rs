//! Judges one solution in a process of its own.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::{Map, Value};
use thiserror::Error;

use super::outcome::Outcome;
use super::submissions::Submission;
use crate::fpga::toolchain::{Invocation, Limits, ToolError, run};

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
        let rubric = self.rubric.as_ref().map_or("", |(_, text)| text);
        Ok(format!("{} {:016x} {rubric}", env!("CARGO_PKG_VERSION"), submission.digest()?))
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
        let folder = match submission.archive {
            None => &submission.path,
            Some(archive) => match archive.unpack(&submission.path, unpacked.path()) {
                Ok(()) => unpacked.path(),
                Err(error) => return Ok(outcome(Outcome::not_judged(&error.to_string()), digest)),
            },
        };
        let verdict = self.verdict(folder, writable.path())?;
        let diagram = fs::read_to_string(writable.path().join(DIAGRAM)).ok();
        Ok(Outcome { diagram, ..outcome(verdict, digest) })
    }

    fn verdict(&self, folder: &Path, writable: &Path) -> Result<Map<String, Value>, ToolError> {
        let mut arguments = vec!["verify".into(), "--json".into(), "--sources".into(), ".".into()];
        arguments.extend(["--write-below".into(), writable.as_os_str().to_owned()]);
        arguments.extend(["--svg".into(), writable.join(DIAGRAM).into_os_string()]);
        arguments.extend(self.tools.iter().cloned());
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
        Ok(object_among(&finished.lines)
            .unwrap_or_else(|| Outcome::not_judged(&finished.failure().to_string())))
    }
}

/// The JSON object among lines of other messages.
fn object_among(lines: &[String]) -> Option<Map<String, Value>> {
    let start = lines.iter().position(|line| line == "{")?;
    let end = lines.iter().rposition(|line| line == "}")?;
    serde_json::from_str(&lines.get(start..=end)?.concat()).ok()
}
