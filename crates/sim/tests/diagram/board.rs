//! The drawings of the board and of the glyphs of its displays.

use baccarat_sim::{Glyph, HandOutputs, rank_code};
use de1_soc::BoardOutputs;
use de1_soc::device::BOARD;
use punto_banco::{Rank, Round, play};

use test_support::svg::{assert_is_presentable, groups, parsed, texts};

use crate::panel::{Cluster, Display, Key, Light, Panel, sheet};

/// The hand of the README: the banker wins, 3 to 1, with three cards on either side.
fn hand() -> Round {
    use Rank::{Ace, Five, King, Nine, Seven, Two};
    play([Five, King, Nine, Two, Seven, Ace])
}

fn lines(words: &[&str]) -> Vec<String> {
    words.iter().map(|words| words.to_string()).collect()
}

fn segments(shown: BoardOutputs, display: usize) -> u8 {
    u8::try_from(shown.hex(display)).expect("seven bits")
}

/// Draws the displays, lights and keys of the DE1-SoC at the end of a hand.
pub fn board() -> String {
    let shown = BoardOutputs::of(&hand(), hand().cards_dealt());
    let display = |number: usize| Display {
        name: format!("HEX{number}"),
        segments: segments(shown, number),
        meaning: lines(&[["first card", "second card", "third card"][number % 3]]),
    };
    let light = |number: usize, meaning: &str| Light {
        name: format!("LEDR{number}"),
        is_lit: shown.ledr() >> number & 1 == 1,
        meaning: meaning.to_string(),
    };
    let score = |title: &str, lowest: usize| Cluster {
        title: title.to_string(),
        members: (0..4).rev().map(|bit| light(lowest + bit, &(1 << bit).to_string())).collect(),
    };
    let key = |number: usize, has_effect: bool, meaning: &[&str]| Key {
        name: format!("KEY{number}"),
        has_effect,
        meaning: lines(meaning),
    };
    let displays = |title: &str, lowest: usize| Cluster {
        title: title.to_string(),
        members: (lowest..lowest + 3).rev().map(display).collect(),
    };
    Panel {
        title: format!("{}: a hand won by the banker, 3 to 1", BOARD),
        description: "Six displays: HEX5 to HEX3 are the banker's third, second and first card, HEX2 to HEX0 the player's. \
                      Ten lights: LEDR9 is on if the banker wins, LEDR8 if the player wins, LEDR7 to LEDR4 are the \
                      banker's score in binary, LEDR3 to LEDR0 the player's. Four keys: KEY0 deals \
                      when it is released, or starts a new hand if KEY3 is held; the other two have no effect."
            .to_string(),
        displays: vec![displays("the banker's cards", 3), displays("the player's cards", 0)],
        lights: vec![
            Cluster {
                title: "winner".to_string(),
                members: vec![light(9, "banker"), light(8, "player")],
            },
            score("the banker's score", 4),
            score("the player's score", 0),
        ],
        switches: vec![],
        keys: vec![
            key(3, true, &["held while", "KEY0 released:", "new hand"]),
            key(2, false, &["no effect"]),
            key(1, false, &["no effect"]),
            key(0, true, &["released:", "a card"]),
        ],
    }
    .svg()
}

/// Draws a display for no card and for every rank.
pub fn glyphs() -> String {
    let display = |card: Option<Rank>| {
        let shown = BoardOutputs::showing([card, None, None], [None; 3], None);
        let name = match card {
            None => "no card".to_string(),
            Some(Rank::Ace) => "ace".to_string(),
            Some(Rank::Jack) => "jack".to_string(),
            Some(Rank::Queen) => "queen".to_string(),
            Some(Rank::King) => "king".to_string(),
            Some(card) => card.to_string(),
        };
        let meaning = vec![format!("code {}", rank_code(card))];
        Display { name, segments: segments(shown, 0), meaning }
    };
    let cards: Vec<_> = [None].into_iter().chain(Rank::ALL.map(Some)).map(display).collect();
    sheet(
        "Display glyphs",
        "A display is blank for no card. It shows A for an ace, 2 to 9, 0 for a ten, J for a jack, q for a queen and H for a \
         king.",
        &cards,
        7,
    )
}

