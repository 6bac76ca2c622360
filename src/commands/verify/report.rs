//! The report of a mismatch, card by card.

use std::fmt::{self, Write};

use crate::commands::table::{Align, Table};
use crate::drawing::displays;
use crate::game::{Rank, Side, Step};
use crate::output::OutputFile;
use crate::simulation::BoardOutputs;
use crate::simulation::every_hand::{PressResult, ReplayedHand};

/// Writes the hand up to the first press that does not match. `vcd` is the file with its waveform.
pub(super) fn write(
    replay: &ReplayedHand,
    vcd: Option<&OutputFile>,
    max_width: Option<usize>,
    text: &mut String,
) -> fmt::Result {
    let (clocking, mismatch) = (replay.clocking, &replay.mismatch);
    let press = match mismatch.presses {
        0 => "at the start of the hand".to_string(),
        presses => format!("at press {presses}"),
    };
    let cards = in_order(mismatch.cards);
    writeln!(text, "The simulated hardware and the rules in Rust disagree.\n")?;
    writeln!(text, "  hardware  task5, {clocking} clocking (hdl/)")?;
    writeln!(text, "  rules     src/game/")?;
    writeln!(text, "  hand      {cards}, {press}")?;
    if let Some(result) = replay.first_mismatch() {
        writeln!(text, "  rule      {}", Step::after(&mismatch.cards[..result.presses]))?;
    }
    if replay.after_another
        && let Some(before) = mismatch.before
    {
        let before = in_order(before);
        writeln!(text, "\nThe hand matches from power-up, but not after {before}.")?;
    }
    writeln!(text, "\n{}", presses(replay).max_width(max_width))?;
    if let Some(result) = replay.first_mismatch() {
        for difference in differences(result.shown, result.expected) {
            writeln!(text, "{difference}")?;
        }
        writeln!(text, "\n{:26}rules", "hardware")?;
        for (shown, expected) in displays(result.shown).iter().zip(displays(result.expected)) {
            writeln!(text, "{}", format!("{shown:26}{expected}").trim_end())?;
        }
        writeln!(text)?;
    }
    writeln!(text, "{}\n", simulators(replay))?;
    match vcd {
        Some(vcd) => writeln!(text, "Waveform: {vcd}"),
        None => {
            writeln!(text, "For the waveform: baccarat verify --clocking {clocking} --vcd hand.vcd")
        }
    }
}

/// Whether the two simulators agree, and where the fault can be.
fn simulators(replay: &ReplayedHand) -> String {
    if replay.agrees() {
        return simulators_agree().to_string();
    }
    let found = match replay.first_mismatch() {
        None => "finds no mismatch".to_string(),
        Some(result) => format!("finds the first mismatch at press {}", result.presses),
    };
    format!(
        "\
The two simulators disagree. The table is from the statement-level one
(crates/rtl), which {found}. The gate-level one (crates/gates),
which plays every hand, may be wrong: please report this."
    )
}

/// Where the fault is if both simulators show it.
pub(super) fn simulators_agree() -> &'static str {
    "\
Two simulators agree on this, so the mistake is in hdl/ or in src/game/.
`cargo test --test game` checks src/game/ against the published rules and odds:
if it passes, look in hdl/. `git diff -- hdl src/game` shows what has changed."
}

/// The cards in the order in which they are dealt: `9 K 4 5 6 2`.
pub(super) fn in_order(cards: [Rank; 6]) -> String {
    cards.map(|card| card.to_string()).join(" ")
}

/// A row for each press up to the first that does not match, which has two.
fn presses(replay: &ReplayedHand) -> Table<7> {
    use Align::{Left, Right};
    let mut table = Table::new([
        (Left, "press"),
        (Left, "deals"),
        (Left, "HEX5 to HEX0"),
        (Right, "banker"),
        (Right, "player"),
        (Left, "lights"),
        (Left, "rule"),
    ]);
    let cards = replay.mismatch.cards;
    for result in &replay.results {
        let press = match result.presses {
            0 => "reset".to_string(),
            presses => presses.to_string(),
        };
        let deals = deal(&cards, result.presses);
        let reason = Step::after(&cards[..result.presses]).to_string();
        let PressResult { shown, expected, .. } = result;
        if result.is_correct() {
            table.row(row([press, deals], *shown, reason));
            continue;
        }
        table.row(row([press, deals], *shown, "<- hardware".into()));
        table.row(row([const { String::new() }; 2], *expected, "<- rules".into()));
        break;
    }
    table
}

fn row([press, deals]: [String; 2], outputs: BoardOutputs, reason: String) -> [String; 7] {
    [
        press,
        deals,
        outputs.characters(),
        outputs.score(Side::Banker).to_string(),
        outputs.score(Side::Player).to_string(),
        outputs.verdict(),
        reason,
    ]
}

/// The card that a press deals by the rules, and who gets it.
fn deal(cards: &[Rank; 6], press: usize) -> String {
    let Some(index) = press.checked_sub(1) else {
        return String::new();
    };
    match Step::after(&cards[..index]).next_card() {
        Some(side) => format!("{} to {side}", cards[index]),
        None => "nothing".to_string(),
    }
}

const DISPLAYS: [&str; 6] = [
    "player's first card",
    "player's second card",
    "player's third card",
    "banker's first card",
    "banker's second card",
    "banker's third card",
];

/// The outputs that differ, in words.
fn differences(shown: BoardOutputs, expected: BoardOutputs) -> Vec<String> {
    let mut differences = Vec::new();
    let mut compare = |pin: &str, name: String, shown: String, expected: String| {
        if shown != expected {
            differences.push(format!("{pin:<10} {name}: {shown}, by the rules {expected}"));
        }
    };
    for (side, score, light) in
        [(Side::Player, "LEDR[3:0]", "LEDR[8]"), (Side::Banker, "LEDR[7:4]", "LEDR[9]")]
    {
        let value = |outputs: BoardOutputs| outputs.score(side).to_string();
        compare(score, format!("{side}'s score"), value(shown), value(expected));
        let state =
            |outputs: BoardOutputs| if outputs.win_light(side) { "on" } else { "off" }.into();
        compare(light, format!("{side} wins"), state(shown), state(expected));
    }
    for (number, name) in DISPLAYS.iter().enumerate() {
        let glyph = |outputs: BoardOutputs| outputs.glyph(number).to_string();
        compare(&format!("HEX{number}"), name.to_string(), glyph(shown), glyph(expected));
    }
    differences
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generator::{self, Clocking};
    use crate::simulation::every_hand::{Mismatch, replay};

    #[test]
    fn simulators_that_disagree_are_reported() {
        let design = generator::design(Clocking::Direct).unwrap();
        let cards = [Rank::Nine, Rank::King, Rank::Four, Rank::Five, Rank::Six, Rank::Two];
        let mismatch = Mismatch { cards, presses: 5, before: Some(cards) };
        let replay = replay(Clocking::Direct, &design, &mismatch).unwrap();
        let mut text = String::new();
        write(&replay, None, None, &mut text).unwrap();
        for words in [
            "hand      9 K 4 5 6 2, at press 5",
            "6      2 to banker  2 5 H 6 4 9        7       9  player wins  banker has drawn",
            "The two simulators disagree.",
            "finds no mismatch",
        ] {
            assert!(text.contains(words), "no {words:?} in\n{text}");
        }
        assert!(!text.contains("<- hardware"), "{text}");
    }
}
