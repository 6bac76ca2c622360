//! The verdict on somebody's `task5`.

use crate::sentences;
use std::time::Duration;

use anyhow::{anyhow, bail};
use serde_json::{Value, json};

use super::{Mark, Remarks, Report, Rubric, presses, presses_json};
use crate::{Assessment, JudgeError, assess, remedies};
use baccarat_sim::every_hand::HANDS;
use command_line::printable;
use command_line::table::Table;
use foreign_designs::Elaborated;
use punto_banco::{grouped, in_order};

/// How many causes the text lists.
const GROUPS: usize = 12;

/// The object of `--json` if the design could not be judged.
pub fn not_judged(error: &anyhow::Error) -> Value {
    json!({ "passed": null, "error": format!("{error:#}") })
}

/// The verdict on a design of which no convention fits, and what is missing in it.
///
/// # Errors
/// The design is not a `task5`, does not settle, or may be right.
pub fn rejected(
    elaborated: &Elaborated,
    rubric: Option<&Rubric>,
    error: JudgeError,
    missing: Option<String>,
    elapsed: Duration,
) -> anyhow::Result<Report> {
    let design = &elaborated.design;
    let observation = match (error, &missing) {
        (JudgeError::Observation(one), _) if !one.is_inconclusive() => one,
        (JudgeError::Observation(_), Some(missing)) => bail!("{missing}"),
        (error, _) => return Err(error.into()),
    };
    let message = [observation.to_string()].into_iter().chain(missing);
    let message = message.collect::<Vec<String>>().join("; ");
    let assessments = assess(design, Err(&observation));
    let mark = rubric.map(|rubric| rubric.mark(&assessments));
    let json = json!({
        "passed": false,
        "top": design.top,
        "reader": elaborated.reader,
        "seconds": elapsed.as_secs_f64(),
        "properties": properties_json(&assessments, rubric),
        "mark": mark,
        "observation": message,
    });
    let text = properties(&assessments, None, mark);
    Ok(Report { text, json, failure: Some(anyhow!(message)) })
}

/// The verdict on a design whose hands were played.
pub fn verdict(
    elaborated: &Elaborated,
    remarks: &Remarks,
    rubric: Option<&Rubric>,
    verdict: &crate::Verdict,
    elapsed: Duration,
) -> Report {
    let top = &elaborated.design.top;
    let warnings = warnings(elaborated, remarks, verdict);
    let assessments = assess(&elaborated.design, Ok(verdict));
    let mark = rubric.map(|rubric| rubric.mark(&assessments));
    let properties = properties(&assessments, Some(verdict), mark);
    let text = text(top, verdict, &properties, &warnings, elapsed);
    let groups = verdict.groups.iter().map(|group| {
        json!({
            "cause": group.cause.to_string(),
            "hands": group.hands,
            "before": group.first.before.map(|hand| hand.map(|card| card.to_string())),
            "first": group.first.offered.map(|card| card.to_string()),
            "presses": presses_json(&group.first),
        })
    });
    let json = json!({
        "passed": verdict.is_right(),
        "top": top,
        "reader": elaborated.reader,
        "seconds": elapsed.as_secs_f64(),
        "properties": properties_json(&assessments, rubric),
        "mark": mark,
        "observation": null,
        "hands": HANDS,
        "wrong_hands": verdict.wrong_hands(),
        "wrong_at_end": verdict.wrong_at_end(),
        "groups": groups.collect::<Vec<_>>(),
        "contradicting": verdict.contradicting,
        "failing_resets": verdict.failing_resets,
        "conventions": sentences(&verdict.conventions),
        "warnings": warnings,
    });
    let failure = match (verdict.is_right(), verdict.wrong_hands()) {
        (true, _) => None,
        (_, 0) => Some(anyhow!(
            "{top} deals every hand right, but a reset does not always start a new one"
        )),
        _ => Some(anyhow!("{top} deals {}", wrong_hands(verdict))),
    };
    Report { text, json, failure }
}

fn properties_json(assessments: &[Assessment], rubric: Option<&Rubric>) -> Vec<Value> {
    let one = |Assessment { property, finding, causes }: &Assessment| {
        json!({
            "property": property,
            "result": finding,
            "causes": causes,
            "weight": rubric.map(|rubric| rubric.weight(*property)),
        })
    };
    assessments.iter().map(one).collect()
}

