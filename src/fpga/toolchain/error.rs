//! What can go wrong with a tool.

use std::fmt;
use std::io;
use std::path::PathBuf;
use std::time::Duration;

use thiserror::Error;

use super::Source;

/// Why a tool did not do its work.
#[derive(Debug, Error)]
pub enum ToolError {
    /// It is nowhere.
    #[error("{tool} is not installed{}; to get it: {remedy}", misleading(misled))]
    NotInstalled {
        tool: &'static str,
        remedy: &'static str,
        /// What QUARTUS_ROOTDIR says, if it should have led there.
        misled: Option<PathBuf>,
    },

    /// It is not where an option says.
    #[error("there is no {tool} that can be started at `{}`, which {option} names", place.display())]
    NotThere { tool: &'static str, place: PathBuf, option: Source },

    /// It is there, and does not work, or cannot do what is needed.
    #[error("{tool} at `{}` does not work: {problem}", program.display())]
    Unusable { tool: &'static str, program: PathBuf, problem: String },

    /// The system does not start it.
    #[error("cannot start `{command}`")]
    CannotStart { command: String, source: io::Error },

    /// It ended, and not well.
    #[error("{} {outcome}{report}", report.tool)]
    Failed { report: Box<FailureReport>, outcome: ExitOutcome },

    /// It said nothing for too long, and was ended.
    #[error(
        "{} said nothing for {} and was ended: --timeout sets a longer limit{report}",
        report.tool, Seconds(*timeout)
    )]
    Silent { report: Box<FailureReport>, timeout: Duration },

    /// The user or the system asked for the end.
    #[error("interrupted: {tool} was ended, with all that it had started{}", Log(log))]
    Interrupted { tool: String, log: Option<PathBuf> },

    /// What it says cannot be kept.
    #[error("cannot write `{}`, where all goes that {tool} says", log.display())]
    Log { tool: String, log: PathBuf, source: io::Error },
}

/// A run that came to nothing.
#[derive(Debug)]
pub struct FailureReport {
    /// The program's name.
    pub tool: String,
    pub command: String,
    pub last_lines: Vec<String>,
    /// The file that has all lines.
    pub log: Option<PathBuf>,
}

/// What follows the word on how it ended.
impl fmt::Display for FailureReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.last_lines.is_empty() {
            f.write_str("\nIt said nothing.")?;
        } else {
            f.write_str("\nIts last lines:")?;
            self.last_lines.iter().try_for_each(|line| write!(f, "\n  {line}"))?;
        }
        write!(f, "{}\nThe command: {}", Log(&self.log), self.command)
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
            // So a shell tells the end of a program that it ran: Quartus's programs are started by shell scripts.
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

/// The names of those signals that tell something.
fn name_of(signal: i32) -> &'static str {
    match signal {
        6 => " (SIGABRT: it gave up)",
        9 => " (SIGKILL: by somebody, or by the system for want of memory)",
        11 => " (SIGSEGV: it crashed)",
        15 => " (SIGTERM: by somebody)",
        _ => "",
    }
}

/// A time as people say it.
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
            Some(path) => write!(f, "\nAll that it said: {}", path.display()),
            None => Ok(()),
        }
    }
}

fn misleading(root: &Option<PathBuf>) -> String {
    match root {
        Some(root) => format!(" (QUARTUS_ROOTDIR says {}, and it is not there)", root.display()),
        None => String::new(),
    }
}
