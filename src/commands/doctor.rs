//! `baccarat doctor`: what is installed, and what it is enough for.

mod diagnosis;

use std::fmt::Write as _;
use std::process::ExitCode;

use clap::Args;

use super::stdout;
use super::tools::{Tools, say_slow_start};
use diagnosis::{Diagnosis, Examined, State};

/// Tell which tools are installed, what each is for, and how to get what is missing
///
/// Nothing is needed to generate, verify and play. A bitstream needs Quartus, or Yosys and nextpnr-mistral; a board needs
/// Quartus's programmer or openFPGALoader. The exit code is 1 if nothing is there that could build a bitstream.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES, after_long_help = FIELDS_AND_EXAMPLES)]
pub struct Doctor {
    /// Print a JSON object; --help tells its fields
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    tools: Tools,
}

macro_rules! examples {
    () => {
        "\
Examples:
  baccarat doctor
  baccarat doctor --quartus ~/intelFPGA_lite/23.1std --json"
    };
}

const EXAMPLES: &str = examples!();

const FIELDS_AND_EXAMPLES: &str = concat!(
    "\
With --json, one object:
  tools   for each: name; purpose; state (works, broken or missing); path, found_by and version, or null;
          problem, null or what is wrong with it; remedy, how to get it
  builds  the flows that can build: quartus, mistral
  flashes the programmers that can load a bitstream: quartus, openfpgaloader
  notes   what else is to be known, as sentences

",
    examples!()
);

impl Doctor {
    /// Examines the tools and prints what came of it on stdout.
    ///
    /// # Errors
    /// Stdout cannot be written. That nothing can build is no error but an exit code.
    pub fn run(&self) -> anyhow::Result<ExitCode> {
        let diagnosis = Diagnosis::new(&self.tools.finder(), &mut say_slow_start)?;
        let text = match self.json {
            true => serde_json::to_string_pretty(&diagnosis)? + "\n",
            false => table(&diagnosis)?,
        };
        stdout::print(text.as_bytes())?;
        Ok(if diagnosis.builds.is_empty() { ExitCode::FAILURE } else { ExitCode::SUCCESS })
    }
}

fn table(diagnosis: &Diagnosis) -> Result<String, std::fmt::Error> {
    let mut text = String::new();
    for tool in &diagnosis.tools {
        let version = match tool.state {
            State::Works => tool.version.as_deref().unwrap_or("there"),
            State::Broken => "broken",
            State::Missing => "missing",
        };
        let place = tool.path.as_ref().map(|path| format!("  {}", path.display()));
        let place = place.unwrap_or_default();
        writeln!(text, "{:<15}  {version:<13}  {:<42}{place}", tool.name, tool.purpose)?;
    }
    trim_lines(&mut text);
    let broken =
        diagnosis.tools.iter().filter_map(|tool| Some((tool.name, tool.problem.as_ref()?)));
    for (place, (name, problem)) in broken.enumerate() {
        writeln!(text, "{}{name}: {problem}", if place == 0 { "\n" } else { "" })?;
    }
    // Where an option leads nowhere it is the option that has to be mended.
    let is_misled = |tool: &Examined| tool.state == State::Missing && tool.problem.is_some();
    let missing =
        diagnosis.tools.iter().filter(|tool| tool.state != State::Works && !is_misled(tool));
    let mut told = Vec::new();
    for tool in missing {
        // Quartus's programs come together.
        if told.is_empty() {
            writeln!(text, "\nTo get what is missing or broken:")?;
        }
        if !told.contains(&tool.remedy) {
            writeln!(text, "  {}: {}", tool.name, tool.remedy)?;
            told.push(tool.remedy);
        }
    }
    writeln!(text)?;
    for note in &diagnosis.notes {
        writeln!(text, "{note}")?;
    }
    Ok(text)
}

fn trim_lines(text: &mut String) {
    let lines: Vec<_> = text.lines().map(str::trim_end).collect();
    *text = lines.join("\n") + "\n";
}
