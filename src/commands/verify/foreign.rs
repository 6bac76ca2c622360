//! The verdict on somebody's `task5`.

use std::fmt::Write;
use std::time::{Duration, Instant};

use anyhow::anyhow;
use serde::Serialize;

use super::progress::Progress;
use super::report;
use crate::commands::Status;
use crate::commands::table::{Align, Table, grouped};
use crate::foreign::Elaborated;
use crate::judge::{Conventions, JudgeError, JudgedHand, Observation, Press, Verdict, judge};
use crate::output::OutputFile;
use crate::simulation::BoardOutputs;
use crate::simulation::every_hand::HANDS;

/// How many causes the text lists.
const GROUPS: usize = 12;

/// Judges a design, appends the verdict to `text` and writes the waveform of the first wrong hand.
///
/// # Errors
/// The design is not a `task5`, no convention fits, a hand is wrong, or the waveform cannot be written.
pub(super) fn verify(
    elaborated: &Elaborated,
    vcd: Option<&OutputFile>,
    json: bool,
    text: &mut String,
    status: Status,
) -> anyhow::Result<()> {
    let start = Instant::now();
    let progress = Progress::new(HANDS, status);
    let judged = judge(&elaborated.design, &|hands| progress.advance(hands));
    progress.clear();
    let elapsed = start.elapsed();
    let top = &elaborated.design.top;
    if judged.is_err() {
        // They may explain why.
        elaborated
            .warnings
            .iter()
            .for_each(|warning| status.print(format_args!("Yosys: {warning}")));
    }
    let verdict = match judged {
        Ok(verdict) => verdict,
        Err(JudgeError::Observation(observation)) if json => {
            *text = observation_json(top, &observation, elapsed)?;
            return Err(observation.into());
        }
        Err(error) => return Err(error.into()),
    };
    if json {
        *text = format_json(elaborated, &verdict, elapsed)?;
    } else {
        write_text(elaborated, &verdict, elapsed, text)?;
    }
    match (vcd, verdict.groups.first()) {
        (Some(file), Some(group)) => {
            let trace = group.first.trace(&elaborated.design, &verdict.conventions)?;
            file.write(|file| elaborated.design.waveform().write(&trace, file))?;
        }
        (Some(file), None) if !json => {
            writeln!(text, "\nNo hand is wrong: {file} was not written.")?;
        }
        _ => {}
    }
    check(top, &verdict)
}

/// The error after the report on a design with wrong hands.
fn check(top: &str, verdict: &Verdict) -> anyhow::Result<()> {
    if verdict.is_right() {
        return Ok(());
    }
    Err(match verdict.wrong_hands() {
        0 => anyhow!("{top} deals every hand right, but a reset does not always start a new one"),
        wrong => {
            let (wrong, all) = (grouped(wrong.into()), grouped(HANDS as u128));
            anyhow!("{top} deals {wrong} of {all} hands wrong")
        }
    })
}

fn write_text(
    elaborated: &Elaborated,
    verdict: &Verdict,
    elapsed: Duration,
    text: &mut String,
) -> std::fmt::Result {
    let (top, all) = (&elaborated.design.top, grouped(HANDS as u128));
    let seconds = elapsed.as_secs_f64();
    match verdict.wrong_hands() {
        0 => writeln!(text, "{top} deals all {all} hands right ({seconds:.2} s).")?,
        wrong => {
            let wrong = grouped(wrong.into());
            writeln!(text, "{top} deals {wrong} of {all} hands wrong ({seconds:.2} s):\n")?;
            let mut table = Table::without_heading([Align::Right, Align::Left]);
            for group in verdict.groups.iter().take(GROUPS) {
                table.row([grouped(group.hands.into()), group.cause.to_string()]);
            }
            let others = verdict.groups.iter().skip(GROUPS);
            let (count, hands) =
                others.fold((0, 0), |(count, hands), group| (count + 1, hands + group.hands));
            if count > 0 {
                table.row([
                    grouped(hands.into()),
                    format!("{count} other causes, which --json lists"),
                ]);
            }
            write!(text, "{table}")?;
        }
    }
    if !verdict.failing_resets.is_empty() {
        let presses: Vec<String> = verdict.failing_resets.iter().map(usize::to_string).collect();
        writeln!(
            text,
            "\nKEY3 does not start a new hand after these numbers of presses: {}.",
            presses.join(", ")
        )?;
    }
    for (title, lines) in [
        ("Conventions", verdict.conventions.sentences()),
        ("Warnings", warnings(elaborated, verdict)),
    ] {
        if !lines.is_empty() {
            writeln!(text, "\n{title}:")?;
            lines.iter().try_for_each(|line| writeln!(text, "  {line}"))?;
        }
    }
    for group in verdict.groups.iter().take(GROUPS) {
        let cards = report::in_order(group.first.offered);
        writeln!(text, "\nFirst hand with \"{}\": {cards}", group.cause)?;
        write!(text, "{}", presses(&verdict.conventions, &group.first))?;
    }
    Ok(())
}

