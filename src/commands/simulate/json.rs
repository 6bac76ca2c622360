//! The hand as JSON. The help of the command describes the fields.

use serde::Serialize;

use super::record::Record;
use crate::game::Outcome;

#[derive(Serialize)]
struct Report {
    cards: Vec<String>,
    outcome: Outcome,
    presses: Vec<Press>,
}

#[derive(Serialize)]
struct Press {
    card: Option<String>,
    ledr: u64,
    /// HEX0 to HEX5; 0 lights a segment.
    hex: [u64; 6],
    state: String,
    reason: String,
}

pub(super) fn format(record: &Record) -> serde_json::Result<String> {
    let presses = record.results.iter().zip(&record.states).map(|(result, state)| Press {
        card: result.presses.checked_sub(1).map(|index| record.dealt[index].to_string()),
        ledr: result.shown.ledr(),
        hex: std::array::from_fn(|number| result.shown.hex(number)),
        state: state.clone(),
        reason: record.reason(result.presses).to_string(),
    });
    let report = Report {
        cards: record.dealt.iter().map(ToString::to_string).collect(),
        outcome: record.outcome,
        presses: presses.collect(),
    };
    Ok(serde_json::to_string_pretty(&report)? + "\n")
}
