//! The Quartus flow: `quartus_sh --flow compile`, which runs all of Quartus's programs.

mod summaries;
mod tables;

use std::fs;
use std::path::PathBuf;

use super::{Design, Flow, FlowError, GENERATED, Plan, Report, Step, messages};
use crate::fpga::toolchain::Finished;
use crate::fpga::toolchain::catalogue::QUARTUS_SH;

/// Where Quartus writes its results, below the folder of the project.
const OUTPUT_FILES: &str = "output_files";

/// The bitstreams' paths below the build folder.
pub(super) fn bitstreams(top: &str) -> Vec<String> {
    let bitstream = |kind| format!("{GENERATED}/{OUTPUT_FILES}/{top}.{kind}");
    ["sof", "rbf"].map(bitstream).to_vec()
}

/// The whole Quartus flow, on the generated project.
pub(super) fn compile(design: &Design) -> Step {
    Step {
        tool: &QUARTUS_SH,
        arguments: ["--flow", "compile", &design.top].map(Into::into).to_vec(),
        folder: GENERATED,
        log: "quartus.log",
        milestone: |line| {
            let program = line.strip_prefix("Info: Running Quartus ")?;
            let stage = program.trim_start_matches("Prime ").trim_start_matches("II ");
            (!stage.ends_with("Shell")).then(|| format!("Quartus: {stage}"))
        },
    }
}

/// Reads the reports that Quartus wrote beside the bitstreams.
pub(super) fn report(plan: &Plan, ended: &[Finished]) -> Result<Report, FlowError> {
    let resources = summaries::Resources::of(&read(plan, "fit.summary")?, plan.design.board)?;
    let slacks = summaries::slacks(&read(plan, "sta.summary")?)?;
    let timing = read(plan, "sta.rpt")?;
    let clocks = tables::with_fmax(&timing.text, slacks);
    let unconstrained = tables::unconstrained(&timing)?;
    let timing_met =
        clocks.iter().all(|clock| clock.slack_ns.kinds().all(|(_, slack)| slack >= 0.0));

    let lines: Vec<_> = ended.iter().flat_map(|ended| ended.lines.iter().cloned()).collect();
    let expected = plan.design.expected_warnings;
    let (explained_warnings, warnings) = messages::sort(Flow::Quartus, expected, &lines);
    Ok(Report {
        flow: Flow::Quartus,
        top: plan.design.top.clone(),
        clocking: plan.design.clocking.clone(),
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

/// One of Quartus's report files.
struct ReportFile {
    path: PathBuf,
    text: String,
}

impl ReportFile {
    fn problem(&self, problem: impl Into<String>) -> FlowError {
        FlowError::Report { path: self.path.clone(), problem: problem.into() }
    }
}

fn read(plan: &Plan, kind: &str) -> Result<ReportFile, FlowError> {
    let name = format!("{}.{kind}", plan.design.top);
    let path = plan.folder.join(GENERATED).join(OUTPUT_FILES).join(name);
    match fs::read(&path) {
        // Temperatures are written with a Latin-1 degree sign.
        Ok(bytes) => Ok(ReportFile { path, text: String::from_utf8_lossy(&bytes).into_owned() }),
        Err(error) => Err(FlowError::Report { path, problem: error.to_string() }),
    }
}
