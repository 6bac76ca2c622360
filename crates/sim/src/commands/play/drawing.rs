//! Cards, displays and roads in characters. The stream drops the colours if it is not a terminal.

use crate::HandOutputs;
use std::fmt;

use anstyle::{AnsiColor, Style};

use crate::drawing::displays;
use de1_soc::BoardOutputs;
use punto_banco::roads::{Cell, Colour, Placed, ROWS, Roads, Win};
use punto_banco::{Bet, Entry, Outcome, Settlement, Side};

/// Text in a style.
pub(super) struct Styled<T>(Style, T);

impl<T: fmt::Display> fmt::Display for Styled<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Styled(style, text) = self;
        write!(f, "{style}")?;
        text.fmt(f)?;
        write!(f, "{style:#}")
    }
}

const PLAYER: Style = AnsiColor::BrightBlue.on_default();
const BANKER: Style = AnsiColor::BrightRed.on_default();
const TIE: Style = AnsiColor::BrightGreen.on_default();
const LOST: Style = AnsiColor::Red.on_default();
const SEGMENTS: Style = AnsiColor::Red.on_default();
const MINOR: Style = Style::new().dimmed();
const STRONG: Style = Style::new().bold();

/// Less important text.
pub(super) fn dimmed<T>(text: T) -> Styled<T> {
    Styled(MINOR, text)
}

pub(super) fn strong<T>(text: T) -> Styled<T> {
    Styled(STRONG, text)
}

const fn side_style(side: Side) -> Style {
    match side {
        Side::Player => PLAYER,
        Side::Banker => BANKER,
    }
}

/// Text in the colour of a side.
pub(super) fn of_side<T>(side: Side, text: T) -> Styled<T> {
    Styled(side_style(side), text)
}

const fn outcome_style(outcome: Outcome) -> Style {
    match outcome {
        Outcome::Player => PLAYER,
        Outcome::Banker => BANKER,
        Outcome::Tie => TIE,
    }
}

pub(super) fn of_settlement<T>(result: Settlement, text: T) -> Styled<T> {
    let style = match result {
        Settlement::Win => TIE,
        Settlement::Push => STRONG,
        Settlement::Lose => LOST,
    };
    Styled(style, text)
}

/// Every bet with its odds.
pub(super) fn odds() -> String {
    Bet::ALL.map(|bet| format!("{bet} {}", bet.odds())).join(", ")
}

/// The sides in the order in which they are printed.
pub(super) const SIDES: [Side; 2] = [Side::Player, Side::Banker];

/// The cards of a side and its score, on one line: `player 9 K (9)`.
pub(super) fn hand(side: Side, cards: &[String], score: impl fmt::Display) -> String {
    match cards {
        [] => format!("{side} -"),
        _ => format!("{side} {} ({score})", cards.join(" ")),
    }
}

/// The winner and the scores.
pub(super) fn verdict(
    outcome: Outcome,
    player: impl fmt::Display,
    banker: impl fmt::Display,
) -> Styled<String> {
    let text = match outcome {
        Outcome::Player => format!("Player wins, {player} to {banker}."),
        Outcome::Banker => format!("Banker wins, {banker} to {player}."),
        Outcome::Tie => format!("A tie, {player} to {banker}."),
    };
    Styled(outcome_style(outcome).bold(), text)
}

/// Whether the terminal may have no other characters than those of ASCII.
fn is_dumb() -> bool {
    std::env::var_os("TERM").is_some_and(|terminal| terminal == "dumb")
}

/// Cards in a row, a box each, three lines.
fn boxes(cards: &[String]) -> [String; 3] {
    let row = |of: &dyn Fn(&String) -> String| cards.iter().map(of).collect::<Vec<_>>().join(" ");
    let [top, side, bottom] = if is_dumb() {
        ["+----+", "|", "+----+"]
    } else {
        ["┌────┐", "│", "└────┘"]
    };
    let card = |card: &String| format!("{side}{card:>3} {side}");
    [row(&|_| top.into()), row(&card), row(&|_| bottom.into())]
}

/// The width of three boxes and a gap.
const HALF: usize = 26;

/// Both hands as cards, above the displays of the board.
pub(super) fn hands(player: &[String], banker: &[String], outputs: BoardOutputs) -> String {
    let [players, bankers] = [boxes(player), boxes(banker)];
    let heading = |side| format!("{side} {}", outputs.score(side));
    let left = format!("{:HALF$}", heading(Side::Player));
    let right = heading(Side::Banker);
    let mut text = format!("\n  {}{}\n", of_side(Side::Player, left), of_side(Side::Banker, right));
    for (left, right) in players.iter().zip(&bankers) {
        text += &format!("  {left:HALF$}{right}\n");
    }
    for line in displays(outputs) {
        text += &format!("\n  {}", Styled(SEGMENTS, line.trim_end()));
    }
    text += &format!(
        "\n  {}",
        dimmed("HEX5 to HEX0: the banker's third, second and first card, then the player's")
    );
    text
}

const STREAKS: &str = "one column per streak; a lower-case letter was followed by ties";

/// All five roads, the newest columns of each.
pub(super) fn roads(roads: &Roads) -> String {
    let bead = |entry: &Entry| {
        let letter = match entry.outcome {
            Outcome::Player => 'P',
            Outcome::Banker => 'B',
            Outcome::Tie => 'T',
        };
        Styled(outcome_style(entry.outcome), letter)
    };
    let win = |win: &Win| {
        let letter = match win.side {
            Side::Player => 'P',
            Side::Banker => 'B',
        };
        Styled(
            side_style(win.side),
            if win.ties > 0 { letter.to_ascii_lowercase() } else { letter },
        )
    };
    let colour = |colour: &Colour| match colour {
        Colour::Red => Styled(BANKER, 'o'),
        Colour::Blue => Styled(PLAYER, 'x'),
    };
    let mut text = String::new();
    let mut add = |title: &str, note: &str, rows: String| {
        text += &format!("\n{} {}\n{rows}", strong(title), dimmed(note));
    };
    add("Bead plate", "each round: Player, Banker or Tie", grid(&roads.bead_plate, bead));
    let ties = match roads.leading_ties {
        0 => STREAKS.to_string(),
        ties => format!("{STREAKS}; ties before the first: {ties}"),
    };
    add("Big road", &ties, grid(&roads.big_road, win));
    let derived = [
        ("Big eye boy", &roads.big_eye_boy),
        ("Small road", &roads.small_road),
        ("Cockroach pig", &roads.cockroach_pig),
    ];
    for (title, marks) in derived {
        add(title, "o: regular, x: irregular", grid(marks, colour));
    }
    text.trim_matches('\n').to_string()
}

/// The number of columns of a road that fit on a line.
const COLUMNS: usize = 38;

/// The rows of a road that have anything on them.
fn grid<T>(marks: &[Placed<T>], letter: impl Fn(&T) -> Styled<char>) -> String {
    let width = marks.iter().map(|mark| mark.cell.column + 1).max().unwrap_or(0);
    let first = width.saturating_sub(COLUMNS);
    let mut text = String::new();
    for row in 0..ROWS {
        let at = |column| marks.iter().find(|mark| mark.cell == Cell { column, row });
        let cells = (first..width).map(|column| match at(column) {
            Some(mark) => letter(&mark.mark).to_string(),
            None => " ".into(),
        });
        let line = cells.collect::<Vec<_>>().join(" ");
        if !line.trim().is_empty() {
            text += &format!("  {}\n", line.trim_end());
        }
    }
    if text.is_empty() { "  -\n".into() } else { text }
}
