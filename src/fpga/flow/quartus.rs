//! The Quartus flow: `quartus_sh --flow compile`, which runs all of Quartus's programs.

mod summaries;
mod tables;

use std::fs;
use std::path::{Path, PathBuf};

use super::{Flow, FlowError, GENERATED, Plan, Report, Step, messages};
use crate::engine::TOP;
use crate::fpga::toolchain::Finished;
use crate::fpga::toolchain::catalogue::QUARTUS_SH;

/// Below the build folder.
pub(super) const BITSTREAMS: [&str; 2] =
    ["generated/output_files/task5.sof", "generated/output_files/task5.rbf"];

/// All of Quartus, on the generated project.
pub(super) fn compile() -> Step {
    Step {
        tool: &QUARTUS_SH,
        arguments: ["--flow", "compile", TOP].map(Into::into).to_vec(),
        folder: GENERATED,
        log: "quartus.log",
        milestone: |line| {
            let said = line.strip_prefix("Info: Running Quartus ")?;
            let stage = said.trim_start_matches("Prime ").trim_start_matches("II ");
            (!stage.ends_with("Shell")).then(|| format!("Quartus: {stage}"))
        },
    }
}

/// Reads what Quartus has written beside the bitstreams.
pub(super) fn report(plan: &Plan, ended: &[Finished]) -> Result<Report, FlowError> {
    let resources = summaries::Resources::of(&read(plan.folder, "fit.summary")?)?;
    let slacks = summaries::slacks(&read(plan.folder, "sta.summary")?)?;
    let timing = read(plan.folder, "sta.rpt")?;
    let clocks = tables::with_fmax(&timing.text, slacks);
    let unconstrained = tables::unconstrained(&timing)?;
    let timing_met =
        clocks.iter().all(|clock| clock.slack_ns.kinds().all(|(_, slack)| slack >= 0.0));

    let lines: Vec<_> = ended.iter().flat_map(|ended| ended.lines.iter().cloned()).collect();
    let (explained_warnings, warnings) = messages::sort(Flow::Quartus, &lines);
    Ok(Report {
        flow: Flow::Quartus,
        clocking: plan.clocking.to_string(),
        tools: vec![resources.version],
        alms: Some(resources.alms),
        luts: None,
        registers: resources.registers,
        clocks,
        unconstrained: Some(unconstrained),
        timing_met,
        explained_warnings,
        warnings,
        bitstreams: Vec::new(),
        logs: Vec::new(),
        seconds: 0.0,
    })
}

/// A report of Quartus's.
struct Written {
    path: PathBuf,
    text: String,
}

impl Written {
    fn problem(&self, problem: impl Into<String>) -> FlowError {
        FlowError::Report { path: self.path.clone(), problem: problem.into() }
    }
}

fn read(folder: &Path, kind: &str) -> Result<Written, FlowError> {
    let path = folder.join(GENERATED).join("output_files").join(format!("{TOP}.{kind}"));
    match fs::read(&path) {
        // Temperatures are written with a Latin-1 degree sign.
        Ok(bytes) => Ok(Written { path, text: String::from_utf8_lossy(&bytes).into_owned() }),
        Err(error) => Err(FlowError::Report { path, problem: error.to_string() }),
    }
}
