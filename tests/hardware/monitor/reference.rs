//! The picture of a state, drawn shape by shape as docs/monitor.md describes it. Shares only the
//! files of glyphs with the hardware.

use punto_banco::casino::{Card, MAXIMUM_BANKROLL};
use punto_banco::roads::{Cell, Placed, Roads};
use punto_banco::{Bet, Entry, Outcome, Side};

use super::glyphs::{FIGURES, Glyphs, LARGE, SMALL, SUITS};
use super::picture::{Colour, Picture};
use super::state::State;
use super::words::{headline, prompt};

const FELT: Colour = [14, 88, 56];
const DARK: Colour = [7, 42, 28];
const SHADOW: Colour = [8, 58, 37];
const BOX: Colour = [9, 60, 38];
const LINE: Colour = [40, 120, 84];
const DIM: Colour = [160, 206, 178];
const IVORY: Colour = [250, 246, 232];
pub const GOLD: Colour = [244, 204, 96];
pub const LIGHT_BLUE: Colour = [104, 172, 255];
pub const LIGHT_RED: Colour = [255, 122, 110];
pub const LIGHT_GREEN: Colour = [112, 228, 128];
const BLUE: Colour = [32, 96, 208];
const RED: Colour = [208, 32, 40];
const GREEN: Colour = [24, 140, 72];
const BLACK: Colour = [24, 26, 34];
const GRID: Colour = [205, 214, 200];

/// Size of a card.
const CARD: (usize, usize) = (80, 112);

/// Size of a betting box.
const BETTING_BOX: (usize, usize) = (192, 80);

/// Returns the picture of a state.
pub fn draw(state: &State) -> Picture {
    let mut picture = Picture::filled(FELT);
    draw_header(&mut picture, state);
    picture.fill(319..=320, 48..=215, LINE);
    for side in [Side::Player, Side::Banker] {
        draw_hand(&mut picture, state, side);
    }
    let (text, ink) = headline(state);
    draw_text(&mut picture, (320 - 8 * text.len(), 16 * 14), text, &LARGE, 16, ink);
    let text = prompt(state);
    draw_text(&mut picture, (320 - 4 * text.len(), 16 * 16), text, &SMALL, 8, IVORY);
    for bet in Bet::ALL {
        draw_bet(&mut picture, state, bet);
    }
    draw_roads(&mut picture, state);
    draw_shoe(&mut picture, state);
    picture
}

fn draw_header(picture: &mut Picture, state: &State) {
    picture.fill(0..=639, 0..=31, DARK);
    picture.fill(0..=639, 32..=33, GOLD);
    large(picture, 0, 2, "PUNTO BANCO", GOLD);
    let credits = state.game.credits;
    let label = if credits == MAXIMUM_BANKROLL { "BANKROLL AT ITS LIMIT" } else { "BANKROLL" };
    small_up_to(picture, 1, 62, label, DIM);
    large_up_to(picture, 0, 77, &with_comma(credits), IVORY);
}

/// Returns a number of up to six digits with a comma after the thousands.
fn with_comma(number: u32) -> String {
    match number {
        0..1000 => number.to_string(),
        _ => format!("{},{:03}", number / 1000, number % 1000),
    }
}

fn draw_hand(picture: &mut Picture, state: &State, side: Side) {
    let game = &state.game;
    let (left, name, ink, score) = match side {
        Side::Player => (0, "PLAYER", LIGHT_BLUE, game.player_score),
        Side::Banker => (320, "BANKER", LIGHT_RED, game.banker_score),
    };
    large(picture, 3, left / 8 + 4, name, ink);
    let (background, ink) = if state.does_not_lose(side) { (GOLD, DARK) } else { (DARK, IVORY) };
    fill_with_cut_off_corners(picture, (left + 248, 40), (48, 48), background);
    if !game.is_betting() {
        picture.draw(left + 256, 44, FIGURES.get(&score.to_string()), ink);
    }
    for (place, (x, column)) in [(24, 7), (112, 18), (216, 31)].into_iter().enumerate() {
        match game.cards(side).get(place) {
            None => outline(picture, (left + x, 92), CARD, 1, LINE),
            Some(card) => {
                draw_card(picture, left + x, 92, *card);
                let value = format!("={}", card.rank.value());
                small(picture, 13, left / 8 + column, &value, DIM);
            }
        }
    }
}

