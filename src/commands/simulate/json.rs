//! A hand for scripts. The help of the command describes the fields.

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
    /// HEX0 to HEX5, lit by 0.
    hex: [u64; 6],
    state: String,
    reason: String,
}

pub(super) fn of(record: &Record) -> serde_json::Result<String> {
    let presses = record.moments.iter().zip(&record.states).map(|(moment, state)| Press {
        card: moment.presses.checked_sub(1).map(|index| record.dealt[index].to_string()),
        ledr: moment.shown.ledr(),
        hex: std::array::from_fn(|number| moment.shown.hex(number)),
        state: state.clone(),
        reason: record.reason(moment.presses).to_string(),
    });
    let report = Report {
        cards: record.dealt.iter().map(ToString::to_string).collect(),
        outcome: record.outcome,
        presses: presses.collect(),
    };
    Ok(serde_json::to_string_pretty(&report)? + "\n")
}