fn warnings(elaborated: &Elaborated, verdict: &Verdict) -> Vec<String> {
    let yosys = elaborated.warnings.iter().map(|warning| format!("Yosys: {warning}"));
    verdict.warnings.iter().cloned().chain(yosys).collect()
}

/// A hand press by press. The displays are HEX5 to HEX0; the last column has the name of the state register, if there is one.
pub(in crate::commands) fn presses(conventions: &Conventions, replay: &JudgedHand) -> Table<6> {
    let mut table = Table::new([
        (Align::Right, "  press"),
        (Align::Left, "HEX5 to HEX0"),
        (Align::Right, "player"),
        (Align::Right, "banker"),
        (Align::Left, "lights"),
        (Align::Left, replay.state_register.as_deref().unwrap_or_default()),
    ]);
    let row = |name: String, outputs: BoardOutputs, state: Option<u64>| {
        use crate::game::Side::{Banker, Player};
        [
            name,
            conventions.characters(outputs),
            outputs.score(Player).to_string(),
            outputs.score(Banker).to_string(),
            outputs.verdict(),
            state.map(|state| state.to_string()).unwrap_or_default(),
        ]
    };
    for press in &replay.presses {
        let number = if press.number == 0 { "reset".into() } else { press.number.to_string() };
        table.row(row(number, press.shown, press.state));
        if let Some(expected) = press.expected.filter(|expected| *expected != press.shown) {
            table.row(row("expected".into(), expected, None));
        }
    }
    table
}

#[derive(Serialize)]
struct Json {
    passed: bool,
    top: String,
    seconds: f64,
    observation: Option<String>,
    hands: usize,
    wrong_hands: u64,
    groups: Vec<JsonGroup>,
    failing_resets: Vec<usize>,
    conventions: Vec<String>,
    warnings: Vec<String>,
}

/// The verdict if no convention fits.
fn observation_json(
    top: &str,
    observation: &Observation,
    elapsed: Duration,
) -> anyhow::Result<String> {
    let json = serde_json::json!({
        "passed": false,
        "top": top,
        "seconds": elapsed.as_secs_f64(),
        "observation": observation.to_string(),
    });
    Ok(serde_json::to_string_pretty(&json)? + "\n")
}

#[derive(Serialize)]
struct JsonGroup {
    cause: String,
    hands: u64,
    first: Vec<String>,
    presses: Vec<JsonPress>,
}

/// A press of a hand.
#[derive(Serialize)]
pub(in crate::commands) struct JsonPress {
    press: usize,
    shown: JsonOutputs,
    expected: Option<JsonOutputs>,
    /// The value of the state register, if there is one.
    state: Option<u64>,
}

#[derive(Serialize)]
struct JsonOutputs {
    ledr: u64,
    /// HEX0 to HEX5, where 0 lights a segment.
    hex: [u64; 6],
}

impl JsonOutputs {
    fn of(outputs: BoardOutputs) -> JsonOutputs {
        JsonOutputs {
            ledr: outputs.ledr(),
            hex: std::array::from_fn(|display| outputs.hex(display)),
        }
    }
}

/// The presses of a hand.
pub(in crate::commands) fn json_presses(replay: &JudgedHand) -> Vec<JsonPress> {
    let press = |press: &Press| JsonPress {
        press: press.number,
        shown: JsonOutputs::of(press.shown),
        expected: press.expected.map(JsonOutputs::of),
        state: press.state,
    };
    replay.presses.iter().map(press).collect()
}

fn format_json(
    elaborated: &Elaborated,
    verdict: &Verdict,
    elapsed: Duration,
) -> anyhow::Result<String> {
    let groups = verdict.groups.iter().map(|group| JsonGroup {
        cause: group.cause.to_string(),
        hands: group.hands,
        first: group.first.offered.iter().map(ToString::to_string).collect(),
        presses: json_presses(&group.first),
    });
    let json = Json {
        passed: verdict.is_right(),
        top: elaborated.design.top.clone(),
        seconds: elapsed.as_secs_f64(),
        observation: None,
        hands: HANDS,
        wrong_hands: verdict.wrong_hands(),
        groups: groups.collect(),
        failing_resets: verdict.failing_resets.clone(),
        conventions: verdict.conventions.sentences(),
        warnings: warnings(elaborated, verdict),
    };
    Ok(serde_json::to_string_pretty(&json)? + "\n")
}
