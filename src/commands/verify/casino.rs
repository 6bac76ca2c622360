//! The report of the casino.

use std::fmt::{self, Write};
use std::time::Duration;

use super::report::simulators_agree;
use crate::commands::table::{Align, Table, grouped, percent};
use crate::drawing::displays;
use crate::game::casino::Release;
use crate::game::{Decks, Outcome, Tally, tally};
use crate::output::OutputFile;
use crate::simulation::BoardOutputs;
use crate::simulation::casino_hands::{
    CASES, Comparison, DECKS, FEWEST_CARDS, Failure, Fault, Job, Pins, Plan, ReplayedLog, Report,
};

/// The largest deviation of a share from the exact value, in standard deviations.
const MAX_DEVIATION: f64 = 4.0;

/// All boards matched the reference.
pub(super) struct Success {
    pub plan: Plan,
    pub report: Report,
    pub elapsed: Duration,
    /// The outcomes of all hands from a full shoe, weighted by the number of ways to deal them.
    pub exact: Tally,
}

impl Success {
    /// # Errors
    /// The exact outcomes cannot be computed.
    pub fn new(plan: Plan, report: Report, elapsed: Duration) -> anyhow::Result<Success> {
        let exact = tally(Decks::new(DECKS as u32)?);
        Ok(Success { plan, report, elapsed, exact })
    }

    /// Checks what all hands have to show together.
    ///
    /// # Errors
    /// A position of the shoe was not drawn, a bet was not dealt as planned, or a share deviates from the exact value.
    pub fn check(&self) -> anyhow::Result<()> {
        let Report { positions, payments, .. } = &self.report;
        if let Some((cards, position)) = positions.missing(52 * DECKS) {
            anyhow::bail!(
                "casino: with {cards} cards in the shoe, no release draws the card at position {position}"
            );
        }
        let dealt = payments.paid + payments.refused;
        anyhow::ensure!(
            dealt == CASES as u64,
            "casino: only {dealt} of {CASES} bets at the limits of the bankroll were paid or refused (seed {})",
            self.plan.seed
        );
        for outcome in Outcome::ALL {
            let deviation = self.deviation(outcome);
            anyhow::ensure!(
                deviation.abs() <= MAX_DEVIATION,
                "casino: the share of the outcome `{outcome}` is {deviation:.1} standard deviations from the exact value with seed {}. With \
                 a correct machine this happens for one seed in some 5,000: try another --seed",
                self.plan.seed
            );
        }
        Ok(())
    }

    pub fn deviation(&self, outcome: Outcome) -> f64 {
        self.report.results.deviation(&self.exact, outcome)
    }

    /// The hands per second.
    pub fn hands_per_second(&self) -> f64 {
        self.report.results.hands() as f64 / self.elapsed.as_secs_f64()
    }

    pub fn write(&self, text: &mut String) -> fmt::Result {
        let Report { results, payments, .. } = &self.report;
        let count = |number: u64| grouped(number.into());
        writeln!(
            text,
            "All lights and displays of casino match the rules after every release of KEY0.\n"
        )?;
        writeln!(text, "{}", self.shares())?;
        writeln!(
            text,
            "{} shoes dealt to the end, {} cards; another {} hands with keys that bounce",
            count(results.shoes),
            count(results.cards),
            count(results.bounced)
        )?;
        writeln!(
            text,
            "every position of the shoe drawn, from {} cards down to {FEWEST_CARDS}",
            self.report.positions.most_cards()
        )?;
        writeln!(
            text,
            "{} bets at the limits of the bankroll paid, {} refused",
            count(payments.paid),
            count(payments.refused)
        )?;
        writeln!(
            text,
            "{} hands in {:.1} s, {:.3} million a second, seed {}",
            count(results.hands()),
            self.elapsed.as_secs_f64(),
            self.hands_per_second() / 1e6,
            self.plan.seed
        )
    }

