//! `baccarat-fpga build`: builds a bitstream.

use std::env;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::bail;
use clap::{Args, ValueEnum};

use crate::designs;
use baccarat_hdl::top::Top;
use command_line::machine::OneMachine;
use command_line::number::whole_number;
use command_line::{Status, stdout};
use fpga_tools::flow::{self, BuildFolder, Flow, Plan, Progress, Report};
use fpga_tools::toolchain::{Finder, problems, quoted};
use output_files::{CONSTRAINTS, GENERATED};
use tool_options::{TIMEOUT, Tools, limits, report_silence, report_slow_start};

/// The folder with the build folders.
pub(crate) const BUILDS: &str = "target/bitstream";

/// Build a bitstream with Quartus, or with Yosys and nextpnr-mistral
///
/// Empties the build folder, generates the design there and runs the tools. Then prints a report:
/// the FPGA resources used, the maximum frequency of each clock, unconstrained paths, and all
/// warnings that are not known to be harmless. The output of the tools is kept in logs in the build
/// folder. Exits with 1 if timing is not met.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES, after_long_help = FIELDS_AND_EXAMPLES)]
pub struct Build {
    /// The tools to build with [default: quartus if it works, else mistral]
    #[arg(long, value_enum, value_name = "NAME")]
    flow: Option<FlowName>,

    #[command(flatten)]
    machine: OneMachine,

    /// The build folder, which is emptied first [default: target/bitstream/FLOW-CLOCKING, or
    /// FLOW-casino]
    #[arg(long, value_name = "DIR")]
    build_dir: Option<PathBuf>,

    /// Print the commands as a shell script; build nothing
    #[arg(long, conflicts_with = "json")]
    dry_run: bool,

    /// Print the report as JSON; --help lists the fields
    #[arg(long)]
    json: bool,

    /// Stop a tool that prints nothing for this long
    #[arg(long, value_name = "SECONDS", default_value_t = TIMEOUT, value_parser = whole_number(1u32..))]
    timeout: u32,

    #[command(flatten)]
    tools: Tools,
}

/// The value of `--flow`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum FlowName {
    /// Quartus Prime
    Quartus,
    /// Yosys and nextpnr-mistral
    Mistral,
}

impl From<FlowName> for Flow {
    fn from(name: FlowName) -> Flow {
        match name {
            FlowName::Quartus => Flow::Quartus,
            FlowName::Mistral => Flow::Mistral,
        }
    }
}

macro_rules! examples {
    () => {
        "\
Examples:
  baccarat-fpga build
  baccarat-fpga build --flow mistral --clocking direct
  baccarat-fpga build --machine casino
  baccarat-fpga build --dry-run
  baccarat-fpga build --quartus ~/intelFPGA_lite/23.1std --json"
    };
}

const EXAMPLES: &str = examples!();

const FIELDS_AND_EXAMPLES: &str = concat!(
    "\
With --json, one object:
  flow                quartus or mistral
  top                 task5 or casino
  clocking            synchronised or direct
  tools               names of the tools, with the version of Quartus
  alms, luts          {used, available}, or null if the flow does not count them
  registers           number used
  clocks              for each clock: name; fmax_mhz, the maximum frequency, or
                      null; slack_ns {setup, hold, recovery, removal,
                      pulse_width}, the worst of all corners, or null if not
                      analysed
  unconstrained       number of clocks, input_ports, input_paths, output_ports
                      and output_paths without constraints; null if not known
  timing_met          false if any slack is negative; the exit code is then 1
  explained_warnings  known harmless warnings: warning, reason, count
  warnings            other warnings: severity (warning or critical), id or
                      null, text
  bitstreams, logs    paths
  seconds             duration of the build

",
    examples!()
);