fn draw_card(picture: &mut Picture, left: usize, top: usize, card: Card) {
    let (width, height) = CARD;
    picture.fill(left + 3..=left + 2 + width, top + 4..=top + 3 + height, SHADOW);
    fill_with_cut_off_corners(picture, (left, top), CARD, IVORY);
    let ink = if is_red(card) { RED } else { BLACK };
    picture.draw(left + 8, top + 8, FIGURES.get(&card.rank.to_string()), ink);
    picture.draw(left + 24, top + 56, SUITS.get(suit(card)), ink);
}

fn draw_bet(picture: &mut Picture, state: &State, bet: Bet) {
    let (x, name, odds, ink) = match bet {
        Bet::Player => (16, "PLAYER", "1:1", LIGHT_BLUE),
        Bet::Tie => (224, "TIE", "8:1", LIGHT_GREEN),
        Bet::Banker => (432, "BANKER", "19:20", LIGHT_RED),
    };
    let (width, height) = BETTING_BOX;
    picture.fill(x..=x + width - 1, 280..=279 + height, BOX);
    let (caption, number, number_ink) = match state.stake(bet) {
        0 => ("", 0, IVORY),
        stake if state.game.outcome.is_none() => ("STAKE", stake, IVORY),
        _ if state.wins(bet) => ("STAKE AND WIN", state.payment(bet), GOLD),
        stake if state.game.outcome == Some(Outcome::Tie) => ("STAKE RETURNED", stake, IVORY),
        stake => ("STAKE LOST", stake, DIM),
    };
    let colour = match state.game.outcome {
        None => ink,
        Some(_) if number > 0 && state.wins(bet) => GOLD,
        Some(_) => LINE,
    };
    outline(picture, (x, 280), BETTING_BOX, 2, colour);
    let column = x / 8;
    small(picture, 18, column + 2, name, ink);
    small_up_to(picture, 18, column + 21, odds, DIM);
    small(picture, 19, column + 2, caption, DIM);
    if number > 0 {
        large_up_to(picture, 20, column + 21, &with_comma(number), number_ink);
    }
}

fn draw_roads(picture: &mut Picture, state: &State) {
    let entry = |outcome: &Outcome| Entry { outcome: *outcome, natural: false };
    let roads = Roads::of(&state.outcomes.iter().map(entry).collect::<Vec<_>>());
    draw_grid(picture, 16, 12);
    for Placed { cell, mark } in in_newest_columns(&roads.bead_plate, 12) {
        let (name, ink) = match mark.outcome {
            Outcome::Player => ("bead player", BLUE),
            Outcome::Banker => ("bead banker", RED),
            Outcome::Tie => ("bead tie", GREEN),
        };
        draw_mark(picture, 16, cell, name, |_, _| ink);
    }
    draw_grid(picture, 224, 20);
    let mut wins = roads.big_road;
    match wins.first_mut() {
        Some(first) => first.mark.ties += roads.leading_ties,
        None if roads.leading_ties > 0 => {
            draw_mark(picture, 224, Cell { column: 0, row: 0 }, "tie", |_, _| GREEN);
        }
        None => {}
    }
    for Placed { cell, mark } in in_newest_columns(&wins, 20) {
        let ink = match mark.side {
            Side::Player => BLUE,
            Side::Banker => RED,
        };
        match mark.ties {
            0 => draw_mark(picture, 224, cell, "ring", |_, _| ink),
            _ => draw_mark(picture, 224, cell, "ring with tie", |x, y| {
                if (14..=17).contains(&(x + y)) { GREEN } else { ink }
            }),
        }
    }
}

/// Draws an empty road.
fn draw_grid(picture: &mut Picture, left: usize, columns: usize) {
    let right = left + 16 * columns - 1;
    for y in 368..=463 {
        for x in left..=right {
            let is_grid = x % 16 == 0 || y % 16 == 0 || x == right || y == 463;
            picture.set(x, y, if is_grid { GRID } else { IVORY });
        }
    }
}

/// Returns the marks in the newest columns of a road, with the cells where they are visible.
fn in_newest_columns<T: Copy>(marks: &[Placed<T>], columns: usize) -> Vec<Placed<T>> {
    let used = marks.iter().map(|placed| placed.cell.column + 1).max().unwrap_or(0);
    let left_out = used.saturating_sub(columns);
    let moved = |placed: &Placed<T>| {
        let column = placed.cell.column.checked_sub(left_out)?;
        Some(Placed { cell: Cell { column, ..placed.cell }, ..*placed })
    };
    marks.iter().filter_map(moved).collect()
}

