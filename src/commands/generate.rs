//! `baccarat generate`: writes the engine's files, or checks them.

use std::fmt::Arguments;
use std::io::{Write, stderr};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;

use super::clocking::Clocking;
use crate::engine;
use crate::output::{self, Artifact, Folders, Outcome, Overwrite, State};

/// Write the SystemVerilog, the constraints, the Quartus project and the FuseSoC cores
///
/// Files that are current stay untouched, files that baccarat wrote earlier and no longer produces are removed, and all
/// other files are left alone. Nothing is changed unless the whole set can be written.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Generate {
    /// Where the SystemVerilog, its testbench and the Quartus project go
    #[arg(long, value_name = "DIR", default_value = "generated")]
    out: PathBuf,

    /// Where the pin assignments and timing constraints go
    #[arg(long, value_name = "DIR", default_value = "constraints")]
    constraints: PathBuf,

    /// How the machine is clocked
    #[arg(long, value_enum, value_name = "HOW", default_value_t = Clocking::Synchronised)]
    clocking: Clocking,

    /// Write nothing; list what is missing, out of date or left over, and exit with 1 if anything is
    #[arg(long, conflicts_with = "force")]
    check: bool,

    /// Replace files and symbolic links in the way, even those that baccarat did not write
    #[arg(long)]
    force: bool,

    /// Print nothing but errors
    #[arg(long, short)]
    quiet: bool,
}

const EXAMPLES: &str = "\
Examples:
  baccarat generate
  baccarat generate --check
  baccarat generate --out lab/rtl --constraints lab/pins --clocking direct";

impl Generate {
    /// Writes or checks the files, with a line for each on stderr.
    ///
    /// # Errors
    /// The files cannot be made, or cannot be put in place. That `--check` finds something is no error but an exit code.
    pub fn run(&self) -> anyhow::Result<ExitCode> {
        let folders = Folders::new(&self.out, &self.constraints)?;
        let artifacts =
            engine::artifacts(self.clocking.into(), &folders.constraints_from_generated()?)?;
        if self.check { self.check(&folders, &artifacts) } else { self.write(&folders, &artifacts) }
    }

    fn write(&self, folders: &Folders, artifacts: &[Artifact]) -> anyhow::Result<ExitCode> {
        let overwrite = if self.force { Overwrite::Anything } else { Overwrite::OnlyOurs };
        let changes = output::write(folders, artifacts, overwrite)?;
        for change in &changes {
            self.status(outcome_word(change.outcome), &change.path);
        }
        let summary = tally(changes.iter().map(|change| outcome_word(change.outcome)));
        self.say(format_args!("{summary}"));
        Ok(ExitCode::SUCCESS)
    }

    fn check(&self, folders: &Folders, artifacts: &[Artifact]) -> anyhow::Result<ExitCode> {
        let mut findings = output::check(folders, artifacts)?;
        findings.retain(|finding| finding.state != State::Current);
        for finding in &findings {
            self.status(state_word(finding.state), &finding.path);
        }
        if findings.is_empty() {
            self.say(format_args!("all {} files are current", artifacts.len()));
            return Ok(ExitCode::SUCCESS);
        }
        let summary = tally(findings.iter().map(|finding| state_word(finding.state)));
        let in_the_way = findings.iter().any(|finding| matches!(finding.state, State::InTheWay(_)));
        let force =
            if in_the_way { ", with --force where somebody's file is in the way" } else { "" };
        self.say(format_args!("{summary}; run the same without --check to mend it{force}"));
        Ok(ExitCode::FAILURE)
    }

    fn status(&self, word: &str, path: &Path) {
        self.say(format_args!("{word:<11}  {}", path.display()));
    }

    fn say(&self, line: Arguments) {
        if !self.quiet {
            // Nobody may be left to read it; the files matter more.
            let _ = writeln!(stderr(), "{line}");
        }
    }
}

fn outcome_word(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Written => "written",
        Outcome::Unchanged => "unchanged",
        Outcome::Removed => "removed",
    }
}

fn state_word(state: State) -> &'static str {
    match state {
        State::Current => "current",
        State::Missing => "missing",
        State::OutOfDate => "out of date",
        State::LeftOver => "left over",
        State::InTheWay(_) => "in the way",
    }
}

/// How often each word comes, in the order of first appearance: `4 written, 8 unchanged`.
fn tally<'w>(words: impl Iterator<Item = &'w str>) -> String {
    let mut counts: Vec<(&str, usize)> = Vec::new();
    for word in words {
        match counts.iter_mut().find(|(counted, _)| *counted == word) {
            Some((_, count)) => *count += 1,
            None => counts.push((word, 1)),
        }
    }
    let parts: Vec<_> = counts.iter().map(|(word, count)| format!("{count} {word}")).collect();
    parts.join(", ")
}
