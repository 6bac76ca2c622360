//! `TOP.fit.summary` and `TOP.sta.summary`: lines of `name : value`.

use super::ReportFile;
use crate::flow::FlowError;
use crate::flow::report::{Clock, Slack, Usage};
use de1_soc::device::{BOARD, DEVICE};

/// The resources that the fitter used.
pub(super) struct Resources {
    /// `Quartus Prime 23.1std.0 Build 991 11/28/2023 SC Lite Edition`
    pub version: String,
    pub alms: Usage,
    pub registers: u64,
}

impl Resources {
    /// Reads `TOP.fit.summary`.
    pub fn of(summary: &ReportFile) -> Result<Resources, FlowError> {
        let value = |name: &str| {
            let value = fields(&summary.text).find(|(found, _)| *found == name);
            value
                .map(|(_, value)| value)
                .ok_or_else(|| summary.problem(format!("it has no line `{name}`")))
        };
        let number = |name: &str| {
            let text = value(name)?;
            count(text)
                .ok_or_else(|| summary.problem(format!("`{name}` is `{text}`, not a number")))
        };
        let status = value("Fitter Status")?;
        if !status.starts_with("Successful") {
            return Err(summary.problem(format!("the fitter's status is `{status}`")));
        }
        let device = value("Device")?;
        if device != DEVICE {
            let problem = format!("it is for a {device}, but the {BOARD} has a {DEVICE}");
            return Err(summary.problem(problem));
        }
        let alms = value("Logic utilization (in ALMs)")?;
        let usage = alms.split_once('/').and_then(|(used, available)| {
            Some(Usage { used: count(used)?, available: count(available)? })
        });
        Ok(Resources {
            version: version(&summary.text),
            alms: usage
                .ok_or_else(|| summary.problem(format!("`{alms}` is not a number of ALMs")))?,
            registers: number("Total registers")?,
        })
    }
}

/// The worst slack of every clock over all corners, from `TOP.sta.summary`.
pub(super) fn slacks(summary: &ReportFile) -> Result<Vec<Clock>, FlowError> {
    let mut clocks: Vec<Clock> = Vec::new();
    let mut current = None;
    for (name, value) in fields(&summary.text) {
        match name {
            "Type" => current = analysis(value),
            "Slack" => {
                let Some((kind, clock)) = current.take() else { continue };
                let slack: f64 = value
                    .parse()
                    .map_err(|_| summary.problem(format!("the slack `{value}` is not a number")))?;
                let place =
                    clocks.iter().position(|found| found.name == clock).unwrap_or_else(|| {
                        let name = clock.to_string();
                        clocks.push(Clock { name, fmax_mhz: None, slack_ns: Slack::default() });
                        clocks.len() - 1
                    });
                let worst = kind(&mut clocks[place].slack_ns);
                *worst = Some(worst.map_or(slack, |worst| worst.min(slack)));
            }
            _ => {}
        }
    }
    if clocks.iter().all(|clock| clock.slack_ns.setup.is_none()) {
        return Err(summary.problem("no clock has a setup slack: the design was not timed"));
    }
    Ok(clocks)
}

type Kind = fn(&mut Slack) -> &mut Option<f64>;

/// The kind and the clock of `Slow 1100mV 85C Model Setup 'CLOCK_50'`.
fn analysis(text: &str) -> Option<(Kind, &str)> {
    const KINDS: [(&str, Kind); 5] = [
        ("Setup", |slack| &mut slack.setup),
        ("Hold", |slack| &mut slack.hold),
        ("Recovery", |slack| &mut slack.recovery),
        ("Removal", |slack| &mut slack.removal),
        ("Minimum Pulse Width", |slack| &mut slack.pulse_width),
    ];
    let (model, clock) = text.strip_suffix('\'')?.split_once(" '")?;
    let (_, kind) = KINDS.into_iter().find(|(name, _)| model.ends_with(name))?;
    Some((kind, clock))
}

/// Names and values, without the spaces around them.
fn fields(text: &str) -> impl Iterator<Item = (&str, &str)> {
    let fields = text.lines().filter_map(|line| line.split_once(" : "));
    fields.map(|(name, value)| (name.trim(), value.trim()))
}

/// `Quartus Prime Version : 23.1std.0 Build 991 ...` as one name. Older versions print
/// `Quartus II 64-Bit Version`.
fn version(text: &str) -> String {
    let found =
        fields(text).find_map(|(name, value)| Some((name.strip_suffix(" Version")?, value)));
    found.map_or("Quartus".to_string(), |(name, value)| format!("{name} {value}"))
}

/// The number at the beginning, with commas between thousands: `1,234 ( 3 % )`.
pub(super) fn count(text: &str) -> Option<u64> {
    let digits: String = text
        .trim()
        .chars()
        .take_while(|c| c.is_ascii_digit() || *c == ',')
        .filter(|c| *c != ',')
        .collect();
    digits.parse().ok()
}
