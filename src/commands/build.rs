//! `baccarat build`: from the design to a bitstream.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::bail;
use clap::{Args, ValueEnum, value_parser};

use super::clocking::Clocking;
use super::stdout;
use super::tools::{TIMEOUT, Tools, limits, say, say_silence, say_slow_start};
use crate::engine;
use crate::fpga::flow::{self, BuildFolder, CONSTRAINTS, GENERATED, Plan, Progress, Report};
use crate::fpga::toolchain::{Finder, problems, quoted};
use crate::output::Folders;

/// Where builds go, each in a folder of its own.
pub(super) const BUILDS: &str = "target/bitstream";

/// Build a bitstream with Quartus, or with Yosys and nextpnr-mistral
///
/// Generates everything into a build folder of its own, which it empties first, runs the tools there, and ends with a report:
/// what of the FPGA is used, how fast each clock may be, what is not constrained, and every warning that is not known to be
/// all right. All that the tools say is kept in logs in that folder. A miss of timing is told, and the exit code is 1.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES, after_long_help = FIELDS_AND_EXAMPLES)]
pub struct Build {
    /// The tools that build [default: quartus if it works, else mistral]
    #[arg(long, value_enum, value_name = "NAME")]
    flow: Option<Flow>,

    /// How the machine is clocked
    #[arg(long, value_enum, value_name = "HOW", default_value_t = Clocking::Synchronised)]
    clocking: Clocking,

    /// The build folder, which is emptied first [default: target/bitstream/FLOW-CLOCKING]
    #[arg(long, value_name = "DIR")]
    build_dir: Option<PathBuf>,

    /// Build and write nothing; print the commands, as a shell takes them
    #[arg(long, conflicts_with = "json")]
    dry_run: bool,

    /// Print the report as a JSON object; --help tells its fields
    #[arg(long)]
    json: bool,

    /// Show all that the tools say
    #[arg(long, short)]
    verbose: bool,

    /// End a tool that has said nothing for so many seconds
    #[arg(long, value_name = "SECONDS", default_value_t = TIMEOUT, value_parser = value_parser!(u32).range(1..))]
    timeout: u32,

    #[command(flatten)]
    tools: Tools,
}

macro_rules! examples {
    () => {
        "\
Examples:
  baccarat build
  baccarat build --flow mistral --clocking direct
  baccarat build --dry-run
  baccarat build --quartus ~/intelFPGA_lite/23.1std --json"
    };
}

const EXAMPLES: &str = examples!();

const FIELDS_AND_EXAMPLES: &str = concat!(
    "\
With --json, one object:
  flow, clocking      quartus or mistral, synchronised or direct
  tools               the tools' names, Quartus's with its version
  alms, luts          {used, available}, or null where the flow does not count them
  registers           how many are used
  clocks              for each: name; fmax_mhz, how fast it may be, or null; slack_ns {setup, hold, recovery,
                      removal, pulse_width}, the worst of all corners, or null where nothing was analysed
  unconstrained       null, or how many clocks, input_ports, input_paths, output_ports, output_paths
  timing_met          false, with the exit code 1, if any slack is negative
  explained_warnings  those that are known to be all right: warning, reason, count
  warnings            all others: severity (warning or critical), id or null, text
  bitstreams, logs    paths
  seconds             how long the build took

",
    examples!()
);

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Flow {
    /// Quartus Prime
    Quartus,
    /// Yosys and nextpnr-mistral
    Mistral,
}

impl From<Flow> for flow::Flow {
    fn from(flow: Flow) -> Self {
        match flow {
            Flow::Quartus => flow::Flow::Quartus,
            Flow::Mistral => flow::Flow::Mistral,
        }
    }
}

