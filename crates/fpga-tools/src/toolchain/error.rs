//! Errors of running a tool.

use std::fmt;
use std::io;
use std::path::PathBuf;
use std::time::Duration;

use thiserror::Error;

use super::Source;

/// Why a tool failed.
#[derive(Debug, Error)]
pub enum ToolError {
    /// Not found anywhere.
    #[error("{tool} is not installed{}; to install it: {remedy}", rootdir_note(quartus_rootdir))]
    NotInstalled {
        tool: &'static str,
        remedy: &'static str,
        /// The value of QUARTUS_ROOTDIR, if the tool should be there.
        quartus_rootdir: Option<PathBuf>,
    },

    /// Not at the path of an option.
    #[error("no executable {tool} at `{}`, the path given with {option}", place.display())]
    NotAtPath { tool: &'static str, place: PathBuf, option: Source },

    /// Found, but it does not work or lacks a feature.
    #[error("{tool} at `{}` does not work: {problem}", program.display())]
    Unusable { tool: &'static str, program: PathBuf, problem: String },

    /// The system cannot start it.
    #[error("cannot start `{command}`")]
    CannotStart { command: String, source: io::Error },

    /// It ended with an error.
    #[error("{} {outcome}{report}", report.tool)]
    Failed { report: Box<FailureReport>, outcome: ExitOutcome },

    /// It took too long and was ended.
    #[error(
        "{} {limit} {} and was ended: --timeout sets a longer limit{report}",
        report.tool, Seconds(*timeout)
    )]
    TimedOut {
        report: Box<FailureReport>,
        /// `printed nothing for` or `did not finish within`
        limit: &'static str,
        timeout: Duration,
    },

    /// Interrupted by the user or the system.
    #[error("interrupted: {tool} and its child processes were ended{}", Log(log))]
    Interrupted { tool: String, log: Option<PathBuf> },

    /// Its log cannot be written.
    #[error("cannot write `{}`, the log of {tool}", log.display())]
    Log { tool: String, log: PathBuf, source: io::Error },
}

/// The details of a failed run.
#[derive(Debug)]
pub struct FailureReport {
    /// The program's name.
    pub tool: String,
    pub command: String,
    pub last_lines: Vec<String>,
    /// The file with its whole output.
    pub log: Option<PathBuf>,
}

/// The part of the message after the outcome.
impl fmt::Display for FailureReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.last_lines.is_empty() {
            f.write_str("\nIt printed nothing.")?;
        } else {
            f.write_str("\nIts last lines:")?;
            self.last_lines.iter().try_for_each(|line| write!(f, "\n  {line}"))?;
        }
        write!(f, "{}\nCommand: {}", Log(&self.log), self.command)
    }
}

/// How a program ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExitOutcome {
    /// With an exit code.
    Exited(i32),
    /// By a signal.
    Killed(i32),
}

impl fmt::Display for ExitOutcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            // A shell's exit code for a program killed by a signal: shell scripts start Quartus's
            // programs.
            ExitOutcome::Exited(code @ 129..160) => {
                let signal = code - 128;
                write!(f, "ended with exit code {code}, for signal {signal}{}", name_of(signal))
            }
            ExitOutcome::Exited(code) => write!(f, "ended with exit code {code}"),
            ExitOutcome::Killed(signal) => {
                write!(f, "was killed by signal {signal}{}", name_of(*signal))
            }
        }
    }
}

/// The names of common signals.
fn name_of(signal: i32) -> &'static str {
    match signal {
        6 => " (SIGABRT: it aborted)",
        9 => " (SIGKILL: by a user, or by the system because memory ran out)",
        11 => " (SIGSEGV: it crashed)",
        15 => " (SIGTERM)",
        _ => "",
    }
}

/// A time in seconds or minutes.
pub(super) struct Seconds(pub Duration);

impl fmt::Display for Seconds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = self.0.as_secs();
        if seconds < 120 { write!(f, "{seconds} s") } else { write!(f, "{} min", seconds / 60) }
    }
}

struct Log<'l>(&'l Option<PathBuf>);

impl fmt::Display for Log<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(path) => write!(f, "\nFull output: {}", path.display()),
            None => Ok(()),
        }
    }
}

fn rootdir_note(root: &Option<PathBuf>) -> String {
    match root {
        Some(root) => format!(" (QUARTUS_ROOTDIR is {}, but it is not there)", root.display()),
        None => String::new(),
    }
}
