//! The result as JSON. The help of the command describes the fields.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::Serialize;

use super::casino;
use super::success::{Success, share};
use crate::game::{Bet, Outcome, Rank, Tally};
use crate::output::OutputFile;
use crate::simulation::BoardOutputs;
use crate::simulation::casino_hands::{self, Failure, Plan};
use crate::simulation::every_hand::ReplayedHand;

#[derive(Serialize)]
struct Report {
    passed: bool,
    seconds: f64,
    hands_per_second: Option<f64>,
    machines: Vec<Machine>,
    odds: Vec<Odds>,
    mismatch: Option<Mismatch>,
    casino: Option<Casino>,
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

#[derive(Serialize)]
struct Casino {
    seed: u64,
    seconds: f64,
    hands: Option<u64>,
    shoes: Option<u64>,
    cards: Option<u64>,
    bounced: Option<u64>,
    outcomes: Option<BTreeMap<&'static str, Share>>,
    paid: Option<u64>,
    refused: Option<u64>,
    mismatch: Option<CasinoMismatch>,
}

#[derive(Serialize)]
struct Share {
    hands: u64,
    share: f64,
    exact: f64,
    deviation: f64,
}

#[derive(Serialize)]
struct CasinoMismatch {
    part: String,
    fault: String,
    replayed: bool,
    vcd: Option<String>,
    comparisons: Vec<CasinoObservation>,
}

#[derive(Serialize)]
#[expect(non_snake_case, reason = "the names of the pins")]
struct CasinoObservation {
    cycle: u64,
    KEY: u64,
    SW: u16,
    releases: Vec<String>,
    shown: BTreeMap<String, u64>,
    expected: Option<BTreeMap<String, u64>>,
}

/// The report after all hands matched. `passed` is false if the casino fails another check.
pub(super) fn success(
    task5: Option<&Success>,
    casino: Option<&casino::Success>,
    passed: bool,
    text: &mut String,
) -> serde_json::Result<()> {
    let machine = |tally: &Tally, clocking: String| Machine {
        clocking,
        hands: tally.total() as u64,
        player: tally.player as u64,
        banker: tally.banker as u64,
        tie: tally.tie as u64,
    };
    let machines = task5.map(|success| &success.machines).into_iter().flatten();
    let odds_of = task5.map(|success| &success.odds).into_iter().flatten();
    let report = Report {
        passed,
        seconds: task5.map_or(0.0, |success| success.elapsed.as_secs_f64()),
        hands_per_second: task5.map(Success::hands_per_second),
        machines: machines.map(|(clocking, tally)| machine(tally, clocking.to_string())).collect(),
        odds: odds_of.map(|(decks, tally)| odds(*decks, tally)).collect(),
        mismatch: None,
        casino: casino.map(casino_success),
    };
    print(&report, text)
}

fn casino_success(success: &casino::Success) -> Casino {
    let results = &success.report.results;
    let outcome = |outcome| Share {
        hands: results.tally.of(outcome) as u64,
        share: share(&results.tally, outcome),
        exact: share(&success.exact, outcome),
        deviation: success.deviation(outcome),
    };
    let outcomes =
        [("player", Outcome::Player), ("banker", Outcome::Banker), ("tie", Outcome::Tie)];
    Casino {
        seed: success.plan.seed,
        seconds: success.elapsed.as_secs_f64(),
        hands: Some(results.tally.total() as u64),
        shoes: Some(results.shoes),
        cards: Some(results.cards),
        bounced: Some(results.bounced),
        outcomes: Some(outcomes.map(|(name, of)| (name, outcome(of))).into()),
        paid: Some(success.report.payments.paid),
        refused: Some(success.report.payments.refused),
        mismatch: None,
    }
}

/// The report of a mismatch of the casino.
pub(super) fn casino_failure(
    plan: Plan,
    failure: &Failure,
    replay: &casino_hands::ReplayedLog,
    vcd: Option<&OutputFile>,
    elapsed: Duration,
    text: &mut String,
) -> serde_json::Result<()> {
    let comparisons = replay.comparisons.iter().map(|comparison| CasinoObservation {
        cycle: comparison.cycle,
        KEY: comparison.actual.pins.keys(),
        SW: comparison.actual.pins.switches,
        releases: comparison.releases.iter().map(casino::effect).collect(),
        shown: pins(comparison.actual.outputs),
        expected: comparison.expected.map(|expected| pins(expected.outputs)),
    });
    let mismatch = CasinoMismatch {
        part: casino::part(failure),
        fault: casino::fault(&failure.mismatch.fault),
        replayed: replay.agrees,
        vcd: vcd.and_then(path),
        comparisons: comparisons.collect(),
    };
    let casino = Casino {
        seed: plan.seed,
        seconds: elapsed.as_secs_f64(),
        hands: None,
        shoes: None,
        cards: None,
        bounced: None,
        outcomes: None,
        paid: None,
        refused: None,
        mismatch: Some(mismatch),
    };
    print(&failed(0.0, None, Some(casino)), text)
}

fn failed(seconds: f64, mismatch: Option<Mismatch>, casino: Option<Casino>) -> Report {
    Report {
        passed: false,
        seconds,
        hands_per_second: None,
        machines: vec![],
        odds: vec![],
        mismatch,
        casino,
    }
}

/// The report of a mismatch.
pub(super) fn failure(
    replay: &ReplayedHand,
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
    print(&failed(elapsed.as_secs_f64(), Some(mismatch), None), text)
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
