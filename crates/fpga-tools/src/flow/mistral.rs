//! The open flow: Yosys, then nextpnr-mistral.

use std::collections::BTreeMap;
use std::fs;

use serde::Deserialize;

use super::report::{Clock, Slack, Usage};
use super::{DesignFiles, FlowError, Plan, Results, Step};
use crate::synthesis::script;
use crate::toolchain::Finished;
use crate::toolchain::catalogue::{NEXTPNR, YOSYS};
use de1_soc::CLOCK_50_HZ;
use de1_soc::device::DEVICE;
use output_files::{CONSTRAINTS, GENERATED};

const REPORT: &str = "report.json";

/// The frequency that every clock has to reach: that of the board's oscillators.
const REQUIRED_MHZ: f64 = CLOCK_50_HZ as f64 / 1e6;

/// The bitstream's path below the build folder.
pub(super) fn bitstream(top: &str) -> String {
    format!("{top}.rbf")
}

fn netlist(top: &str) -> String {
    format!("{top}.json")
}

/// Synthesis with Yosys: from the sources to cells of the Cyclone V.
pub(super) fn synthesise(design: &DesignFiles) -> Step {
    let sources = design.sources.iter();
    let sources: Vec<_> = sources.map(|source| format!("{GENERATED}/{source}")).collect();
    let script = script(&sources, &design.top, &netlist(&design.top));
    Step {
        tool: &YOSYS,
        arguments: vec!["-p".into(), script.trim_end().into()],
        folder: "",
        log: "yosys.log",
        milestone: |line| {
            let (number, pass) = line.split_once(". Executing ")?;
            let is_outermost = number.chars().all(|c| c.is_ascii_digit());
            is_outermost.then(|| format!("Yosys: {}", pass.trim_end_matches(['.', ' '])))
        },
    }
}

/// Place and route with nextpnr: from cells to a bitstream.
pub(super) fn place_and_route(DesignFiles { top, pins, .. }: &DesignFiles) -> Step {
    let options = [
        ("--device", DEVICE.to_string()),
        ("--qsf", format!("{CONSTRAINTS}/{pins}.qsf")),
        ("--sdc", format!("{CONSTRAINTS}/{top}.sdc")),
        ("--json", netlist(top)),
        ("--rbf", bitstream(top)),
        ("--report", REPORT.to_string()),
        // `create_clock` reaches only the net of the pin. Without this option nextpnr optimises the
        // registers behind its buffer for 12 MHz. It names clocks after nets that it has renamed,
        // so they cannot be assigned to oscillators: every clock has to reach the board's
        // frequency.
        ("--freq", REQUIRED_MHZ.to_string()),
    ];
    let options = options.into_iter().flat_map(|(option, value)| [option.to_string(), value]);
    Step {
        tool: &NEXTPNR,
        // The report of the build lists missed timing.
        arguments: options.chain(["--timing-allow-fail".to_string()]).map(Into::into).collect(),
        folder: "",
        log: "nextpnr.log",
        milestone: |line| {
            let message = line.strip_prefix("Info: ")?;
            let is_stage = message.ends_with("..") && !message.starts_with(' ');
            is_stage.then(|| format!("nextpnr: {}", message.trim_end_matches(['.', ' '])))
        },
    }
}

/// The parts of nextpnr's `--report` that are used here. Its `constraint` is not: nextpnr may have
/// applied its default of 12 MHz.
#[derive(Deserialize)]
struct NextpnrReport {
    utilization: BTreeMap<String, Usage>,
    fmax: BTreeMap<String, Frequencies>,
}

#[derive(Deserialize)]
struct Frequencies {
    /// In MHz.
    achieved: f64,
}

/// Reads nextpnr's report and Yosys's version.
pub(super) fn results(plan: &Plan, ended: &[Finished]) -> Result<Results, FlowError> {
    let path = plan.folder.join(REPORT);
    let unreadable = |problem: String| FlowError::Report { path: path.clone(), problem };
    let text = fs::read_to_string(&path).map_err(|error| unreadable(error.to_string()))?;
    let written: NextpnrReport =
        serde_json::from_str(&text).map_err(|error| unreadable(error.to_string()))?;
    if written.fmax.is_empty() {
        return Err(unreadable("it has no clock: the design was not timed".to_string()));
    }
    let usage = |cell: &str| {
        let usage = written.utilization.get(cell).copied();
        usage.ok_or_else(|| unreadable(format!("it does not count {cell}")))
    };
    let lines = ended.iter().flat_map(|ended| &ended.lines);
    Ok(Results {
        tools: vec![yosys(lines), "nextpnr-mistral".to_string()],
        alms: None,
        luts: Some(usage("MISTRAL_COMB")?),
        registers: usage("MISTRAL_FF")?.used,
        timing_met: written.fmax.values().all(|clock| clock.achieved >= REQUIRED_MHZ),
        clocks: written.fmax.iter().map(|(name, fmax)| clock(name, fmax.achieved)).collect(),
        unconstrained: None,
    })
}

/// Yosys with its version, from the last lines of its log: `Yosys 0.23 (git sha1 7ce5011c24b)`.
fn yosys<'l>(mut lines: impl Iterator<Item = &'l String>) -> String {
    let line = lines.find(|line| line.starts_with("Yosys ") && line.contains(" (git"));
    let named = line.and_then(|line| line.split_once(" (")).map(|(name, _)| name);
    named.unwrap_or("Yosys").to_string()
}

/// A clock of nextpnr's report, with frequencies in MHz.
fn clock(name: &str, achieved: f64) -> Clock {
    // nextpnr reports frequencies; the slack is the difference of the periods.
    let setup = Some(1000.0 / REQUIRED_MHZ - 1000.0 / achieved).filter(|slack| slack.is_finite());
    Clock {
        name: name.to_string(),
        fmax_mhz: Some(achieved),
        slack_ns: Slack { setup, ..Slack::default() },
    }
}