/// Draws both halves of a mark in a cell of a road. The ink depends on the position in the cell.
fn draw_mark(
    picture: &mut Picture,
    left: usize,
    cell: Cell,
    name: &str,
    ink: impl Fn(usize, usize) -> Colour,
) {
    let (x, y) = (left + 16 * cell.column, 368 + 16 * cell.row);
    picture.draw_with(x, y, SMALL.get(&format!("{name} left")), &ink);
    picture.draw_with(x + 8, y, SMALL.get(&format!("{name} right")), |x, y| ink(x + 8, y));
}

fn draw_shoe(picture: &mut Picture, state: &State) {
    let game = &state.game;
    small(picture, 23, 69, "HAND", DIM);
    small_up_to(picture, 23, 77, &game.hands.to_string(), IVORY);
    small(picture, 24, 69, "BURN", DIM);
    if let Some(card) = game.burn_card {
        let ink = if is_red(card) { LIGHT_RED } else { IVORY };
        small_up_to(picture, 24, 76, &card.rank.to_string(), IVORY);
        picture.draw(8 * 77, 16 * 24, SMALL.get(suit(card)), ink);
    }
    small(picture, 25, 69, "CARDS", DIM);
    small_up_to(picture, 25, 77, &game.cards_before_cut.to_string(), IVORY);
    picture.fill(552..=623, 420..=431, DARK);
    picture.fill(552..=554, 420..=431, LIGHT_RED);
    let before_cut = 11 * game.cards_before_cut as usize / 64;
    if before_cut > 0 {
        picture.fill(555..=554 + before_cut, 420..=431, GOLD);
    }
    if game.last_hand {
        small(picture, 28, 69, "LAST HAND", GOLD);
    } else if game.cut_card_out {
        small(picture, 28, 69, "CUT CARD", GOLD);
    }
}

fn is_red(card: Card) -> bool {
    matches!(suit(card), "diamonds" | "hearts")
}

fn suit(card: Card) -> &'static str {
    ["clubs", "diamonds", "hearts", "spades"][usize::from(card.suit)]
}

/// Fills a rectangle but for the pixels whose distances from the two nearest edges add up to less
/// than 3.
fn fill_with_cut_off_corners(
    picture: &mut Picture,
    (left, top): (usize, usize),
    (width, height): (usize, usize),
    colour: Colour,
) {
    for y in 0..height {
        for x in 0..width {
            if x.min(width - 1 - x) + y.min(height - 1 - y) >= 3 {
                picture.set(left + x, top + y, colour);
            }
        }
    }
}

/// Colours the outermost pixels of a rectangle.
fn outline(
    picture: &mut Picture,
    (left, top): (usize, usize),
    (width, height): (usize, usize),
    thickness: usize,
    colour: Colour,
) {
    for y in 0..height {
        for x in 0..width {
            if x.min(width - 1 - x).min(y).min(height - 1 - y) < thickness {
                picture.set(left + x, top + y, colour);
            }
        }
    }
}

fn small(picture: &mut Picture, row: usize, column: usize, text: &str, ink: Colour) {
    draw_text(picture, (8 * column, 16 * row), text, &SMALL, 8, ink);
}

/// Draws text that ends in a column.
fn small_up_to(picture: &mut Picture, row: usize, column: usize, text: &str, ink: Colour) {
    small(picture, row, column + 1 - text.len(), text, ink);
}

fn large(picture: &mut Picture, row: usize, column: usize, text: &str, ink: Colour) {
    draw_text(picture, (8 * column, 16 * row), text, &LARGE, 16, ink);
}

/// Draws large text whose last glyph ends in a column.
fn large_up_to(picture: &mut Picture, row: usize, column: usize, text: &str, ink: Colour) {
    large(picture, row, column + 1 - 2 * text.len(), text, ink);
}

fn draw_text(
    picture: &mut Picture,
    (left, top): (usize, usize),
    text: &str,
    glyphs: &Glyphs,
    width: usize,
    ink: Colour,
) {
    for (place, letter) in text.chars().enumerate().filter(|(_, letter)| *letter != ' ') {
        picture.draw(left + width * place, top, glyphs.get(letter.encode_utf8(&mut [0; 4])), ink);
    }
}
