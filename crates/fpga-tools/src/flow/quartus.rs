//! The Quartus flow: `quartus_sh --flow compile`, which runs all of Quartus's programs.

mod summaries;
mod tables;

use std::fs;
use std::path::PathBuf;

use super::{DesignFiles, FlowError, Plan, Results, Step};
use crate::toolchain::catalogue::QUARTUS_SH;
use output_files::GENERATED;

/// Where Quartus writes its results, below the folder of the project.
const OUTPUT_FILES: &str = "output_files";

/// The bitstreams' paths below the build folder.
pub(super) fn bitstreams(top: &str) -> Vec<String> {
    let bitstream = |kind| format!("{GENERATED}/{OUTPUT_FILES}/{top}.{kind}");
    ["sof", "rbf"].map(bitstream).to_vec()
}

/// The whole Quartus flow, on the generated project.
pub(super) fn compile(design: &DesignFiles) -> Step {
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
pub(super) fn results(plan: &Plan) -> Result<Results, FlowError> {
    let resources = summaries::Resources::of(&read(plan, "fit.summary")?)?;
    let slacks = summaries::slacks(&read(plan, "sta.summary")?)?;
    let timing = read(plan, "sta.rpt")?;
    let clocks = tables::with_fmax(&timing.text, slacks);
    Ok(Results {
        tools: vec![resources.version],
        alms: Some(resources.alms),
        luts: None,
        registers: resources.registers,
        timing_met: clocks
            .iter()
            .all(|clock| clock.slack_ns.kinds().all(|(_, slack)| slack >= 0.0)),
        clocks,
        unconstrained: Some(tables::unconstrained(&timing)?),
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