impl Build {
    /// Builds, with progress on stderr and the report on stdout.
    ///
    /// # Errors
    /// There is no bitstream, or no report of it. That timing is missed is no error but an exit code.
    pub fn run(&self) -> anyhow::Result<ExitCode> {
        let finder = self.tools.finder();
        if self.dry_run {
            let text = self.commands(&finder)?;
            stdout::print(text.as_bytes())?;
            return Ok(ExitCode::SUCCESS);
        }
        let flow = match self.flow {
            Some(flow) => flow.into(),
            None => first_working(&finder)?,
        };
        let folder = self.folder(flow);
        let limits = limits(self.timeout);
        let plan = Plan { flow, clocking: self.clocking.into(), folder: &folder, limits };
        let report = flow::build(&plan, &finder, &mut |progress| tell(progress, self.verbose))?;
        self.print(&report)?;
        Ok(if report.timing_met { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }

    fn folder(&self, flow: flow::Flow) -> PathBuf {
        self.build_dir.clone().unwrap_or_else(|| usual_folder(flow, self.clocking.into()))
    }

    fn print(&self, report: &Report) -> anyhow::Result<()> {
        let text = match self.json {
            true => serde_json::to_string_pretty(report)?,
            false => format!("\n{report}"),
        };
        stdout::print(format!("{text}\n").as_bytes())
    }

    /// The commands of a build, as a shell script with remarks.
    fn commands(&self, finder: &Finder) -> anyhow::Result<String> {
        let mut text = String::new();
        let flow = match self.flow {
            Some(flow) => flow.into(),
            None => first_working(finder).unwrap_or_else(|_| {
                text += "# Neither flow works here (`baccarat doctor` tells more). This is the one with Quartus;\n";
                text += "# --flow mistral shows the other.\n";
                flow::Flow::Quartus
            }),
        };
        let folder = self.folder(flow);
        BuildFolder::check(&folder)?;
        let (generated, constraints) = (folder.join(GENERATED), folder.join(CONSTRAINTS));
        let folders = Folders::new(&generated, &constraints)?;
        let artifacts =
            engine::artifacts(self.clocking.into(), &folders.constraints_from_generated()?)?;

        let clocking = engine::Clocking::from(self.clocking);
        if folder.exists() {
            writeln!(text, "rm -rf {}", quoted(folder.as_os_str()))?;
        }
        writeln!(
            text,
            "baccarat generate --out {} --constraints {} --clocking {clocking}",
            quoted(generated.as_os_str()),
            quoted(constraints.as_os_str())
        )?;
        for step in flow.steps(&artifacts) {
            match finder.find(step.tool) {
                Ok(found) => writeln!(text, "{}", step.invocation(found.program, &folder))?,
                Err(error) => {
                    writeln!(text, "# {error}")?;
                    writeln!(text, "{}", step.invocation(step.tool.name, &folder))?;
                }
            }
        }
        Ok(text)
    }
}

/// The folder of a build for which no other is named.
pub(super) fn usual_folder(flow: flow::Flow, clocking: engine::Clocking) -> PathBuf {
    Path::new(BUILDS).join(format!("{flow}-{clocking}"))
}

/// Tells people how far a build is.
pub(super) fn tell(progress: Progress, verbose: bool) {
    match progress {
        Progress::Starts(command) => say(&format!("$ {command}")),
        Progress::Line(line) if verbose => say(line),
        Progress::Milestone(milestone) if !verbose => say(&format!("  {milestone}")),
        Progress::Silence(time) => say_silence(time),
        Progress::Line(_) | Progress::Milestone(_) => {}
    }
}

/// The first flow of which every tool works, as `doctor` tells it, too.
pub(super) fn first_working(finder: &Finder) -> anyhow::Result<flow::Flow> {
    let mut told = String::new();
    for flow in flow::Flow::ALL {
        let problems = problems(flow.tools(), finder, &mut say_slow_start)?;
        if problems.is_empty() {
            return Ok(flow);
        }
        for error in problems {
            write!(told, "\n  --flow {flow:<7}  {error}")?;
        }
    }
    bail!(
        "nothing is installed that could build a bitstream; either of the two flows will do:{told}\n\
         `baccarat doctor` tells what is there, and `baccarat build --dry-run` what would be run."
    )
}
