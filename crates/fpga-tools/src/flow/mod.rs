//! From SystemVerilog to a bitstream: the Quartus flow and the open-source one.
//!
//! A flow is given [`DesignFiles`]. [`Flow::steps`] lists the commands, [`BuildFolder`] is where
//! they run, and [`build`] runs them and returns a [`Report`].

mod advice;
mod error;
mod folder;
mod messages;
mod mistral;
mod quartus;
mod report;

use std::ffi::OsString;
use std::fmt;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use crate::bitstream;
use crate::toolchain::catalogue::{NEXTPNR, QUARTUS_SH, YOSYS};
use crate::toolchain::{Finder, Finished, Found, Invocation, Limits, Sign, Tool, ToolError, run};
use output_files::Artifact;

pub use error::FlowError;
pub use folder::{BuildFolder, Record, changed_files};
pub use messages::{EXPECTED, Message, Severity, Warning};
pub use report::{Clock, Explained, Report, Results, Slack, Unconstrained, Usage};

/// A design to be built.
#[derive(Clone, Debug)]
pub struct DesignFiles {
    /// The name of the top module and of the Quartus project.
    pub top: String,
    /// Name of the file with the device and the pins among the constraints, without `.qsf`.
    pub pins: String,
    /// How the design is clocked, recorded with the build.
    pub clocking: String,
    /// All its files, in [`GENERATED`](output_files::GENERATED) and
    /// [`CONSTRAINTS`](output_files::CONSTRAINTS): the sources, `TOP.qpf`, `TOP.sdc` and
    /// the pins.
    pub files: Vec<Artifact>,
    /// Names of the SystemVerilog files, in compile order.
    pub sources: Vec<String>,
    /// Warnings that this design is known to cause.
    pub expected_warnings: &'static [Warning],
}

/// The tools that turn SystemVerilog into a bitstream.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Flow {
    /// Quartus Prime.
    Quartus,
    /// Yosys and nextpnr-mistral.
    Mistral,
}

/// Formats the flow as in `--flow`.
impl fmt::Display for Flow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Flow::Quartus => "quartus",
            Flow::Mistral => "mistral",
        })
    }
}

/// One program of a flow.
#[derive(Clone, Debug)]
pub struct Step {
    pub tool: &'static Tool,
    pub arguments: Vec<OsString>,
    /// Its working folder, below the build folder.
    pub folder: &'static str,
    /// The file in the build folder for its output.
    pub log: &'static str,
    /// Extracts the progress from a line of its output.
    pub milestone: fn(&str) -> Option<String>,
}

impl Step {
    /// Its command line with this program, for a build in `folder`.
    pub fn invocation(&self, program: impl Into<PathBuf>, folder: &Path) -> Invocation {
        let place =
            if self.folder.is_empty() { folder.to_owned() } else { folder.join(self.folder) };
        Invocation::new(program, self.arguments.iter().cloned()).within(place)
    }
}

impl Flow {
    /// Both flows, the preferred one first.
    pub const ALL: [Flow; 2] = [Flow::Quartus, Flow::Mistral];

    /// The programs that it runs, in their order.
    pub fn tools(self) -> Vec<&'static Tool> {
        match self {
            Flow::Quartus => vec![&QUARTUS_SH],
            Flow::Mistral => vec![&YOSYS, &NEXTPNR],
        }
    }

    /// The commands that build a design.
    pub fn steps(self, design: &DesignFiles) -> Vec<Step> {
        match self {
            Flow::Quartus => vec![quartus::compile(design)],
            Flow::Mistral => vec![mistral::synthesise(design), mistral::place_and_route(design)],
        }
    }

    /// The bitstreams that it writes for a top module, below the build folder.
    pub fn bitstreams(self, top: &str) -> Vec<String> {
        match self {
            Flow::Quartus => quartus::bitstreams(top),
            Flow::Mistral => vec![mistral::bitstream(top)],
        }
    }
}

/// The progress of a build.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress<'l> {
    /// This command is started.
    Starts(&'l str),
    /// It printed this line.
    Line(&'l str),
    /// It reached this stage.
    Milestone(&'l str),
    /// It still runs, but has printed nothing for this long.
    Silence(Duration),
}

/// What to build, how and where.
#[derive(Debug)]
pub struct Plan<'p> {
    pub flow: Flow,
    pub design: &'p DesignFiles,
    /// The build folder.
    pub folder: &'p Path,
    pub limits: Limits,
}

/// Empties the build folder, writes the design there, runs the flow's tools, and reads their
/// reports. Missed timing is not an error: it is in the report.
///
/// # Errors
/// Any [`FlowError`]. The folder then has no bitstream of an earlier build, unless a tool is
/// missing: that is checked before anything is changed.
pub fn build(
    plan: &Plan,
    finder: &Finder,
    listener: &mut dyn FnMut(Progress),
) -> Result<Report, FlowError> {
    let start = Instant::now();
    let found = plan.flow.tools().into_iter().map(|tool| finder.find(tool));
    let found = found.collect::<Result<Vec<_>, ToolError>>()?;

    let folder = BuildFolder::begin(plan)?;
    let steps = plan.flow.steps(plan.design);
    let mut ended = Vec::new();
    for (step, found) in steps.iter().zip(&found) {
        ended.push(run_step(plan, step, found, listener)?);
    }
    let bitstreams = bitstreams(plan, ended.last())?;
    let lines = ended.iter().flat_map(|ended| &ended.lines);
    let (explained_warnings, warnings) = messages::sort(plan.design.expected_warnings, lines);
    let results = match plan.flow {
        Flow::Quartus => quartus::results(plan)?,
        Flow::Mistral => mistral::results(plan, &ended)?,
    };
    let report = Report {
        flow: plan.flow,
        top: plan.design.top.clone(),
        clocking: plan.design.clocking.clone(),
        results,
        explained_warnings,
        warnings,
        bitstreams,
        logs: steps.iter().map(|step| plan.folder.join(step.log)).collect(),
        seconds: start.elapsed().as_secs_f64(),
    };
    folder.finish(&report)?;
    Ok(report)
}

fn run_step(
    plan: &Plan,
    step: &Step,
    found: &Found,
    listener: &mut dyn FnMut(Progress),
) -> Result<Finished, FlowError> {
    let invocation = step.invocation(&found.program, plan.folder);
    listener(Progress::Starts(&invocation.to_string()));
    let log = plan.folder.join(step.log);
    let ended = run(&invocation, Some(&log), plan.limits, &mut |sign| match sign {
        Sign::Line(line) => {
            listener(Progress::Line(line));
            if let Some(milestone) = (step.milestone)(line) {
                listener(Progress::Milestone(&milestone));
            }
        }
        Sign::Silence(time) => listener(Progress::Silence(time)),
    })?;
    let advice = advice::on(&ended.lines);
    ended.success().map_err(|failure| FlowError::Failed { failure, advice })
}

/// The flow's bitstreams, checked.
fn bitstreams(plan: &Plan, last: Option<&Finished>) -> Result<Vec<PathBuf>, FlowError> {
    let mut paths = Vec::new();
    for name in plan.flow.bitstreams(&plan.design.top) {
        let path = plan.folder.join(name);
        // The folder was emptied before: what is there is new.
        if !path.exists() {
            let failure = last.map(Finished::failure).map(Box::new);
            return Err(FlowError::NoBitstream { path, failure });
        }
        bitstream::inspect(&path)?;
        paths.push(path);
    }
    Ok(paths)
}
