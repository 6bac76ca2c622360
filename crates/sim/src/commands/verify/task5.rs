//! The verdict on `task5`.

use crate::HandOutputs;
use std::time::Duration;

use anyhow::anyhow;
use serde_json::json;

use super::mismatch::{self, DISAGREE, pins};
use super::{Verdict, share};
use crate::every_hand::{HANDS, PressResult, ReplayedHand, Results};
use baccarat_hdl::top::Clocking;
use command_line::table::{Table, percent};
use de1_soc::BoardOutputs;
use output_files::OutputFile;
use punto_banco::{Bet, Decks, Outcome, Rank, Side, Step, Tally, grouped, in_order};

/// The outcomes in the order of the tables.
const OUTCOMES: [(Outcome, Bet); 3] =
    [(Outcome::Player, Bet::Player), (Outcome::Banker, Bet::Banker), (Outcome::Tie, Bet::Tie)];

/// The verdict if all hands match: the outcomes that the lights showed, and the odds of shoes with
/// these numbers of decks and of the infinite deck.
///
/// # Errors
/// The outcomes differ between the clockings.
pub(super) fn success(
    machines: &[(Clocking, Results)],
    decks: &[u32],
    elapsed: Duration,
) -> anyhow::Result<Verdict> {
    let Some((_, results)) = machines.first() else {
        anyhow::bail!("there is no design to verify");
    };
    anyhow::ensure!(
        machines.iter().all(|(_, others)| others == results),
        "the outcomes differ between the clockings although all lights match the rules: this is a \
         bug in the counting, please report it"
    );
    let mut shoes: Vec<Option<u32>> = Vec::new();
    for shoe in decks.iter().copied().map(Some).chain([None]) {
        if !shoes.contains(&shoe) {
            shoes.push(shoe);
        }
    }
    let odds: Vec<_> = shoes.into_iter().map(|shoe| (shoe, results.tally(shoe))).collect();
    let tally = results.tally(None);
    let hands_per_second = (machines.len() * HANDS) as f64 / elapsed.as_secs_f64();
    let clockings: Vec<Clocking> = machines.iter().map(|(clocking, _)| *clocking).collect();
    let text = format!(
        "\
All lights and displays of task5 match the rules after every press of every hand.

{}
{} hands in {:.3} s, {:.1} million a second

{}",
        counts(&clockings, &tally),
        grouped((machines.len() * HANDS) as u128),
        elapsed.as_secs_f64(),
        hands_per_second / 1e6,
        shoes_table(&odds),
    );
    let machines = clockings.iter().map(|clocking| {
        json!({
            "clocking": clocking.to_string(),
            "hands": tally.total() as u64,
            "player": tally.player as u64,
            "banker": tally.banker as u64,
            "tie": tally.tie as u64,
        })
    });
    let json = json!({
        "seconds": elapsed.as_secs_f64(),
        "hands_per_second": hands_per_second,
        "machines": machines.collect::<Vec<_>>(),
        "odds": odds.iter().map(|(decks, tally)| odds_json(*decks, tally)).collect::<Vec<_>>(),
    });
    Ok(Verdict { text, json, failure: None })
}

fn odds_json(decks: Option<u32>, tally: &Tally) -> serde_json::Value {
    let [player, banker, tie] = OUTCOMES.map(|(outcome, bet)| {
        (tally.of(outcome).to_string(), share(tally, outcome), tally.house_edge(bet))
    });
    json!({
        "decks": decks,
        "ways": {
            "player": player.0,
            "banker": banker.0,
            "tie": tie.0,
            "total": tally.total().to_string(),
        },
        "share": { "player": player.1, "banker": banker.1, "tie": tie.1 },
        "house_edge": { "player": player.2, "banker": banker.2, "tie": tie.2 },
    })
}

fn counts(clockings: &[Clocking], tally: &Tally) -> Table<5> {
    let mut table = Table::new(["clocking", ">hands", ">player wins", ">banker wins", ">tie"]);
    for clocking in clockings {
        let [player, banker, tie] = OUTCOMES.map(|(outcome, _)| grouped(tally.of(outcome)));
        table.row([clocking.to_string(), grouped(tally.total()), player, banker, tie]);
    }
    let [player, banker, tie] = OUTCOMES.map(|(outcome, _)| percent(share(tally, outcome)));
    table.row([String::new(), String::new(), player, banker, tie]);
    table
}

fn shoes_table(odds: &[(Option<u32>, Tally)]) -> Table<5> {
    let mut table = Table::new(["shoe", "bet", ">ways to win", ">share", ">house edge"]);
    for (index, (decks, tally)) in odds.iter().enumerate() {
        if index > 0 {
            table.gap();
        }
        let mut shoe = match decks.map(Decks::new) {
            Some(Ok(decks)) => decks.to_string(),
            _ => Decks::INFINITE.to_string(),
        };
        for (outcome, bet) in OUTCOMES {
            table.row([
                std::mem::take(&mut shoe),
                bet.to_string(),
                grouped(tally.of(outcome)),
                percent(share(tally, outcome)),
                percent(tally.house_edge(bet)),
            ]);
        }
        let all = grouped(tally.total());
        table.row([String::new(), "all".into(), all, String::new(), String::new()]);
    }
    table
}

