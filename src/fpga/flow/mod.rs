//! From the design to a bitstream: the Quartus flow and the open one.
//!
//! [`Flow::steps`] says what is run, [`BuildFolder`] where, [`build`] does it and ends with a [`Report`].

mod advice;
mod error;
mod folder;
mod messages;
mod mistral;
mod quartus;
mod report;
pub mod warnings;

use std::ffi::OsString;
use std::fmt;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use crate::engine::{self, Clocking};
use crate::fpga::bitstream;
use crate::fpga::toolchain::catalogue::{NEXTPNR, QUARTUS_SH, YOSYS};
use crate::fpga::toolchain::{
    Finder, Finished, Found, Invocation, Limits, Sign, Tool, ToolError, run,
};
use crate::output::Artifact;

pub use error::FlowError;
pub use folder::{BuildFolder, CONSTRAINTS, GENERATED, Record, changed_sources};
pub use messages::{Message, Severity};
pub use report::{Clock, Explained, Report, Slack, Unconstrained, Usage};

/// A way from SystemVerilog to a bitstream.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Flow {
    /// Quartus Prime, all of it.
    Quartus,
    /// Yosys, then nextpnr with Mistral's description of the Cyclone V.
    Mistral,
}

/// As the command line names it.
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
    /// Where it is run, below the build folder.
    pub folder: &'static str,
    /// The file in the build folder that keeps what it says.
    pub log: &'static str,
    /// Picks from what it says the lines that tell how far it is.
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
    /// Both, the preferred one first.
    pub const ALL: [Flow; 2] = [Flow::Quartus, Flow::Mistral];

    /// The programs that it runs, in their order.
    pub fn tools(self) -> Vec<&'static Tool> {
        match self {
            Flow::Quartus => vec![&QUARTUS_SH],
            Flow::Mistral => vec![&YOSYS, &NEXTPNR],
        }
    }

    /// What is run on these files.
    pub fn steps(self, artifacts: &[Artifact]) -> Vec<Step> {
        match self {
            Flow::Quartus => vec![quartus::compile()],
            Flow::Mistral => {
                let sources: Vec<_> = engine::source_names(artifacts).collect();
                vec![mistral::synthesise(&sources), mistral::place_and_route()]
            }
        }
    }

    /// The bitstreams that it writes, below the build folder.
    fn bitstreams(self) -> &'static [&'static str] {
        match self {
            Flow::Quartus => &quartus::BITSTREAMS,
            Flow::Mistral => &mistral::BITSTREAMS,
        }
    }
}

/// What a build has to tell while it runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress<'l> {
    /// This command line is started.
    Starts(&'l str),
    /// A line that it said.
    Line(&'l str),
    /// It has got so far.
    Milestone(&'l str),
    /// It has said nothing for so long, and still runs.
    Silence(Duration),
}

/// Everything that a build needs.
#[derive(Debug)]
pub struct Plan<'p> {
    pub flow: Flow,
    pub clocking: Clocking,
    pub folder: &'p Path,
    pub limits: Limits,
}

/// Builds: empties the build folder, writes the design there, runs the flow's tools, and reads what they report. A miss of
/// timing is no error: the report tells it.
///
/// # Errors
/// Any [`FlowError`]. No bitstream of an earlier build is left in the folder then, unless the folder has not been touched:
/// a tool that is missing is found to be so before anything is changed.
pub fn build(
    plan: &Plan,
    finder: &Finder,
    listener: &mut dyn FnMut(Progress),
) -> Result<Report, FlowError> {
    let start = Instant::now();
    let found = plan.flow.tools().into_iter().map(|tool| finder.find(tool));
    let found = found.collect::<Result<Vec<_>, ToolError>>()?;

    let folders = folder::folders(plan.folder)?;
    let artifacts = engine::artifacts(plan.clocking, &folders.constraints_from_generated()?)?;
    let folder = BuildFolder::begin(plan.folder, plan.flow, plan.clocking, &artifacts)?;

    let steps = plan.flow.steps(&artifacts);
    let mut ended = Vec::new();
    for (step, found) in steps.iter().zip(&found) {
        ended.push(run_step(plan, step, found, listener)?);
    }
    let bitstreams = bitstreams(plan, ended.last())?;
    let mut report = match plan.flow {
        Flow::Quartus => quartus::report(plan, &ended)?,
        Flow::Mistral => mistral::report(plan, &ended)?,
    };
    report.bitstreams = bitstreams;
    report.logs = steps.iter().map(|step| plan.folder.join(step.log)).collect();
    report.seconds = start.elapsed().as_secs_f64();
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

/// The flow's bitstreams, each seen to be what its name says.
fn bitstreams(plan: &Plan, last: Option<&Finished>) -> Result<Vec<PathBuf>, FlowError> {
    let mut paths = Vec::new();
    for name in plan.flow.bitstreams() {
        let path = plan.folder.join(name);
        // The folder was emptied before: what is there is new.
        if !path.exists() {
            let said = last.map(Finished::failure).map(Box::new);
            return Err(FlowError::NoBitstream { path, said });
        }
        bitstream::inspect(&path)?;
        paths.push(path);
    }
    Ok(paths)
}
