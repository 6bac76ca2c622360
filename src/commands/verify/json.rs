//! The result as JSON. The help of the command describes the fields.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::Serialize;

use super::success::{Success, share};
use crate::exhaustive::Replay;
use crate::game::{Bet, Outcome, Rank, Tally};
use crate::machine::BoardOutputs;
use crate::output::OutputFile;

#[derive(Serialize)]
struct Report {
    passed: bool,
    seconds: f64,
    hands_per_second: Option<f64>,
    machines: Vec<Machine>,
    odds: Vec<Odds>,
    mismatch: Option<Mismatch>,
}

#[derive(Serialize)]
struct Machine {
    clocking: String,
    hands: u64,
    player: u64,
    banker: u64,
    tie: u64,
}

#[derive(Serialize)]
struct Odds {
    decks: Option<u32>,
    ways: Ways,
    share: Fractions,
    house_edge: Fractions,
}

/// Decimal strings: a double cannot hold these numbers exactly.
#[derive(Serialize)]
struct Ways {
    player: String,
    banker: String,
    tie: String,
    total: String,
}

#[derive(Serialize)]
struct Fractions {
    player: f64,
    banker: f64,
    tie: f64,
}

#[derive(Serialize)]
struct Mismatch {
    clocking: String,
    hand: Vec<String>,
    press: usize,
    replayed: bool,
    before: Option<Vec<String>>,
    vcd: Option<String>,
    presses: Vec<Press>,
}

#[derive(Serialize)]
struct Press {
    shown: BTreeMap<String, u64>,
    expected: BTreeMap<String, u64>,
}

/// The report after all hands matched.
pub(super) fn success(success: &Success, text: &mut String) -> serde_json::Result<()> {
    let machine = |tally: &Tally, clocking: String| Machine {
        clocking,
        hands: tally.total() as u64,
        player: tally.player as u64,
        banker: tally.banker as u64,
        tie: tally.tie as u64,
    };
    let report = Report {
        passed: true,
        seconds: success.elapsed.as_secs_f64(),
        hands_per_second: Some(success.hands_per_second()),
        machines: success
            .machines
            .iter()
            .map(|(clocking, tally)| machine(tally, clocking.to_string()))
            .collect(),
        odds: success.odds.iter().map(|(decks, tally)| odds(*decks, tally)).collect(),
        mismatch: None,
    };
    print(&report, text)
}

/// The report of a mismatch.
pub(super) fn failure(
    replay: &Replay,
    vcd: Option<&OutputFile>,
    elapsed: Duration,
    text: &mut String,
) -> serde_json::Result<()> {
    let presses = replay
        .results
        .iter()
        .map(|result| Press { shown: pins(result.shown), expected: pins(result.expected) });
    let mismatch = Mismatch {
        clocking: replay.clocking.to_string(),
        hand: ranks(replay.mismatch.cards),
        press: replay.mismatch.presses,
        replayed: replay.agrees(),
        before: replay.mismatch.before.filter(|_| replay.after_another).map(ranks),
        vcd: vcd.and_then(path),
        presses: presses.collect(),
    };
    let report = Report {
        passed: false,
        seconds: elapsed.as_secs_f64(),
        hands_per_second: None,
        machines: vec![],
        odds: vec![],
        mismatch: Some(mismatch),
    };
    print(&report, text)
}

fn path(file: &OutputFile) -> Option<String> {
    match file {
        OutputFile::Path(path) => Some(path.display().to_string()),
        OutputFile::Stdout => None,
    }
}

fn print(report: &Report, text: &mut String) -> serde_json::Result<()> {
    text.push_str(&serde_json::to_string_pretty(report)?);
    text.push('\n');
    Ok(())
}

fn odds(decks: Option<u32>, tally: &Tally) -> Odds {
    let share = |outcome| share(tally, outcome);
    let edge = |bet| tally.house_edge(bet);
    Odds {
        decks,
        ways: Ways {
            player: tally.player.to_string(),
            banker: tally.banker.to_string(),
            tie: tally.tie.to_string(),
            total: tally.total().to_string(),
        },
        share: Fractions {
            player: share(Outcome::Player),
            banker: share(Outcome::Banker),
            tie: share(Outcome::Tie),
        },
        house_edge: Fractions {
            player: edge(Bet::Player),
            banker: edge(Bet::Banker),
            tie: edge(Bet::Tie),
        },
    }
}

fn ranks(cards: [Rank; 6]) -> Vec<String> {
    cards.iter().map(Rank::to_string).collect()
}

fn pins(outputs: BoardOutputs) -> BTreeMap<String, u64> {
    let displays = (0..6).map(|number| (format!("HEX{number}"), outputs.hex(number)));
    displays.chain([("LEDR".to_string(), outputs.ledr())]).collect()
}