/// The verdict on a hand that does not match, up to the first press that does not. `vcd` is the
/// file with its waveform.
pub(super) fn mismatch(
    replay: &ReplayedHand,
    vcd: Option<&OutputFile>,
    elapsed: Duration,
    max_width: Option<usize>,
) -> Verdict {
    let ReplayedHand { clocking, mismatch, .. } = replay;
    let before = mismatch.before.filter(|_| replay.after_another);
    let cards = in_order(mismatch.cards);
    let press = match mismatch.presses {
        0 => "at the start of the hand".to_string(),
        presses => format!("at press {presses}"),
    };
    let mut text = format!(
        "\
{DISAGREE}

  hardware  task5, {clocking} clocking (hdl/)
  rules     crates/punto-banco/
  hand      {cards}, {press}
"
    );
    if let Some(result) = replay.first_mismatch() {
        text += &format!("  rule      {}\n", Step::after(&mismatch.cards[..result.presses]));
    }
    if let Some(before) = before {
        let before = in_order(before);
        text += &format!("\nThe hand matches from power-up, but not after {before}.\n");
    }
    text += &format!("\n{}\n", presses(replay).max_width(max_width));
    if let Some(PressResult { shown, expected, .. }) = replay.first_mismatch() {
        text += &differences(*shown, *expected);
        text += &format!("\n{}\n", mismatch::side_by_side(*shown, Some(*expected)));
    }
    text += &format!("{}\n\n", simulators(replay));
    text += &mismatch::waveform(vcd, &format!("--clocking {clocking}"));
    let ranks = |cards: [Rank; 6]| cards.map(|card| card.to_string());
    let presses = replay
        .results
        .iter()
        .map(|result| json!({ "shown": pins(result.shown), "expected": pins(result.expected) }));
    let json = json!({
        "seconds": elapsed.as_secs_f64(),
        "mismatch": {
            "clocking": clocking.to_string(),
            "hand": ranks(mismatch.cards),
            "press": mismatch.presses,
            "replayed": replay.agrees(),
            "before": before.map(ranks),
            "vcd": mismatch::path(vcd),
            "presses": presses.collect::<Vec<_>>(),
        },
    });
    let failure =
        anyhow!("task5 ({clocking} clocking) and the rules in Rust disagree on the hand {cards}");
    Verdict { text, json, failure: Some(failure) }
}

/// Whether the two simulators agree, and where the fault can be.
fn simulators(replay: &ReplayedHand) -> String {
    if replay.agrees() {
        return mismatch::SIMULATORS_AGREE.to_string();
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

/// A row for each press up to the first that does not match, which has two.
fn presses(replay: &ReplayedHand) -> Table<7> {
    let mut table =
        Table::new(["press", "deals", "HEX5 to HEX0", ">banker", ">player", "lights", "rule"]);
    let row = |[press, deals]: [String; 2], outputs: BoardOutputs, rule: String| {
        let [banker, player] =
            [Side::Banker, Side::Player].map(|side| outputs.score(side).to_string());
        [press, deals, outputs.characters(), banker, player, outputs.verdict(), rule]
    };
    let cards = replay.mismatch.cards;
    for result in &replay.results {
        let place = match result.presses {
            0 => ["reset".to_string(), String::new()],
            press => [press.to_string(), deal(&cards[..press])],
        };
        if result.is_correct() {
            let rule = Step::after(&cards[..result.presses]).to_string();
            table.row(row(place, result.shown, rule));
            continue;
        }
        table.row(row(place, result.shown, "<- hardware".into()));
        table.row(row([const { String::new() }; 2], result.expected, "<- rules".into()));
        break;
    }
    table
}

/// The last of these cards and who gets it by the rules.
fn deal(cards: &[Rank]) -> String {
    let side = cards
        .split_last()
        .and_then(|(card, before)| Some(format!("{card} to {}", Step::after(before).next_card()?)));
    side.unwrap_or_else(|| "nothing".to_string())
}

const DISPLAYS: [&str; 6] = [
    "player's first card",
    "player's second card",
    "player's third card",
    "banker's first card",
    "banker's second card",
    "banker's third card",
];

/// The outputs that differ, in words, a line each.
fn differences(shown: BoardOutputs, expected: BoardOutputs) -> String {
    let mut text = String::new();
    let mut compare = |pin: &str, name: String, value: &dyn Fn(BoardOutputs) -> String| {
        let [shown, expected] = [shown, expected].map(value);
        if shown != expected {
            text += &format!("{pin:<10} {name}: {shown}, by the rules {expected}\n");
        }
    };
    for (side, score, light) in
        [(Side::Player, "LEDR[3:0]", "LEDR[8]"), (Side::Banker, "LEDR[7:4]", "LEDR[9]")]
    {
        compare(score, format!("{side}'s score"), &|outputs| outputs.score(side).to_string());
        compare(light, format!("{side} wins"), &|outputs| {
            if outputs.win_light(side) { "on" } else { "off" }.into()
        });
    }
    for (number, name) in DISPLAYS.iter().enumerate() {
        let glyph = |outputs: BoardOutputs| outputs.glyph(number).to_string();
        compare(&format!("HEX{number}"), name.to_string(), &glyph);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::every_hand::{Mismatch, replay};

    #[test]
    fn simulators_that_disagree_are_reported() {
        let design = crate::design(Clocking::Direct).unwrap();
        let cards = [Rank::Nine, Rank::King, Rank::Four, Rank::Five, Rank::Six, Rank::Two];
        let found = Mismatch { cards, presses: 5, before: Some(cards) };
        let replay = replay(Clocking::Direct, &design, &found).unwrap();
        let text = mismatch(&replay, None, Duration::ZERO, None).text;
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
