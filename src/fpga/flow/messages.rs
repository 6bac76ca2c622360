//! Warnings in the output of the tools.

use serde::{Deserialize, Serialize};

use super::report::Explained;
use super::{Flow, Warning, warnings};

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

impl Message {
    /// Reads a line, if it is a warning: `Warning (10230): text`, `Critical Warning (332148): text`, `Warning: text`.
    pub(super) fn of(line: &str) -> Option<Message> {
        let line = line.trim_start();
        let (severity, rest) = match line.strip_prefix("Critical Warning") {
            Some(rest) => (Severity::Critical, rest),
            None => (Severity::Warning, strip_ignoring_case(line, "Warning")?),
        };
        let rest = rest.trim_start();
        let numbered = rest.strip_prefix('(').and_then(|rest| rest.split_once("):"));
        let numbered = numbered.and_then(|(id, text)| Some((Some(id.parse().ok()?), text)));
        let (id, text) = numbered.or_else(|| Some((None, rest.strip_prefix(':')?)))?;
        Some(Message { severity, id, text: text.trim().to_string() })
    }
}

fn strip_ignoring_case<'l>(line: &'l str, prefix: &str) -> Option<&'l str> {
    let head = line.get(..prefix.len())?;
    head.eq_ignore_ascii_case(prefix).then(|| &line[prefix.len()..])
}

/// Splits the warnings into the expected ones, counted, and the others, each once.
pub(super) fn sort(
    flow: Flow,
    expected: &'static [Warning],
    lines: &[String],
) -> (Vec<Explained>, Vec<Message>) {
    let mut explained: Vec<Explained> = Vec::new();
    let mut others: Vec<Message> = Vec::new();
    for message in lines.iter().filter_map(|line| Message::of(line)) {
        match warnings::explanation(flow, expected, &message) {
            Some(warning) => {
                match explained
                    .iter_mut()
                    .find(|explained| explained.warning == warning.pattern.to_string())
                {
                    Some(explained) => explained.count += 1,
                    None => explained.push(Explained {
                        warning: warning.pattern.to_string(),
                        reason: warning.reason.to_string(),
                        count: 1,
                    }),
                }
            }
            None if !others.contains(&message) => others.push(message),
            None => {}
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