#[test]
fn the_drawings_are_valid() {
    for svg in [board(), glyphs()] {
        assert_is_presentable(&svg);
    }
}

#[test]
fn every_display_light_and_key_is_drawn_once_in_the_order_of_the_board() {
    let svg = board();
    let document = parsed(&svg);
    let names = |class| -> Vec<String> {
        let named = groups(&document, class).into_iter();
        named.map(|group| group.attribute("data-name").expect("a name").to_string()).collect()
    };
    let down = |stem: &str, count: usize| -> Vec<String> {
        (0..count).rev().map(|number| format!("{stem}{number}")).collect()
    };
    assert_eq!(names("display"), down("HEX", 6));
    assert_eq!(names("light"), down("LEDR", 10));
    assert_eq!(names("key"), down("KEY", 4));
}

#[test]
fn the_lit_lights_are_the_scores_and_the_winner() {
    let svg = board();
    let document = parsed(&svg);
    let lit: Vec<_> =
        groups(&document, "lit").iter().map(|group| texts(*group)[0].clone()).collect();
    // The banker has 3, the player 1.
    assert_eq!(lit, ["LEDR9", "LEDR5", "LEDR4", "LEDR0"]);
}

/// Reads the drawing back by the positions of the lit bars.
#[test]
fn every_glyph_is_drawn_as_the_hardware_lights_it() {
    let svg = glyphs();
    let document = parsed(&svg);
    let drawn = groups(&document, "display");
    assert_eq!(drawn.len(), 14);
    let expected = ['.', 'A', '2', '3', '4', '5', '6', '7', '8', '9', '0', 'J', 'q', 'H'];
    for (group, expected) in drawn.into_iter().zip(expected) {
        let glass = group.children().find(|node| node.has_tag_name("rect")).expect("the glass");
        let number = |name| {
            glass.attribute(name).and_then(|text| text.parse::<f64>().ok()).expect("a number")
        };
        let middle = (number("x") + number("width") / 2.0, number("y") + number("height") / 2.0);
        let lit = group.children().filter(|node| node.attribute("class") == Some("bar lit"));
        let bits =
            lit.map(|bar| 1 << bar_at(centre(bar.attribute("points").expect("corners")), middle));
        let lit_by_0 = !bits.fold(0_u64, |all, bit| all | bit) & 0x7f;
        assert_eq!(Glyph::of(lit_by_0).character(), expected);
    }
}

fn centre(points: &str) -> (f64, f64) {
    let corners: Vec<(f64, f64)> = points
        .split(' ')
        .filter_map(|corner| corner.split_once(','))
        .map(|(x, y)| (x.parse().expect("a number"), y.parse().expect("a number")))
        .collect();
    let count = corners.len() as f64;
    let sum = corners.iter().fold((0.0, 0.0), |sum, corner| (sum.0 + corner.0, sum.1 + corner.1));
    (sum.0 / count, sum.1 / count)
}

/// Returns the bar with this centre; bar 0 is a.
fn bar_at((x, y): (f64, f64), middle: (f64, f64)) -> usize {
    let side = |distance: f64| {
        if distance < -5.0 {
            0
        } else if distance > 5.0 {
            2
        } else {
            1
        }
    };
    // Vertical bars are at a quarter of the height from the middle, horizontal ones at half or at
    // zero.
    let (column, row) = (side(x - middle.0), y - middle.1);
    match (column, row) {
        (1, row) if row < -20.0 => 0,
        (2, row) if row < 0.0 => 1,
        (2, _) => 2,
        (1, row) if row > 20.0 => 3,
        (0, row) if row > 0.0 => 4,
        (0, _) => 5,
        _ => 6,
    }
}
