//! A hand that went wrong, told card by card.

use std::fmt::{self, Write};
use std::path::Path;

use crate::commands::table::{Align, Table};
use crate::drawing::displays;
use crate::exhaustive::{PressResult, Replay};
use crate::game::{Rank, Side, Step};
use crate::machine::BoardOutputs;

/// Tells the hand up to the press that shows something wrong. `vcd` is the file with its waveform.
pub(super) fn tell(replay: &Replay, vcd: Option<&Path>, text: &mut String) -> fmt::Result {
    let (clocking, mismatch) = (replay.clocking, &replay.mismatch);
    let press = match mismatch.presses {
        0 => "as soon as the new hand begins".to_string(),
        presses => format!("at press {presses}"),
    };
    let cards = in_order(mismatch.cards);
    writeln!(text, "task5 with the {clocking} clocking is wrong.\n")?;
    writeln!(text, "The first hand to go wrong is {cards}, {press}.")?;
    if replay.after_another
        && let Some(before) = mismatch.before
    {
        let before = in_order(before);
        writeln!(
            text,
            "It goes right from power-up, and wrong when {before} has been played before."
        )?;
    }
    writeln!(text, "\n{}", moments(replay))?;
    if let Some(wrong) = replay.first_mismatch() {
        for fault in faults(wrong.shown, wrong.expected) {
            writeln!(text, "{fault}")?;
        }
        writeln!(text, "\n{:26}should be", "shown")?;
        for (shown, expected) in displays(wrong.shown).iter().zip(displays(wrong.expected)) {
            writeln!(text, "{}", format!("{shown:26}{expected}").trim_end())?;
        }
        writeln!(text)?;
    }
    writeln!(text, "{}\n", witness(replay))?;
    match vcd {
        Some(vcd) => writeln!(text, "Its waveform is in {}.", vcd.display()),
        None => {
            writeln!(text, "For its waveform: baccarat verify --clocking {clocking} --vcd hand.vcd")
        }
    }
}

/// What the second simulator has to say.
fn witness(replay: &Replay) -> String {
    if replay.agrees() {
        return "Two simulators show this: the gate-level one (src/gates), which plays every hand, and the\n\
                statement-level one (src/rtl)."
            .to_string();
    }
    let found = match replay.first_mismatch() {
        None => "finds nothing wrong".to_string(),
        Some(moment) => format!("finds the first fault at press {}", moment.presses),
    };
    format!(
        "The two simulators disagree. The table is by the statement-level one (src/rtl), which {found}.\n\
         The gate-level one (src/gates), which plays every hand, may be what is wrong: please report this."
    )
}

/// Cards as the shoe gives them: `9 K 4 5 6 2`.
pub(super) fn in_order(cards: [Rank; 6]) -> String {
    cards.map(|card| card.to_string()).join(" ")
}

/// A line for each press up to the wrong one, which has two.
fn moments(replay: &Replay) -> Table<7> {
    use Align::{Left, Right};
    let mut table = Table::new([
        (Left, "press"),
        (Left, "deals"),
        (Left, "HEX5 to HEX0"),
        (Right, "banker"),
        (Right, "player"),
        (Left, "lights"),
        (Left, "by the rules"),
    ]);
    let cards = replay.mismatch.cards;
    for moment in &replay.results {
        let press = match moment.presses {
            0 => "reset".to_string(),
            presses => presses.to_string(),
        };
        let deals = deal(&cards, moment.presses);
        let reason = Step::after(&cards[..moment.presses]).to_string();
        let PressResult { shown, expected, .. } = moment;
        if moment.is_correct() {
            table.row(row([press, deals], *shown, reason));
            continue;
        }
        table.row(row([press, deals], *shown, "<- WRONG, should be".into()));
        table.row(row([const { String::new() }; 2], *expected, reason));
        break;
    }
    table
}

fn row([press, deals]: [String; 2], picture: BoardOutputs, reason: String) -> [String; 7] {
    [
        press,
        deals,
        picture.characters(),
        picture.score(Side::Banker).to_string(),
        picture.score(Side::Player).to_string(),
        picture.verdict(),
        reason,
    ]
}

/// What a press deals by the rules.
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

/// Every output that shows something wrong, in words.
fn faults(shown: BoardOutputs, expected: BoardOutputs) -> Vec<String> {
    let mut faults = Vec::new();
    let mut compare = |pin: &str, name: String, shown: String, expected: String| {
        if shown != expected {
            faults.push(format!("{pin:<10} {name}: {shown}, should be {expected}"));
        }
    };
    for (side, score, light) in
        [(Side::Player, "LEDR[3:0]", "LEDR[8]"), (Side::Banker, "LEDR[7:4]", "LEDR[9]")]
    {
        let value = |picture: BoardOutputs| picture.score(side).to_string();
        compare(score, format!("{side}'s score"), value(shown), value(expected));
        let state =
            |picture: BoardOutputs| if picture.win_light(side) { "on" } else { "off" }.into();
        compare(light, format!("{side} wins"), state(shown), state(expected));
    }
    for (number, name) in DISPLAYS.iter().enumerate() {
        let glyph = |picture: BoardOutputs| picture.glyph(number).to_string();
        compare(&format!("HEX{number}"), name.to_string(), glyph(shown), glyph(expected));
    }
    faults
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{self, Clocking};
    use crate::exhaustive::{Mismatch, replay};

    #[test]
    fn simulators_that_disagree_are_told_of() {
        let design = engine::design(Clocking::Direct).unwrap();
        let cards = [Rank::Nine, Rank::King, Rank::Four, Rank::Five, Rank::Six, Rank::Two];
        let mismatch = Mismatch { cards, presses: 5, before: Some(cards) };
        let replay = replay(Clocking::Direct, &design, &mismatch).unwrap();
        let mut text = String::new();
        tell(&replay, None, &mut text).unwrap();
        for words in [
            "The first hand to go wrong is 9 K 4 5 6 2, at press 5.",
            "6      2 to banker  2 5 H 6 4 9        7       9  player wins  banker has drawn",
            "The two simulators disagree.",
            "finds nothing wrong",
        ] {
            assert!(text.contains(words), "no {words:?} in\n{text}");
        }
        assert!(!text.contains("WRONG"), "{text}");
    }
}
