//! What the tools are good for together.

use std::path::{Path, PathBuf};

use serde::Serialize;

use crate::flow::Flow;
use crate::programmer::{Programmer, has_udev_rule};
use crate::toolchain::{Condition, Finder, Found, Source, Tool, ToolError, catalogue, examine};

/// The state of all tools.
#[derive(Debug, Serialize)]
pub(super) struct Diagnosis {
    pub tools: Vec<Examined>,
    pub builds: Vec<Flow>,
    pub flashes: Vec<String>,
    pub notes: Vec<String>,
}

/// One tool.
#[derive(Debug, Serialize)]
pub(super) struct Examined {
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
    /// There, and of no use.
    Broken,
    Missing,
}

impl Diagnosis {
    /// Looks for every tool, and asks those that are there for their versions.
    pub fn new(finder: &Finder) -> Diagnosis {
        let tools = Vec::from(catalogue::ALL.map(|tool| Examined::new(tool, finder)));
        let works = |tool: &Tool| {
            tools
                .iter()
                .any(|examined| examined.name == tool.name && examined.state == State::Works)
        };
        let builds: Vec<_> =
            Flow::ALL.into_iter().filter(|flow| flow.tools().into_iter().all(works)).collect();
        let flashes: Vec<_> = Programmer::ALL
            .into_iter()
            .filter(|programmer| works(programmer.tool()) && works(programmer.detector()))
            .collect();
        let mut notes = vec![can_build(&builds), can_flash(&flashes)];
        if let Err(ToolError::NotInstalled { misled: Some(root), .. }) =
            finder.find(&catalogue::QUARTUS_SH)
        {
            notes
                .push(format!("QUARTUS_ROOTDIR says {}, and no Quartus is there.", root.display()));
        }
        if !flashes.is_empty() && has_udev_rule() == Some(false) {
            notes.push(
                "No udev rule speaks of USB-Blasters (vendor 09fb): only root may use the board's cable. \
                 docs/board.md tells the rule."
                    .to_string(),
            );
        }
        let flashes = flashes.iter().map(Programmer::to_string).collect();
        Diagnosis { tools, builds, flashes, notes }
    }
}

fn can_build(flows: &[Flow]) -> String {
    match flows {
        [] => {
            "No bitstream can be built here; everything else works: generate, verify, play, board."
                .to_string()
        }
        [Flow::Quartus, ..] => {
            "A bitstream can be built: `baccarat build` takes Quartus.".to_string()
        }
        [Flow::Mistral, ..] => {
            "A bitstream can be built: `baccarat build` takes Yosys and nextpnr-mistral."
                .to_string()
        }
    }
}

fn can_flash(programmers: &[Programmer]) -> String {
    match programmers {
        [] => "No board can be programmed from here.".to_string(),
        [programmer, ..] => {
            format!("A board can be programmed: `baccarat flash` takes {}.", programmer.tool().name)
        }
    }
}

impl Examined {
    fn new(tool: &'static Tool, finder: &Finder) -> Examined {
        let mut examined = Examined {
            name: tool.name,
            purpose: tool.purpose,
            state: State::Missing,
            path: None,
            found_by: None,
            version: None,
            problem: None,
            remedy: tool.remedy,
        };
        match finder.find(tool) {
            Ok(found) => {
                let condition = examine(&found);
                examined.problem = problem(&found, &condition);
                examined.state =
                    if examined.problem.is_none() { State::Works } else { State::Broken };
                examined.version = condition.version().map(str::to_string);
                examined.found_by = Some(found.source.to_string());
                examined.path = Some(found.program);
            }
            Err(ToolError::NotInstalled { .. }) => {}
            Err(error) => examined.problem = Some(error.to_string()),
        }
        examined
    }
}

/// The oldest Yosys that knows the cells of the open flow.
const OLDEST_YOSYS: (u32, u32) = (0, 10);

fn problem(found: &Found, condition: &Condition) -> Option<String> {
    let lines = match condition {
        Condition::Broken(why) => return Some(why.clone()),
        Condition::Present => return None,
        Condition::Answers(lines) => lines,
    };
    let is = |tool: &Tool| found.tool.name == tool.name;
    if is(&catalogue::QUARTUS_SH) {
        if lines.iter().any(|line| line.contains("Pro Edition")) {
            return Some(
                "this is the Pro edition, which knows no Cyclone V: take Lite or Standard"
                    .to_string(),
            );
        }
        if lacks_cyclone_v(found) {
            return Some(
                "it has no device support for Cyclone V: add it with Quartus's device installer"
                    .to_string(),
            );
        }
    }
    if is(&catalogue::YOSYS) && number(condition.version()?)? < OLDEST_YOSYS {
        let (major, minor) = OLDEST_YOSYS;
        return Some(format!("too old for the open flow: take {major}.{minor} or newer"));
    }
    None
}

/// Whether Quartus's folder of devices is there, and Cyclone V is not in it.
fn lacks_cyclone_v(found: &Found) -> bool {
    // On PATH, Quartus may be a link or a script somewhere else.
    let program = found.program.canonicalize().unwrap_or_else(|_| found.program.clone());
    let Some(root) = program.parent().and_then(Path::parent) else { return false };
    let devices = root.join("common/devinfo");
    devices.is_dir() && !devices.join("cyclonev").exists() && found.source != Source::Option
}

/// The first two numbers of a version.
fn number(version: &str) -> Option<(u32, u32)> {
    let mut parts = version.split(|c: char| !c.is_ascii_digit());
    Some((parts.next()?.parse().ok()?, parts.next()?.parse().ok()?))
}
