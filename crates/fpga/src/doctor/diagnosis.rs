//! The state of the external tools, and which commands they are enough for.

use std::path::PathBuf;

use serde::Serialize;

use fpga_tools::flow::Flow;
use fpga_tools::programmer::{Programmer, has_udev_rule};
use fpga_tools::toolchain::{
    Finder, OnSilence, Tool, ToolError, catalogue, probe_newest, yosys_limitation,
};

/// The state of all tools.
#[derive(Debug, Serialize)]
pub(super) struct Diagnosis {
    pub tools: Vec<ToolReport>,
    pub builds: Vec<Flow>,
    pub flashes: Vec<String>,
    pub notes: Vec<String>,
}

/// One tool.
#[derive(Debug, Serialize)]
pub(super) struct ToolReport {
    pub name: &'static str,
    pub purpose: &'static str,
    pub state: State,
    pub path: Option<PathBuf>,
    pub found_by: Option<String>,
    pub version: Option<String>,
    pub problem: Option<String>,
    pub remedy: &'static str,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum State {
    Works,
    /// Found, but does not work.
    Broken,
    Missing,
}

impl Diagnosis {
    /// Finds every tool and runs the installed ones for their version.
    ///
    /// # Errors
    /// [`ToolError::Interrupted`]
    pub fn new(finder: &Finder, on_silence: OnSilence) -> Result<Diagnosis, ToolError> {
        let tools =
            catalogue::ALL.into_iter().map(|tool| ToolReport::new(tool, finder, on_silence));
        let tools = tools.collect::<Result<Vec<_>, _>>()?;
        let works = |tool: &Tool| {
            tools.iter().any(|report| report.name == tool.name && report.state == State::Works)
        };
        let builds: Vec<_> =
            Flow::ALL.into_iter().filter(|flow| flow.tools().into_iter().all(works)).collect();
        let flashes: Vec<_> = Programmer::ALL
            .into_iter()
            .filter(|programmer| programmer.tools().into_iter().all(works))
            .collect();
        let mut notes = vec![can_build(&builds), can_flash(&flashes)];
        if let Err(ToolError::NotInstalled { quartus_rootdir: Some(root), .. }) =
            finder.find(&catalogue::QUARTUS_SH)
        {
            notes.push(format!("QUARTUS_ROOTDIR is {}, but there is no Quartus.", root.display()));
        }
        if !flashes.is_empty() && has_udev_rule() == Some(false) {
            notes.push(
                "There is no udev rule for USB-Blasters (vendor 09fb): only root can use the board's cable. \
                 docs/board.md has the rule."
                    .to_string(),
            );
        }
        let version =
            |tool: &Tool| tools.iter().find(|report| report.name == tool.name)?.version.as_deref();
        notes.extend(version(&catalogue::YOSYS).and_then(yosys_limitation));
        notes.extend(version(&catalogue::IVERILOG).and_then(icarus_limitation));
        let flashes = flashes.iter().map(Programmer::to_string).collect();
        Ok(Diagnosis { tools, builds, flashes, notes })
    }
}

/// What an old version of Icarus Verilog does not read.
fn icarus_limitation(version: &str) -> Option<String> {
    let major: u32 = version.split('.').next()?.parse().ok()?;
    (major < 12).then(|| {
        format!(
            "Icarus Verilog {version} does not read ports with the types of packages, as those of `casino`: 12 does."
        )
    })
}

fn can_build(flows: &[Flow]) -> String {
    match flows {
        [] => {
            "No bitstream can be built here. `baccarat generate`, verify, play and board need no tools."
                .to_string()
        }
        [Flow::Quartus, ..] => {
            "A bitstream can be built: `baccarat-fpga build` uses Quartus.".to_string()
        }
        [Flow::Mistral, ..] => {
            "A bitstream can be built: `baccarat-fpga build` uses Yosys and nextpnr-mistral."
                .to_string()
        }
    }
}

fn can_flash(programmers: &[Programmer]) -> String {
    match programmers {
        [] => "No board can be programmed from here.".to_string(),
        [programmer, ..] => {
            format!(
                "A board can be programmed: `baccarat-fpga flash` uses {}.",
                programmer.tool().name
            )
        }
    }
}

impl ToolReport {
    fn new(
        tool: &'static Tool,
        finder: &Finder,
        on_silence: OnSilence,
    ) -> Result<ToolReport, ToolError> {
        let mut report = ToolReport {
            name: tool.name,
            purpose: purpose(tool),
            state: State::Missing,
            path: None,
            found_by: None,
            version: None,
            problem: None,
            remedy: tool.remedy,
        };
        match finder.find_all(tool) {
            Ok(found) => {
                let (found, condition) = probe_newest(&found, on_silence)?;
                report.problem = condition.problem(&found);
                report.state = if report.problem.is_none() { State::Works } else { State::Broken };
                report.version = condition.version().map(str::to_string);
                report.found_by = Some(found.source.to_string());
                report.path = Some(found.program);
            }
            Err(ToolError::NotInstalled { .. }) => {}
            Err(error) => report.problem = Some(error.to_string()),
        }
        Ok(report)
    }
}

/// What this program uses a tool for.
fn purpose(tool: &Tool) -> &'static str {
    match tool.name {
        "quartus_sh" => "build with Quartus",
        "quartus_pgm" => "flash a .sof",
        "jtagconfig" => "flash a .sof: reads the JTAG chain",
        "yosys" => "--sources; synth; build with the open flow: synthesis",
        "nextpnr-mistral" => "build with the open flow: place and route",
        "openFPGALoader" => "flash a .rbf or .svf",
        "verilator" => "make verify: lint and simulation",
        "iverilog" => "make verify: simulation",
        "fusesoc" => "make verify: FuseSoC cores",
        "chromium" => "make verify: the page of `board`",
        "gtkwave" => "look at waveforms",
        _ => "",
    }
}
