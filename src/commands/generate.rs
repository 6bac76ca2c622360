//! `baccarat generate`: writes the generated files, or checks them.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use anyhow::anyhow;
use clap::Args;

use crate::generator::{self, EXTENSIONS, Folders, MARKER, Printed, Printer};
use baccarat_hdl::top::Top;
use command_line::Status;
use command_line::machine::ClockingName;
use output_files::{
    Artifact, CONSTRAINTS, Finding, GENERATED, Obstacle, OutputError, Overwrite, Owner, State,
};

/// Recognises files that this program wrote.
const OWNER: Owner =
    Owner { marker: MARKER, extensions: &EXTENSIONS, temporary_prefix: ".baccarat-" };

/// Write the SystemVerilog, the constraints, the Quartus projects and the FuseSoC cores of both
/// machines
///
/// Nothing is written if a file of somebody else is in the way or a check fails. Current files are
/// not touched. Files that baccarat wrote earlier and no longer generates are removed. All other
/// files are left alone.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Generate {
    /// The folder for the SystemVerilog, its testbenches and the Quartus projects
    #[arg(long, value_name = "DIR", default_value = GENERATED)]
    out: PathBuf,

    /// The folder for the pin assignments and timing constraints
    #[arg(long, value_name = "DIR", default_value = CONSTRAINTS)]
    constraints: PathBuf,

    /// How task5 is clocked
    #[arg(long, value_enum, value_name = "HOW", default_value_t = ClockingName::Synchronised)]
    clocking: ClockingName,

    /// Write nothing; list the files that are not up to date, and exit with 1 if there are any
    #[arg(long, conflicts_with = "force")]
    check: bool,

    /// Replace files and symbolic links in the way, even if baccarat did not write them
    #[arg(long)]
    force: bool,
}

const EXAMPLES: &str = "\
Examples:
  baccarat generate
  baccarat generate --check
  baccarat generate --out lab/rtl --constraints lab/pins --clocking direct";

impl Generate {
    /// Writes or checks the files, and lists them on stderr.
    ///
    /// # Errors
    /// The files cannot be generated or written. Files that `--check` finds out of date are not an
    /// error: the exit code is 1.
    pub fn run(&self, status: Status) -> anyhow::Result<ExitCode> {
        self.run_with(&generator::print_unproven, status)
    }

    /// [`run`](Self::run) with another printer.
    ///
    /// # Errors
    /// Those of [`run`](Self::run).
    pub fn run_with(&self, print: Printer, status: Status) -> anyhow::Result<ExitCode> {
        let start = Instant::now();
        let tops = [Top::Task5(self.clocking.into()), Top::Casino];
        let folders = Folders::new(&self.out, &self.constraints)?;
        let printed = Printed::new(print, &tops, &folders)?;
        // Before the check of the text, which takes longer: files may be stale or in the way.
        let findings = output_files::check(&OWNER, printed.unchecked())?;
        let overwrite = if self.force { Overwrite::Anything } else { Overwrite::OnlyOwn };
        if !self.check {
            output_files::refuse_obstacles(&findings, overwrite).map_err(with_advice)?;
        } else if findings.iter().any(|finding| finding.state != State::Current) {
            list_stale(&findings, printed.unchecked(), status);
            return Ok(ExitCode::FAILURE);
        }
        let artifacts = &printed.check()?;
        status.detail(format_args!(
            "elaborated, cosimulated, printed and proved {} files in {:.2} s",
            artifacts.len(),
            start.elapsed().as_secs_f64()
        ));
        for folder in [&self.out, &self.constraints] {
            let path = folder.canonicalize().unwrap_or_else(|_| folder.clone());
            status.detail(format_args!("folder {}", path.display()));
        }
        if self.check {
            status.print(format_args!("all {} files are current", artifacts.len()));
            return Ok(ExitCode::SUCCESS);
        }
        write(artifacts, overwrite, status)
    }
}

fn write(artifacts: &[Artifact], overwrite: Overwrite, status: Status) -> anyhow::Result<ExitCode> {
    let files = output_files::write(&OWNER, artifacts, overwrite).map_err(with_advice)?;
    for file in &files {
        print_file(outcome_word(file), &file.path, status);
    }
    status.print(tally(files.iter().map(outcome_word)));
    Ok(ExitCode::SUCCESS)
}