impl Build {
    /// Builds, with progress on stderr and the report on stdout.
    ///
    /// # Errors
    /// The build makes no bitstream or no report. Missed timing is not an error: the exit code is
    /// 1.
    pub fn run(&self, status: Status) -> anyhow::Result<ExitCode> {
        let finder = self.tools.finder();
        let top = self.machine.top()?;
        if self.dry_run {
            let text = self.commands(top, &finder, status)?;
            stdout::print(text.as_bytes())?;
            return Ok(ExitCode::SUCCESS);
        }
        let flow = match self.flow {
            Some(flow) => flow.into(),
            None => first_working(&finder, status)?,
        };
        let folder = self.folder(flow, top);
        let limits = limits(self.timeout);
        status.detail(format_args!("build folder {}", folder.display()));
        let design = designs::for_flow(top)?;
        let plan = Plan { flow, design: &design, folder: &folder, limits };
        let report =
            flow::build(&plan, &finder, &mut |progress| report_progress(progress, status))?;
        self.print(&report)?;
        Ok(if report.results.timing_met { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }

    fn folder(&self, flow: Flow, top: Top) -> PathBuf {
        self.build_dir.clone().unwrap_or_else(|| default_folder(flow, top))
    }

    fn print(&self, report: &Report) -> anyhow::Result<()> {
        let text = match self.json {
            true => serde_json::to_string_pretty(report)?,
            false => format!("\n{report}"),
        };
        stdout::print(format!("{text}\n").as_bytes())
    }

    /// The commands of a build, as a shell script with comments.
    fn commands(&self, top: Top, finder: &Finder, status: Status) -> anyhow::Result<String> {
        let mut text = String::new();
        let flow = match self.flow {
            Some(flow) => flow.into(),
            None => first_working(finder, status).unwrap_or_else(|_| {
                text += "# Neither flow works here: see `baccarat-fpga doctor`. These are the commands of --flow quartus;\n";
                text += "# the other is --flow mistral.\n";
                Flow::Quartus
            }),
        };
        let folder = self.folder(flow, top);
        BuildFolder::check(&folder)?;

        let (generated, constraints) = (folder.join(GENERATED), folder.join(CONSTRAINTS));
        let design = designs::for_flow(top)?;
        if folder.exists() {
            writeln!(text, "rm -rf {}", quoted(folder.as_os_str()))?;
        }
        writeln!(
            text,
            "{} generate --out {} --constraints {} --clocking {}",
            generator_program(),
            quoted(generated.as_os_str()),
            quoted(constraints.as_os_str()),
            design.clocking
        )?;
        for step in flow.steps(&design) {
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

/// How a shell runs the program that generates files: from a checkout it need not be installed.
fn generator_program() -> &'static str {
    // Cargo sets this variable for each program that it runs.
    match env::var_os("CARGO") {
        Some(_) => "cargo run --quiet --package baccarat --",
        None => "baccarat",
    }
}

/// The default build folder.
pub(crate) fn default_folder(flow: Flow, top: Top) -> PathBuf {
    Path::new(BUILDS).join(match top {
        Top::Task5(clocking) => format!("{flow}-{clocking}"),
        Top::Casino => format!("{flow}-casino"),
    })
}

/// Prints the progress of a build: milestones, or with `--verbose` the whole output of the tools.
pub(crate) fn report_progress(progress: Progress, status: Status) {
    match progress {
        Progress::Starts(command) => status.print_verbatim(format_args!("$ {command}")),
        Progress::Line(line) if status.is_verbose() => status.print_verbatim(line),
        Progress::Milestone(milestone) if !status.is_verbose() => {
            status.print_verbatim(format_args!("  {milestone}"));
        }
        Progress::Silence(time) => report_silence(time, status),
        Progress::Line(_) | Progress::Milestone(_) => {}
    }
}

/// The first flow whose tools all work, by the same check as `doctor`.
///
/// # Errors
/// Neither flow works, or the check is interrupted.
pub(crate) fn first_working(finder: &Finder, status: Status) -> anyhow::Result<Flow> {
    let mut reasons = String::new();
    for flow in Flow::ALL {
        let problems = problems(flow.tools(), finder, &mut report_slow_start(status))?;
        if problems.is_empty() {
            return Ok(flow);
        }
        for error in problems {
            write!(reasons, "\n  --flow {flow:<7}  {error}")?;
        }
    }
    bail!(
        "cannot build a bitstream: neither flow has all its tools, and one is enough:{reasons}\n\
         `baccarat-fpga doctor` lists the tools, and `baccarat-fpga build --dry-run` prints the commands."
    )
}
