//! A hand as a table, and how it ended as a picture.

use super::record::Record;
use crate::commands::table::{Align, Table};
use crate::drawing::displays;
use crate::game::{Rank, Side, Step};
use crate::machine::BoardOutputs;

pub(super) fn of(record: &Record, left_over: &[Rank]) -> String {
    let mut text = table(record).to_string();
    if let Some(last) = record.moments.last() {
        text += &format!("\n{}\n", drawing(last.shown));
    }
    if !left_over.is_empty() {
        let cards: Vec<String> = left_over.iter().map(ToString::to_string).collect();
        text += &format!("\nThe hand was over before {}.\n", cards.join(" "));
    }
    text
}

fn table(record: &Record) -> Table<8> {
    use Align::{Left, Right};
    let mut table = Table::new([
        (Left, "press"),
        (Left, "deals"),
        (Left, "HEX5 to HEX0"),
        (Right, "banker"),
        (Right, "player"),
        (Left, "lights"),
        (Left, "state"),
        (Left, "by the rules"),
    ]);
    for (moment, state) in record.moments.iter().zip(&record.states) {
        let (press, deals) = match moment.presses.checked_sub(1) {
            None => (String::new(), String::new()),
            Some(index) => (moment.presses.to_string(), deal(&record.dealt, index)),
        };
        let shown = moment.shown;
        table.row([
            press,
            deals,
            shown.characters(),
            shown.score(Side::Banker).to_string(),
            shown.score(Side::Player).to_string(),
            shown.verdict(),
            state.clone(),
            record.reason(moment.presses).to_string(),
        ]);
    }
    table
}

/// What a press dealt, and to whom.
fn deal(dealt: &[Rank], index: usize) -> String {
    let side = Step::after(&dealt[..index]).next_card();
    side.map(|side| format!("{} to {side}", dealt[index])).unwrap_or_default()
}

/// The displays as a person sees them, with the scores and the lights beside them.
fn drawing(picture: BoardOutputs) -> String {
    let [top, middle, bottom] = displays(picture);
    let scores =
        format!("banker {}, player {}", picture.score(Side::Banker), picture.score(Side::Player));
    let lines = [top, format!("{middle}  {scores}"), format!("{bottom}  {}", picture.verdict())];
    lines.map(|line| format!("  {}", line.trim_end())).join("\n")
}