/// Lists the files that are not up to date, with what to do.
fn list_stale(findings: &[Finding], artifacts: &[Artifact], status: Status) {
    // The first findings are those of the artifacts, in their order.
    let contents = artifacts.iter().map(|artifact| Some(artifact.contents.as_str()));
    let with_contents = findings.iter().zip(contents.chain(std::iter::repeat(None)));
    for (finding, contents) in with_contents {
        if finding.state == State::Current {
            continue;
        }
        print_file(state_word(finding.state), &finding.path, status);
        if let (State::OutOfDate, Some(contents)) = (finding.state, contents)
            && let Ok(found) = fs::read(&finding.path)
            && let Some(difference) = first_difference(&String::from_utf8_lossy(&found), contents)
        {
            status.print_verbatim(difference);
        }
    }
    let stale = findings.iter().filter(|finding| finding.state != State::Current);
    status.print(tally(stale.map(|finding| state_word(finding.state))));
    status.print(advice(findings));
}

fn print_file(word: &str, path: &Path, status: Status) {
    status.print_verbatim(format_args!("{word:<11}  {}", path.display()));
}

/// The first line that differs, as `diff` shows it: `-` in the file, `+` as it would be generated.
fn first_difference(found: &str, generated: &str) -> Option<String> {
    let (mut found, mut generated) = (found.lines(), generated.lines());
    for number in 1.. {
        match (found.next(), generated.next()) {
            (None, None) => break,
            (old, new) if old == new => {}
            (old, new) => {
                let mut text = format!("  @ line {number}");
                for (sign, line) in [('-', old), ('+', new)] {
                    if let Some(line) = line {
                        let _ = write!(text, "\n  {sign} {line}");
                    }
                }
                return Some(text);
            }
        }
    }
    None
}

/// Likely causes, and what to do about them.
fn advice(findings: &[Finding]) -> String {
    let has = |wanted: fn(State) -> bool| findings.iter().any(|finding| wanted(finding.state));
    let mut advice = Vec::new();
    if has(|state| state == State::OutOfDate) {
        advice.push(
            "The lines above show the file (-) and what the sources generate now (+). If the difference is intended, or \
             --clocking differs, update the files: run the same command without --check. If not, look for a mistake in \
             the sources: `git diff -- hdl crates src`.",
        );
    } else if has(|state| matches!(state, State::Missing | State::LeftOver)) {
        advice.push(
            "To write missing files and remove those left over, run the same command without --check.",
        );
    }
    if has(|state| matches!(state, State::InTheWay(_))) {
        advice.push(
            "Files in the way were not written by baccarat: move them away, or replace files and links with --force.",
        );
    }
    advice.join("\n")
}

/// Adds what to do about files in the way.
fn with_advice(error: OutputError) -> anyhow::Error {
    let OutputError::Blocked(obstacles) = &error else { return error.into() };
    let was_saved_by_quartus = |(path, obstacle): &(PathBuf, Obstacle)| {
        let extension = path.extension().and_then(|extension| extension.to_str());
        *obstacle == Obstacle::Unmarked && matches!(extension, Some("qsf" | "qpf"))
    };
    let quartus = if obstacles.iter().any(was_saved_by_quartus) {
        "\nQuartus removes the header when it saves a project: copy your changes out of those files first"
    } else {
        ""
    };
    let force = if obstacles.iter().all(|(_, obstacle)| obstacle.yields_to_force()) {
        "move them away, or use --force to replace them"
    } else {
        "move them away; --force replaces only files and symbolic links"
    };
    anyhow!("{error}{quartus}\n{force}")
}

fn outcome_word(file: &Finding) -> &'static str {
    match file.state {
        State::Current => "unchanged",
        State::LeftOver => "removed",
        State::Missing | State::OutOfDate | State::InTheWay(_) => "written",
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

/// Counts each word, in the order of first appearance: `4 written, 8 unchanged`.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_difference_is_shown_like_a_diff() {
        let cases = [
            ("a\nb\nc\n", "a\nB\nc\n", Some("  @ line 2\n  - b\n  + B")),
            ("a\n", "a\nb\n", Some("  @ line 2\n  + b")),
            ("a\nb\n", "a\n", Some("  @ line 2\n  - b")),
            ("a\n", "a\n", None),
        ];
        for (found, generated, expected) in cases {
            assert_eq!(first_difference(found, generated).as_deref(), expected, "{found:?}");
        }
    }
}
