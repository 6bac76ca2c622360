//! A hand of `casino` as a table and as JSON. The help of the command describes the fields.

use serde::Serialize;

use super::casino::{Drawn, Record, Row};
use crate::commands::table::{Align, Table, grouped};
use crate::drawing::displays;
use crate::game::Outcome;

pub(super) fn text(record: &Record, max_width: Option<usize>) -> String {
    let mut text = table(record).max_width(max_width).to_string();
    if let Some(end) = record.end_of_hand() {
        let [top, middle, bottom] = displays(end.outputs);
        let state = &end.state;
        let scores = format!("banker {}, player {}", state.banker_score, state.player_score);
        let money = format!("{}; bankroll {}", record.bet(), grouped(state.credits.into()));
        let lines = [
            top,
            format!("{middle}  {scores}: {}", end.outputs.verdict()),
            format!("{bottom}  {money}"),
        ];
        text += &format!("\n{}\n", lines.map(|line| format!("  {}", line.trim_end())).join("\n"));
    }
    text
}

fn table(record: &Record) -> Table<9> {
    use Align::{Left, Right};
    let mut table = Table::new([
        (Left, "release"),
        (Left, "keys"),
        (Left, "card"),
        (Left, "HEX5 to HEX0"),
        (Right, "banker"),
        (Right, "player"),
        (Left, "LEDR9 to LEDR0"),
        (Right, "bankroll"),
        (Left, "by the rules"),
    ]);
    for (release, row) in record.rows.iter().enumerate() {
        let ledr = row.outputs.ledr();
        table.row([
            if release == 0 { String::new() } else { release.to_string() },
            row.keys.into(),
            card(row),
            row.outputs.characters_or_digits(),
            row.state.banker_score.to_string(),
            row.state.player_score.to_string(),
            format!("{:02b} {:04b} {:04b}", ledr >> 8, ledr >> 4 & 15, ledr & 15),
            row.state.credits.to_string(),
            row.reason.clone(),
        ]);
    }
    table
}

fn card(row: &Row) -> String {
    match row.drawn {
        None => String::new(),
        Some(Drawn::Burned(card)) => format!("{card} burned"),
        Some(Drawn::Dealt(card, side)) => format!("{card} to {side}"),
    }
}

#[derive(Serialize)]
struct Report {
    machine: &'static str,
    /// SW9 first.
    switches: String,
    burn_card: Option<String>,
    cards: Vec<String>,
    outcome: Option<Outcome>,
    bankroll: u32,
    releases: Vec<Release>,
}

#[derive(Serialize)]
struct Release {
    keys: &'static str,
    card: Option<String>,
    ledr: u64,
    /// HEX0 to HEX5; 0 lights a segment.
    hex: [u64; 6],
    bankroll: u32,
    stakes: u32,
    cards_before_cut: u32,
    reason: String,
}

pub(super) fn json(record: &Record) -> serde_json::Result<String> {
    let releases = record.rows.iter().map(|row| Release {
        keys: row.keys,
        card: row.drawn.as_ref().map(|drawn| drawn.card().to_string()),
        ledr: row.outputs.ledr(),
        hex: std::array::from_fn(|number| row.outputs.hex(number)),
        bankroll: row.state.credits,
        stakes: row.state.stakes,
        cards_before_cut: row.state.cards_before_cut,
        reason: row.reason.clone(),
    });
    let dealt = record.rows.iter().filter_map(|row| match row.drawn {
        Some(Drawn::Dealt(card, _)) => Some(card.to_string()),
        _ => None,
    });
    let end = record.end_of_hand().map(|row| &row.state);
    let report = Report {
        machine: crate::generator::CASINO,
        switches: format!("{:010b}", record.switches),
        burn_card: end.and_then(|state| state.burn_card).map(|card| card.to_string()),
        cards: dealt.collect(),
        outcome: end.and_then(|state| state.outcome),
        bankroll: end.map_or(0, |state| state.credits),
        releases: releases.collect(),
    };
    Ok(serde_json::to_string_pretty(&report)? + "\n")
}
