//! The verdict on the casino.

use crate::HandOutputs;
use std::time::Duration;

use anyhow::anyhow;
use serde_json::{Value, json};

use super::mismatch::{self, DISAGREE, SIMULATORS_AGREE, pins};
use super::{Verdict, share};
use crate::casino_hands::{
    CASES, Comparison, FEWEST_CARDS, Failure, Fault, Job, Pins, Plan, ReplayedLog, Report,
};
use baccarat_hdl::casino::DECKS;
use command_line::table::{Table, percent};
use de1_soc::{BoardOutputs, KEYS};
use output_files::OutputFile;
use punto_banco::casino::Release;
use punto_banco::{Bet, Decks, Outcome, Tally, grouped, tally};

/// The largest deviation of a share from the exact value, in standard deviations.
const MAX_DEVIATION: f64 = 4.0;

/// The verdict if all boards matched the reference.
///
/// # Errors
/// The exact outcomes cannot be computed.
pub(super) fn success(plan: Plan, report: &Report, elapsed: Duration) -> anyhow::Result<Verdict> {
    // The outcomes of all hands from a full shoe, weighted by the number of ways to deal them.
    let exact = tally(Decks::new(DECKS as u32)?);
    let Report { results, payments, positions, .. } = report;
    let count = |number: u64| grouped(number.into());
    let text = format!(
        "\
All lights and displays of casino match the rules after every release of KEY0.

{}
{} shoes dealt to the end, {} cards; another {} hands with keys that bounce
every position of the shoe drawn, from {} cards down to {FEWEST_CARDS}
{} bets at the limits of the bankroll paid, {} refused
{} hands in {:.1} s, {:.3} million a second, seed {}
",
        shares(report, &exact),
        count(results.shoes),
        count(results.cards),
        count(results.bounced),
        positions.most_cards(),
        count(payments.paid),
        count(payments.refused),
        count(results.hands()),
        elapsed.as_secs_f64(),
        results.hands() as f64 / elapsed.as_secs_f64() / 1e6,
        plan.seed,
    );
    let outcome = |outcome| {
        json!({
            "hands": results.tally.of(outcome) as u64,
            "share": share(&results.tally, outcome),
            "exact": share(&exact, outcome),
            "deviation": results.deviation(&exact, outcome),
        })
    };
    let json = json!({
        "seed": plan.seed,
        "seconds": elapsed.as_secs_f64(),
        "hands": results.tally.total() as u64,
        "shoes": results.shoes,
        "cards": results.cards,
        "bounced": results.bounced,
        "outcomes": {
            "banker": outcome(Outcome::Banker),
            "player": outcome(Outcome::Player),
            "tie": outcome(Outcome::Tie),
        },
        "paid": payments.paid,
        "refused": payments.refused,
        "mismatch": null,
    });
    Ok(Verdict { text, json, failure: check(plan, report, &exact).err() })
}

/// Checks what all hands have to show together.
///
/// # Errors
/// A position of the shoe was not drawn, a bet was not dealt as planned, or a share deviates from
/// the exact value.
fn check(plan: Plan, report: &Report, exact: &Tally) -> anyhow::Result<()> {
    let Report { positions, payments, results, .. } = report;
    if let Some((cards, position)) = positions.missing(52 * DECKS) {
        anyhow::bail!(
            "casino: with {cards} cards in the shoe, no release draws the card at position {position}"
        );
    }
    let dealt = payments.paid + payments.refused;
    anyhow::ensure!(
        dealt == CASES as u64,
        "casino: only {dealt} of {CASES} bets at the limits of the bankroll were paid or refused \
         (seed {})",
        plan.seed
    );
    for outcome in Outcome::ALL {
        let deviation = results.deviation(exact, outcome);
        anyhow::ensure!(
            deviation.abs() <= MAX_DEVIATION,
            "casino: the share of the outcome `{outcome}` is {deviation:.1} standard deviations \
             from the exact value with seed {}. With a correct machine this happens for one seed \
             in some 5,000: try another --seed",
            plan.seed
        );
    }
    Ok(())
}

fn shares(report: &Report, exact: &Tally) -> Table<5> {
    let mut table = Table::new(["outcome", ">hands", ">share", ">exact", ">standard deviations"]);
    let results = &report.results;
    for outcome in Outcome::ALL {
        table.row([
            outcome.to_string(),
            grouped(results.tally.of(outcome)),
            percent(share(&results.tally, outcome)),
            percent(share(exact, outcome)),
            format!("{:+.1}", results.deviation(exact, outcome)),
        ]);
    }
    table
}

