//! Warnings in the output of the tools. Those that need no attention are known with their reasons.

use serde::{Deserialize, Serialize};

use super::report::Explained;

/// How serious a message is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    Warning,
    /// Quartus's `Critical Warning`.
    Critical,
}

/// A warning.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Message {
    pub severity: Severity,
    /// Quartus's number.
    pub id: Option<u32>,
    /// Its text, without the number.
    pub text: String,
}

/// A warning of Quartus that is known to be harmless.
#[derive(Debug, PartialEq, Eq)]
pub struct Warning {
    /// Its number.
    pub id: u32,
    /// A part of its text; empty if the number is enough.
    pub part: &'static str,
    /// Why it is harmless.
    pub reason: &'static str,
}

/// Warnings that any design may cause.
pub const EXPECTED: [Warning; 4] = [
    Warning {
        id: 15714,
        part: "",
        reason: "pins without drive strength and slew rate take Quartus's defaults, which suit signals of low speed",
    },
    Warning {
        id: 292013,
        part: "LogicLock",
        reason: "a feature that this design does not use needs a licence",
    },
    Warning {
        id: 20028,
        part: "",
        reason: "an edition without a licence for parallel compilation compiles on one processor",
    },
    Warning { id: 20031, part: "", reason: "there are fewer processors than Quartus could use" },
];

impl Message {
    /// Reads a line, if it is a warning: `Warning (10230): text`,
    /// `Critical Warning (332148): text`, `Warning: text`.
    pub(super) fn of(line: &str) -> Option<Message> {
        let line = line.trim_start();
        let (severity, rest) = match line.strip_prefix("Critical Warning") {
            Some(rest) => (Severity::Critical, rest),
            None => {
                let (kind, rest) = line.split_at_checked("Warning".len())?;
                (Severity::Warning, kind.eq_ignore_ascii_case("Warning").then_some(rest)?)
            }
        };
        let rest = rest.trim_start();
        let numbered = rest.strip_prefix('(').and_then(|rest| rest.split_once("):"));
        let numbered = numbered.and_then(|(id, text)| Some((Some(id.parse().ok()?), text)));
        let (id, text) = numbered.or_else(|| Some((None, rest.strip_prefix(':')?)))?;
        Some(Message { severity, id, text: text.trim().to_string() })
    }
}

/// Splits the warnings into the expected ones of a design or of any, counted, and the others, each
/// once.
pub(super) fn sort<'l>(
    of_design: &'static [Warning],
    lines: impl Iterator<Item = &'l String>,
) -> (Vec<Explained>, Vec<Message>) {
    let mut explained: Vec<Explained> = Vec::new();
    let mut others: Vec<Message> = Vec::new();
    for message in lines.filter_map(|line| Message::of(line)) {
        let is_this =
            |known: &&Warning| message.id == Some(known.id) && message.text.contains(known.part);
        let Some(known) = of_design.iter().chain(&EXPECTED).find(is_this) else {
            if !others.contains(&message) {
                others.push(message);
            }
            continue;
        };
        let warning = match known.part {
            "" => known.id.to_string(),
            part => format!("{}, {part}", known.id),
        };
        match explained.iter_mut().find(|explained| explained.warning == warning) {
            Some(explained) => explained.count += 1,
            None => {
                let reason = known.reason.to_string();
                explained.push(Explained { warning, reason, count: 1 });
            }
        }
    }
    (explained, others)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn warnings_of_every_tool_are_read() {
        for (line, severity, id, text) in [
            ("Warning (10230): truncated", Severity::Warning, Some(10230), "truncated"),
            ("    Warning (15610): No output", Severity::Warning, Some(15610), "No output"),
            ("Critical Warning (332148): Timing", Severity::Critical, Some(332148), "Timing"),
            ("Warning: Resizing cell port", Severity::Warning, None, "Resizing cell port"),
            ("WARNING: unconstrained", Severity::Warning, None, "unconstrained"),
        ] {
            let message = Message { severity, id, text: text.to_string() };
            assert_eq!(Message::of(line), Some(message), "{line}");
        }
        for line in
            ["Info (15610): no", "Error (12007): no", "0 warnings", "Warnings: 3", "Warning"]
        {
            assert_eq!(Message::of(line), None, "{line}");
        }
    }
}