fn text(
    top: &str,
    verdict: &crate::Verdict,
    properties: &str,
    warnings: &[String],
    elapsed: Duration,
) -> String {
    let all = grouped(HANDS as u128);
    let seconds = elapsed.as_secs_f64();
    let mut text = match verdict.wrong_hands() {
        0 => format!("{top} deals all {all} hands right ({seconds:.2} s).\n"),
        _ => {
            let (wrong, causes) = (wrong_hands(verdict), causes(verdict));
            format!("{top} deals {wrong} ({seconds:.2} s):\n\n{causes}")
        }
    };
    if verdict.contradicting > 0 {
        text += &format!(
            "\nNo set of causes explains everything: {} draws or lights contradict the best one, so hands are named instead.\n",
            grouped(verdict.contradicting.into())
        );
    }
    if !verdict.failing_resets.is_empty() {
        let presses: Vec<String> = verdict.failing_resets.iter().map(usize::to_string).collect();
        text += &format!(
            "\nKEY3 does not start a new hand after these numbers of presses: {}.\n",
            presses.join(", ")
        );
    }
    text += properties;
    text += &section("Conventions", &sentences(&verdict.conventions));
    text += &section("Warnings", warnings);
    for group in verdict.groups.iter().take(GROUPS) {
        let before = group.first.before.map(|cards| format!("{}, then ", in_order(cards)));
        let cards = before.unwrap_or_default() + &in_order(group.first.offered);
        let presses = presses(&verdict.conventions, &group.first);
        text += &format!("\nFirst hand with \"{}\": {cards}\n{presses}", group.cause);
        if group.first.is_right() {
            text += "This hand passes right after power-up; it fails after other hands.\n";
        }
    }
    text
}

/// How many hands are wrong, and how many when they end if these are fewer.
fn wrong_hands(verdict: &crate::Verdict) -> String {
    let [wrong, at_end, all] = [verdict.wrong_hands(), verdict.wrong_at_end(), HANDS as u64]
        .map(|number| grouped(number.into()));
    let at_end = match wrong == at_end {
        true => String::new(),
        false => format!(", {at_end} of them at their end"),
    };
    format!("{wrong} of {all} hands wrong{at_end}")
}

/// The properties, each with the first hand that violates it, and the mark.
fn properties(
    assessments: &[Assessment],
    verdict: Option<&crate::Verdict>,
    mark: Option<Mark>,
) -> String {
    let mut table = Table::without_heading(["", "", ""]);
    for Assessment { property, finding, causes } in assessments {
        let groups = verdict.map_or(&[][..], |verdict| &verdict.groups);
        let hands = causes.iter().map(|cause| groups[*cause].first.offered);
        let hand = hands.min().map_or_else(String::new, in_order);
        table.row([finding.to_string(), property.to_string(), hand]);
    }
    let lines: Vec<String> = table.to_string().lines().map(str::to_string).collect();
    let mut text = section("Properties", &lines);
    if let Some(Mark { points, maximum }) = mark {
        text += &format!("\nMark: {points} of {maximum}\n");
    }
    text
}

fn causes(verdict: &crate::Verdict) -> Table<2> {
    let mut table = Table::without_heading([">", ""]);
    for group in verdict.groups.iter().take(GROUPS) {
        table.row([grouped(group.hands.into()), group.cause.to_string()]);
    }
    if let Some(others) = verdict.groups.get(GROUPS..).filter(|others| !others.is_empty()) {
        table.row([String::new(), format!("{} other causes{}", others.len(), remedies::IN_JSON)]);
    }
    table
}

/// Indented lines under a title, after an empty line; nothing without lines.
fn section(title: &str, lines: &[String]) -> String {
    if lines.is_empty() {
        return String::new();
    }
    let lines: String = lines.iter().map(|line| format!("  {}\n", printable(line))).collect();
    format!("\n{title}:\n{lines}")
}

fn warnings(elaborated: &Elaborated, remarks: &Remarks, verdict: &crate::Verdict) -> Vec<String> {
    let yosys = elaborated.warnings.iter().map(|warning| format!("Yosys: {warning}"));
    verdict.warnings.iter().cloned().chain(remarks.warning()).chain(yosys).collect()
}