/// The verdict on a hand with a wrong observation, up to that. `vcd` is the file with its waveform.
pub(super) fn mismatch(
    plan: Plan,
    failure: &Failure,
    replay: &ReplayedLog,
    vcd: Option<&OutputFile>,
    elapsed: Duration,
    max_width: Option<usize>,
) -> Verdict {
    let (part, fault) = (part(failure), fault(&failure.mismatch.fault));
    let seed = plan.seed;
    let mut text = format!(
        "\
{DISAGREE}

  hardware  casino (hdl/)
  rules     crates/punto-banco/src/casino.rs
  hand      {part}, seed {seed}
  fault     {fault}

{}
",
        comparisons(replay).max_width(max_width)
    );
    if let Some(Comparison { actual, expected, .. }) = replay.comparisons.last() {
        let expected = expected.map(|expected| expected.outputs);
        text += &format!("{}\n", mismatch::side_by_side(actual.outputs, expected));
    }
    let simulators = match replay.agrees {
        true => SIMULATORS_AGREE,
        false => {
            "\
The two simulators disagree: the statement-level one (crates/rtl) does not show
the outputs of the gate-level one (crates/gates). Please report this."
        }
    };
    text += &format!("{simulators}\n\n");
    let hands = match plan.hands {
        Plan::HANDS => String::new(),
        hands => format!(" --hands {hands}"),
    };
    text += &mismatch::waveform(vcd, &format!("--machine casino --seed {seed}{hands}"));
    let comparisons = replay.comparisons.iter().map(comparison_json);
    let json = json!({
        "seed": seed,
        "seconds": elapsed.as_secs_f64(),
        "hands": null,
        "shoes": null,
        "cards": null,
        "bounced": null,
        "outcomes": null,
        "paid": null,
        "refused": null,
        "mismatch": {
            "part": part,
            "fault": fault,
            "replayed": replay.agrees,
            "vcd": mismatch::path(vcd),
            "comparisons": comparisons.collect::<Vec<_>>(),
        },
    });
    let failure = anyhow!("casino and the rules in Rust disagree ({part}, seed {seed})");
    Verdict { text, json, failure: Some(failure) }
}

fn comparison_json(comparison: &Comparison) -> Value {
    json!({
        "cycle": comparison.cycle,
        "KEY": comparison.actual.pins.keys(),
        "SW": comparison.actual.pins.switches,
        "releases": comparison.releases.iter().map(effect).collect::<Vec<_>>(),
        "shown": pins(comparison.actual.outputs),
        "expected": comparison.expected.map(|expected| pins(expected.outputs)),
    })
}

/// Where the mismatch was found.
fn part(failure: &Failure) -> String {
    let lane = failure.mismatch.lane;
    match failure.job {
        Job::Money { first } => format!("bets and bankrolls, case {}", first + lane),
        Job::Positions { first } => format!("positions of the shoe, board {}", first + lane),
        Job::Shoes { batch } => format!("random shoes, batch {batch}, board {lane}"),
    }
}

/// The fault in words.
fn fault(fault: &Fault) -> String {
    match fault {
        Fault::Outputs(_) => "lights or displays differ".to_string(),
        Fault::NoCardOfTheShoe { display } => {
            format!("HEX{display} does not show a card that the shoe holds")
        }
        Fault::WrongCard { display, card } => format!(
            "the card on HEX{display} is not the one at the drawn position: {} of {}",
            card.rank,
            ["clubs", "diamonds", "hearts", "spades"][usize::from(card.suit) % 4]
        ),
    }
}

/// A row for each observation; the last one is wrong and has two.
fn comparisons(replay: &ReplayedLog) -> Table<6> {
    let mut table =
        Table::new([">cycle", "keys held", "chips", "HEX5 to HEX0", "LEDR", "releases of KEY0"]);
    for (number, comparison) in replay.comparisons.iter().enumerate() {
        let actual = comparison.actual;
        let place = [comparison.cycle.to_string(), keys(actual.pins), bet(actual.pins)];
        let releases: Vec<String> = comparison.releases.iter().map(effect).collect();
        let releases = releases.join(", ");
        if number + 1 < replay.comparisons.len() {
            table.row(row(place, Some(actual.outputs), releases));
            continue;
        }
        table.row(row(place, Some(actual.outputs), "<- hardware".to_string()));
        let rules = if releases.is_empty() { "<- rules" } else { "<- rules: " };
        let expected = comparison.expected.map(|expected| expected.outputs);
        table.row(row([const { String::new() }; 3], expected, format!("{rules}{releases}")));
    }
    table
}

fn row(
    [cycle, keys, bet]: [String; 3],
    outputs: Option<BoardOutputs>,
    releases: String,
) -> [String; 6] {
    let ledr = outputs.map(|outputs| format!("{:010b}", outputs.ledr()));
    let displays = outputs.map(BoardOutputs::characters_or_digits);
    [cycle, keys, bet, displays.unwrap_or_default(), ledr.unwrap_or_default(), releases]
}

/// The keys that are held: `KEY1 KEY3`.
fn keys(pins: Pins) -> String {
    let held = (0..KEYS).filter(|key| pins.holds(*key));
    held.map(|key| format!("KEY{key}")).collect::<Vec<_>>().join(" ")
}

/// The bet of the switches: `3 on player, tie`.
fn bet(pins: Pins) -> String {
    let bet = pins.bet();
    let boxes = Bet::ALL.into_iter().filter(|name| bet.is_on(*name));
    let boxes: Vec<String> = boxes.map(|name| name.to_string()).collect();
    match boxes.is_empty() {
        true => "none".to_string(),
        false => format!("{} on {}", bet.chips, boxes.join(", ")),
    }
}

/// What a release does by the rules.
fn effect(release: &Option<Release>) -> String {
    match release {
        None => "draws a card that was not seen".to_string(),
        Some(Release::Ignored) => "no effect".to_string(),
        Some(Release::Refused) => "the stakes are refused".to_string(),
        Some(Release::Burned(card)) => format!("{} is the burn card", card.rank),
        Some(Release::Dealt(card)) => format!("{} is dealt", card.rank),
        Some(Release::Cleared { new_shoe: false }) => "clears the table".to_string(),
        Some(Release::Cleared { new_shoe: true }) => "clears the table for a new shoe".to_string(),
    }
}
