//! `baccarat-fpga doctor`: lists the external tools and whether they work.

mod diagnosis;

use std::fmt::Write as _;
use std::process::ExitCode;

use clap::Args;

use command_line::table::Table;
use command_line::{Status, stdout, wrap};
use diagnosis::{Diagnosis, State, ToolReport};
use tool_options::{Tools, report_slow_start};

/// List the external tools, whether they work, and how to install missing ones
///
/// `build` needs Quartus, or Yosys and nextpnr-mistral; `flash` needs Quartus's programmer or
/// openFPGALoader; `synth`, `judge` and `--sources` need Yosys; `export` needs Cargo. All else
/// needs no tools. Exits with 1 if no bitstream can be built.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES, after_long_help = FIELDS_AND_EXAMPLES)]
pub struct Doctor {
    /// Print JSON; --help lists the fields
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    tools: Tools,
}

macro_rules! examples {
    () => {
        "\
Examples:
  baccarat-fpga doctor
  baccarat-fpga doctor --quartus ~/intelFPGA_lite/23.1std --json"
    };
}

const EXAMPLES: &str = examples!();

const FIELDS_AND_EXAMPLES: &str = concat!(
    "\
With --json, one object:
  tools    for each tool: name; purpose; state (works, broken or missing);
           path, found_by and version, or null; problem, why it does not work,
           or null; remedy, how to install it
  builds   flows that work: quartus, mistral
  flashes  programmers that work: quartus, openfpgaloader
  notes    the summary and hints, as sentences

",
    examples!()
);

impl Doctor {
    /// Checks the tools and prints the result on stdout.
    ///
    /// # Errors
    /// Stdout cannot be written, or the check is interrupted. If no flow works, the exit code is 1.
    pub fn run(&self, status: Status) -> anyhow::Result<ExitCode> {
        for variable in ["QUARTUS_ROOTDIR", "PATH"] {
            let value = std::env::var_os(variable).unwrap_or_default();
            status.detail(format_args!("{variable}={}", value.display()));
        }
        let diagnosis = Diagnosis::new(&self.tools.finder(), &mut report_slow_start(status))?;
        for tool in &diagnosis.tools {
            if let (Some(path), Some(source)) = (&tool.path, &tool.found_by) {
                status.detail(format_args!("{}: {}, by {source}", tool.name, path.display()));
            }
        }
        let width = status.stdout_width();
        let text = match (self.json, width) {
            (true, _) => serde_json::to_string_pretty(&diagnosis)? + "\n",
            (false, None) => format_tables(&diagnosis, None)?,
            (false, Some(width)) => wrap(&format_tables(&diagnosis, Some(width))?, width),
        };
        stdout::print(text.as_bytes())?;
        Ok(if diagnosis.builds.is_empty() { ExitCode::FAILURE } else { ExitCode::SUCCESS })
    }
}

fn format_tables(
    diagnosis: &Diagnosis,
    max_width: Option<usize>,
) -> Result<String, std::fmt::Error> {
    let mut table = Table::without_heading(["", "", "", ""]).max_width(max_width);
    for tool in &diagnosis.tools {
        let version = match tool.state {
            State::Works => tool.version.as_deref().unwrap_or("works"),
            State::Broken => "broken",
            State::Missing => "missing",
        };
        let path = tool.path.as_ref().map(|path| path.display().to_string());
        table.row([
            tool.name.into(),
            version.into(),
            tool.purpose.into(),
            path.unwrap_or_default(),
        ]);
    }
    let mut text = table.to_string();
    let broken =
        diagnosis.tools.iter().filter_map(|tool| Some((tool.name, tool.problem.as_ref()?)));
    for (place, (name, problem)) in broken.enumerate() {
        writeln!(text, "{}{name}: {problem}", if place == 0 { "\n" } else { "" })?;
    }
    // If an option names a program that does not exist, the option is wrong: nothing needs
    // installing.
    let has_wrong_option =
        |tool: &ToolReport| tool.state == State::Missing && tool.problem.is_some();
    let missing =
        diagnosis.tools.iter().filter(|tool| tool.state != State::Works && !has_wrong_option(tool));
    let mut remedies = Vec::new();
    for tool in missing {
        if remedies.is_empty() {
            writeln!(text, "\nTo install missing or broken tools:")?;
        }
        // One remedy installs all programs of Quartus.
        if !remedies.contains(&tool.remedy) {
            writeln!(text, "  {}: {}", tool.name, tool.remedy)?;
            remedies.push(tool.remedy);
        }
    }
    writeln!(text)?;
    for note in &diagnosis.notes {
        writeln!(text, "{note}")?;
    }
    Ok(text)
}
