//! The hand as a table, and the displays at its end.

use super::record::Record;
use crate::commands::table::{Align, Table};
use crate::drawing::displays;
use crate::game::casino::CardChoice;
use crate::game::{Rank, Side, Step};
use crate::simulation::BoardOutputs;

pub(super) fn format(
    record: &Record,
    left_over: &[CardChoice],
    max_width: Option<usize>,
) -> String {
    let mut text = table(record).max_width(max_width).to_string();
    if let Some(last) = record.results.last() {
        text += &format!("\n{}\n", drawing(last.shown));
    }
    if !left_over.is_empty() {
        let cards: Vec<String> = left_over.iter().map(ToString::to_string).collect();
        text += &format!("\nThe hand ended before {}.\n", cards.join(" "));
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
    for (result, state) in record.results.iter().zip(&record.states) {
        let (press, deals) = match result.presses.checked_sub(1) {
            None => (String::new(), String::new()),
            Some(index) => (result.presses.to_string(), deal(&record.dealt, index)),
        };
        let shown = result.shown;
        table.row([
            press,
            deals,
            shown.characters(),
            shown.score(Side::Banker).to_string(),
            shown.score(Side::Player).to_string(),
            shown.verdict(),
            state.clone(),
            record.reason(result.presses).to_string(),
        ]);
    }
    table
}

/// The card of a press and who gets it.
fn deal(dealt: &[Rank], index: usize) -> String {
    let side = Step::after(&dealt[..index]).next_card();
    side.map(|side| format!("{} to {side}", dealt[index])).unwrap_or_default()
}

/// The displays in ASCII art, with the scores and the lights beside them.
fn drawing(outputs: BoardOutputs) -> String {
    let [top, middle, bottom] = displays(outputs);
    let scores =
        format!("banker {}, player {}", outputs.score(Side::Banker), outputs.score(Side::Player));
    let lines = [top, format!("{middle}  {scores}"), format!("{bottom}  {}", outputs.verdict())];
    lines.map(|line| format!("  {}", line.trim_end())).join("\n")
}