    fn shares(&self) -> Table<5> {
        use Align::{Left, Right};
        let mut table = Table::new([
            (Left, "outcome"),
            (Right, "hands"),
            (Right, "share"),
            (Right, "exact"),
            (Right, "standard deviations"),
        ]);
        let share =
            |tally: &Tally, outcome| percent(tally.of(outcome) as f64 / tally.total() as f64);
        let tally = &self.report.results.tally;
        for outcome in Outcome::ALL {
            table.row([
                outcome.to_string(),
                grouped(tally.of(outcome)),
                share(tally, outcome),
                share(&self.exact, outcome),
                format!("{:+.1}", self.deviation(outcome)),
            ]);
        }
        table
    }
}

/// Writes the hand up to the wrong observation. `vcd` is the file with its waveform.
pub(super) fn write_failure(
    plan: Plan,
    failure: &Failure,
    replay: &ReplayedLog,
    vcd: Option<&OutputFile>,
    max_width: Option<usize>,
    text: &mut String,
) -> fmt::Result {
    writeln!(text, "The simulated hardware and the rules in Rust disagree.\n")?;
    writeln!(text, "  hardware  casino (hdl/)")?;
    writeln!(text, "  rules     src/game/casino.rs")?;
    writeln!(text, "  hand      {}, seed {}", part(failure), plan.seed)?;
    writeln!(text, "  fault     {}\n", fault(&failure.mismatch.fault))?;
    writeln!(text, "{}", comparisons(replay).max_width(max_width))?;
    if let Some(Comparison { actual, expected, .. }) = replay.comparisons.last() {
        let expected = expected.map(|expected| displays(expected.outputs));
        let heading = if expected.is_some() { "rules" } else { "" };
        writeln!(text, "{}", format!("{:26}{heading}", "hardware").trim_end())?;
        for (shown, expected) in displays(actual.outputs).iter().zip(expected.unwrap_or_default()) {
            writeln!(text, "{}", format!("{shown:26}{expected}").trim_end())?;
        }
        writeln!(text)?;
    }
    match replay.agrees {
        true => writeln!(text, "{}\n", simulators_agree())?,
        false => writeln!(
            text,
            "The two simulators disagree: the statement-level one (crates/rtl) does not show\n\
             the outputs of the gate-level one (crates/gates). Please report this.\n"
        )?,
    }
    match vcd {
        Some(vcd) => writeln!(text, "Waveform: {vcd}"),
        None => {
            let hands = match plan.hands {
                Plan::HANDS => String::new(),
                hands => format!(" --hands {hands}"),
            };
            writeln!(
                text,
                "For the waveform: baccarat verify --machine casino --seed {}{hands} --vcd hand.vcd",
                plan.seed
            )
        }
    }
}

/// Where the mismatch was found.
pub(super) fn part(failure: &Failure) -> String {
    let lane = failure.mismatch.lane;
    match failure.job {
        Job::Money { first } => format!("bets and bankrolls, case {}", first + lane),
        Job::Positions { first } => format!("positions of the shoe, board {}", first + lane),
        Job::Shoes { batch } => format!("random shoes, batch {batch}, board {lane}"),
    }
}

/// The fault in words.
pub(super) fn fault(fault: &Fault) -> String {
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
    use Align::{Left, Right};
    let mut table = Table::new([
        (Right, "cycle"),
        (Left, "keys held"),
        (Left, "chips"),
        (Left, "HEX5 to HEX0"),
        (Left, "LEDR"),
        (Left, "releases of KEY0"),
    ]);
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
    let held = (0..crate::simulation::KEYS).filter(|key| pins.holds(*key));
    held.map(|key| format!("KEY{key}")).collect::<Vec<_>>().join(" ")
}

/// The bet of the switches: `3 on player, tie`.
fn bet(pins: Pins) -> String {
    let bet = pins.bet();
    let outcomes = [(bet.player, "player"), (bet.banker, "banker"), (bet.tie, "tie")];
    let chosen = outcomes.iter().filter(|(is_chosen, _)| *is_chosen).map(|(_, name)| *name);
    let chosen = chosen.collect::<Vec<_>>().join(", ");
    if chosen.is_empty() { "none".to_string() } else { format!("{} on {chosen}", bet.chips) }
}

/// What a release does by the rules.
pub(super) fn effect(release: &Option<Release>) -> String {
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
